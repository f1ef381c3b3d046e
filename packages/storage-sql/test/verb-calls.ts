import type { Claim, Job, PageRequest, Repositories } from "@symbolon/core/storage"
import {
  activity,
  address,
  at,
  device,
  firstMember,
  organization,
  places,
  sealedKey,
  session,
  tier,
  user,
  uuid,
  wallet,
} from "./sample-organization.ts"
import { accessCalls } from "./access-calls.ts"
import { membershipCalls } from "./membership-calls.ts"
import { cardCalls } from "./card-calls.ts"
import { presenceCalls } from "./presence-calls.ts"
import { paymentCalls } from "./payment-calls.ts"
import { sessionCalls } from "./session-calls.ts"
import { rosterCalls } from "./roster-calls.ts"
import { credentialCalls } from "./credential-calls.ts"
import { contactCalls } from "./contact-calls.ts"
import { contentCalls } from "./content-calls.ts"
import { fileCalls } from "./file-calls.ts"
import { profileCalls } from "./profile-calls.ts"
import { rewardBatchCalls } from "./reward-batch-calls.ts"
import { rewardDeliveryCalls } from "./reward-delivery-calls.ts"
import { transactionCalls } from "./transaction-calls.ts"
import { triggerCalls } from "./trigger-calls.ts"
import { webhookCalls } from "./webhook-calls.ts"
import { pay } from "./workload.ts"

/** A verb as an application calls it. */
export interface VerbCall {
  /** `<repository>.<verb>`, and what is special about this call. */
  readonly name: string
  readonly call: (tx: Repositories) => Promise<unknown>
}

const [someone, stranger] = [firstMember + 77, 900_000]
const org = organization.uuid

const page = <SortBy extends string>(
  sortBy: SortBy,
  sortOrder: "asc" | "desc" = "asc",
): PageRequest<SortBy> => ({
  page: 2,
  pageSize: 20,
  sortBy,
  sortOrder,
})

const organizations: readonly VerbCall[] = [
  {
    name: "names.claim",
    call: (tx) => tx.names.claim("somebody", { kind: "user", uuid: uuid(1) }),
  },
  {
    name: "organizations.add",
    call: (tx) => tx.organizations.add({ ...organization, uuid: uuid(stranger), slug: "other" }),
  },
  { name: "organizations.find", call: (tx) => tx.organizations.find(org) },
  { name: "organizations.findAll", call: (tx) => tx.organizations.findAll([org]) },
  { name: "organizations.hold", call: (tx) => tx.organizations.hold(org) },
  { name: "organizations.lock", call: (tx) => tx.organizations.lock(org) },
  {
    name: "organizations.change",
    call: (tx) => tx.organizations.change({ ...organization, updatedAt: at(1) }),
  },
  {
    name: "organizations.list of a member",
    call: (tx) => tx.organizations.list({ userUuid: uuid(someone), at: at(0) }, page("name")),
  },
  {
    name: "organizations.list of one",
    call: (tx) => tx.organizations.list({ organizationUuid: org, at: at(0) }, page("created_at")),
  },
  {
    name: "staff.add",
    call: (tx) =>
      tx.staff.add({
        uuid: uuid(stranger),
        organizationUuid: org,
        userUuid: uuid(someone),
        role: "door",
        joinedAt: at(0),
        updatedAt: undefined,
      }),
  },
  { name: "staff.find", call: (tx) => tx.staff.find(org, uuid(someone)) },
  { name: "staff.owner", call: (tx) => tx.staff.owner(org) },
  { name: "staff.owners", call: (tx) => tx.staff.owners([org]) },
  { name: "staff.rolesOf", call: (tx) => tx.staff.rolesOf(uuid(someone)) },
  { name: "staff.list", call: (tx) => tx.staff.list(org, page("created_at")) },
  { name: "staff.list by change", call: (tx) => tx.staff.list(org, page("updated_at", "desc")) },
  { name: "staff.lock", call: (tx) => tx.staff.lock(org) },
  {
    name: "staff.change",
    call: (tx) =>
      tx.staff.change({
        uuid: uuid(stranger),
        organizationUuid: org,
        userUuid: uuid(someone),
        role: "door",
        joinedAt: at(0),
        updatedAt: at(1),
      }),
  },
  { name: "staff.remove", call: (tx) => tx.staff.remove(org, uuid(someone)) },
  {
    name: "invitations.add",
    call: (tx) =>
      tx.invitations.add({
        uuid: uuid(stranger),
        organizationUuid: org,
        role: "staff",
        userUuid: uuid(someone),
        email: undefined,
        tokenHash: "hash",
        invitedByUserUuid: undefined,
        createdAt: at(0),
        expiresAt: at(1),
        settlement: undefined,
        settledAt: undefined,
      }),
  },
  { name: "invitations.find", call: (tx) => tx.invitations.find(uuid(stranger)) },
  { name: "invitations.findByToken", call: (tx) => tx.invitations.findByToken("hash") },
  { name: "invitations.list", call: (tx) => tx.invitations.list(org, at(0), page("created_at")) },
  {
    name: "invitations.settle",
    call: (tx) => tx.invitations.settle(uuid(stranger), "accepted", at(0)),
  },
  { name: "invitations.sweep", call: (tx) => tx.invitations.sweep(at(0), 100) },
  { name: "users.add", call: (tx) => tx.users.add(user(stranger), "hash") },
  { name: "users.find", call: (tx) => tx.users.find(uuid(someone)) },
  { name: "users.findByUsername", call: (tx) => tx.users.findByUsername(`user-${someone}`) },
  { name: "users.findAll", call: (tx) => tx.users.findAll([uuid(someone), uuid(firstMember)]) },
  { name: "users.passwordHash", call: (tx) => tx.users.passwordHash(uuid(someone)) },
]

const memberships: readonly VerbCall[] = [
  {
    name: "tiers.add",
    call: (tx) => tx.tiers.add({ ...tier, uuid: uuid(stranger), slug: "silver" }),
  },
  { name: "tiers.find", call: (tx) => tx.tiers.find(tier.uuid) },
  { name: "tiers.findBySlug", call: (tx) => tx.tiers.findBySlug(org, tier.slug) },
  { name: "tiers.hold", call: (tx) => tx.tiers.hold(tier.uuid) },
  { name: "tiers.lock", call: (tx) => tx.tiers.lock(tier.uuid) },
  { name: "tiers.change", call: (tx) => tx.tiers.change({ ...tier, updatedAt: at(1) }) },
  { name: "tiers.members", call: (tx) => tx.tiers.members(tier.uuid, at(0)) },
  { name: "tiers.findAll", call: (tx) => tx.tiers.findAll([tier.uuid]) },
  { name: "tiers.all", call: (tx) => tx.tiers.all(org) },
  {
    name: "tiers.list",
    call: (tx) =>
      tx.tiers.list({ organizationUuid: org, visibility: "public" }, page("price_cents")),
  },
  {
    name: "tiers.list without private ones",
    call: (tx) =>
      tx.tiers.list({ organizationUuid: org, privateAmong: [tier.uuid] }, page("position")),
  },
  {
    name: "memberships.holders",
    call: (tx) =>
      tx.memberships.holders({
        organizationUuid: org,
        tierUuids: undefined,
        at: at(0),
        after: address(someone),
        limit: 100,
      }),
  },
  {
    name: "memberships.holders of tiers",
    call: (tx) =>
      tx.memberships.holders({
        organizationUuid: org,
        tierUuids: [tier.uuid],
        at: at(0),
        after: undefined,
        limit: 100,
      }),
  },
]

const decryptionKey = (version: number) => ({
  kid: `${address(someone)}#${version}`,
  address: address(someone),
  version,
  publicKey: "k".repeat(43),
  sealed: sealedKey,
  createdAt: at(0),
})

const ledger: readonly VerbCall[] = [
  { name: "wallets.close", call: (tx) => tx.wallets.close(uuid(someone), at(5)) },
  {
    name: "wallets.add",
    call: (tx) => tx.wallets.add(wallet(stranger, { kind: "card" }), sealedKey),
  },
  { name: "wallets.close", call: (tx) => tx.wallets.close(uuid(someone), at(0)) },
  { name: "wallets.find", call: (tx) => tx.wallets.find(address(someone)) },
  {
    name: "wallets.doorWalletsAt",
    call: (tx) => tx.wallets.doorWalletsAt([address(someone), address(places.treasury)]),
  },
  {
    name: "wallets.findAll",
    call: (tx) => tx.wallets.findAll([address(someone), address(places.treasury)]),
  },
  { name: "wallets.ofUser", call: (tx) => tx.wallets.ofUser(uuid(someone), org) },
  {
    name: "wallets.ofUser, the primary one",
    call: (tx) => tx.wallets.ofUser(uuid(someone), undefined),
  },
  { name: "wallets.ofOrganization", call: (tx) => tx.wallets.ofOrganization(org, "treasury") },
  {
    name: "wallets.ofOrganization, of none",
    call: (tx) => tx.wallets.ofOrganization(undefined, "system"),
  },
  { name: "wallets.walkOf", call: (tx) => tx.wallets.walkOf(uuid(someone), "0", 500) },
  {
    name: "wallets.list of a user",
    call: (tx) => tx.wallets.list({ userUuid: uuid(someone) }, page("created_at")),
  },
  {
    name: "wallets.list of a treasury",
    call: (tx) => tx.wallets.list({ treasuryOf: org }, page("created_at")),
  },
  { name: "wallets.sealedKey", call: (tx) => tx.wallets.sealedKey(address(someone)) },
  {
    name: "wallets.addAll",
    call: (tx) =>
      tx.wallets.addAll([{ wallet: wallet(stranger + 20, { kind: "card" }), key: sealedKey }]),
  },
  { name: "decryptionKeys.addAll", call: (tx) => tx.decryptionKeys.addAll([decryptionKey(3)]) },
  { name: "decryptionKeys.add", call: (tx) => tx.decryptionKeys.add(decryptionKey(2)) },
  {
    name: "decryptionKeys.findAll",
    call: (tx) => tx.decryptionKeys.findAll([decryptionKey(1).kid]),
  },
  {
    name: "wrappedKeys.wrappedBy, wallet",
    call: (tx) => tx.wrappedKeys.wrappedBy("wallet", "kek-0", undefined, 100),
  },
  {
    name: "wrappedKeys.wrappedBy, decryption",
    call: (tx) => tx.wrappedKeys.wrappedBy("decryption", "kek-0", undefined, 100),
  },
  {
    name: "wrappedKeys.wrappedBy, service",
    call: (tx) => tx.wrappedKeys.wrappedBy("service", "kek-0", undefined, 100),
  },
  {
    name: "wrappedKeys.wrappedBy, payment",
    call: (tx) => tx.wrappedKeys.wrappedBy("payment", "kek-0", undefined, 100),
  },
  {
    name: "wrappedKeys.wrappedBy, webhook",
    call: (tx) => tx.wrappedKeys.wrappedBy("webhook", "kek-0", undefined, 100),
  },
  {
    name: "wrappedKeys.wrappedBy, reward",
    call: (tx) => tx.wrappedKeys.wrappedBy("reward", "kek-0", undefined, 100),
  },
  ...(
    [
      "wallet",
      "decryption",
      "service",
      "payment",
      "webhook",
      "reward",
      "cached",
      "credential",
    ] as const
  ).map((kind) => ({
    name: `wrappedKeys.rewrap, ${kind}`,
    call: (tx: Repositories) =>
      tx.wrappedKeys.rewrap(kind, [
        { id: address(someone), before: sealedKey.wrapped, after: { kekId: "kek-2", blob: "B" } },
      ]),
  })),
  {
    name: "ledger.load",
    call: (tx) =>
      tx.ledger.load({
        keys: ["key:t-1"],
        transactions: ["t-1"],
        wallets: [address(places.treasury), address(someone)],
      }),
  },
  { name: "ledger.write", call: (tx) => pay(tx, [someone, firstMember], (n) => `verb-call-${n}`) },
  { name: "ledger.erase", call: (tx) => tx.ledger.erase("t-1") },
  { name: "ledger.origin", call: (tx) => tx.ledger.origin() },
  { name: "ledger.fixOrigin", call: (tx) => tx.ledger.fixOrigin("club.example/ledger") },
  { name: "ledger.outcome", call: (tx) => tx.ledger.outcome("key:t-1") },
  { name: "ledger.outcomes", call: (tx) => tx.ledger.outcomes(["key:t-1", "key:t-2"]) },
]

const doors: readonly VerbCall[] = [
  {
    name: "activities.add",
    call: (tx) => tx.activities.add({ ...activity, uuid: uuid(stranger), slug: "other" }),
  },
  { name: "activities.findAll", call: (tx) => tx.activities.findAll([activity.uuid]) },
  { name: "activities.find", call: (tx) => tx.activities.find(activity.slug) },
  { name: "activities.lock", call: (tx) => tx.activities.lock(activity.uuid) },
  {
    name: "activities.change",
    call: (tx) => tx.activities.change({ ...activity, updatedAt: at(1) }),
  },
  {
    name: "activities.list",
    call: (tx) => tx.activities.list({ organizationUuid: org }, page("name")),
  },
  {
    name: "activities.list by start",
    call: (tx) => tx.activities.list({ organizationUuid: org }, page("start_time")),
  },
  {
    name: "activities.list of all",
    call: (tx) => tx.activities.list({ from: at(0), to: at(1) }, page("created_at")),
  },
  {
    name: "activities.list of mine",
    call: (tx) => tx.activities.list({ userUuid: uuid(someone) }, page("start_time")),
  },
  ...presenceCalls,
  ...rosterCalls,
  {
    name: "manifests.keep",
    call: (tx) =>
      tx.manifests.keep({
        sessionUuid: session.uuid,
        manifestVersion: 1,
        generatedAt: at(0),
        validUntil: at(1),
        keyId: "k",
        signature: "s",
        baseVersion: undefined,
        head: "{}",
        walkIns: 0,
        cursorKey: "c",
      }),
  },
  { name: "manifests.find", call: (tx) => tx.manifests.find(session.uuid, 1) },
  { name: "manifests.newest", call: (tx) => tx.manifests.newest(session.uuid) },
  { name: "manifests.sweep", call: (tx) => tx.manifests.sweep(at(0), 100) },
]

const hold = (n: number) => ({ uuid: uuid(n), token: 1 })
const newJob = (key: string | undefined): Job => ({
  uuid: uuid(stranger),
  queue: "work",
  groupKey: "sweep",
  kind: "sweep",
  organizationUuid: undefined,
  key,
  payload: {},
  dueAt: at(0),
  attempts: 0,
  requestId: undefined,
  createdAt: at(0),
})
const claimOf = (perGroup: number): Claim => ({
  queue: "work",
  now: at(60_000_000),
  leaseUntil: at(70_000_000),
  limit: 8,
  perGroup,
  organizationShare: 1 / 2,
  running: [{ groupKey: "group-0", organizationUuid: undefined }],
})

const service: readonly VerbCall[] = [
  { name: "devices.add", call: (tx) => tx.devices.add({ ...device, uuid: uuid(stranger) }) },
  { name: "devices.find", call: (tx) => tx.devices.find(device.uuid) },
  { name: "devices.list", call: (tx) => tx.devices.list(session.uuid, page("created_at", "desc")) },
  { name: "devices.list by name", call: (tx) => tx.devices.list(session.uuid, page("name")) },
  { name: "devices.renew", call: (tx) => tx.devices.renew(device) },
  { name: "devices.revoke", call: (tx) => tx.devices.revoke(device.uuid, at(0)) },
  { name: "devices.sweep", call: (tx) => tx.devices.sweep(at(0), 100) },
  { name: "jobs.schedule", call: (tx) => tx.jobs.schedule(newJob("job-1")) },
  { name: "jobs.scheduleAll", call: (tx) => tx.jobs.scheduleAll([newJob(undefined)]) },
  { name: "jobs.claim", call: (tx) => tx.jobs.claim(claimOf(100)) },
  {
    name: "jobs.claim beside a full group",
    call: (tx) => tx.jobs.claim(claimOf(1)),
  },
  { name: "jobs.renew", call: (tx) => tx.jobs.renew([hold(0)], at(800_000)) },
  { name: "jobs.complete", call: (tx) => tx.jobs.complete([hold(0)]) },
  {
    name: "jobs.reschedule",
    call: (tx) =>
      tx.jobs.reschedule([
        { ...hold(1), queue: "work", dueAt: at(900_000), attempts: 0, reason: undefined },
      ]),
  },
  { name: "jobs.bury", call: (tx) => tx.jobs.bury(hold(2), "never") },
  { name: "jobs.unfinished", call: (tx) => tx.jobs.unfinished(["job-1", "job-2"]) },
  { name: "jobs.nextDue", call: (tx) => tx.jobs.nextDue("work") },
  { name: "jobs.countDue", call: (tx) => tx.jobs.countDue("work", at(0), 100) },
  { name: "jobs.buried", call: (tx) => tx.jobs.buried(uuid(0), 10) },
  { name: "jobs.sweep", call: (tx) => tx.jobs.sweep(at(0), 10) },
  { name: "jobs.restore", call: (tx) => tx.jobs.restore(uuid(0), at(0)) },
  {
    name: "outbox.append",
    call: (tx) =>
      tx.outbox.append([
        {
          uuid: uuid(stranger),
          type: "membership.left",
          organizationUuid: org,
          data: {},
          namedUserUuid: uuid(7),
          createdAt: at(0),
        },
      ]),
  },
  { name: "outbox.naming", call: (tx) => tx.outbox.naming(uuid(7), 100) },
  {
    name: "outbox.changeAll",
    call: (tx) =>
      tx.outbox.changeAll([
        {
          uuid: uuid(7),
          type: "membership.left",
          organizationUuid: org,
          data: {},
          namedUserUuid: undefined,
          createdAt: at(0),
        },
      ]),
  },
  { name: "outbox.list", call: (tx) => tx.outbox.list(uuid(1_000), 100) },
  { name: "outbox.findAll", call: (tx) => tx.outbox.findAll([uuid(7), uuid(8)]) },
  { name: "outbox.sweep", call: (tx) => tx.outbox.sweep(at(1_000), 100) },
]

/**
 * Every verb of the repositories, so that the plans of all statements can be looked at; the
 * ledger's one row is left out.
 */
export const verbCalls: readonly VerbCall[] = [
  ...organizations,
  ...memberships,
  ...membershipCalls,
  ...ledger,
  ...transactionCalls,
  ...cardCalls,
  ...doors,
  ...sessionCalls,
  ...accessCalls,
  ...paymentCalls,
  ...service,
  ...webhookCalls,
  ...contentCalls,
  ...rewardBatchCalls,
  ...rewardDeliveryCalls,
  ...credentialCalls,
  ...triggerCalls,
  ...fileCalls,
  ...profileCalls,
  ...contactCalls,
]
