import { Effect } from "effect"
import type { Activity } from "../activities/activity.ts"
import type { AdmissionDetails, DoorState, GateReason } from "../door/index.ts"
import { memberKey, refusedBecause } from "../entitlements/entitlements.ts"
import type { Membership } from "../memberships/membership.ts"
import type { Session } from "../sessions/session.ts"
import { checkinWindow } from "../sessions/window.ts"
import type { Tier } from "../tiers/tier.ts"
import { Ports, Tx } from "../unit-of-work.ts"
import type { Presence } from "./presence.ts"

/** The person behind a tap, by the wallet they are known under in the session's organization. */
export interface Person {
  readonly userUuid: string
  readonly walletAddress: string
}

/** A session with what stands over it. */
export interface Door {
  readonly session: Session
  readonly activity: Activity | undefined
}

/** A person's membership in the session's organization, with its tier. */
export interface MembershipHeld {
  readonly membership: Membership | undefined
  readonly tier: Tier | undefined
}

/** What the gates of a session ask about somebody. Read before the session is locked: the one order of locks puts memberships first. */
export const membershipHeld = Effect.fnUntraced(function* (session: Session, userUuid: string) {
  const tx = yield* Tx
  if (session.requiredEntitlement === undefined) return { membership: undefined, tier: undefined } satisfies MembershipHeld
  const membership = yield* tx.memberships.findOpen(session.organizationUuid, userUuid)
  const tier = membership === undefined ? undefined : yield* tx.tiers.find(membership.tierUuid)
  return { membership, tier } satisfies MembershipHeld
})

/** What is known of a tap, for the rule. */
export interface TapContext {
  readonly person: Person
  readonly held: MembershipHeld
  readonly presence: Presence | undefined
  /** Whether a card was tapped that is frozen; other cards of the person do not matter. */
  readonly isFrozenCard: boolean
  /** The moment the tap is judged at. */
  readonly at: Date
  /** For an upload that its manifest justifies: only admissions before this moment count. Undefined counts all that are recorded. */
  readonly asOf: Date | undefined
}

/** The server's view of one tap, for the rule that doors use too. Entitlements are read as of `at`. */
export const serverDoorState = Effect.fnUntraced(function* (door: Door, tap: TapContext) {
  const { session, activity } = door
  const { person, presence, at, asOf } = tap
  const tx = yield* Tx
  const { settings } = yield* Ports
  const seats = yield* tx.presences.count(session.uuid, asOf)
  const window = checkinWindow(session, settings.doors.opensBeforeSeconds)
  const cancelledAt = earliest(session.cancelledAt, activity?.cancelledAt)
  const facts = {
    wallet_address: person.walletAddress,
    card_frozen: tap.isFrozenCard,
    admitted: presence !== undefined && (asOf === undefined || presence.firstAdmittedAt < asOf),
    first_admitted_at: presence?.firstAdmittedAt.getTime() ?? null,
    on_roster: true,
    has_ticket: false,
    failed_gates: failedGates(session, tap.held, at),
  }
  return {
    configuration: {
      cancelled: cancelledAt !== undefined && at >= cancelledAt,
      cancelled_at: cancelledAt?.getTime() ?? null,
      checkin_open: session.isCheckinOpen && activity?.isSessionCheckinOpen !== false,
      closed_by: session.isCheckinOpen ? (activity?.isSessionCheckinOpen === false ? "activity" : null) : "session",
      checkin_opens_at: window?.opensAt.getTime() ?? null,
      checkin_closes_at: window?.closesAt.getTime() ?? null,
      allow_reentry: session.allowReentry,
      admits_frozen_cards: session.admitsFrozenCards,
      max_attendees: session.maxAttendees ?? null,
    },
    reserved: 0,
    walk_ins: seats.walkIns,
    find: () => facts,
  } satisfies DoorState
})

const earliest = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one === undefined || other === undefined ? (one ?? other) : one < other ? one : other

/** The gates somebody fails at `at`, each with its figures. */
export const failedGates = (
  session: Session,
  { membership, tier }: MembershipHeld,
  at: Date,
): Readonly<Partial<Record<GateReason, AdmissionDetails>>> => {
  const key = session.requiredEntitlement
  if (key === undefined) return {}
  const hadJoined = membership !== undefined && membership.joinedAt <= at
  switch (refusedBecause(hadJoined ? membership : undefined, tier, key, at)) {
    case undefined:
      return {}
    case "lapsed":
      return {
        membership_lapsed: membership?.renewableUntil === undefined ? {} : { renewable_until: membership.renewableUntil.toISOString() },
      }
    case "no_membership":
      return { membership_required: key === memberKey ? {} : { entitlement: key } }
    case "not_granted":
      return { entitlement_required: { entitlement: key } }
  }
}
