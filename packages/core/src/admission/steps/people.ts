import { Effect } from "effect"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { pointedAtBy } from "../../identifiers/steps.ts"
import { Tx } from "../../unit-of-work.ts"
import type { PreparedKey } from "../../wallets/prepare.ts"
import { walletOfUser } from "../../wallets/steps.ts"

/** Whoever stands behind a tap: a person, or a card that nobody holds. */
export interface Tapped {
  readonly userUuid: string | undefined
  /** The canonical wallet: the person's in the session's organization, the card's own. Undefined while a person has none there. */
  readonly walletAddress: string | undefined
  /** Whether a card was tapped that is frozen; other cards of the person do not matter. */
  readonly isFrozenCard: boolean
  readonly cardIdentifier: string | undefined
}

/** Somebody a door knows, by their canonical wallet. */
export interface Person extends Tapped {
  readonly walletAddress: string
}

/** The text by which two taps are the same. */
export const tapOf = ({ type, value }: IdentifierRef): string => `${type}:${value}`

/** Who stands behind each of some taps; what points at nobody is left out. Each is asked for once. */
export const tappedBy = Effect.fnUntraced(function* (identifiers: readonly IdentifierRef[], organizationUuid: string) {
  const found = new Map<string, Tapped>()
  for (const identifier of identifiers) {
    const tap = tapOf(identifier)
    const tapped = found.has(tap) ? undefined : yield* behind(identifier, organizationUuid)
    if (tapped !== undefined) found.set(tap, tapped)
  }
  return found
})

const behind = Effect.fnUntraced(function* (identifier: IdentifierRef, organizationUuid: string) {
  const pointed = yield* pointedAtBy(identifier)
  if (pointed === undefined) return undefined
  const { isFrozenCard, cardIdentifier, wallet } = pointed
  const card = { isFrozenCard, cardIdentifier }
  if (pointed.kind === "wallet") {
    // A treasury comes through no door.
    if (cardIdentifier === undefined) return undefined
    return { ...card, userUuid: undefined, walletAddress: pointed.walletAddress } satisfies Tapped
  }
  const { userUuid } = pointed
  if (wallet?.kind === "user" && wallet.organizationUuid === organizationUuid)
    return { ...card, userUuid, walletAddress: wallet.address } satisfies Tapped
  const tx = yield* Tx
  return { ...card, userUuid, walletAddress: (yield* tx.wallets.ofUser(userUuid, organizationUuid))?.address } satisfies Tapped
})

/** How many people of these have no wallet in the organization yet: each needs a key. */
export const withoutWallet = (tapped: ReadonlyMap<string, Tapped>): number =>
  new Set([...tapped.values()].flatMap(({ userUuid, walletAddress }) => (walletAddress === undefined ? [userUuid] : []))).size

/** The same with a wallet for everybody, made from `keys`, of which there are as many as {@link withoutWallet} says. */
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
  const inOrder = [...tapped].toSorted(([, a], [, b]) => ((a.userUuid ?? "") < (b.userUuid ?? "") ? -1 : 1))
  for (const [tap, one] of inOrder) {
    let { walletAddress } = one
    if (walletAddress === undefined && one.userUuid !== undefined) {
      const key = made.has(one.userUuid) ? undefined : left.pop()
      walletAddress =
        made.get(one.userUuid) ?? (key === undefined ? undefined : (yield* walletOfUser(one.userUuid, organizationUuid, key, now)).address)
      if (walletAddress !== undefined) made.set(one.userUuid, walletAddress)
    }
    if (walletAddress !== undefined) people.set(tap, { ...one, walletAddress })
  }
  return people
})
