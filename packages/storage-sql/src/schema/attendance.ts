import type {
  Activity,
  Admission,
  Attendance,
  IssuedManifest,
  Presence,
  SeriesCounts,
  Session,
  SessionSeries,
  SessionTally,
} from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

export const activityColumns: Columns<Activity> = {
  uuid: "text",
  slug: "text",
  organizationUuid: "text",
  name: "text",
  description: "text?",
  imageFileUuid: "text?",
  websiteUrl: "text?",
  additionalData: "json?",
  startTime: "instant?",
  endTime: "instant?",
  isSessionCheckinOpen: "boolean",
  cancelledAt: "instant?",
  cancellationReason: "text?",
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
  deletedAt: "instant?",
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
  cancellationReason: "text?",
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

export const sessionSeriesColumns: Columns<SessionSeries> = {
  uuid: "text",
  activityUuid: "text",
  name: "text",
  createdAt: "instant",
  updatedAt: "instant?",
}

/** What a statement counts of a series; no table has it, but these names are read as others are. */
export const seriesCountColumns: Columns<SeriesCounts> = {
  sessionCount: "integer",
  upcomingCount: "integer",
  firstStartTime: "instant?",
  lastStartTime: "instant?",
}

/** How a session stands; no table has the second, which is read by its name like the rest. */
export const sessionTallyColumns: Columns<Pick<SessionTally, "present" | "seatsJudgedUntil">> = {
  present: "integer",
  seatsJudgedUntil: "instant?",
}

export const presenceColumns: Columns<Presence> = {
  uuid: "text",
  sessionUuid: "text",
  walletAddress: "text",
  userUuid: "text?",
  seat: "text",
  firstAdmittedAt: "instant",
  lastAdmittedAt: "instant",
  recordedAt: "instant",
  source: "text",
  cardIdentifier: "text?",
  seatsLeft: "integer?",
  seatsVersion: "integer?",
  isOverCapacity: "boolean",
  disputedReason: "text?",
  undoneAt: "instant?",
  undoneBy: "text?",
}

/** How many are present at a session: kept, so that nobody counts them. */
export interface PresenceCount {
  readonly sessionUuid: string
  readonly present: number
}

export const presenceCountColumns: Columns<PresenceCount> = {
  sessionUuid: "text",
  present: "integer",
}

/** A person at the sessions of an activity: kept, so that nobody groups its presences. */
export interface KeptAttendance extends Attendance {
  readonly activityUuid: string
}

/** What is said of a person at the sessions of an activity. */
export const attendanceColumns: Columns<Attendance> = {
  walletAddress: "text",
  userUuid: "text?",
  sessionsAttended: "integer",
  firstAdmittedAt: "instant",
  lastAdmittedAt: "instant",
}

/** A person at a session: what is said of them is said at its activity, if it has one. */
export interface SessionAttendance extends Attendance {
  readonly sessionUuid: string
}

export const sessionAttendanceColumns: Columns<SessionAttendance> = {
  ...attendanceColumns,
  sessionUuid: "text",
}

export const keptAttendanceColumns: Columns<KeptAttendance> = {
  ...attendanceColumns,
  activityUuid: "text",
}

export const admissionColumns: Columns<Admission> = {
  uuid: "text",
  presenceUuid: "text",
  sessionUuid: "text",
  clientId: "text",
  idempotencyKey: "text",
  walletAddress: "text",
  occurredAt: "instant",
  recordedAt: "instant",
  isOffline: "boolean",
  source: "text",
  cardIdentifier: "text?",
  deviceReference: "text?",
  manifestVersion: "integer?",
  ordinal: "integer",
  hasTicket: "boolean",
  seatsLeft: "integer?",
  seatsVersion: "integer?",
  allowsReentry: "boolean",
  admissionsAllowed: "integer?",
  ownDispute: "text?",
  isReentry: "boolean",
  disputedReason: "text?",
  answeredReentry: "boolean",
  answeredDispute: "text?",
  answeredFirstAdmittedAt: "instant",
}

export const manifestColumns: Columns<IssuedManifest> = {
  sessionUuid: "text",
  manifestVersion: "integer",
  baseVersion: "integer?",
  generatedAt: "instant",
  validUntil: "instant",
  keyId: "text",
  signature: "text",
  head: "text",
  walkIns: "integer",
  cursorKey: "text",
}
