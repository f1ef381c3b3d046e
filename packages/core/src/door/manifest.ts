/** The `type` member of a full manifest; keeps a signed delta from being read as a manifest. */
export const CHECKIN_MANIFEST_TYPE = "checkin_manifest"

/** The one schema version this verifier reads. A change of meaning, not of extent, raises it. */
export const CHECKIN_MANIFEST_SCHEMA_VERSION = 1

/**
 * Which gate the roster was drawn from; `none` is a walk-in door (docs/door-protocol.md#payload).
 */
export type RosterKind = "ticket_holders" | "prior_attendees" | "members" | "none"

/** One person of the roster or of those already admitted, under their canonical ticket wallet. */
export interface CheckinHolder {
  /** Normalised identifiers, ascending, without duplicates; empty when the holder has no cards. */
  readonly card_identifiers: readonly string[]
  /** Whether a ticket for this session reserves a seat for the holder. */
  readonly has_ticket: boolean
}

/** Holders by lower-case canonical ticket wallet. */
export type CheckinHolders = Readonly<Record<string, CheckinHolder>>

/**
 * The signed payload of a check-in manifest.
 *
 * Every member is always present and `null` where it does not apply, because absent and `null` sign
 * differently. Times are UTC with whole seconds (`2026-11-21T19:00:00Z`). All numbers are integers,
 * so that no two writers can disagree on their text. Source: docs/door-protocol.md#payload.
 */
export interface CheckinManifest {
  readonly type: typeof CHECKIN_MANIFEST_TYPE
  readonly schema_version: typeof CHECKIN_MANIFEST_SCHEMA_VERSION
  readonly session_uuid: string
  readonly session_slug: string
  readonly organization_uuid: string
  /** Null for a standalone session. */
  readonly activity_uuid: string | null
  /** At least 1; strictly increasing per session and never reused. */
  readonly manifest_version: number
  readonly generated_at: string
  /** The door stops admitting at this instant. */
  readonly valid_until: string
  readonly clock_tolerance_seconds: number
  /** The session's switch and the activity's master switch, both. */
  readonly checkin_open: boolean
  readonly cancelled: boolean
  readonly enforces_checkin_window: boolean
  /** Inclusive; null when the window is not enforced. */
  readonly checkin_opens_at: string | null
  /** Exclusive; null when the window is not enforced. */
  readonly checkin_closes_at: string | null
  readonly allow_reentry: boolean
  readonly admits_frozen_cards: boolean
  /** Null when the session is uncapped. */
  readonly max_attendees: number | null
  /**
   * Seats held by tickets, whether their holders came or not, and by people inside whose account
   * was deleted: no list names them.
   */
  readonly reserved: number
  /**
   * A later server may know more kinds; every kind but `none` means that only those listed are
   * known.
   */
  readonly roster_kind: RosterKind | (string & {})
  readonly roster: CheckinHolders
  readonly admitted: CheckinHolders
  /** Sorted; empty when `admits_frozen_cards`. */
  readonly frozen_card_identifiers: readonly string[]
}

/** A manifest without its people. */
export type ManifestHead = Omit<CheckinManifest, "roster" | "admitted">

/** The body of `GET /sessions/{session_slug}/checkin-manifest`. */
export interface CheckinManifestResponse {
  readonly payload: CheckinManifest
  readonly key_id: string
  /** Ed25519 over the UTF-8 bytes of the RFC 8785 text of `payload`, base64url without padding. */
  readonly signature: string
  /** Outside the signature, hence untrusted; null when the roster kind has no incremental path. */
  readonly delta_cursor: string | null
}

/** The `type` member of a signed delta. */
export const CHECKIN_DELTA_TYPE = "checkin_manifest_delta"

/**
 * The signed payload of a delta: what leads from one manifest of a session to a later one. Every
 * member is always present. What it does not carry has not changed; a changed setting needs a new
 * manifest. Source: docs/door-protocol.md#deltas.
 */
export interface CheckinManifestDelta {
  readonly type: typeof CHECKIN_DELTA_TYPE
  readonly schema_version: typeof CHECKIN_MANIFEST_SCHEMA_VERSION
  readonly session_uuid: string
  /** The version it builds on, a manifest's or an earlier delta's. */
  readonly base_manifest_version: number
  /** The version it leads to, above the base. */
  readonly manifest_version: number
  readonly generated_at: string
  readonly valid_until: string
  readonly clock_tolerance_seconds: number
  readonly reserved: number
  /** New on the roster. */
  readonly added: CheckinHolders
  /** On the roster already, now with these cards and this ticket. */
  readonly changed: CheckinHolders
  /** Wallets no longer on the roster, sorted. */
  readonly removed: readonly string[]
  /** New among the admitted, or there already with other cards or another ticket. */
  readonly admitted_added: CheckinHolders
  /** Wallets no longer among the admitted, sorted. */
  readonly admitted_removed: readonly string[]
  /** The full new list. */
  readonly frozen_card_identifiers: readonly string[]
}

/** The body of `GET /sessions/{session_slug}/checkin-manifest/delta`. */
export interface CheckinManifestDeltaResponse {
  readonly payload: CheckinManifestDelta
  readonly key_id: string
  /** As of a manifest. */
  readonly signature: string
  /** Outside the signature, hence untrusted. */
  readonly next_cursor: string | null
}
