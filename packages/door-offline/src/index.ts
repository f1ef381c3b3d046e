export type {
  AdmissionDetails,
  AdmissionVerdict,
  BlockedReason,
  CheckinManifest,
  CheckinManifestResponse,
  Ed25519Host,
  IdentifierType,
  PublishedTrustKey,
  PublishedTrustKeys,
  Seat,
  Tap,
} from "@symbolon/core/door"
export type { AdmitRequest, DoorVerdict, UndeterminedReason } from "./admit.ts"
export { Door } from "./door.ts"
export { DoorError, type DoorErrorCode } from "./door-error.ts"
export type { DoorOptions } from "./memory.ts"
export type { OutboxItem } from "./outbox.ts"
export type { DoorStatus } from "./status.ts"
export type { DoorStore } from "./store.ts"
