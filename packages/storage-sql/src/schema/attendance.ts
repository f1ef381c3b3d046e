import type { Activity, Admission, IssuedManifest, Presence, Session } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/** The newest manifest version of a session that was given out. */
export interface ManifestCounter {
  readonly sessionUuid: string
  readonly manifestVersion: number
}

export const activityColumns: Columns<Activity> = {
  uuid: "text",
  slug: "text",
  organizationUuid: "text",
  name: "text",
  description: "text?",
  websiteUrl: "text?",
  additionalData: "json?",
  startTime: "instant?",
  endTime: "instant?",
  isSessionCheckinOpen: "boolean",
  cancelledAt: "instant?",
  timezone: "text?",
  requiresTicket: "boolean",
  ticketTemplateUuid: "text?",
  requiredEntitlement: "text?",
  maxAttendees: "integer?",
  enforcesCheckinWindow: "boolean",
  allowReentry: "boolean",
  admitsFrozenCards: "boolean",
  createdAt: "instant",
  updatedAt: "instant?",
}

export const sessionColumns: Columns<Session> = {
  uuid: "text",
  slug: "text",
  organizationUuid: "text",
  activityUuid: "text?",
  name: "text",
  description: "text?",
  startTime: "instant",
  endTime: "instant",
  isCheckinOpen: "boolean",
  cancelledAt: "instant?",
  requiredPriorSessionUuid: "text?",
  seriesUuid: "text?",
  sequenceNumber: "integer",
  requiresTicket: "boolean",
  ticketTemplateUuid: "text?",
  requiredEntitlement: "text?",
  maxAttendees: "integer?",
  enforcesCheckinWindow: "boolean",
  allowReentry: "boolean",
  admitsFrozenCards: "boolean",
  createdAt: "instant",
  updatedAt: "instant?",
}

export const presenceColumns: Columns<Presence> = {
  uuid: "text",
  sessionUuid: "text",
  walletAddress: "text",
  userUuid: "text?",
  seat: "text",
  firstAdmittedAt: "instant",
  recordedAt: "instant",
}

export const admissionColumns: Columns<Admission> = {
  uuid: "text",
  sessionUuid: "text",
  clientId: "text",
  idempotencyKey: "text",
  walletAddress: "text",
  occurredAt: "instant",
  recordedAt: "instant",
  isOffline: "boolean",
  isReentry: "boolean",
  manifestVersion: "integer?",
  disputedReason: "text?",
}

export const manifestColumns: Columns<IssuedManifest> = {
  sessionUuid: "text",
  manifestVersion: "integer",
  generatedAt: "instant",
  validUntil: "instant",
  keyId: "text",
  signature: "text",
  text: "text",
  contentHash: "text",
}

export const manifestCounterColumns: Columns<ManifestCounter> = { sessionUuid: "text", manifestVersion: "integer" }
