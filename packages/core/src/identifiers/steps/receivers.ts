import { isEnabled } from "../../accounts/user.ts"
import { BadRequest } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import { walletAt } from "../../wallets/steps.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import type { IdentifierRef } from "../identifier.ts"
import { namedUser, resolveReceiver } from "../steps.ts"

/** Who or what receives something from an organization, as the organization is told. */
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
 * Refuses with `IdentifierUnresolved`, naming `field`, an identifier that points at nothing.
 */
export const receiverTo = step(function* (
  identifier: IdentifierRef,
  organizationUuid: string,
  now: Date,
  field: string = "identifier",
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
  return {
    to: yield* walletAt(pointedAt ?? ""),
    userUuid: isNamed ? user.userUuid : undefined,
    pointedAt,
  } satisfies Receiver as Receiver
})

/**
 * As {@link receiverTo}, for what only people and cards receive: refuses with `BadRequest` an
 * organization's wallet.
 */
export const receiverFor = step(function* (
  identifier: IdentifierRef,
  organizationUuid: string,
  now: Date,
  field: string = "identifier",
) {
  const receiver = yield* receiverTo(identifier, organizationUuid, now, field)
  yield* mustNotBeTreasury(receiver, field)
  return receiver
})

/**
 * The wallet of an address as a receiver without a user, whoever is behind it. Refuses as
 * {@link receiverFor} does.
 */
export const bareReceiver = step(function* (address: string) {
  const field = "identifier"
  yield* resolveReceiver({ type: "wallet", value: address }, field)
  const to = yield* walletAt(address)
  yield* mustNotBeTreasury({ to }, field)
  return { userUuid: undefined, to, pointedAt: address } satisfies Receiver as Receiver
})

const mustNotBeTreasury = step(function* ({ to }: Pick<Receiver, "to">, field: string) {
  if (to?.kind === "treasury")
    return yield* new BadRequest({ field, reason: "It goes to a person or a card." })
})

/**
 * Those of some users whom a wallet or a card names to an organization: its live members, while
 * their accounts are enabled. It knows them already; of others it would learn which of many names a
 * wallet belongs to.
 */
export const namedAmong = step(function* (
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
