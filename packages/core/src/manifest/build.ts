import { createHash } from "node:crypto"
import type { Activity } from "../activities/activity.ts"
import type { Presence } from "../admission/presence.ts"
import type { CheckinManifest } from "../door/index.ts"
import type { RosterHolder } from "../memberships/membership-repository.ts"
import type { Session } from "../sessions/session.ts"
import { checkinWindow } from "../sessions/window.ts"

/** Everything a manifest says, read on one snapshot. */
export interface ManifestSource {
  readonly session: Session
  readonly activity: Activity | undefined
  /** In ascending order of wallet address. */
  readonly holders: readonly RosterHolder[]
  /** In ascending order of wallet address. */
  readonly presences: readonly Presence[]
}

/** What the signing adds. Times are cut to whole seconds. */
export interface ManifestStamp {
  readonly manifestVersion: number
  readonly generatedAt: Date
  readonly validUntil: Date
  readonly clockToleranceSeconds: number
  readonly opensBeforeSeconds: number
}

/** UTC with whole seconds, as manifests carry it. */
export const instantText = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

const holder = (hasTicket: boolean): string => `{"card_identifiers":[],"has_ticket":${hasTicket}}`

/** A JSON object whose members come in sorted order already; addresses are plain ASCII, so no text needs escaping. */
const members = (entries: readonly (readonly [string, string])[]): string =>
  `{${entries.map(([name, text]) => `"${name}":${text}`).join(",")}}`

/**
 * The canonical text (RFC 8785) of a session's manifest, written straight: members in sorted order and rosters by address.
 * Parsing it gives a {@link CheckinManifest}; a test holds it equal to the canonical form of what it parses to.
 */
export const manifestText = (source: ManifestSource, stamp: ManifestStamp): string => {
  const { session, activity } = source
  const window = checkinWindow(session, stamp.opensBeforeSeconds)
  const head: Omit<CheckinManifest, "roster" | "admitted"> = {
    activity_uuid: session.activityUuid ?? null,
    admits_frozen_cards: session.admitsFrozenCards,
    allow_reentry: session.allowReentry,
    cancelled: session.cancelledAt !== undefined || activity?.cancelledAt !== undefined,
    checkin_closes_at: window === undefined ? null : instantText(window.closesAt),
    checkin_open: session.isCheckinOpen && activity?.isSessionCheckinOpen !== false,
    checkin_opens_at: window === undefined ? null : instantText(window.opensAt),
    clock_tolerance_seconds: stamp.clockToleranceSeconds,
    enforces_checkin_window: session.enforcesCheckinWindow,
    frozen_card_identifiers: [],
    generated_at: instantText(stamp.generatedAt),
    manifest_version: stamp.manifestVersion,
    max_attendees: session.maxAttendees ?? null,
    organization_uuid: session.organizationUuid,
    reserved: 0,
    roster_kind: session.requiredEntitlement === undefined ? "none" : "members",
    schema_version: 1,
    session_slug: session.slug,
    session_uuid: session.uuid,
    type: "checkin_manifest",
    valid_until: instantText(stamp.validUntil),
  }
  const roster = members(source.holders.map(({ walletAddress }) => [walletAddress, holder(false)]))
  const admitted = members(source.presences.map(({ walletAddress, seat }) => [walletAddress, holder(seat === "ticket")]))
  const texts = Object.entries(head).map(([name, value]) => [name, JSON.stringify(value)] as const)
  return members([...texts, ["roster", roster] as const, ["admitted", admitted] as const].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A digest of what a manifest says apart from its version and times. */
export const contentHashOf = (source: ManifestSource): string => {
  const still = new Date(0)
  const text = manifestText(source, {
    manifestVersion: 0,
    generatedAt: still,
    validUntil: still,
    clockToleranceSeconds: 0,
    opensBeforeSeconds: 0,
  })
  return createHash("sha256").update(text).digest("hex")
}
