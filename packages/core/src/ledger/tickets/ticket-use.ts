import type { TicketHolding } from "./ticket-holding.ts"

/** What a ticket's holder has done with it. */
export interface TicketUse {
  /** The user who holds it; undefined for an unclaimed card. */
  readonly holderUuid: string | undefined
  /**
   * The sessions that name its template: when each ends, and whether the holder is inside on a
   * ticket.
   */
  readonly sessions: readonly { readonly endTime: Date; readonly isInside: boolean }[]
  /**
   * Other valid tickets of the template that the holder has, by uid, each with the last transaction
   * of its line.
   */
  readonly others: ReadonlyMap<string, string>
}

/**
 * Whether a ticket is used at `now`: its holder was admitted with it to a session that has not
 * ended, or to its only session, and has no other ticket that stands for that. `tickets` is how
 * tickets stand now.
 */
export const isUsed = (
  { sessions, others }: TicketUse,
  tickets: ReadonlyMap<string, TicketHolding>,
  now: Date,
): boolean => {
  const isInside = sessions.some(
    ({ isInside, endTime }) => isInside && (now < endTime || sessions.length === 1),
  )
  const isStillThere = ([uid, transactionId]: readonly [string, string]): boolean => {
    const now = tickets.get(uid)
    return now === undefined || (now.state === "valid" && now.transactionId === transactionId)
  }
  return isInside && ![...others].some(isStillThere)
}
