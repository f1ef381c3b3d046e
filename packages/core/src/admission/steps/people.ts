import type { User } from "../../accounts/user.ts"
import { assigneeOf } from "../../cards/consent.ts"
import { type CardAtDoorUntil, cardsAtDoorsOf } from "../../cards/steps.ts"
import type { IdentifierRef, Resolved } from "../../identifiers/identifier.ts"
import { allAtOnce } from "../../identifiers/steps/lookups.ts"
import { pointedAtBy } from "../../identifiers/steps.ts"
import { step } from "../../foundation/step.ts"
import { atOnce, Tx } from "../../foundation/unit-of-work.ts"
import type { Organization } from "../../organizations/organization.ts"
import type { PreparedKey } from "../../wallets/prepare.ts"
import type { DoorWallet } from "../../wallets/wallet-repository.ts"
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
  /** When the person's account was disabled: from then on it names nobody, until it is enabled. */
  readonly disabledSince: Date | undefined
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
 * Whether what was tapped names the person at `at`, unless a manifest that was in force then says so
 * itself: a card that was assigned still counts for them, and their account is not disabled.
 */
export const countsAt = (
  { countsUntil, disabledSince }: Pick<Tapped, "countsUntil" | "disabledSince">,
  at: Date,
): boolean =>
  (countsUntil === undefined || at < countsUntil) &&
  (disabledSince === undefined || at < disabledSince)

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
export const tappedBy = step(function* (taps: readonly TapAt[], organization: Organization) {
  const { uuid: organizationUuid } = organization
  const lookups = yield* allAtOnce(
    taps.map(({ identifier }) => identifier),
    [organization],
  )
  const byTap = Map.groupBy(taps, ({ identifier }) => tapOf(identifier))
  const pointed = new Map<string, Resolved>()
  for (const [tap, [first]] of byTap) {
    const one = first && (yield* pointedAtBy(first.identifier, lookups))
    if (one !== undefined) pointed.set(tap, one)
  }
  const all = [...pointed.values()]
  const cards = all.flatMap((one) => (one.kind === "wallet" ? (one.card ?? []) : []))
  const [atDoors, wallets] = yield* atOnce(
    cardsAtDoorsOf(cards, organizationUuid),
    walletsThere(
      all.flatMap((one) => usersOf(one, organizationUuid)),
      organizationUuid,
    ),
  )
  const named = all.flatMap((one) => namedBy(one, atDoors) ?? [])
  const people = yield* peopleAt(named, wallets, organizationUuid)
  const found = new Map<string, Tapped>()
  for (const [tap, made] of byTap) {
    const tapped = people.get(pointed.get(tap))
    const isNobody =
      tapped?.walletAddress === undefined &&
      made.every(({ at }) => tapped === undefined || isGone(tapped, at) || !countsAt(tapped, at))
    if (tapped !== undefined && !isNobody) found.set(tap, tapped)
  }
  return found
})

/** What a tap names: a card without a holder, or a person whose wallet is still to be found. */
interface Named {
  readonly by: Resolved
  readonly card: Tapped | undefined
  /** Where it is no card without a holder. */
  readonly person:
    | {
        readonly userUuid: string
        readonly goneSince: Date | undefined
        readonly disabledSince: Date | undefined
        /** Until when the card counts for the person. */
        readonly countsUntil: Date | undefined
        /** The wallet that was tapped. */
        readonly wallet: Wallet | undefined
      }
    | undefined
}

const namedBy = (
  by: Resolved,
  atDoors: ReadonlyMap<string, CardAtDoorUntil>,
): Named | undefined => {
  const { isFrozenCard, cardIdentifier } = by
  if (by.kind === "user") {
    const { userUuid, goneSince, disabledSince, wallet } = by
    const person = { userUuid, goneSince, disabledSince, countsUntil: undefined, wallet }
    return { by, card: undefined, person }
  }
  // A treasury comes through no door.
  const card = by.card && atDoors.get(by.card.uuid)
  if (card === undefined) return undefined
  if (card.kind === "holder") {
    const { userUuid, until: countsUntil } = card
    const person = { ...nothingKnown, userUuid, countsUntil, wallet: undefined }
    return { by, card: undefined, person }
  }
  const { walletAddress } = by
  const nobody = { ...nothingKnown, userUuid: undefined, countsUntil: undefined }
  return { by, card: { ...nobody, isFrozenCard, cardIdentifier, walletAddress }, person: undefined }
}

const nothingKnown = { goneSince: undefined, disabledSince: undefined }

/** Whether a wallet is a person's in the organization. */
const isThere = (wallet: Wallet | undefined, organizationUuid: string): wallet is Wallet =>
  wallet?.kind === "user" && wallet.organizationUuid === organizationUuid

/**
 * Whose wallet has to be found for what a tap points at: the person's, where it is not that wallet
 * itself, and that of whom a card is meant for, which may or may not count for them.
 */
const usersOf = (one: Resolved, organizationUuid: string): readonly string[] => {
  if (one.kind === "user") return isThere(one.wallet, organizationUuid) ? [] : [one.userUuid]
  const assignee = one.card && assigneeOf(one.card)
  return assignee === undefined ? [] : [assignee]
}

/** The wallets of people in the organization, by user. */
const walletsThere = step(function* (userUuids: readonly string[], organizationUuid: string) {
  const tx = yield* Tx
  const users = [...new Set(userUuids)]
  const wallets = users.length === 0 ? [] : yield* tx.wallets.doorWalletsOf(users, organizationUuid)
  return new Map(wallets.map((wallet) => [wallet.userUuid ?? "", wallet]))
})

/**
 * Who was tapped, each person with the wallet in the organization, by what a tap points at. `own`
 * has the wallets there of all who were not tapped by them.
 */
const peopleAt = step(function* (
  named: readonly Named[],
  own: ReadonlyMap<string, DoorWallet>,
  organizationUuid: string,
) {
  const tx = yield* Tx
  const isHere = (wallet: Wallet | undefined): wallet is Wallet => isThere(wallet, organizationUuid)
  const users = new Set(
    named.flatMap(({ person }) =>
      person === undefined || isHere(person.wallet) ? [] : [person.userUuid],
    ),
  )
  // A wallet is closed with its account; who has none here yet is looked at themself.
  const without = [...users].filter((userUuid) => !own.has(userUuid))
  const accounts = without.length === 0 ? [] : yield* tx.users.findAll(without)
  const byUuid = new Map(accounts.map((user) => [user.uuid, user]))
  const people = new Map<Resolved | undefined, Tapped>()
  for (const { by, card, person } of named) {
    if (card !== undefined) people.set(by, card)
    if (person === undefined) continue
    const { userUuid, countsUntil } = person
    const found = own.get(userUuid)
    const wallet = isHere(person.wallet) ? person.wallet : found
    const account = byUuid.get(userUuid)
    people.set(by, {
      userUuid,
      walletAddress: wallet?.address,
      isFrozenCard: by.isFrozenCard,
      cardIdentifier: by.cardIdentifier,
      goneSince: person.goneSince ?? (wallet === undefined ? account?.deletedAt : wallet.closedAt),
      disabledSince: person.disabledSince ?? found?.userDisabledAt ?? account?.disabledAt,
      countsUntil,
    })
  }
  return people
})

/** A person whom a manifest names by their canonical wallet, as they tapped. */
export const personOf = step(function* (
  walletAddress: string,
  tap: Pick<Tapped, "isFrozenCard" | "cardIdentifier">,
) {
  const tx = yield* Tx
  const { isFrozenCard, cardIdentifier } = tap
  const [wallet] = yield* tx.wallets.doorWalletsAt([walletAddress])
  const { userUuid, closedAt: goneSince, userDisabledAt: disabledSince } = wallet ?? {}
  return {
    userUuid,
    goneSince,
    disabledSince,
    countsUntil: undefined,
    walletAddress,
    isFrozenCard,
    cardIdentifier,
  } satisfies Person
})

/** The people among these who have no wallet in the organization yet: each needs a key. */
export const withoutWallet = (tapped: ReadonlyMap<string, Tapped>): readonly string[] => [
  ...new Set(
    [...tapped.values()].flatMap(({ userUuid, walletAddress }) =>
      walletAddress === undefined ? (userUuid ?? []) : [],
    ),
  ),
]

/** A wallet that is made when its person is first admitted, and the user, whose row is locked. */
export interface Unopened {
  readonly user: User
  readonly key: PreparedKey
}

/**
 * The tapped people by the wallets under which they are judged. Who has none gets one of `keys`, of
 * which there are as many as {@link withoutWallet} names people. It is `unopened`: a tap alone leaves
 * nothing in an organization. Their users stay locked, so that nobody else makes them one meanwhile;
 * the session's row is locked already, so who was admitted at it until now is found.
 */
export const withWallets = step(function* (
  tapped: ReadonlyMap<string, Tapped>,
  organizationUuid: string,
  keys: readonly PreparedKey[],
) {
  const tx = yield* Tx
  // In one order, so that two who lock the same people do not wait for each other.
  const without = withoutWallet(tapped).toSorted()
  const locked =
    without.length === 0 ? [] : yield* atOnce(...without.map((userUuid) => tx.users.lock(userUuid)))
  const users = locked.filter((user) => user !== undefined)
  const made = without.length === 0 ? [] : yield* tx.wallets.ofUsers(without, organizationUuid)
  const wallets = new Map(made.map(({ userUuid, address }) => [userUuid, address]))
  const unopened = new Map<string, Unopened>()
  for (const [n, user] of users.entries()) {
    const key = keys[n]
    if (key === undefined || wallets.has(user.uuid)) continue
    wallets.set(user.uuid, key.address)
    unopened.set(key.address, { user, key })
  }
  const people = new Map<string, Person>()
  for (const [tap, person] of tapped) {
    const walletAddress = person.walletAddress ?? wallets.get(person.userUuid)
    if (walletAddress !== undefined) people.set(tap, { ...person, walletAddress })
  }
  return { people, unopened }
})
