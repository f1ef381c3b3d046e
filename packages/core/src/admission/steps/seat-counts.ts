import { Effect } from "effect"
import type { StorageFailed } from "../../foundation/errors/refusals.ts"
import { Tx, type Verbs } from "../../foundation/unit-of-work.ts"
import type { Session } from "../../sessions/session.ts"
import type { SeatsTaken } from "../door-state.ts"
import type { PresenceFacts } from "../presence.ts"
import { ticketHolders } from "./ticket-holders.ts"

/**
 * Counts of a session's seats while its row is locked. Each is read when it is first asked for;
 * from then on `openAttendance` notes here what it writes.
 */
export const seatCounts = (tx: Verbs, { uuid, ticketTemplateUuid: template }: Session) => {
  let present: number | undefined
  let least: number | undefined
  let ticketed: { readonly holders: number; readonly present: number } | undefined

  /** How many people are present. */
  const countPresent = () =>
    present === undefined
      ? Effect.map(tx.presences.count(uuid), (count) => (present = count))
      : Effect.succeed(present)

  /** No more than the least `seatsLeft` of the people present; `Infinity` when none has any. */
  const leastSeats = () =>
    least === undefined
      ? Effect.map(
          tx.presences.leastSeats(uuid),
          (seats) => (least = seats ?? Number.POSITIVE_INFINITY),
        )
      : Effect.succeed(least)

  const countTicketed = () =>
    ticketed === undefined && template !== undefined
      ? Effect.map(tx.presences.ticketed(uuid, template), (counts) => (ticketed = counts))
      : Effect.succeed((ticketed ??= { holders: 0, present: 0 }))

  /**
   * How many seats are taken. A person who holds a ticket now has a reserved seat, whatever they
   * came in on.
   */
  const seatsTaken = () =>
    Effect.flatMap(countPresent(), (count) =>
      Effect.map(
        countTicketed(),
        ({ holders, present: seated }): SeatsTaken => ({
          reserved: holders,
          walkIns: count - seated,
        }),
      ),
    )

  /** How many seats were taken at `at`: the people who came in later are not counted. */
  const seatsTakenAt = (at: Date) => takenAt({ uuid, template, at }, seatsTaken())

  /** Notes a person who came in; `nowPresent` is the count with them, where the storage said it. */
  const noteArrival = (nowPresent: number | undefined, holdsTicket: boolean): void => {
    present = nowPresent
    if (ticketed !== undefined && holdsTicket)
      ticketed = { ...ticketed, present: ticketed.present + 1 }
  }

  /** Notes how many seats a presence that was written left. */
  const noteSeats = ({ seatsLeft }: PresenceFacts): void => {
    if (least !== undefined && seatsLeft !== undefined) least = Math.min(least, seatsLeft)
  }

  return { countPresent, leastSeats, seatsTaken, seatsTakenAt, noteArrival, noteSeats }
}

const takenAt = Effect.fnUntraced(function* (
  { uuid, template, at }: { uuid: string; template: string | undefined; at: Date },
  taken: Effect.Effect<SeatsTaken, StorageFailed>,
) {
  const tx = yield* Tx
  const { reserved, walkIns } = yield* taken
  const later = yield* tx.presences.arrivedAfter(uuid, at)
  if (template === undefined || later.length === 0)
    return { reserved, walkIns: walkIns - later.length } satisfies SeatsTaken
  const wallets = yield* tx.wallets.findAll(later)
  const people = wallets.map(({ address, userUuid }) => ({ walletAddress: address, userUuid }))
  const holders = yield* ticketHolders(template, people)
  return { reserved, walkIns: walkIns - (later.length - holders.size) } satisfies SeatsTaken
})
