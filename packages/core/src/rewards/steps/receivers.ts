import { Effect } from "effect"
import { Tx } from "../../foundation/unit-of-work.ts"
import { canonicalIdentifier, type IdentifierRef } from "../../identifiers/identifier.ts"
import { namedUser, resolve } from "../../identifiers/steps.ts"
import { isLive } from "../../memberships/membership.ts"
import type { KnownReceiver } from "../batches/judge-receiver.ts"
import type { BatchReceiver } from "../batches/reward-batch.ts"
import type { RewardTemplate } from "../reward-template.ts"
import { ticketWallet } from "../steps.ts"

/**
 * Whom an identifier names to a batch, as redeeming does. Refuses as that does.
 *
 * A wallet or a card tells whose it is to an organization of which they are a member, and to no
 * other: else a report would say which of many names it belongs to.
 */
export const receiverOf = Effect.fnUntraced(function* (
  identifier: IdentifierRef,
  organizationUuid: string,
  now: Date,
) {
  const found = yield* resolve(identifier, "identifier")
  const wallet = yield* ticketWallet(identifier, organizationUuid, "identifier")
  const userUuid = found.kind === "user" ? found.userUuid : undefined
  const isNamed =
    namedUser(found) !== undefined &&
    (!isThing.has(identifier.type) || (yield* isMember(organizationUuid, userUuid, now)))
  const { type, value } = canonicalIdentifier(identifier)
  const unnamed = wallet === undefined ? `${type}:${value}` : `wallet:${wallet.address}`
  const receiver: BatchReceiver = {
    receiver: isNamed ? `user:${userUuid}` : unnamed,
    walletAddress: isNamed ? found.walletAddress : wallet?.address,
    userUuid,
    isNamed,
  }
  return receiver
})

/** What is handed out, and is not a name. */
const isThing: ReadonlySet<IdentifierRef["type"]> = new Set(["wallet", "card"])

const isMember = Effect.fnUntraced(function* (
  organizationUuid: string,
  userUuid: string | undefined,
  now: Date,
) {
  const tx = yield* Tx
  const open =
    userUuid === undefined ? undefined : yield* tx.memberships.findOpen(organizationUuid, userUuid)
  return open !== undefined && isLive(open, now)
})

/**
 * What issuing to receivers needs to know of them, read for all at once. `skipsExisting` also looks
 * who has the reward.
 */
export const knownReceivers = Effect.fnUntraced(function* <Receiver extends BatchReceiver>(
  template: RewardTemplate,
  receivers: readonly Receiver[],
  { skipsExisting, now }: { readonly skipsExisting: boolean; readonly now: Date },
) {
  const { organizationUuid } = template
  const tx = yield* Tx
  const userUuids = receivers.flatMap(({ userUuid }) => userUuid ?? [])
  const addresses = receivers.flatMap(({ walletAddress }) => walletAddress ?? [])
  const users = by(yield* tx.users.findAll(userUuids), ({ uuid }) => uuid)
  const live = yield* tx.memberships.liveOf(organizationUuid, userUuids, now)
  const memberships = by(live, ({ userUuid }) => userUuid)
  const tierUuids = [...new Set(live.map(({ tierUuid }) => tierUuid))]
  const tiers = by(yield* tx.tiers.findAll(tierUuids), ({ uuid }) => uuid)
  const inOrganization = by(
    yield* tx.wallets.ofUsers(userUuids, organizationUuid),
    ({ userUuid = "" }) => userUuid,
  )
  const named = by(yield* tx.wallets.findAll(addresses), ({ address }) => address)
  const having = skipsExisting ? yield* whoHave(template, receivers) : new Set<string>()
  return receivers.map((receiver): KnownReceiver<Receiver> => {
    const { userUuid = "", walletAddress } = receiver
    const membership = memberships.get(userUuid)
    return {
      receiver,
      standing: {
        user: users.get(userUuid),
        membership,
        tier: membership && tiers.get(membership.tierUuid),
      },
      to: walletAddress === undefined ? inOrganization.get(userUuid) : named.get(walletAddress),
      hasIt: having.has(receiver.receiver),
    }
  })
})

/** Which receivers have a reward of the template, or wait for the content of one. */
const whoHave = Effect.fnUntraced(function* (
  template: RewardTemplate,
  receivers: readonly BatchReceiver[],
) {
  const tx = yield* Tx
  const of = {
    userUuids: receivers.flatMap(({ isNamed, userUuid }) => (isNamed ? (userUuid ?? []) : [])),
    walletAddresses: receivers.flatMap(({ isNamed, walletAddress }) =>
      isNamed ? [] : (walletAddress ?? []),
    ),
  }
  const issued = yield* tx.issuances.receivedAmong(template.uuid, of)
  const isExternal = template.content?.storageType === "external"
  const waiting = isExternal ? yield* tx.rewardDeliveries.openAmong(template.uuid, of) : []
  return new Set(
    [...issued, ...waiting].map(({ userUuid, walletAddress }) =>
      userUuid === undefined ? `wallet:${walletAddress}` : `user:${userUuid}`,
    ),
  )
})

const by = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]))
