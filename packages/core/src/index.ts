/**
 * Memberships, rewards and attendance as a library.
 * @module
 */
export { createSymbolon, type ReadinessCheck, StaleSchema, type Symbolon, type SymbolonOptions } from "./create-symbolon.ts"
export type { Facade, Run } from "./facade.ts"
export {
  type Caller,
  type ClientCaller,
  type Host,
  host,
  isServiceStaff,
  type OrganizationCaller,
  type UserCaller,
} from "./access/caller.ts"
export { type Access, permitRole, permitToken, type TokenKind } from "./access/permit.ts"
export * from "./errors/refusals.ts"
export { type ErrorEnvelope, envelopes, everywhere, type Everywhere, toEnvelope } from "./errors/envelope.ts"
export { OauthRefused } from "./oauth/refusal.ts"
export { limits } from "./kernel/limits.ts"
export { isPlainText } from "./kernel/text.ts"
export { type Page, type PageRequest, pageCount } from "./kernel/page.ts"
export type { Clock } from "./ports/clock.ts"
export type { Ids } from "./ports/ids.ts"
export type { KeyVault, WrappedKey } from "./ports/key-vault.ts"
export type { Logger } from "./ports/logger.ts"
export type { Passwords } from "./ports/passwords.ts"
export type { Settings } from "./ports/ports.ts"
export { systemClock } from "./system/clock.ts"
export { systemIds } from "./system/ids.ts"
export { localKeyVault } from "./system/local-key-vault.ts"
export type { AdmissionAnswer, AdmissionRequest } from "./admission/operations.ts"
export type { IdentifierRef } from "./identifiers/identifier.ts"
export type { IssuedToken } from "./oauth/operations.ts"
export type { MemberView } from "./memberships/operations.ts"
export type { OrganizationView } from "./organizations/operations.ts"
export { publicKeyPem } from "./wallets/public-key.ts"
export type * from "./storage/index.ts"
export * from "./rate-limits/buckets.ts"
export { memoryRateLimitStore } from "./rate-limits/memory-store.ts"
export type { Check, RateLimitStore, Standing as LimitStanding, Taken } from "./rate-limits/rate-limit-store.ts"
export type { LedgerKey, LedgerKeys } from "./ledger/export.ts"
export { type LedgerFault, type LedgerReport, type Verdict, verifyLedger, type VerifyLedgerOptions } from "./ledger/verify-ledger.ts"
