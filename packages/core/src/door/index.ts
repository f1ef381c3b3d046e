export { decodeBase64url } from "./base64url.ts"
export { canonicalJson } from "./canonical.ts"
export { applyDelta, type DeltaPlan, type DeltaRefusal, planDelta } from "./delta.ts"
export {
  type Ed25519Host,
  isAcceptablePublicKey,
  isAcceptableSignature,
  verifyEd25519,
} from "./ed25519.ts"
export {
  ADMISSION_RULES,
  type AdmissionExplanation,
  type AdmissionRule,
  type ExplainedRule,
  explainAdmission,
} from "./explain.ts"
export {
  IDENTIFIER_TYPES,
  type IdentifierType,
  normaliseCardIdentifier,
  normaliseWalletAddress,
  readTap,
  type Tap,
} from "./identifier.ts"
export { readInstant } from "./instant.ts"
export {
  CHECKIN_DELTA_TYPE,
  CHECKIN_MANIFEST_SCHEMA_VERSION,
  CHECKIN_MANIFEST_TYPE,
  type CheckinHolder,
  type CheckinHolders,
  type CheckinManifest,
  type CheckinManifestDelta,
  type CheckinManifestDeltaResponse,
  type CheckinManifestResponse,
  type ManifestHead,
  type RosterKind,
} from "./manifest.ts"
export { isCheckinManifest, isCheckinManifestDelta, isRecord } from "./manifest-shape.ts"
export {
  justifiesAdmission,
  type LocalAdmissions,
  manifestDoorState,
  type OpenManifest,
  openManifest,
  subjectOf,
} from "./open-manifest.ts"
export { openIndexedResponse } from "./indexed-response.ts"
export { type OpenedResponse, openResponse } from "./open-response.ts"
export { type Cards, findPerson, hasTicket, type People, type Person } from "./people.ts"
export {
  type AdmissionDetails,
  type AdmissionVerdict,
  type BlockedReason,
  type DisputedReason,
  type DoorConfiguration,
  type DoorState,
  decideAdmission,
  decideAtDoor,
  type FailedGates,
  GATE_REASONS,
  type GateReason,
  NO_FAILED_GATES,
  type Seat,
  type TapFacts,
} from "./rules.ts"
export { sha512 } from "./sha512.ts"
export {
  CHECKIN_MANIFEST_PURPOSE,
  type PublishedTrustKey,
  type PublishedTrustKeys,
  readTrustKeys,
  type TrustKey,
  type TrustKeys,
} from "./trust-keys.ts"
export { encodeUtf8 } from "./utf8.ts"
export {
  type DeltaVerification,
  type ManifestTrust,
  type ManifestVerification,
  MAX_RESPONSE_LENGTH,
  type ResponseRefusal,
  verifyDelta,
  verifyManifest,
} from "./verify.ts"
