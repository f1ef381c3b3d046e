/**
 * Memberships, rewards and attendance as a library.
 * @module
 */
export { createSymbolon, type Symbolon } from "./create-symbolon.ts"
export { StaleSchema } from "./open-store.ts"
export { type ReadinessCheck } from "./readiness.ts"
export { type SymbolonOptions } from "./symbolon-options.ts"
export type {
  Facade,
  Outcome,
  RefusalsOf,
  Run,
  ActivitiesFacade,
  AllowedAppsFacade,
  AppsFacade,
  AssetsFacade,
  CardModelsFacade,
  CardsFacade,
  ContactsFacade,
  CredentialsFacade,
  EntitlementsFacade,
  FilesFacade,
  HoldsFacade,
  InvitationsFacade,
  KeysFacade,
  LedgerFacade,
  LinksFacade,
  MembershipsFacade,
  OauthFacade,
  OrganizationsFacade,
  PaymentConnectionsFacade,
  PaymentEventsFacade,
  PlatformProfileTemplatesFacade,
  PointsFacade,
  ProfilePagesFacade,
  ProfileTemplatesFacade,
  RewardTriggersFacade,
  RewardsFacade,
  SessionsFacade,
  StaffFacade,
  TicketsFacade,
  TiersFacade,
  TransactionsFacade,
  UsersFacade,
  WalletsFacade,
  RunContext,
  WebhooksFacade,
} from "./facade.ts"
export type * from "./foundation/kernel/inputs.ts"
export type * from "./accounts/results.ts"
export type * from "./devices/results.ts"
export type * from "./entitlements/results.ts"
export type * from "./ledger/results.ts"
export type * from "./oauth/results.ts"
export type * from "./payments/results.ts"
export type * from "./sessions/results.ts"
export type * from "./webhooks/results.ts"
export type * from "./accounts/inputs.ts"
export type * from "./activities/inputs.ts"
export type * from "./admission/inputs.ts"
export type * from "./cards/inputs.ts"
export type * from "./profiles/inputs.ts"
export type * from "./contacts/inputs.ts"
export type * from "./credentials/inputs.ts"
export type * from "./credentials/results.ts"
export type * from "./devices/inputs.ts"
export type * from "./entitlements/inputs.ts"
export type * from "./files/inputs.ts"
export type * from "./files/results.ts"
export { publicUrlOf, storageKeyOf } from "./files/file-rules.ts"
export { type FileOwnerType, type FileState, fileStates } from "./files/file.ts"
export type * from "./ledger/inputs.ts"
export type * from "./links/inputs.ts"
export type * from "./links/results.ts"
export { linkUrlOf } from "./links/link.ts"
export type * from "./manifest/inputs.ts"
export type * from "./memberships/inputs.ts"
export type * from "./oauth/inputs.ts"
export type * from "./organizations/inputs.ts"
export type * from "./payments/inputs.ts"
export type * from "./assets/asset.ts"
export type * from "./assets/inputs.ts"
export type * from "./assets/results.ts"
export type * from "./rewards/inputs.ts"
export type * from "./rewards/issued-content.ts"
export type * from "./rewards/batches/reward-batch.ts"
export type * from "./rewards/deliveries/reward-delivery.ts"
export type * from "./rewards/results.ts"
export type * from "./rewards/issued-reward.ts"
export type * from "./rewards/reward-content.ts"
export type * from "./rewards/reward-template.ts"
export type * from "./rewards/triggers/inputs.ts"
export type * from "./rewards/triggers/results.ts"
export type * from "./rewards/triggers/reward-trigger.ts"
export type * from "./service-keys/inputs.ts"
export type * from "./sessions/inputs.ts"
export type * from "./tiers/inputs.ts"
export type * from "./wallets/inputs.ts"
export type * from "./webhooks/inputs.ts"
export {
  actingUser,
  type Caller,
  type ClientCaller,
  type DoorCaller,
  type Host,
  host,
  isServiceStaff,
  type OrganizationCaller,
  type UserCaller,
} from "./foundation/access/caller.ts"
export { type Access, permitRole, permitToken, type TokenKind } from "./foundation/access/permit.ts"
export * from "./foundation/errors/refusals.ts"
export {
  type ErrorEnvelope,
  envelopes,
  everywhere,
  type Everywhere,
  isSymbolonError,
  toEnvelope,
} from "./foundation/errors/envelope.ts"
export {
  InteractionRefused,
  type OauthError,
  OauthRefused,
} from "./foundation/errors/oauth-refusals.ts"
export { baseUrlProblem } from "./foundation/kernel/base-url.ts"
export { limits } from "./foundation/kernel/limits.ts"
export {
  isWithin,
  type Network,
  readIp,
  readNetwork,
  withoutPort,
} from "./foundation/kernel/network.ts"
export { didYouMean } from "./foundation/kernel/nearest.ts"
export { decimalOf, tenThousandthsOf } from "./foundation/kernel/decimal.ts"
export { isPlainText } from "./foundation/kernel/text.ts"
export { grantTypes } from "./oauth/clients/client.ts"
export { type Page, type PageRequest, pageCount } from "./foundation/kernel/page.ts"
export type { Clock } from "./foundation/ports/clock.ts"
export type {
  ContentBinding,
  ContentRecipient,
  ContentSealer,
  OpenedContent,
  OpenRefusal,
  SealedContent,
  SealRefusal,
} from "./foundation/ports/content-sealer.ts"
export type { Ids } from "./foundation/ports/ids.ts"
export type { KeyVault, WrappedKey } from "./foundation/ports/key-vault.ts"
export type {
  DeliveryAttemptNote,
  JobNote,
  LedgerBatchNote,
  LimitRefusedNote,
  ManifestSignedNote,
  Observer,
  TransactionNote,
} from "./foundation/ports/observer.ts"
export type { Logger } from "./foundation/ports/logger.ts"
export type {
  ByteRange,
  Completion,
  ObjectStore,
  Received,
  ReceivedUpload,
  SentPart,
  StoredObject,
  Upload,
  UploadProblem,
  UploadTarget,
} from "./foundation/ports/object-store.ts"
export {
  type LocalFiles,
  localFiles,
  type SavedObject,
} from "./foundation/system/local-files.ts"
export type { Mail, MailDelivery, Mailer, MailPurpose } from "./foundation/ports/mailer.ts"
export type {
  OutgoingAnswer,
  OutgoingErrorCode,
  OutgoingFailure,
  OutgoingHttp,
  OutgoingRequest,
  OutgoingResult,
} from "./foundation/ports/outgoing-http.ts"
export type {
  NewPasskey,
  PasskeyClaim,
  Passkeys,
  RelyingParty,
} from "./foundation/ports/passkeys.ts"
export type {
  CallbackReading,
  CheckoutRequest,
  PaymentBackend,
  PaymentCallback,
  StartedCheckout,
} from "./foundation/ports/payments.ts"
export type { ParkedPayment } from "./operations/payment-events.ts"
export type { Passwords } from "./foundation/ports/passwords.ts"
export type { Settings } from "./foundation/ports/ports.ts"
export { isRecentSignIn } from "./accounts/recent-sign-in.ts"
export type { SignInSubject } from "./accounts/operations/sign-in.ts"
export { logMailer } from "./accounts/log-mailer.ts"
export { contentSealer } from "./foundation/sealing/content-sealer.ts"
export { systemClock } from "./foundation/system/clock.ts"
export { systemIds } from "./foundation/system/ids.ts"
export { type LocalKeyVault, localKeyVault } from "./foundation/system/local-key-vault.ts"
export type { AttendanceView } from "./admission/operations/activity-attendees.ts"
export type { PresenceView } from "./admission/operations/session-attendees.ts"
export type { AdmissionAnswer, AdmissionRequest, RefusedTap } from "./admission/request.ts"
export type { CurrentUser } from "./accounts/current-user.ts"
export type { Subscription } from "./accounts/subscription.ts"
export type { SignedPayload } from "./manifest/operations.ts"
export type { RefusedCard } from "./cards/refused-card.ts"
export type * from "./cards/card-view.ts"
export type * from "./contacts/contact-view.ts"
export { frozenBy } from "./cards/card-rules.ts"
export type { CardModel } from "./cards/models/card-model.ts"
export type { IdentifierRef } from "./identifiers/identifier.ts"
export type { Interaction } from "./oauth/authorization/interaction.ts"
export type {
  Asking,
  AuthorizationAnswer,
  Returning,
} from "./oauth/authorization/authorization-answer.ts"
export type { ClientCredentials } from "./oauth/clients/client-credentials.ts"
export type { IssuedTokens } from "./oauth/tokens/issued-tokens.ts"
export type { TokenFacts } from "./oauth/operations/introspect.ts"
export type { LogoutAnswer } from "./oauth/operations/logout.ts"
export type { UserClaims } from "./oauth/operations/userinfo.ts"
export type { MembershipView, MemberView } from "./memberships/view.ts"
export type { MemberDetails, ShownHistory } from "./memberships/operations/members.ts"
export type { KeptEntry } from "./memberships/history-repository.ts"
export type {
  CreatedInvitation,
  InvitationView,
  Invitee,
} from "./organizations/operations/invitations.ts"
export type { OrganizationView } from "./organizations/operations/organizations.ts"
export type { OwnStaffRole, StaffMemberView } from "./organizations/operations/staff.ts"
export type { MoveReport, SkippedMember, TierView } from "./operations/tiers.ts"
export type { ActivityChanged } from "./operations/activities.ts"
export { expectVault, WrongVault } from "./service-keys/expect-vault.ts"
export type { KeysInForce, ServiceKeyView } from "./service-keys/operations.ts"
export type { RunningWork, StopOptions } from "./foundation/jobs/work-loop.ts"
export type { Rewrapping } from "./foundation/jobs/key-rewrap.ts"
export type { AuthoredContent, DecryptedData } from "./ledger/content/content.ts"
export { publicKeyPem } from "./ledger-proof/public-key.ts"
export type * from "./foundation/storage/index.ts"
export * from "./rate-limits/buckets.ts"
export { allowanceState, rateLimitedBy, rateLimitedWhereSpent } from "./rate-limits/rate-limited.ts"
export { memoryRateLimitStore } from "./rate-limits/memory-store.ts"
export { pageWords, searchWords, wordsOf } from "./foundation/kernel/search-words.ts"
export type { WalletDetails } from "./wallets/details.ts"
export type { RecentTransaction, Sender } from "./ledger/operations/wallet-transactions.ts"
export type { PointsAllowance } from "./ledger/commit/points-allowance.ts"
export type { MembershipQuote } from "./memberships/machine/quote.ts"
export type { AllowedApp } from "./oauth/operations/allowed-apps.ts"
export type { ProfileTemplate } from "./profiles/templates/profile-template.ts"
export type { ProfilePageView } from "./profiles/results.ts"
export type { ProfileData } from "./profiles/profile-data.ts"
export type { JsonObject } from "./foundation/kernel/json.ts"
export type { DroppedContact } from "./operations/contacts.ts"
export type { Manufactured, TakenCards, UpdateOwnCardInput } from "./operations/cards.ts"
export type { TransactionProof } from "./ledger/operations/proof.ts"
