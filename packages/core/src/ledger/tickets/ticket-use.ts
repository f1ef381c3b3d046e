import type { TicketHolding } from "./ticket-holding.ts"

/** What a ticket's holder has done with it. */
export interface TicketUse {
  /** The user who holds it; undefined for an unclaimed card. */
  readonly holderUuid: string | undefined
  /** The sessions that it is for. */
  readonly sessions: readonly TicketSession[]
}

/** A session that a ticket is for. */
export interface TicketSession {
  readonly endTime: Date
  /** Whether the holder of the ticket is inside on a ticket. */
  readonly isInside: boolean
  /**
   * Other valid tickets of the template that the holder has and that are for it too, by uid, each
   * with the last transaction of its line.
   */
  readonly others: ReadonlyMap<string, string>
}

/**
 * Whether a ticket is used at `now`: its holder was admitted with it to a session that has not
 * ended, or to its only session, and has no other ticket that stands for that. `tickets` is how
 * tickets stand now.
 */
export const isUsed = (
  { sessions }: TicketUse,
  tickets: ReadonlyMap<string, TicketHolding>,
  now: Date,
): boolean => {
  const isStillThere = ([uid, transactionId]: readonly [string, string]): boolean => {
    const now = tickets.get(uid)
    return now === undefined || (now.state === "valid" && now.transactionId === transactionId)
  }
  return sessions.some(
    ({ isInside, endTime, others }) =>
      isInside && (now < endTime || sessions.length === 1) && ![...others].some(isStillThere),
  )
}
