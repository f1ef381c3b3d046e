import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { Session } from "../../sessions/session.ts"
import type { SeatsTaken } from "../door-state.ts"
import type { Arrival, Presence, PresenceFacts } from "../presence.ts"
import { seatHolders, ticketDoor } from "./held-tickets.ts"
import { stored, type Waiting } from "./waiting.ts"

/**
 * Counts of a session's seats while its row is locked; what is written is noted here. The last two
 * are undefined until they are first asked for.
 */
export interface SeatCounts {
  /** How many people are present. */
  present: number
  /**
   * No earlier than the latest `firstAdmittedAt` of those present who have `seatsLeft`; undefined
   * when none of them has.
   */
  judgedUntil: Date | undefined
  /** By what the seats of the people present are judged, or by less and by more. */
  seats: { readonly least: number; readonly hasUnvouched: boolean } | undefined
  /** Who holds a ticket, and how many of those are present. */
  ticketed: { readonly holders: number; readonly present: number } | undefined
}

/** A session whose seats are counted. */
interface Counted {
  readonly session: Session
  readonly counts: SeatCounts
  readonly waiting: Waiting
}

/**
 * No more than the least `seatsLeft` of the people present, `Infinity` when none has any; and
 * whether one of them may be without a manifest.
 */
export const judgedSeats = step(function* (counted: Counted) {
  const { session, counts } = counted
  if (counts.seats !== undefined) return counts.seats
  const judged = yield* (yield* stored(counted)).judgedSeats(session.uuid)
  return (counts.seats = judged ?? { least: Number.POSITIVE_INFINITY, hasUnvouched: false })
})

/**
 * How many seats are taken. A person who holds a ticket now has a reserved seat, whatever they came
 * in on.
 */
export const seatsTaken = step(function* (counted: Counted) {
  const { session, counts } = counted
  const { ticketTemplateUuid: template } = session
  const { holders, present } = (counts.ticketed ??=
    template === undefined
      ? { holders: 0, present: 0 }
      : yield* (yield* stored(counted)).ticketed(template, yield* ticketDoor(session)))
  return { reserved: holders, walkIns: counts.present - present } satisfies SeatsTaken
})

/** How many seats were taken at `at`: the people who came in later are not counted. */
export const seatsTakenAt = step(function* (counted: Counted, at: Date) {
  const tx = yield* Tx
  const { uuid, ticketTemplateUuid: template } = counted.session
  const { reserved, walkIns } = yield* seatsTaken(counted)
  const later = yield* (yield* stored(counted)).arrivedAfter(uuid, at)
  if (template === undefined || later.length === 0)
    return { reserved, walkIns: walkIns - later.length } satisfies SeatsTaken
  const wallets = yield* tx.wallets.findAll(later)
  const people = wallets.map(({ address, userUuid }) => ({ walletAddress: address, userUuid }))
  const holders = yield* seatHolders(template, people, counted.session)
  return { reserved, walkIns: walkIns - (later.length - holders.size) } satisfies SeatsTaken
})

/** Behind everybody. */
const theEnd: Arrival = { firstAdmittedAt: new Date("9999-12-31T23:59:59.999Z"), walletAddress: "" }

/**
 * The seats of a person without a ticket whom no manifest vouches for: those that are not taken by
 * what is recorded now, and those of the people who came without a ticket, who have to be counted
 * by who gives way to whom ({@link fullSeats}). `known` is what is recorded of the person.
 */
export const seatsUnvouched = step(function* (
  counted: Counted,
  maxAttendees: number,
  known: Pick<Presence, "seat"> | undefined,
) {
  const { uuid } = counted.session
  const { reserved, walkIns } = yield* seatsTaken(counted)
  const counting = yield* (yield* stored(counted)).walkInsBefore(uuid, theEnd)
  // A person does not take their own seat.
  const own = known === undefined ? 0 : 1
  const ownCounting = known?.seat === "walk_in" ? 1 : 0
  return maxAttendees - reserved - (walkIns - own) + (counting - ownCounting)
})

/** Notes a person who came in. */
export const noteArrival = (counts: SeatCounts, holdsTicket: boolean): void => {
  counts.present += 1
  if (counts.ticketed !== undefined && holdsTicket)
    counts.ticketed = { ...counts.ticketed, present: counts.ticketed.present + 1 }
}

/** Notes by how many seats a presence is judged. */
export const noteSeats = (
  counts: SeatCounts,
  { seatsLeft, seatsVersion, firstAdmittedAt }: PresenceFacts,
): void => {
  if (seatsLeft === undefined) return
  if (counts.seats !== undefined)
    counts.seats = {
      least: Math.min(counts.seats.least, seatsLeft),
      hasUnvouched: counts.seats.hasUnvouched || seatsVersion === undefined,
    }
  if (counts.judgedUntil === undefined || counts.judgedUntil < firstAdmittedAt)
    counts.judgedUntil = firstAdmittedAt
}
