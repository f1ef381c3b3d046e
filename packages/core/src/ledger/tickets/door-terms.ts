import { earlier } from "../../foundation/kernel/earlier.ts"

/** What a ticket says to doors, fixed when it is issued. Undefined is no bound. */
export interface DoorTerms {
  /** The first moment at which it opens a door. */
  readonly validFrom: Date | undefined
  /** The first moment at which it opens none any more. */
  readonly validUntil: Date | undefined
  /** The sessions that it is for, of those that name its template. */
  readonly sessionUuids: readonly string[] | undefined
  /** How many admissions to one session it is good for, the first among them. */
  readonly maxAdmissions: number | undefined
}

/** The terms of a ticket that was issued by a name alone. */
export const noDoorTerms: DoorTerms = {
  validFrom: undefined,
  validUntil: undefined,
  sessionUuids: undefined,
  maxAdmissions: undefined,
}

/** A session as tickets see it: when it lets people in, half-open; undefined is at any time. */
export interface TicketDoor {
  readonly sessionUuid: string
  readonly opensAt: Date | undefined
  readonly closesAt: Date | undefined
}

/** Whether a ticket is for a session. */
export const isForSession = (
  { sessionUuids }: Pick<DoorTerms, "sessionUuids">,
  sessionUuid: string,
): boolean => sessionUuids === undefined || sessionUuids.includes(sessionUuid)

/**
 * Whether a ticket reserves a seat: it is for the session, and good at some moment at which the
 * session lets people in. It does not depend on the time, so that seats do not come and go.
 */
export const reservesSeat = (
  ticket: DoorTerms,
  { sessionUuid, opensAt, closesAt }: TicketDoor,
): boolean =>
  isForSession(ticket, sessionUuid) &&
  isBefore(ticket.validFrom, closesAt) &&
  isBefore(opensAt, ticket.validUntil)

/** Whether a beginning lies before an end; undefined is always, or never. */
const isBefore = (from: Date | undefined, until: Date | undefined): boolean =>
  from === undefined || until === undefined || from < until

/** Why a ticket does not open the door of a session, by the API's word. */
export type TicketFault = "ticket_wrong_session" | "ticket_not_yet_valid" | "ticket_expired"

/** Why a ticket does not open the door of a session at a moment; undefined when it does. */
export const faultOf = (
  ticket: DoorTerms,
  sessionUuid: string,
  at: Date,
): TicketFault | undefined => {
  const { validFrom, validUntil } = ticket
  if (!isForSession(ticket, sessionUuid)) return "ticket_wrong_session"
  if (validFrom !== undefined && at < validFrom) return "ticket_not_yet_valid"
  return validUntil !== undefined && at >= validUntil ? "ticket_expired" : undefined
}

/** Whether manifests list a holder of tickets, and when that is to be asked again. */
export interface TicketListing {
  readonly isListed: boolean
  /** Undefined: it stays so. */
  readonly changesAt: Date | undefined
}

/**
 * Whether a manifest of `now` lists who holds some tickets: one of them is good at every moment at
 * which that manifest can admit, from now or from the opening of the doors until they close or the
 * manifest ends. So a door without a network admits nobody whom the service would refuse.
 */
export const listedBy = (
  tickets: readonly DoorTerms[],
  door: TicketDoor,
  manifestLivesMs: number,
  now: Date,
): TicketListing => {
  const spans = tickets
    .filter((ticket) => isForSession(ticket, door.sessionUuid))
    .map((ticket) => listedSpan(ticket, door, manifestLivesMs))
  return {
    isListed: spans.some(
      ({ from, until }) =>
        (from === undefined || from <= now) && (until === undefined || now < until),
    ),
    changesAt: spans
      .flatMap(({ from, until }) => [from, until])
      .filter((at) => at !== undefined && at > now)
      .reduce(earlier, undefined),
  }
}

/** From when to when a manifest may be made that lists the holder of a ticket. */
const listedSpan = (
  { validFrom, validUntil }: DoorTerms,
  { opensAt, closesAt }: TicketDoor,
  manifestLivesMs: number,
): { readonly from: Date | undefined; readonly until: Date | undefined } => ({
  from:
    validFrom !== undefined && opensAt !== undefined && validFrom <= opensAt
      ? undefined
      : validFrom,
  until:
    validUntil === undefined || (closesAt !== undefined && closesAt <= validUntil)
      ? undefined
      : new Date(validUntil.getTime() - manifestLivesMs),
})

/** How many admissions to a session tickets are good for together; undefined for any number. */
export const admissionsAllowed = (
  tickets: readonly DoorTerms[],
  sessionUuid: string,
): number | undefined => {
  const counts = tickets
    .filter((ticket) => isForSession(ticket, sessionUuid))
    .map(({ maxAdmissions }) => maxAdmissions ?? Number.POSITIVE_INFINITY)
  const total = counts.reduce((sum, one) => sum + one, 0)
  return counts.length === 0 || total === Number.POSITIVE_INFINITY ? undefined : total
}
