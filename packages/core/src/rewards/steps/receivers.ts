import { Effect } from "effect"
import { isEnabled } from "../../accounts/user.ts"
import { BadRequest } from "../../foundation/errors/refusals.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { namedUser, resolveReceiver } from "../../identifiers/steps.ts"
import type { KnownReceiver } from "../batches/judge-receiver.ts"
import type { BatchReceiver } from "../batches/reward-batch.ts"
import type { RewardTemplate } from "../reward-template.ts"
import { walletAt } from "../../wallets/steps.ts"
import type { Wallet } from "../../wallets/wallet.ts"

/** Who or what receives a reward, as the organization that issues it is told. */
export interface Receiver {
  /** The user; undefined for a wallet alone, whoever is behind it. */
  readonly userUuid: string | undefined
  /** The wallet that it goes into; undefined for that of a user in the organization until it is made. */
  readonly to: Wallet | undefined
  /** The wallet that was pointed at, or that of the card; undefined where a user was named. */
  readonly pointedAt: string | undefined
}

/**
 * The receiver that an identifier stands for to an organization. A username, a user id and a page
 * name a user. A wallet's address and a card name theirs only to an organization of which the user
 * is a member ({@link namedAmong}); the link of a wallet names nobody. Where no user is named, the
 * wallet receives, and for a card the card's own.
 *
 * Refuses with `IdentifierUnresolved` an identifier that points at nothing, and with `BadRequest` an
 * organization's wallet; both name `field`.
 */
export const receiverFor = Effect.fnUntraced(function* (
  identifier: IdentifierRef,
  organizationUuid: string,
  now: Date,
  field = "identifier",
) {
  const found = yield* resolveReceiver(identifier, field)
  const user = namedUser(found)
  const pointedAt =
    found.walletAddress ?? (found.kind === "user" ? found.cardWalletAddress : undefined)
  const isNamed =
    user !== undefined &&
    (pointedAt === undefined ||
      (yield* namedAmong(organizationUuid, [user.userUuid], now)).has(user.userUuid))
  if (isNamed && found.walletAddress === undefined) {
    const tx = yield* Tx
    const to = yield* tx.wallets.ofUser(user.userUuid, organizationUuid)
    return { userUuid: user.userUuid, to, pointedAt } satisfies Receiver as Receiver
  }
  const to = yield* receivingWalletAt(pointedAt ?? "", field)
  return {
    userUuid: isNamed ? user.userUuid : undefined,
    to,
    pointedAt,
  } satisfies Receiver as Receiver
})

/**
 * The wallet of an address as a receiver without a user, whoever is behind it. Refuses as
 * {@link receiverFor} does.
 */
export const bareReceiver = Effect.fnUntraced(function* (address: string) {
  const field = "identifier"
  yield* resolveReceiver({ type: "wallet", value: address }, field)
  const to = yield* receivingWalletAt(address, field)
  return { userUuid: undefined, to, pointedAt: address } satisfies Receiver as Receiver
})

const receivingWalletAt = Effect.fnUntraced(function* (address: string, field: string) {
  const wallet = yield* walletAt(address)
  if (wallet.kind === "treasury")
    return yield* new BadRequest({ field, reason: "It goes to a person or a card." })
  return wallet
})

/**
 * Those of some users whom a wallet or a card names to an organization: its live members, while
 * their accounts are enabled. It knows them already; of others it would learn which of many names a
 * wallet belongs to.
 */
export const namedAmong = Effect.fnUntraced(function* (
  organizationUuid: string,
  userUuids: readonly string[],
  at: Date,
) {
  const tx = yield* Tx
  const live = yield* tx.memberships.liveOf(organizationUuid, userUuids, at)
  const users = yield* tx.users.findAll(live.map(({ userUuid }) => userUuid))
  const named: ReadonlySet<string> = new Set(users.filter(isEnabled).map(({ uuid }) => uuid))
  return named
})

/** A receiver of a batch. */
export const batchReceiver = ({ userUuid, to }: Receiver): BatchReceiver => ({
  receiver: userUuid === undefined ? `wallet:${to?.address}` : `user:${userUuid}`,
  walletAddress: to?.address,
  userUuid,
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
    userUuids: receivers.flatMap(({ userUuid }) => userUuid ?? []),
    walletAddresses: receivers.flatMap(({ userUuid, walletAddress }) =>
      userUuid === undefined ? (walletAddress ?? []) : [],
    ),
  }
  const issued = yield* tx.issuances.receivedAmong(template.uuid, of)
  const isExternal = template.content?.storageType === "external"
  const waiting = isExternal ? yield* tx.rewardDeliveries.openAmong(template.uuid, of) : []
  return new Set(
    [...issued, ...waiting].flatMap(({ userUuid, walletAddress }) => [
      `wallet:${walletAddress}`,
      ...(userUuid === undefined ? [] : [`user:${userUuid}`]),
    ]),
  )
})

const by = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]))
