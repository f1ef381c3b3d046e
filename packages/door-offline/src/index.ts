export {
  ADMISSION_RULES,
  type AdmissionDetails,
  type AdmissionExplanation,
  type AdmissionRule,
  type AdmissionVerdict,
  type BlockedReason,
  type CheckinManifest,
  type CheckinManifestDelta,
  type CheckinManifestDeltaResponse,
  type CheckinManifestResponse,
  type DoorConfiguration,
  type DoorState,
  decideAdmission,
  type Ed25519Host,
  type ExplainedRule,
  explainAdmission,
  type IdentifierType,
  type PublishedTrustKey,
  type PublishedTrustKeys,
  type Seat,
  type Tap,
  type TapFacts,
} from "@symbolon/core/door"
export type { AdmitRequest, DoorVerdict, UndeterminedReason } from "./admit.ts"
export { Door } from "./indexed-door.ts"
export { DoorError, type DoorErrorCode } from "./door-error.ts"
export type { DoorOptions } from "./memory.ts"
export type { OutboxItem } from "./outbox.ts"
export type { DoorStatus } from "./status.ts"
export type { DoorStore } from "./store.ts"
