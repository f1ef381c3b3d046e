import type { Activity } from "../activities/activity.ts"
import { canonicalJson, type ManifestHead } from "../door/index.ts"
import type { Session } from "../sessions/session.ts"
import { checkinWindow } from "../sessions/window.ts"
import type { Listing } from "./listing.ts"

/** What every signed payload adds to what the session says. Times are whole seconds. */
export interface ManifestStamp {
  readonly manifestVersion: number
  readonly generatedAt: Date
  readonly validUntil: Date
  readonly clockToleranceSeconds: number
}

/** What is counted and listed besides people. */
export interface ManifestFigures {
  /**
   * Seats held by tickets, whether their holders came or not, and by people inside whose account
   * was deleted.
   */
  readonly reserved: number
  /** Ascending. */
  readonly frozenCardIdentifiers: readonly string[]
}

/** What the head of a session's manifest is made of. */
export interface ManifestHeadSource {
  readonly session: Session
  readonly activity: Activity | undefined
  readonly listing: Listing
  readonly figures: ManifestFigures
  readonly opensBeforeSeconds: number
}

/** UTC with whole seconds, as manifests carry it. */
export const instantText = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

/** The head of a manifest. */
export const manifestHead = (
  { session, activity, listing, figures, opensBeforeSeconds }: ManifestHeadSource,
  stamp: ManifestStamp,
): ManifestHead => {
  const window = checkinWindow(session, opensBeforeSeconds)
  return {
    activity_uuid: session.activityUuid ?? null,
    admits_frozen_cards: session.admitsFrozenCards,
    allow_reentry: session.allowReentry,
    cancelled: session.cancelledAt !== undefined || activity?.cancelledAt !== undefined,
    checkin_closes_at: window === undefined ? null : instantText(window.closesAt),
    checkin_open: session.isCheckinOpen && activity?.isSessionCheckinOpen !== false,
    checkin_opens_at: window === undefined ? null : instantText(window.opensAt),
    clock_tolerance_seconds: stamp.clockToleranceSeconds,
    enforces_checkin_window: session.enforcesCheckinWindow,
    frozen_card_identifiers: figures.frozenCardIdentifiers,
    generated_at: instantText(stamp.generatedAt),
    manifest_version: stamp.manifestVersion,
    max_attendees: session.maxAttendees ?? null,
    organization_uuid: session.organizationUuid,
    reserved: figures.reserved,
    roster_kind: listing.kind,
    schema_version: 1,
    session_slug: session.slug,
    session_uuid: session.uuid,
    type: "checkin_manifest",
    valid_until: instantText(stamp.validUntil),
  }
}

/** What a door is told anew with every payload, be it a delta. */
const perPayload = {
  manifest_version: 0,
  generated_at: "",
  valid_until: "",
  clock_tolerance_seconds: 0,
}

/** Whether two heads say the same apart from version and times. */
export const isSameHead = (one: ManifestHead, other: ManifestHead): boolean =>
  canonicalJson({ ...one, ...perPayload }) === canonicalJson({ ...other, ...perPayload })

/**
 * Whether a delta can lead from one to the other: it carries figures besides version and times, and
 * no configuration.
 */
export const isSameConfiguration = (one: ManifestHead, other: ManifestHead): boolean =>
  isSameHead(
    { ...one, reserved: 0, frozen_card_identifiers: [] },
    { ...other, reserved: 0, frozen_card_identifiers: [] },
  )
