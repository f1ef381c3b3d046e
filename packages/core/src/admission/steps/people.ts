import { Effect } from "effect"
import { cardAtDoorsOf } from "../../cards/steps.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { pointedAtBy } from "../../identifiers/steps.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { PreparedKey } from "../../wallets/prepare.ts"
import { walletOfUser } from "../../wallets/steps.ts"
import type { Wallet } from "../../wallets/wallet.ts"

/** The person a tap names, or a card of the organization without a holder. */
export interface Tapped {
  readonly userUuid: string | undefined
  /**
   * The canonical wallet: the person's in the session's organization, the card's own. Undefined
   * while a person has none there.
   */
  readonly walletAddress: string | undefined
  /** Whether a card was tapped that is frozen; other cards of the person do not matter. */
  readonly isFrozenCard: boolean
  readonly cardIdentifier: string | undefined
  /** When the person's account was deleted: from then on they are no longer recognised. */
  readonly goneSince: Date | undefined
  /** Until when the tapped card counts for the person, who never claimed it; undefined for ever. */
  readonly countsUntil: Date | undefined
}

/** A person a door knows, by their canonical wallet. */
export interface Person extends Tapped {
  readonly walletAddress: string
}

/** The text by which two taps are the same. */
export const tapOf = ({ type, value }: IdentifierRef): string => `${type}:${value}`

/**
 * Whether the tapped card counts for the person at `at`, unless a manifest that was in force then
 * says so itself.
 */
export const countsAt = ({ countsUntil }: Pick<Tapped, "countsUntil">, at: Date): boolean =>
  countsUntil === undefined || at < countsUntil

/**
 * Whether a person's account was deleted at `at` or before, so that they are no longer recognised.
 */
export const isGone = ({ goneSince }: Pick<Tapped, "goneSince">, at: Date): boolean =>
  goneSince !== undefined && at >= goneSince

/** A tap, and when it was made. */
export interface TapAt {
  readonly identifier: IdentifierRef
  readonly at: Date
}

/**
 * The person or card behind each tap. Left out are taps that name neither, and people who were gone
 * at each of their taps and whom no door here knows. Each identifier is read once.
 */
export const tappedBy = Effect.fnUntraced(function* (
  taps: readonly TapAt[],
  organizationUuid: string,
) {
  const found = new Map<string, Tapped>()
  for (const [tap, made] of Map.groupBy(taps, ({ identifier }) => tapOf(identifier))) {
    const [first] = made
    const tapped =
      first === undefined ? undefined : yield* behind(first.identifier, organizationUuid)
    const isNobody =
      tapped?.walletAddress === undefined &&
      made.every(({ at }) => tapped === undefined || isGone(tapped, at) || !countsAt(tapped, at))
    if (tapped !== undefined && !isNobody) found.set(tap, tapped)
  }
  return found
})

const behind = Effect.fnUntraced(function* (identifier: IdentifierRef, organizationUuid: string) {
  const pointed = yield* pointedAtBy(identifier)
  if (pointed === undefined) return undefined
  const { isFrozenCard, cardIdentifier } = pointed
  const tap = { isFrozenCard, cardIdentifier }
  if (pointed.kind === "wallet") {
    // A treasury comes through no door.
    const card =
      pointed.card === undefined ? undefined : yield* cardAtDoorsOf(pointed.card, organizationUuid)
    if (card?.kind === "holder")
      return {
        ...(yield* personAt(card, organizationUuid, tap)),
        countsUntil: card.until,
      } satisfies Tapped
    if (card === undefined) return undefined
    return {
      ...tap,
      userUuid: undefined,
      goneSince: undefined,
      countsUntil: undefined,
      walletAddress: pointed.walletAddress,
    } satisfies Tapped
  }
  return yield* personAt(pointed, organizationUuid, tap)
})

const personAt = Effect.fnUntraced(function* (
  {
    userUuid,
    goneSince,
    wallet,
  }: {
    readonly userUuid: string
    readonly goneSince?: Date | undefined
    readonly wallet?: Wallet | undefined
  },
  organizationUuid: string,
  tap: Pick<Tapped, "isFrozenCard" | "cardIdentifier">,
) {
  const tx = yield* Tx
  const isHere = wallet?.kind === "user" && wallet.organizationUuid === organizationUuid
  const own = isHere ? wallet : yield* tx.wallets.ofUser(userUuid, organizationUuid)
  // A wallet is closed with its account; who has none here yet is looked at themself.
  const closedAt = own === undefined ? (yield* tx.users.find(userUuid))?.deletedAt : own.closedAt
  return {
    ...tap,
    userUuid,
    goneSince: goneSince ?? closedAt,
    countsUntil: undefined,
    walletAddress: own?.address,
  } satisfies Tapped
})

/** A person whom a manifest names by their canonical wallet, as they tapped. */
export const personOf = Effect.fnUntraced(function* (
  walletAddress: string,
  tap: Pick<Tapped, "isFrozenCard" | "cardIdentifier">,
) {
  const tx = yield* Tx
  const { isFrozenCard, cardIdentifier } = tap
  const wallet = yield* tx.wallets.find(walletAddress)
  const { userUuid, closedAt: goneSince } = wallet ?? {}
  return {
    userUuid,
    goneSince,
    countsUntil: undefined,
    walletAddress,
    isFrozenCard,
    cardIdentifier,
  } satisfies Person
})

/** How many people of these have no wallet in the organization yet: each needs a key. */
export const withoutWallet = (tapped: ReadonlyMap<string, Tapped>): number =>
  new Set(
    [...tapped.values()].flatMap(({ userUuid, walletAddress }) =>
      walletAddress === undefined ? [userUuid] : [],
    ),
  ).size

/**
 * The tapped people, each with a wallet. New wallets are made from `keys`, of which there are as
 * many as {@link withoutWallet} says.
 */
export const withWallets = Effect.fnUntraced(function* (
  tapped: ReadonlyMap<string, Tapped>,
  organizationUuid: string,
  keys: readonly PreparedKey[],
  now: Date,
) {
  const left = [...keys]
  const made = new Map<string, string>()
  const people = new Map<string, Person>()
  // In one order, so that two who make wallets for the same people do not wait for each other.
  const inOrder = [...tapped].toSorted(([, a], [, b]) =>
    (a.userUuid ?? "") < (b.userUuid ?? "") ? -1 : 1,
  )
  for (const [tap, one] of inOrder) {
    let { walletAddress } = one
    if (walletAddress === undefined && one.userUuid !== undefined) {
      const key = made.has(one.userUuid) ? undefined : left.pop()
      walletAddress =
        made.get(one.userUuid) ??
        (key === undefined
          ? undefined
          : (yield* walletOfUser(one.userUuid, organizationUuid, key, now)).address)
      if (walletAddress !== undefined) made.set(one.userUuid, walletAddress)
    }
    if (walletAddress !== undefined) people.set(tap, { ...one, walletAddress })
  }
  return people
})
