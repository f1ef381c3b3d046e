import type { AdmissionDetails, GateReason } from "../door/index.ts"
import { type DoorTerms, faultOf } from "../ledger/tickets/door-terms.ts"
import { memberKey, refusedBecause } from "../memberships/entitlements.ts"
import type { Membership } from "../memberships/membership.ts"
import type { Session } from "../sessions/session.ts"
import type { Tier } from "../tiers/tier.ts"
import type { Presence } from "./presence.ts"

/** What the gates of a session ask about a person; what no gate asks for is undefined. */
export interface GateFacts {
  /** Their valid tickets of the template that the session names, required or not. */
  readonly tickets: readonly DoorTerms[]
  /** Whether one of these reserves a seat. */
  readonly hasTicket: boolean
  /**
   * Their membership in the session's organization as it was at the moment of the tap, over or not.
   */
  readonly membership: Membership | undefined
  readonly tier: Tier | undefined
  /** That they are present at the session that must be attended before. */
  readonly prior: Presence | undefined
}

export type FailedGates = Readonly<Partial<Record<GateReason, AdmissionDetails>>>

/** The moment of a tap, and up to which moment the admissions that are recorded count for it. */
export interface TapMoment {
  readonly at: Date
  readonly seesUntil: Date
  /** Whether that is all that can be recorded: nothing is, further ahead of the clock. */
  readonly seesAll: boolean
}

/**
 * The gates a person fails at a moment, each with its figures. Who holds which ticket is as it is
 * now.
 */
export const failedGates = (
  session: Session,
  facts: GateFacts,
  { at, seesUntil }: TapMoment,
): FailedGates => ({
  ...failedTicket(session, facts, at),
  ...failedEntitlement(session, facts, at),
  ...failedPrior(session, facts, seesUntil),
})

/**
 * Of a person whose tickets all fail: a ticket that is not valid yet tells more than one that has
 * expired, and that more than one for another session.
 */
const failedTicket = (session: Session, { tickets }: GateFacts, at: Date): FailedGates => {
  if (!session.requiresTicket) return {}
  const faults = tickets.map((ticket) => ({ ticket, fault: faultOf(ticket, session.uuid, at) }))
  if (faults.some(({ fault }) => fault === undefined)) return {}
  const begins = faults.find(({ fault }) => fault === "ticket_not_yet_valid")?.ticket.validFrom
  if (begins !== undefined) return { ticket_not_yet_valid: { valid_from: begins.toISOString() } }
  const ended = faults.find(({ fault }) => fault === "ticket_expired")?.ticket.validUntil
  if (ended !== undefined) return { ticket_expired: { valid_until: ended.toISOString() } }
  return tickets.length > 0
    ? { ticket_wrong_session: ticketDetails(session) }
    : { ticket_required: ticketDetails(session) }
}

/** Which ticket a session asks for. */
export const ticketDetails = ({ ticketTemplateUuid }: Session): AdmissionDetails =>
  ticketTemplateUuid === undefined ? {} : { ticket_template_uuid: ticketTemplateUuid }

const failedEntitlement = (
  session: Session,
  { membership, tier }: GateFacts,
  at: Date,
): FailedGates => {
  const key = session.requiredEntitlement
  if (key === undefined) return {}
  const hadJoined = membership !== undefined && membership.joinedAt <= at
  switch (refusedBecause(hadJoined ? membership : undefined, tier, key, at)) {
    case undefined:
      return {}
    case "lapsed":
      return {
        membership_lapsed:
          membership?.renewableUntil === undefined
            ? {}
            : { renewable_until: membership.renewableUntil.toISOString() },
      }
    case "no_membership":
      return { membership_required: key === memberKey ? {} : { entitlement: key } }
    case "not_granted":
      return { entitlement_required: { entitlement: key } }
  }
}

// Which session it is, is said by its slug, and that is looked up only for a person who is refused
// for it.
const failedPrior = (
  { requiredPriorSessionUuid }: Session,
  { prior }: GateFacts,
  seesUntil: Date,
): FailedGates =>
  requiredPriorSessionUuid === undefined ||
  (prior !== undefined && prior.firstAdmittedAt <= seesUntil)
    ? {}
    : { prior_session_required: {} }
