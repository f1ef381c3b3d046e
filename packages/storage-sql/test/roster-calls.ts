import type { Repositories, Roster, RosterEntry } from "@symbolon/core/storage"
import { address, at, firstMember, organization, session, uuid } from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

const [someone, stranger] = [firstMember + 77, 900_002]
const people = [someone, someone + 1, someone + 2]

/** The roster of the organization's session. */
export const roster: Roster = {
  sessionUuid: session.uuid,
  manifestVersion: 3,
  basis: "basis",
  seenPosition: 1,
  seenSubject: "~",
  passedUntil: undefined,
  isAhead: false,
  walkIns: 0,
  goneWalkIns: 0,
}

const entry = (n: number, list: RosterEntry["list"]): RosterEntry => ({
  uuid: uuid(list === "roster" ? n : n + 500_000),
  sessionUuid: session.uuid,
  list,
  walletAddress: address(n),
  cardIdentifiers: [`CARD-${n}`],
  frozenCardIdentifiers: n % 100 === 0 ? [`F-${n}`] : [],
  hasTicket: n % 2 === 0,
  endsAt: n % 3 === 0 ? at(n * 1000) : undefined,
  sinceVersion: 1 + (n % 50 === 0 ? n % 3 : 0),
  untilVersion: undefined,
})

/**
 * The roster of the organization, with an entry of each list for each of these people, a twentieth
 * of them closed, and changes of all.
 */
export const listAll = async (tx: Repositories, numbers: readonly number[]): Promise<void> => {
  await tx.rosters.addEntries(numbers.flatMap((n) => [entry(n, "roster"), entry(n, "admitted")]))
  await tx.rosters.closeEntries(
    numbers.filter((n) => n % 20 === 0).map((n) => uuid(n)),
    3,
  )
  await tx.rosters.note(
    organization.uuid,
    numbers.map((n) => uuid(n)),
  )
  if (numbers.some((n) => n % 2000 === 0)) await tx.rosters.stamp(organization.uuid)
}

/** The verbs of rosters, and those that ask for many people at once. */
export const rosterCalls: readonly VerbCall[] = [
  { name: "rosters.note", call: (tx) => tx.rosters.note(organization.uuid, people.map(uuid)) },
  { name: "rosters.stamp", call: (tx) => tx.rosters.stamp(organization.uuid) },
  {
    name: "rosters.changes",
    call: (tx) =>
      tx.rosters.changes(organization.uuid, { position: 1, subject: uuid(someone) }, 100),
  },
  { name: "rosters.find", call: (tx) => tx.rosters.find(session.uuid) },
  { name: "rosters.lock", call: (tx) => tx.rosters.lock(session.uuid) },
  { name: "rosters.add", call: (tx) => tx.rosters.add(roster) },
  { name: "rosters.change", call: (tx) => tx.rosters.change(roster) },
  {
    name: "rosters.addEntries",
    call: (tx) =>
      tx.rosters.addEntries([
        { ...entry(stranger, "roster"), walletAddress: address(someone), sinceVersion: 9 },
      ]),
  },
  {
    name: "rosters.namedByCard",
    call: (tx) => tx.rosters.namedByCard(session.uuid, `CARD-${someone}`, 2),
  },
  {
    name: "rosters.reservedToWalkIns",
    call: (tx) => tx.rosters.reservedToWalkIns(session.uuid, 10, 100),
  },
  { name: "rosters.closeEntries", call: (tx) => tx.rosters.closeEntries(people.map(uuid), 9) },
  {
    name: "rosters.moveEnds",
    call: (tx) => tx.rosters.moveEnds(people.map((n) => ({ uuid: uuid(n), endsAt: at(9) }))),
  },
  { name: "rosters.dropEntries", call: (tx) => tx.rosters.dropEntries(people.map(uuid)) },
  {
    name: "rosters.firstBehind",
    call: (tx) => tx.rosters.firstBehind(session.uuid, address(someone)),
  },
  {
    name: "rosters.entriesOf",
    call: (tx) => tx.rosters.entriesOf(session.uuid, people.map(address), undefined),
  },
  {
    name: "rosters.entriesOf of a version",
    call: (tx) => tx.rosters.entriesOf(session.uuid, people.map(address), 2),
  },
  {
    name: "rosters.entries",
    call: (tx) =>
      tx.rosters.entries(
        { sessionUuid: session.uuid, list: "roster", version: undefined },
        address(someone),
        100,
      ),
  },
  {
    name: "rosters.entries of a version",
    call: (tx) =>
      tx.rosters.entries(
        { sessionUuid: session.uuid, list: "admitted", version: 2 },
        address(someone),
        100,
      ),
  },
  {
    name: "rosters.lines",
    call: (tx) =>
      tx.rosters.lines(
        { sessionUuid: session.uuid, list: "roster", version: 2 },
        address(someone),
        100,
      ),
  },
  {
    name: "rosters.changedBetween",
    call: (tx) => tx.rosters.changedBetween(session.uuid, 2, 3, 100_000),
  },
  { name: "rosters.due", call: (tx) => tx.rosters.due(session.uuid, at(10_000), 100) },
  { name: "rosters.frozenCards", call: (tx) => tx.rosters.frozenCards(session.uuid, 3) },
  { name: "rosters.sweep", call: (tx) => tx.rosters.sweep(100) },
  { name: "rosters.idle", call: (tx) => tx.rosters.idle(100) },
  { name: "rosters.forgetEntries", call: (tx) => tx.rosters.forgetEntries(session.uuid, 100) },
  { name: "wallets.ofUsers", call: (tx) => tx.wallets.ofUsers(people.map(uuid), undefined) },
  {
    name: "wallets.doorWalletsOf",
    call: (tx) => tx.wallets.doorWalletsOf(people.map(uuid), organization.uuid),
  },
  {
    name: "wallets.ofUsers in an organization",
    call: (tx) => tx.wallets.ofUsers(people.map(uuid), organization.uuid),
  },
  {
    name: "memberships.liveOf",
    call: (tx) => tx.memberships.liveOf(organization.uuid, people.map(uuid), at(0)),
  },
  { name: "cards.doorCardsOf", call: (tx) => tx.cards.doorCardsOf(people.map(uuid)) },
  { name: "cards.heldBy", call: (tx) => tx.cards.heldBy(people.map(uuid)) },
  { name: "cards.ofWallets", call: (tx) => tx.cards.ofWallets(people.map(address)) },
  { name: "cards.frozenIn", call: (tx) => tx.cards.frozenIn(organization.uuid, "CARD-1", 100) },
  {
    name: "tickets.holders",
    call: (tx) => tx.tickets.holders(uuid(stranger), address(someone), 100),
  },
  {
    name: "tickets.amongWallets",
    call: (tx) => tx.tickets.amongWallets(uuid(stranger), people.map(address)),
  },
  { name: "tickets.heldIn", call: (tx) => tx.tickets.heldIn(uuid(stranger), people.map(address)) },
  {
    name: "tickets.countHolders",
    call: (tx) =>
      tx.tickets.countHolders(uuid(stranger), {
        sessionUuid: uuid(1),
        opensAt: undefined,
        closesAt: undefined,
      }),
  },
]
