import { Effect } from "effect"
import { cardAtDoorsOf } from "../../cards/steps.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { allAtOnce, type Lookups } from "../../identifiers/lookups.ts"
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
  const lookups = yield* allAtOnce(taps.map(({ identifier }) => identifier))
  const named = new Map<string, Named>()
  const byTap = Map.groupBy(taps, ({ identifier }) => tapOf(identifier))
  for (const [tap, [first]] of byTap) {
    const one = first && (yield* behind(first.identifier, organizationUuid, lookups))
    if (one !== undefined) named.set(tap, one)
  }
  const people = yield* peopleAt([...named.values()], organizationUuid)
  const found = new Map<string, Tapped>()
  for (const [tap, made] of byTap) {
    const tapped = people.get(named.get(tap))
    const isNobody =
      tapped?.walletAddress === undefined &&
      made.every(({ at }) => tapped === undefined || isGone(tapped, at) || !countsAt(tapped, at))
    if (tapped !== undefined && !isNobody) found.set(tap, tapped)
  }
  return found
})

/** What a tap names: a card without a holder, or a person whose wallet is still to be found. */
type Named =
  | { readonly card: Tapped }
  | {
      readonly card: undefined
      readonly userUuid: string
      readonly goneSince: Date | undefined
      /** The wallet that was tapped. */
      readonly wallet: Wallet | undefined
      readonly tap: Pick<Tapped, "isFrozenCard" | "cardIdentifier" | "countsUntil">
    }

const behind = Effect.fnUntraced(function* (
  identifier: IdentifierRef,
  organizationUuid: string,
  lookups: Lookups,
) {
  const pointed = yield* pointedAtBy(identifier, lookups)
  if (pointed === undefined) return undefined
  const { isFrozenCard, cardIdentifier } = pointed
  const tap = { isFrozenCard, cardIdentifier, countsUntil: undefined }
  if (pointed.kind === "user") {
    const { userUuid, goneSince, wallet } = pointed
    return { card: undefined, userUuid, goneSince, wallet, tap } satisfies Named as Named
  }
  // A treasury comes through no door.
  const card =
    pointed.card === undefined ? undefined : yield* cardAtDoorsOf(pointed.card, organizationUuid)
  if (card === undefined) return undefined
  if (card.kind === "holder")
    return {
      card: undefined,
      userUuid: card.userUuid,
      goneSince: undefined,
      wallet: undefined,
      tap: { ...tap, countsUntil: card.until },
    } satisfies Named as Named
  const { walletAddress } = pointed
  return {
    card: { ...tap, userUuid: undefined, goneSince: undefined, walletAddress },
  } satisfies Named as Named
})

/** Those who are named, each with the wallet in the organization: read for all of them at once. */
const peopleAt = Effect.fnUntraced(function* (named: readonly Named[], organizationUuid: string) {
  const tx = yield* Tx
  const isHere = (wallet: Wallet | undefined): wallet is Wallet =>
    wallet?.kind === "user" && wallet.organizationUuid === organizationUuid
  const users = new Set(
    named.flatMap((one) => (one.card === undefined && !isHere(one.wallet) ? [one.userUuid] : [])),
  )
  const wallets = new Map(
    (users.size === 0 ? [] : yield* tx.wallets.ofUsers([...users], organizationUuid)).map(
      (wallet) => [wallet.userUuid ?? "", wallet],
    ),
  )
  // A wallet is closed with its account; who has none here yet is looked at themself.
  const without = [...users].filter((userUuid) => !wallets.has(userUuid))
  const accounts = new Map(
    (without.length === 0 ? [] : yield* tx.users.findAll(without)).map((user) => [user.uuid, user]),
  )
  return new Map<Named | undefined, Tapped>(
    named.map((one) => {
      if (one.card !== undefined) return [one, one.card]
      const { userUuid, goneSince, wallet, tap } = one
      const own = isHere(wallet) ? wallet : wallets.get(userUuid)
      const closedAt = own === undefined ? accounts.get(userUuid)?.deletedAt : own.closedAt
      return [
        one,
        { ...tap, userUuid, goneSince: goneSince ?? closedAt, walletAddress: own?.address },
      ]
    }),
  )
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
