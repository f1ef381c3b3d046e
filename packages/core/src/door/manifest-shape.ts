import { readInstant } from "./instant.ts"
import { CHECKIN_MANIFEST_SCHEMA_VERSION, CHECKIN_MANIFEST_TYPE, type CheckinManifest } from "./manifest.ts"

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === "string" && value !== ""
const isFlag: Check = (value) => typeof value === "boolean"
const isCount: Check = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0
const isTime: Check = (value) => typeof value === "string" && value.length === 20 && readInstant(value) >= 0
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const is =
  (expected: unknown): Check =>
  (value) =>
    value === expected

const isTexts: Check = (value) => Array.isArray(value) && value.every(isText)
const isHolder: Check = (value) => isRecord(value) && isTexts(value.card_identifiers) && isFlag(value.has_ticket)
const isHolders: Check = (value) => isRecord(value) && Object.values(value).every(isHolder)

/** One check per member, so that a member added to the type cannot be forgotten here. */
const CHECKS: Readonly<Record<keyof CheckinManifest, Check>> = {
  type: is(CHECKIN_MANIFEST_TYPE),
  schema_version: is(CHECKIN_MANIFEST_SCHEMA_VERSION),
  session_uuid: isText,
  session_slug: isText,
  organization_uuid: isText,
  activity_uuid: orNull(isText),
  manifest_version: (value) => isCount(value) && value !== 0,
  generated_at: isTime,
  valid_until: isTime,
  clock_tolerance_seconds: isCount,
  checkin_open: isFlag,
  cancelled: isFlag,
  enforces_checkin_window: isFlag,
  checkin_opens_at: orNull(isTime),
  checkin_closes_at: orNull(isTime),
  allow_reentry: isFlag,
  admits_frozen_cards: isFlag,
  max_attendees: orNull(isCount),
  reserved: isCount,
  roster_kind: isText,
  roster: isHolders,
  admitted: isHolders,
  frozen_card_identifiers: isTexts,
}

/**
 * Whether a parsed value has every member of a manifest in its right shape. Members that are not known here are left
 * alone: they are covered by the signature, and a newer server may send them.
 */
export const isCheckinManifest = (value: unknown): value is CheckinManifest => {
  if (!isRecord(value)) return false
  for (const [name, check] of Object.entries(CHECKS)) if (!check(value[name])) return false
  return value.enforces_checkin_window === false || (value.checkin_opens_at !== null && value.checkin_closes_at !== null)
}

/** Whether a value is a JSON object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
