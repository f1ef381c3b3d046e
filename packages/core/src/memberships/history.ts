import type { Actor } from "../foundation/access/actor.ts"
import type { HistoryCause } from "./history-cause.ts"
import type { Rate } from "./terms/conversion.ts"
import type { Membership } from "./membership.ts"
import type { MembershipTerm } from "./terms/membership-term.ts"

/**
 * One change of a membership, with the whole row and its terms before and after it: so it can be
 * undone, and the history explains every date that was ever shown. What uuid it is kept under is
 * its store's business. Entries of a membership are ordered by `after.revision`, those of one
 * revision by when they were written.
 */
export interface HistoryEntry {
  readonly at: Date
  readonly by: Actor
  readonly cause: HistoryCause
  readonly paymentRef: string | undefined
  readonly note: string | undefined
  /** At what rate the remaining time was expressed anew; undefined where it stayed as it was. */
  readonly conversion: Rate | undefined
  /** Undefined for the entry that made the membership. */
  readonly before: Membership | undefined
  readonly after: Membership
  readonly termsBefore: readonly MembershipTerm[]
  readonly termsAfter: readonly MembershipTerm[]
}

/** A history, oldest entry first. */
export type History = readonly HistoryEntry[]

/** The history without the changes that were undone and without the entries that undid them. */
export const effectiveEntries = (history: History): History =>
  history.reduce<History>(
    (effective, entry) =>
      undoes(entry, effective.at(-1)) ? effective.slice(0, -1) : [...effective, entry],
    [],
  )

const undoes = (entry: HistoryEntry, last: HistoryEntry | undefined): boolean =>
  entry.cause === "reversal" && last !== undefined && last.paymentRef === entry.paymentRef

/** The entry of a payment that was applied. */
export const entryOfPayment = (history: History, paymentRef: string): HistoryEntry | undefined =>
  history.find((entry) => entry.paymentRef === paymentRef && entry.cause !== "reversal")

/** Whether that payment was taken back already. */
export const isReversed = (history: History, paymentRef: string): boolean =>
  history.some((entry) => entry.paymentRef === paymentRef && entry.cause === "reversal")

/**
 * The row that a history amounts to: each entry begins where the one before it ended. Undefined for
 * a history that is empty or does not hang together.
 */
export const foldHistory = (history: History): Membership | undefined => {
  let row: Membership | undefined
  for (const { before, after } of history) {
    if (!isSameRow(row, before)) return undefined
    row = after
  }
  return row
}

/** Whether two rows agree in every field. */
export const isSameRow = (one: Membership | undefined, other: Membership | undefined): boolean => {
  if (one === undefined || other === undefined) return one === other
  const value = (row: Membership, name: string): unknown => {
    const found = row[name as keyof Membership]
    return found instanceof Date ? found.getTime() : found
  }
  return Object.keys({ ...one, ...other }).every((name) => value(one, name) === value(other, name))
}
