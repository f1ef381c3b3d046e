import type { ReservedLine } from "../manifest/rosters/roster-repository.ts"
import type { Arrival, Presence } from "./presence.ts"

/**
 * Whether one stands before the other in the order of arrival: by the earliest admission, ties by
 * wallet.
 */
export const arrivesBefore = (one: Arrival, other: Arrival): boolean => {
  const apart = one.firstAdmittedAt.getTime() - other.firstAdmittedAt.getTime()
  return apart === 0 ? one.walletAddress < other.walletAddress : apart < 0
}

/** Whether a person came without a ticket and has a seat that nobody disputes. */
export const hasUndisputedSeat = ({
  seat,
  seatsLeft,
}: Pick<Presence, "seat" | "seatsLeft">): boolean => seat === "walk_in" && seatsLeft === undefined

/**
 * Whether no seat was left for a person before whom `walkInsBefore` people came in without a
 * ticket. The seats are those of the manifest behind the admission. It reserves seats itself, by
 * the tickets it knew of: those people who have one there take no second seat. `reserved` is
 * asked for the lines of these people only when they are too many without it.
 */
export const lacksSeat = (
  one: Arrival & Pick<Presence, "seatsLeft" | "seatsVersion">,
  walkInsBefore: number,
  reserved: readonly ReservedLine[],
): boolean => {
  const { seatsLeft, seatsVersion } = one
  if (seatsLeft === undefined || seatsVersion === undefined || walkInsBefore < seatsLeft)
    return false
  const seated = reserved.filter((line) => isSaidBy(line, seatsVersion) && arrivesBefore(line, one))
  return walkInsBefore - new Set(seated.map(({ walletAddress }) => walletAddress)).size >= seatsLeft
}

/** Where somebody stands who came without a ticket, and by what their seat is judged. */
type Seated = Arrival & Pick<Presence, "seatsLeft" | "seatsVersion" | "recordedAt">

/**
 * Who of the people without a ticket lacks a seat: all of them from the `skip`-th on, in the order
 * of arrival. For whom a manifest vouches, those before are counted ({@link lacksSeat}). Who was
 * let in without a manifest, by a door that was not asked at the time, also gives way to those
 * behind them whose seats are not disputed and who had come when the admission was written down: a
 * door that was online gave them their seats.
 */
export const lackingSeats = (
  rows: readonly Seated[],
  skip: number,
  reserved: readonly ReservedLine[],
): readonly boolean[] => {
  /** How many before each row are not disputed. */
  const undisputed = [0]
  for (const { seatsLeft } of rows)
    undisputed.push((undisputed.at(-1) ?? 0) + (seatsLeft === undefined ? 1 : 0))
  return rows.map((row, index) => {
    if (row.seatsLeft === undefined) return false
    if (row.seatsVersion !== undefined) return lacksSeat(row, skip + index, reserved)
    const until = firstBehind(rows, row.recordedAt)
    const behind = (undisputed[Math.max(until, index)] ?? 0) - (undisputed[index] ?? 0)
    return skip + index + behind >= row.seatsLeft
  })
}

/** The index of the first row that came in behind a moment. */
const firstBehind = (rows: readonly Arrival[], at: Date): number => {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (row !== undefined && row.firstAdmittedAt <= at) low = middle + 1
    else high = middle
  }
  return low
}

const isSaidBy = ({ sinceVersion, untilVersion }: ReservedLine, version: number): boolean =>
  sinceVersion <= version && (untilVersion === undefined || untilVersion > version)
