import type { Activity } from "../activities/activity.ts"
import type { DoorConfiguration, DoorState } from "../door/index.ts"
import type { Session } from "../sessions/session.ts"
import { checkinWindow } from "../sessions/window.ts"
import type { FailedGates } from "./gates.ts"

/** A session with what stands over it. */
export interface Door {
  readonly session: Session
  readonly activity: Activity | undefined
}

/** Seats that are taken, as of all that is recorded. */
export interface SeatsTaken {
  /** Wallets that hold a valid ticket of the session's template, admitted or not. */
  readonly reserved: number
  /** People present who hold none. */
  readonly walkIns: number
}

/** What is known of one tap. */
export interface TapState {
  readonly walletAddress: string
  readonly isFrozenCard: boolean
  readonly hasTicket: boolean
  readonly failedGates: FailedGates
  /** Undefined when the person was not admitted by then, or when that is settled elsewhere. */
  readonly firstAdmittedAt: Date | undefined
  /** Whether the person, who is inside, was admitted as often as their tickets are good for. */
  readonly isUsedUp: boolean
  /** Undefined where seats are not asked for, or are settled elsewhere. */
  readonly seats: SeatsTaken | undefined
}

/** The server's view of one tap at `at`, for the rule that doors use too. */
export const serverDoorState = (
  door: Door,
  tap: TapState,
  at: Date,
  opensBeforeSeconds: number,
): DoorState => {
  const facts = {
    wallet_address: tap.walletAddress,
    card_frozen: tap.isFrozenCard,
    admitted: tap.firstAdmittedAt !== undefined,
    first_admitted_at: tap.firstAdmittedAt?.getTime() ?? null,
    on_roster: true,
    has_ticket: tap.hasTicket,
    failed_gates: tap.failedGates,
  }
  return {
    configuration: {
      ...configurationOf(door, at, opensBeforeSeconds),
      ...(tap.seats === undefined ? { max_attendees: null } : {}),
      ...(tap.isUsedUp ? { allow_reentry: false } : {}),
    },
    reserved: tap.seats?.reserved ?? 0,
    walk_ins: tap.seats?.walkIns ?? 0,
    find: () => facts,
  }
}

const configurationOf = (
  { session, activity }: Door,
  at: Date,
  opensBeforeSeconds: number,
): DoorConfiguration => {
  const window = checkinWindow(session, opensBeforeSeconds)
  const cancelledAt = earliest(session.cancelledAt, activity?.cancelledAt)
  return {
    cancelled: cancelledAt !== undefined && at >= cancelledAt,
    cancelled_at: cancelledAt?.getTime() ?? null,
    checkin_open: session.isCheckinOpen && activity?.isSessionCheckinOpen !== false,
    closed_by: session.isCheckinOpen
      ? activity?.isSessionCheckinOpen === false
        ? "activity"
        : null
      : "session",
    checkin_opens_at: window?.opensAt.getTime() ?? null,
    checkin_closes_at: window?.closesAt.getTime() ?? null,
    allow_reentry: session.allowReentry,
    admits_frozen_cards: session.admitsFrozenCards,
    max_attendees: session.maxAttendees ?? null,
  }
}

const earliest = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one === undefined || other === undefined ? (one ?? other) : one < other ? one : other
