export { decodeBase64url } from "./base64url.ts"
export { canonicalJson } from "./canonical.ts"
export { type Ed25519Host, isAcceptablePublicKey, isAcceptableSignature, verifyEd25519 } from "./ed25519.ts"
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
  CHECKIN_MANIFEST_SCHEMA_VERSION,
  CHECKIN_MANIFEST_TYPE,
  type CheckinHolder,
  type CheckinHolders,
  type CheckinManifest,
  type CheckinManifestResponse,
  type RosterKind,
} from "./manifest.ts"
export { isCheckinManifest } from "./manifest-shape.ts"
export {
  findStanding,
  justifiesAdmission,
  type LocalAdmissions,
  manifestDoorState,
  type OpenManifest,
  openManifest,
  type Standing,
  subjectOf,
} from "./open-manifest.ts"
export {
  type AdmissionDetails,
  type AdmissionVerdict,
  type BlockedReason,
  type DisputedReason,
  type DoorConfiguration,
  type DoorState,
  decideAdmission,
  GATE_REASONS,
  type GateReason,
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
export { type ManifestTrust, type ManifestVerification, MAX_RESPONSE_LENGTH, verifyManifest } from "./verify.ts"
