import { keyPurposes, type Repositories, memberFilters, queueNames } from "@symbolon/core/storage"
import { club } from "../club.ts"
import { at, hash, uuid as uuidOf } from "../samples.ts"
import { signInNumbers, signInSids } from "./sign-in-verbs.ts"
import type { Past } from "./verb.ts"

const everything = { page: 1, pageSize: 1000, sortOrder: "asc" } as const
const byCreation = { ...everything, sortBy: "created_at" } as const
const byValidity = { ...everything, sortBy: "valid_until" } as const
const moments = [0, 55, 105, 1000].map(at)

/**
 * All that the read verbs tell of a store, under a name each; lists without an order are put in
 * one. One verb at a time.
 */
export const dump = async (
  tx: Repositories,
  past: Past,
): Promise<Readonly<Record<string, unknown>>> => ({
  organizations: await tx.organizations.list({ at: at(0) }, byCreation),
  people: await each(club.people, ({ uuid }) => ofPerson(tx, uuid)),
  tiers: await each([club.gold, club.silver, club.foreign], ({ uuid }) => ofTier(tx, uuid)),
  homes: await each([club.home, club.away], ({ uuid }) => ofOrganization(tx, uuid)),
  doors: await each([club.race, club.dinner], ({ uuid }) => ofSession(tx, uuid, past)),
  sessions: await tx.sessions.list({ organizationUuid: club.home.uuid }, byCreation),
  series: await each([club.regatta, club.gala], ({ uuid }) =>
    tx.sessionSeries.list(uuid, at(10), byCreation),
  ),
  head: await tx.transactions.head(),
  leaves: await tx.transactions.leaves(0, 1000),
  treasury: await tx.transactions.listOf(club.treasury.address, byCreation),
  purses: sorted(
    await tx.wallets.findAll(
      [club.treasury, club.issuance, ...club.purses].map(({ address }) => address),
    ),
  ),
  outbox: await tx.outbox.list(undefined, 1000),
  webhooks: await each(past.webhooks, async (n) => [
    await tx.webhooks.findAll([uuidOf(n)]),
    await tx.deliveries.list({ webhookUuid: uuidOf(n) }, byCreation),
  ]),
  hooks: await each([club.home, club.away], async ({ uuid }) => [
    await tx.webhooks.list(uuid, byCreation),
    await tx.webhooks.count(uuid),
  ]),
  keys: await each(keyPurposes, (purpose) => tx.serviceKeys.list(purpose)),
  signIns: await each([...past.sids, ...signInSids], (sid) => tx.oauthSessions.find(sid)),
  grants: await each(signInNumbers, async (n) => [
    await tx.oauthCodes.find(hash(n)),
    await tx.refreshTokens.find(hash(n)),
    await tx.oauthChallenges.find(hash(n)),
    await tx.logins.find(hash(n)),
  ]),
  accounts: await each(club.people, async ({ uuid }) => [
    await tx.users.find(uuid),
    await tx.consents.ofUser(uuid),
  ]),
  addresses: await each(["a@club.example", "b@club.example"], (email) =>
    tx.users.findByEmail(email),
  ),
  apps: await tx.oauthClients.list(club.home.uuid, byCreation),
  names: await each(["aft", "bow", "cox"], async (name) => [
    await tx.users.findByUsername(name),
    await tx.organizations.find(name),
  ]),
  nextDue: await each(queueNames, (queue) => tx.jobs.nextDue(queue)),
  buried: await tx.jobs.buried(undefined, 1000),
})

const ofPerson = async (tx: Repositories, uuid: string): Promise<readonly unknown[]> => [
  await tx.organizations.list({ at: at(55), userUuid: uuid }, byCreation),
  sorted(await tx.staff.rolesOf(uuid)),
  await each(await tx.memberships.openOf(uuid), async (row) => [
    row,
    await tx.membershipTerms.of([row.uuid]),
    await tx.membershipHistory.all(row.uuid),
  ]),
  await tx.memberships.listOf({ userUuid: uuid, filter: "ended", at: at(1000) }, byValidity),
  await tx.wallets.list({ userUuid: uuid }, byCreation),
]

const ofTier = async (tx: Repositories, uuid: string): Promise<readonly unknown[]> => [
  await tx.tiers.find(uuid),
  await tx.memberships.customOnTier({ tierUuid: uuid, limit: 1000 }),
  await each(moments, (moment) => tx.tiers.members(uuid, moment)),
]

const ofOrganization = async (tx: Repositories, uuid: string): Promise<readonly unknown[]> => [
  sorted(await tx.tiers.all(uuid)),
  await tx.activities.list({ organizationUuid: uuid }, byCreation),
  await tx.staff.list(uuid, { ...everything, sortBy: "updated_at" }),
  await tx.invitations.list(uuid, at(55), byCreation),
  await tx.wallets.ofOrganization(uuid, "treasury"),
  await tx.membershipMoves.running(uuid),
  await tx.memberships.list({ organizationUuid: uuid, filter: "current", at: at(0) }, byValidity),
  await each(moments, (moment) =>
    each(memberFilters, (filter) =>
      tx.memberships.list({ organizationUuid: uuid, filter, at: moment }, byCreation),
    ),
  ),
]

const ofSession = async (
  tx: Repositories,
  uuid: string,
  past: Past,
): Promise<readonly unknown[]> => [
  (await tx.presences.tally(uuid, [])).present,
  await tx.presences.list(uuid, undefined, 1000),
  await each(past.presences, (presence) => tx.presences.byUuid(presence)),
  await each(past.presences, (presence) => tx.presences.admissionsOf([presence])),
  await tx.manifests.newest(uuid),
  await each([1, 2, 3, 4, 5], (version) => tx.manifests.find(uuid, version)),
]

const each = async <T, A>(
  list: readonly T[],
  tell: (item: T) => Promise<A>,
): Promise<readonly A[]> => {
  const reported: A[] = []
  for (const item of list) reported.push(await tell(item))
  return reported
}

const sorted = <Row extends { readonly uuid: string }>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
