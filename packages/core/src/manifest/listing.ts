import type { TicketDoor } from "../ledger/tickets/door-terms.ts"
import type { RosterKind } from "../door/index.ts"
import type { Session } from "../sessions/session.ts"
import { ticketDoorOf } from "../sessions/window.ts"
import type { Tier } from "../tiers/tier.ts"
import { memberKey, tierGrants } from "../memberships/entitlements.ts"

/** What decides whom a session's manifest lists, apart from the people themselves. */
export interface Listing {
  readonly kind: RosterKind
  /** Whose valid tickets reserve a seat, whether or not one is required. */
  readonly ticketTemplateUuid: string | undefined
  readonly requiresTicket: boolean
  /** How tickets are judged; undefined where none are asked for. */
  readonly tickets: ListedTickets | undefined
  readonly requiredEntitlement: string | undefined
  /** The tiers that grant it; undefined for `member`, which any grants. */
  readonly tierUuids: readonly string[] | undefined
  readonly requiredPriorSessionUuid: string | undefined
  readonly admitsFrozenCards: boolean
}

/** What decides on tickets, apart from the tickets. */
export interface ListedTickets {
  readonly door: TicketDoor
  /** How long a manifest lives. */
  readonly validForSeconds: number
  readonly allowsReentry: boolean
}

/** What a deployment says of its doors and manifests. */
export interface ListingSettings {
  readonly opensBeforeSeconds: number
  readonly validForSeconds: number
}

/**
 * The listing of a session; `tiers` are its organization's, and are only looked at when an
 * entitlement is required.
 */
export const listingOf = (
  session: Session,
  tiers: readonly Tier[],
  { opensBeforeSeconds, validForSeconds }: ListingSettings,
): Listing => {
  const { requiredEntitlement: key } = session
  return {
    kind: kindOf(session),
    ticketTemplateUuid: session.ticketTemplateUuid,
    requiresTicket: session.requiresTicket,
    tickets:
      session.ticketTemplateUuid === undefined
        ? undefined
        : {
            door: ticketDoorOf(session, opensBeforeSeconds),
            validForSeconds,
            allowsReentry: session.allowReentry,
          },
    requiredEntitlement: key,
    tierUuids:
      key === undefined || key === memberKey
        ? undefined
        : tiers
            .filter((tier) => tierGrants(tier, key))
            .map(({ uuid }) => uuid)
            .sort(),
    requiredPriorSessionUuid: session.requiredPriorSessionUuid,
    admitsFrozenCards: session.admitsFrozenCards,
  }
}

/** The narrowest gate names the roster: a ticket, then a prior session, then an entitlement. */
const kindOf = (session: Session): RosterKind => {
  if (session.requiresTicket) return "ticket_holders"
  if (session.requiredPriorSessionUuid !== undefined) return "prior_attendees"
  return session.requiredEntitlement === undefined ? "none" : "members"
}

/** Whether changes of such a roster are handed out as deltas. */
export const hasDeltas = ({ kind, requiredEntitlement }: Listing): boolean =>
  kind === "none" || (kind === "members" && requiredEntitlement === memberKey)

/**
 * One text for each listing: another text means that every person has to be judged again. So it says
 * of the rules, too, what they were not from the beginning: lines of before are judged anew.
 */
export const basisOf = (listing: Listing): string =>
  JSON.stringify({ ...listing, leavesOutDisabled: true })
