import * as z from "zod"
import { dateTime, text } from "../endpoint.ts"
import { IdentifierRef } from "./identifier.ts"
import { limits } from "../../foundation/kernel/limits.ts"

/**
 * A signed manifest on the wire. The payload's own members are pinned by the door verifier, which
 * checks every byte.
 */
export const CheckinManifest = z
  .object({
    payload: z.record(z.string(), z.unknown()),
    key_id: z.string(),
    signature: z.string(),
    delta_cursor: z.string().nullable(),
  })
  .meta({ id: "CheckinManifest" })

/**
 * The payload's members: `added`, `changed`, `removed`, `admitted_added`, `admitted_removed` and
 * what else a door is told anew.
 */
export const CheckinManifestDelta = z
  .object({
    payload: z.record(z.string(), z.unknown()),
    key_id: z.string(),
    signature: z.string(),
    next_cursor: z.string(),
  })
  .meta({ id: "CheckinManifestDelta" })

export const TrustKeys = z
  .object({
    keys: z.array(
      z.object({
        key_id: z.string(),
        algorithm: z.literal("Ed25519"),
        public_key: z.string(),
        purpose: z.literal("checkin_manifest"),
        not_before: dateTime,
        not_after: dateTime.nullable(),
        status: z.enum(["next", "active", "retiring"]),
      }),
    ),
  })
  .meta({ id: "TrustKeys" })

/** One tap, as a door tells of it. */
export const AdmissionRequest = z
  .strictObject({
    identifier: IdentifierRef,
    idempotency_key: text(limits.idempotencyKeyMax, 1),
    occurred_at: dateTime.optional(),
    manifest_version: z.int().min(1).nullable().optional(),
    key_id: text(limits.nameMax).nullable().optional(),
    offline: z.boolean().default(false),
    device_reference: text(limits.nameMax).nullable().optional(),
  })
  .meta({ id: "AdmissionRequest" })

/**
 * What the door is told. New reasons may come: treat one you do not know as a refusal you cannot
 * explain.
 */
export const AdmissionResult = z
  .object({
    decision: z.enum(["admitted", "blocked"]),
    blocked_reason: z.string().nullable(),
    disputed_reason: z.string().nullable(),
    reentry: z.boolean(),
    replayed: z.boolean(),
    attendance_uuid: z.string().nullable(),
    wallet_address: z.string().nullable(),
    first_admitted_at: dateTime.nullable(),
    occurred_at: dateTime,
    recorded_at: dateTime,
    seat: z.enum(["ticket", "walk_in", "none"]),
    details: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: "AdmissionResult" })

/** What a door uploads after it was offline; judged in the given order, each by itself. */
export const AdmissionList = z
  .strictObject({ admissions: z.array(AdmissionRequest).min(1).max(limits.admissionsPerCallMax) })
  .meta({ id: "AdmissionList" })

/** The answers in the same order; an entry that could not be judged carries its error envelope. */
export const AdmissionResults = z
  .object({
    results: z.array(
      z.union([AdmissionResult, z.object({ error: z.record(z.string(), z.unknown()) })]),
    ),
  })
  .meta({ id: "AdmissionResults" })
