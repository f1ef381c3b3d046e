import type { Roster, RosterList } from "../rosters/roster.ts"
import { newRoster } from "../rosters/roster.ts"
import type { Session } from "../../sessions/session.ts"
import { step } from "../../foundation/step.ts"
import { atOnce, Ports, Tx } from "../../foundation/unit-of-work.ts"
import type { PreparedKey } from "../../wallets/prepare.ts"
import { walletOfUser } from "../../wallets/steps.ts"
import { isOnAnyList, type LineChanges, lineChanges } from "../line-changes.ts"
import { basisOf, type Listing, listingOf } from "../listing.ts"
import type { RosterHolder } from "../../memberships/membership-repository.ts"
import {
  canonicalWallets,
  type CanonicalWallet,
  type KnownBefore,
  rosterFactsOf,
  ticketHolders,
} from "./roster-facts.ts"

/** People looked at in one transaction. */
const sliceMax = 1000
/**
 * People whose lines are read, judged and written as one. The store answers for one part while
 * another is judged.
 */
const partMax = 250
/** Subjects are ASCII, so this comes after all of them. */
const afterAll = "~"

/** How far a roster has come in one transaction. */
export interface Settled {
  readonly roster: Roster
  readonly listing: Listing
  /**
   * Whether its lines are up to date for every person; if not, there is more to do in another
   * transaction.
   */
  readonly isSettled: boolean
  /**
   * How many wallet keys it takes to go on: people to list have no wallet in the organization yet.
   * 0 when it went on.
   */
  readonly walletsWanted: number
}

/**
 * Brings the lines of a session up to date, a slice at a time: for every person when the rule that
 * decides whom it lists has changed, else for the people noted since, and those whose line was to
 * end by now. The roster was locked, and the session read, in that order.
 */
export const settleRoster = step(function* (
  session: Session,
  locked: Roster,
  walletKeys: readonly PreparedKey[],
  now: Date,
) {
  const tx = yield* Tx
  const listing = yield* listingNow(session)
  const basis = basisOf(listing)
  // What is noted from now on is looked at when everybody has been.
  const begun: Roster =
    locked.basis === basis
      ? locked
      : {
          ...locked,
          basis,
          seenPosition: yield* tx.rosters.stamp(session.organizationUuid),
          seenSubject: afterAll,
          passedUntil: "roster:",
        }
  const work = { session, listing, walletKeys, now }
  const {
    roster,
    isSettled,
    walletsWanted = 0,
  } = begun.passedUntil === undefined
    ? yield* catchUp(work, begun)
    : yield* pass(work, begun, begun.passedUntil)
  if (roster !== locked && walletsWanted === 0) yield* tx.rosters.change(roster)
  return { roster, listing, isSettled, walletsWanted } satisfies Settled
})

/** What settling works with. */
interface Work {
  readonly session: Session
  readonly listing: Listing
  /** Keys for the wallets of people who are to be listed and have none in the organization yet. */
  readonly walletKeys: readonly PreparedKey[]
  readonly now: Date
}

/** How far a slice has come; `walletsWanted` when it could not begin. */
interface Slice {
  readonly roster: Roster
  readonly isSettled: boolean
  readonly walletsWanted?: number
}

/**
 * The people behind some subjects, by canonical wallet; or how many keys that takes. Who has no
 * wallet in the organization gets one when the session lists them: that it looked at somebody leaves
 * nothing there.
 */
const peopleOf = step(function* (work: Work, subjects: readonly string[]) {
  const { session, walletKeys } = work
  const { wallets, homeless } = yield* canonicalWallets(session, subjects)
  if (homeless.length > walletKeys.length) return { wallets: [], walletsWanted: homeless.length }
  const keys = new Map(
    homeless.flatMap((userUuid, n) => {
      const key = walletKeys[n]
      return key === undefined ? [] : [[userUuid, key] as const]
    }),
  )
  return { wallets: [...wallets, ...(yield* housed(work, keys))], walletsWanted: 0 }
})

/** Makes the wallets of those among some people whom the session lists, each from their key. */
const housed = step(function* (
  { session, listing, now }: Work,
  keys: ReadonlyMap<string, PreparedKey>,
) {
  const { organizationUuid } = session
  const made: CanonicalWallet[] = []
  if (keys.size === 0) return made
  // As it would be if they had it: what opens the door lies in wallets and cards they have.
  const asIfMade = [...keys].map(
    ([userUuid, { address }]): CanonicalWallet => ({
      address,
      kind: "user",
      userUuid,
      closedAt: undefined,
      userDisabledAt: undefined,
    }),
  )
  const facts = yield* rosterFactsOf(session, listing, asIfMade, now)
  const listed = new Set(facts.filter(isOnAnyList).map(({ walletAddress }) => walletAddress))
  const tx = yield* Tx
  const users = yield* tx.users.findAll(
    [...keys].flatMap(([userUuid, { address }]) => (listed.has(address) ? [userUuid] : [])),
  )
  const disabledAt = new Map(users.map((user) => [user.uuid, user.disabledAt]))
  for (const [userUuid, key] of keys)
    if (listed.has(key.address))
      made.push({
        ...(yield* walletOfUser(userUuid, organizationUuid, key, now)),
        userDisabledAt: disabledAt.get(userUuid),
      })
  return made
})

const listingNow = step(function* (session: Session) {
  const tx = yield* Tx
  const { settings } = yield* Ports
  const tiers =
    session.requiredEntitlement === undefined ? [] : yield* tx.tiers.all(session.organizationUuid)
  return listingOf(session, tiers, { ...settings.doors, ...settings.manifest })
})

/**
 * The roster of a session, new where there is none; no other transaction takes a version until this
 * one ends.
 */
export const lockRoster = step(function* (sessionUuid: string) {
  const tx = yield* Tx
  const known = yield* tx.rosters.lock(sessionUuid)
  if (known !== undefined) return known
  yield* tx.rosters.add(newRoster(sessionUuid))
  return (yield* tx.rosters.lock(sessionUuid)) ?? newRoster(sessionUuid)
})

/** The people noted since, and the people whose line was to end by now. */
const catchUp = step(function* (work: Work, roster: Roster) {
  const tx = yield* Tx
  const { session, now } = work
  yield* tx.rosters.stamp(session.organizationUuid)
  const after = { position: roster.seenPosition, subject: roster.seenSubject }
  const changes = yield* tx.rosters.changes(session.organizationUuid, after, sliceMax)
  const due = yield* tx.rosters.due(session.uuid, now, sliceMax)
  const last = changes.at(-1)
  if (last === undefined && due.length === 0)
    return { roster, isSettled: true } satisfies Slice as Slice
  const subjects = [
    ...changes.map(({ subject }) => subject),
    ...due.map(({ walletAddress }) => walletAddress),
  ]
  const { wallets, walletsWanted } = yield* peopleOf(work, subjects)
  if (walletsWanted > 0) return { roster, isSettled: false, walletsWanted } satisfies Slice as Slice
  const written = yield* writeRosterFacts(work, roster, [asked(wallets)])
  return {
    roster:
      last === undefined
        ? written
        : { ...written, seenPosition: last.position, seenSubject: last.subject },
    isSettled: changes.length < sliceMax && due.length < sliceMax,
  } satisfies Slice as Slice
})

/** In the order in which people are judged. */
const lists: readonly RosterList[] = ["roster", "admitted", "gone", "awaited"]

/** Judges every person who is on a list or may come onto it, wallet by wallet. */
const pass = step(function* (work: Work, roster: Roster, until: string) {
  const tx = yield* Tx
  const { session, listing, now } = work
  const list = lists.find((one) => until.startsWith(`${one}:`)) ?? "roster"
  const after = until.slice(list.length + 1) || undefined
  const [{ members, addresses: others }, entries, firstListed, [firstPresent]] = yield* atOnce(
    candidates(session, listing, list, after, now),
    tx.rosters.entries({ sessionUuid: session.uuid, list, version: undefined }, after, sliceMax),
    tx.rosters.firstBehind(session.uuid, after),
    tx.presences.list(session.uuid, after, 1),
  )
  const listed = [...members.map(({ walletAddress }) => walletAddress), ...others]
  const bound = earlier(endOf(listed), endOf(entries.map(({ walletAddress }) => walletAddress)))
  const isWithin = (address: string) => bound === undefined || address <= bound
  const within = members.filter(({ walletAddress }) => isWithin(walletAddress))
  const isKnown = new Set(within.map(({ walletAddress }) => walletAddress))
  const addresses = [
    ...new Set([...listed, ...entries.map(({ walletAddress }) => walletAddress)]),
  ].filter((address) => isWithin(address) && !isKnown.has(address))
  const { wallets, walletsWanted } = yield* peopleOf(work, addresses)
  if (walletsWanted > 0) return { roster, isSettled: false, walletsWanted } satisfies Slice as Slice
  // Of a session that nobody was listed at yet, no line and no presence has to be looked for.
  const isNone = (first: string | undefined) => first === undefined || !isWithin(first)
  const written = yield* writeRosterFacts(work, roster, [
    {
      wallets: within.map(walletOfHolder),
      memberships: new Map(within.map((holder) => [holder.userUuid, holder])),
      isNobodyListed: isNone(firstListed),
      isNobodyPresent: isNone(firstPresent?.walletAddress),
    },
    asked(wallets.filter(({ address }) => !isKnown.has(address))),
  ])
  const next = lists[lists.indexOf(list) + 1]
  const passedUntil = bound === undefined ? next && `${next}:` : `${list}:${bound}`
  return { roster: { ...written, passedUntil }, isSettled: false } satisfies Slice as Slice
})

/** Some people, and what is known of all of them before they are looked up. */
interface Group extends KnownBefore {
  readonly wallets: readonly CanonicalWallet[]
  /** That none of them has a line. */
  readonly isNobodyListed: boolean
}

/** People of whom everything is to be asked. */
const asked = (wallets: readonly CanonicalWallet[]): Group => ({
  wallets,
  memberships: undefined,
  isNobodyListed: false,
  isNobodyPresent: false,
})

/** The wallet that the organization knows a member by, which need not be looked up. */
const walletOfHolder = ({
  walletAddress,
  walletClosedAt,
  userDisabledAt,
  userUuid,
}: RosterHolder): CanonicalWallet => ({
  address: walletAddress,
  kind: "user",
  userUuid,
  closedAt: walletClosedAt,
  userDisabledAt,
})

/** Where a slice ends that may have more behind it. */
const endOf = (slice: readonly string[]): string | undefined =>
  slice.length < sliceMax ? undefined : slice.at(-1)

const earlier = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || other === undefined ? (one ?? other) : one < other ? one : other

/** Those who may belong on a list: either members, or some wallets. */
interface Candidates {
  readonly members: readonly RosterHolder[]
  readonly addresses: readonly string[]
}

const byAddress = (addresses: readonly string[]): Candidates => ({ members: [], addresses })

/**
 * Wallets that may belong on a list, ascending: by the narrowest of the gates, which the others
 * then only narrow.
 */
const candidates = step(function* (
  session: Session,
  listing: Listing,
  list: RosterList,
  after: string | undefined,
  now: Date,
) {
  const tx = yield* Tx
  const present = (sessionUuid: string) => tx.presences.list(sessionUuid, after, sliceMax)
  // Those who are gone and present were looked at with the others who are present, and those who
  // are awaited with those who hold a ticket.
  if (list === "gone" || list === "awaited") return byAddress([])
  if (list === "admitted")
    return byAddress((yield* present(session.uuid)).map(({ walletAddress }) => walletAddress))
  const { kind, ticketTemplateUuid: template, requiredPriorSessionUuid: prior, tierUuids } = listing
  if (kind === "ticket_holders" || kind === "none")
    return byAddress(template === undefined ? [] : yield* ticketHolders(template, after, sliceMax))
  if (prior !== undefined)
    return byAddress((yield* present(prior)).map(({ walletAddress }) => walletAddress))
  const { organizationUuid } = session
  const members = yield* tx.memberships.holders({
    organizationUuid,
    tierUuids,
    at: now,
    after,
    limit: sliceMax,
  })
  return { members, addresses: [] } satisfies Candidates as Candidates
})

/**
 * Writes how some people stand. The lines belong to the next version, whichever request takes it.
 */
const writeRosterFacts = step(function* (work: Work, roster: Roster, groups: readonly Group[]) {
  const nextVersion = roster.manifestVersion + 1
  const written = yield* atOnce(
    ...groups.flatMap(partsOf).map((part) => writePart(work, part, nextVersion)),
  )
  return written.reduce(
    (sum, { isChange, walkIns, goneWalkIns }) => ({
      ...sum,
      isAhead: sum.isAhead || isChange,
      walkIns: sum.walkIns + walkIns,
      goneWalkIns: sum.goneWalkIns + goneWalkIns,
    }),
    roster,
  )
})

const partsOf = (group: Group): readonly Group[] => {
  const parts: Group[] = []
  for (let from = 0; from < group.wallets.length; from += partMax)
    parts.push({ ...group, wallets: group.wallets.slice(from, from + partMax) })
  return parts
}

const writePart = step(function* (
  { session, listing, now }: Work,
  { wallets, isNobodyListed, ...known }: Group,
  nextVersion: number,
) {
  const tx = yield* Tx
  const facts = yield* rosterFactsOf(session, listing, wallets, now, known)
  const addresses = wallets.map(({ address }) => address)
  const entries = isNobodyListed
    ? []
    : yield* tx.rosters.entriesOf(session.uuid, addresses, undefined)
  const changes = lineChanges(facts, entries, nextVersion)
  yield* writeChanges(session.uuid, changes, nextVersion)
  return changes
})

const writeChanges = step(function* (
  sessionUuid: string,
  changes: LineChanges,
  nextVersion: number,
) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const { added, dropped, closed, moved } = changes
  if (dropped.length > 0) yield* tx.rosters.dropEntries(dropped)
  if (closed.length > 0) yield* tx.rosters.closeEntries(closed, nextVersion)
  if (moved.length > 0) yield* tx.rosters.moveEnds(moved)
  if (added.length > 0)
    yield* tx.rosters.addEntries(
      added.map((line) => ({
        ...line,
        uuid: ids.uuid(),
        sessionUuid,
        sinceVersion: nextVersion,
        untilVersion: undefined,
      })),
    )
})
