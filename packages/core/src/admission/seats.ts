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

const isSaidBy = ({ sinceVersion, untilVersion }: ReservedLine, version: number): boolean =>
  sinceVersion <= version && (untilVersion === undefined || untilVersion > version)
