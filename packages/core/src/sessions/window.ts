import type { TicketDoor } from "../ledger/tickets/door-terms.ts"
import type { Session } from "./session.ts"

/** When a session's door opens and closes, half-open; undefined when the window is not enforced. */
export const checkinWindow = (
  session: Session,
  opensBeforeSeconds: number,
): { readonly opensAt: Date; readonly closesAt: Date } | undefined =>
  session.enforcesCheckinWindow
    ? {
        opensAt: new Date(session.startTime.getTime() - opensBeforeSeconds * 1000),
        closesAt: session.endTime,
      }
    : undefined

/** A session as tickets see it. */
export const ticketDoorOf = (session: Session, opensBeforeSeconds: number): TicketDoor => {
  const window = checkinWindow(session, opensBeforeSeconds)
  return {
    sessionUuid: session.uuid,
    opensAt: window?.opensAt,
    closesAt: window?.closesAt,
  }
}
