import { readInstant } from "./instant.ts"
import {
  CHECKIN_DELTA_TYPE,
  CHECKIN_MANIFEST_SCHEMA_VERSION,
  CHECKIN_MANIFEST_TYPE,
  type CheckinManifest,
  type CheckinManifestDelta,
  type ManifestHead,
} from "./manifest.ts"

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === "string" && value !== ""
const isFlag: Check = (value) => typeof value === "boolean"
const isCount: Check = (value) =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0
const isTime: Check = (value) =>
  typeof value === "string" && value.length === 20 && readInstant(value) >= 0
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const is =
  (expected: unknown): Check =>
  (value) =>
    value === expected

const isTexts: Check = (value) => Array.isArray(value) && value.every(isText)
const isHolder: Check = (value) =>
  isRecord(value) && isTexts(value.card_identifiers) && isFlag(value.has_ticket)
const isHolders: Check = (value) => isRecord(value) && Object.values(value).every(isHolder)

const isVersion: Check = (value) => isCount(value) && value !== 0

/** Of manifests and deltas alike. */
const SHARED = {
  schema_version: is(CHECKIN_MANIFEST_SCHEMA_VERSION),
  session_uuid: isText,
  manifest_version: isVersion,
  generated_at: isTime,
  valid_until: isTime,
  clock_tolerance_seconds: isCount,
  reserved: isCount,
  frozen_card_identifiers: isTexts,
}

/** One check per member, so that a member added to the type cannot be forgotten here. */
const HEAD: Readonly<Record<keyof ManifestHead, Check>> = {
  ...SHARED,
  type: is(CHECKIN_MANIFEST_TYPE),
  session_slug: isText,
  organization_uuid: isText,
  activity_uuid: orNull(isText),
  checkin_open: isFlag,
  cancelled: isFlag,
  enforces_checkin_window: isFlag,
  checkin_opens_at: orNull(isTime),
  checkin_closes_at: orNull(isTime),
  allow_reentry: isFlag,
  admits_frozen_cards: isFlag,
  max_attendees: orNull(isCount),
  roster_kind: isText,
}

const DELTA: Readonly<Record<keyof CheckinManifestDelta, Check>> = {
  ...SHARED,
  type: is(CHECKIN_DELTA_TYPE),
  base_manifest_version: isVersion,
  added: isHolders,
  changed: isHolders,
  removed: isTexts,
  admitted_added: isHolders,
  admitted_removed: isTexts,
}

/**
 * Whether a parsed value has every member of a manifest in its right shape. Members that are not
 * known here are left alone: they are covered by the signature, and a newer server may send them.
 */
export const isCheckinManifest = (value: unknown): value is CheckinManifest =>
  isManifestHead(value) &&
  "roster" in value &&
  isHolders(value.roster) &&
  "admitted" in value &&
  isHolders(value.admitted)

/** The same of a manifest whose people are looked at elsewhere. */
export const isManifestHead = (value: unknown): value is ManifestHead =>
  hasAll(value, HEAD) &&
  (value.enforces_checkin_window === false ||
    (value.checkin_opens_at !== null && value.checkin_closes_at !== null))

/** The same of a delta. */
export const isCheckinManifestDelta = (value: unknown): value is CheckinManifestDelta =>
  hasAll(value, DELTA)

const hasAll = (
  value: unknown,
  checks: Readonly<Record<string, Check>>,
): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && Object.entries(checks).every(([name, check]) => check(value[name]))

/** Whether a value is a JSON object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
