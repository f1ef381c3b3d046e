import type {
  Activity,
  Admission,
  Card,
  CardModel,
  Checkout,
  Consent,
  ContactVisit,
  ContentAccess,
  ContentRead,
  ContentUse,
  Device,
  EquippedAsset,
  Invitation,
  IssuedManifest,
  Issuance,
  Link,
  UnnamedWallet,
  Login,
  Membership,
  MirroredAsset,
  OauthChallenge,
  OauthClient,
  OauthCode,
  OneTimeToken,
  Organization,
  Outcome,
  OutboxEvent,
  Passkey,
  Presence,
  ProfilePage,
  ProfileTemplate,
  ReceivedPayment,
  RefreshToken,
  NotedEvent,
  RewardFile,
  RewardTemplate,
  RewardTrigger,
  TriggerFiring,
  TriggerListener,
  TriggerTally,
  TriggerWindow,
  Roster,
  Session,
  SessionSeries,
  StaffMember,
  StoredFile,
  StoredTerm,
  TicketHolding,
  Tier,
  UserAsset,
  Wallet,
  WebhookDelivery,
} from "@symbolon/core/storage"
import {
  clientOriginColumns,
  consentColumns,
  loginColumns,
  oauthChallengeColumns,
  oauthClientColumns,
  oauthCodeColumns,
  refreshTokenColumns,
  serviceKeyColumns,
  storedOauthSessionColumns,
  type ClientOrigin,
  type StoredOauthSession,
  type StoredServiceKey,
} from "./access.ts"
import { equippedAssetColumns, userAssetColumns } from "./assets.ts"
import {
  activityColumns,
  admissionColumns,
  manifestColumns,
  type KeptAttendance,
  keptAttendanceColumns,
  presenceColumns,
  presenceCountColumns,
  type PresenceCount,
  sessionColumns,
  sessionSeriesColumns,
} from "./attendance.ts"
import {
  migrationLockColumns,
  takenMigrationColumns,
  type MigrationLock,
  type TakenMigration,
} from "./bookkeeping.ts"
import {
  cardColumns,
  type CardEnding,
  cardEndingColumns,
  cardModelColumns,
  rewardContentColumns,
  rewardFileColumns,
  rewardTemplateColumns,
  type StoredRewardContent,
  ticketHoldingColumns,
} from "./cards.ts"
import {
  rewardTriggerColumns,
  triggerEventColumns,
  triggerFiringColumns,
  triggerListenerColumns,
  triggerTallyColumns,
  triggerWindowColumns,
} from "./reward-triggers.ts"
import {
  contactVisitColumns,
  contactWordColumns,
  storedContactColumns,
  type ContactWord,
  type StoredContact,
} from "./contacts.ts"
import type { ColumnKind, Stored } from "./columns.ts"
import {
  cachedContentColumns,
  contentAccessColumns,
  contentReadColumns,
  contentUseColumns,
  decryptionKeyColumns,
  type StoredCachedContent,
  type StoredDecryptionKey,
} from "./contents.ts"
import { deviceColumns } from "./devices.ts"
import { fileBytesColumns, type FileBytesRow, fileColumns } from "./files.ts"
import {
  ledgerColumns,
  outcomeColumns,
  statusColumns,
  tileHashColumns,
  transactionColumns,
  walletColumns,
  walletKeyColumns,
  type StoredLedger,
  type StoredStatus,
  type StoredTileHash,
  type StoredTransaction,
  type StoredWalletKey,
} from "./ledger.ts"
import {
  membershipHistoryColumns,
  membershipMoveColumns,
  membershipTermColumns,
  type StoredEntry,
  type StoredMove,
} from "./membership-history.ts"
import { membershipColumns, tierColumns } from "./memberships.ts"
import {
  invitationColumns,
  nameColumns,
  oneTimeTokenColumns,
  organizationColumns,
  passkeyColumns,
  staffColumns,
  storedUserColumns,
  userHandleColumns,
  userWordColumns,
  type ClaimedName,
  type StoredUser,
  type UserHandle,
  type UserWord,
} from "./people.ts"
import {
  linkColumns,
  unnamedWalletColumns,
  profilePageColumns,
  profilePageWordColumns,
  type ProfilePageWord,
  profileTemplateColumns,
} from "./profiles.ts"
import {
  type CredentialCounter,
  credentialCounterColumns,
  credentialKeyColumns,
  issuanceColumns,
  type StoredCredentialKey,
} from "./issuances.ts"
import {
  batchReceiverColumns,
  rewardBatchColumns,
  type StoredReceiver,
  type StoredRewardBatch,
} from "./reward-batches.ts"
import { mirroredAssetColumns } from "./mirrored-assets.ts"
import { rewardDeliveryColumns, type StoredRewardDelivery } from "./reward-deliveries.ts"
import {
  checkoutColumns,
  paymentConnectionColumns,
  receivedPaymentColumns,
  type StoredPaymentConnection,
} from "./payments.ts"
import {
  rosterChangeColumns,
  rosterColumns,
  rosterFeedColumns,
  storedRosterEntryColumns,
  type RosterFeed,
  type StoredRosterChange,
  type StoredRosterEntry,
} from "./rosters.ts"
import {
  webhookAttemptColumns,
  webhookColumns,
  webhookDeliveryColumns,
  type StoredAttempt,
  type StoredWebhook,
} from "./webhooks.ts"
import { outboxColumns, storedJobColumns, type StoredJob } from "./work.ts"

/** The tables, as Kysely sees them. Names are camel case here and snake case in the database. */
export interface Database {
  readonly names: Stored<ClaimedName>
  readonly organizations: Stored<Organization>
  readonly users: Stored<StoredUser>
  readonly userHandles: Stored<UserHandle>
  readonly userWords: Stored<UserWord>
  readonly oneTimeTokens: Stored<OneTimeToken>
  readonly passkeys: Stored<Passkey>
  readonly staff: Stored<StaffMember>
  readonly invitations: Stored<Invitation>
  readonly tiers: Stored<Tier>
  readonly memberships: Stored<Membership>
  readonly membershipTerms: Stored<StoredTerm>
  readonly membershipHistory: Stored<StoredEntry>
  readonly membershipMoves: Stored<StoredMove>
  readonly paymentConnections: Stored<StoredPaymentConnection>
  readonly checkouts: Stored<Checkout>
  readonly paymentInbox: Stored<ReceivedPayment>
  readonly wallets: Stored<Wallet>
  readonly walletKeys: Stored<StoredWalletKey>
  readonly walletDecryptionKeys: Stored<StoredDecryptionKey>
  readonly contentAccesses: Stored<ContentAccess>
  readonly contentReads: Stored<ContentRead>
  readonly userAssets: Stored<UserAsset>
  readonly cachedContents: Stored<StoredCachedContent>
  readonly contentUses: Stored<ContentUse>
  readonly transactions: Stored<StoredTransaction>
  readonly ledgerStatuses: Stored<StoredStatus>
  readonly ledgerTileHashes: Stored<StoredTileHash>
  readonly outcomes: Stored<Outcome>
  readonly ledger: Stored<StoredLedger>
  readonly activities: Stored<Activity>
  readonly sessionSeries: Stored<SessionSeries>
  readonly sessions: Stored<Session>
  readonly presences: Stored<Presence>
  readonly presenceCounts: Stored<PresenceCount>
  readonly attendances: Stored<KeptAttendance>
  readonly admissions: Stored<Admission>
  readonly manifests: Stored<IssuedManifest>
  readonly rosterFeeds: Stored<RosterFeed>
  readonly rosterChanges: Stored<StoredRosterChange>
  readonly rosters: Stored<Roster>
  readonly rosterEntries: Stored<StoredRosterEntry>
  readonly profileTemplates: Stored<ProfileTemplate>
  readonly cardModels: Stored<CardModel>
  readonly cards: Stored<Card>
  readonly files: Stored<StoredFile>
  readonly fileBytes: Stored<FileBytesRow>
  readonly profilePages: Stored<ProfilePage>
  readonly equippedAssets: Stored<EquippedAsset>
  readonly profilePageWords: Stored<ProfilePageWord>
  readonly links: Stored<Link>
  readonly unnamedWallets: Stored<UnnamedWallet>
  readonly cardEndings: Stored<CardEnding>
  readonly contacts: Stored<StoredContact>
  readonly contactVisits: Stored<ContactVisit>
  readonly contactWords: Stored<ContactWord>
  readonly rewardTemplates: Stored<RewardTemplate>
  readonly rewardContents: Stored<StoredRewardContent>
  readonly rewardFiles: Stored<RewardFile>
  readonly mirroredAssets: Stored<MirroredAsset>
  readonly rewardTriggers: Stored<RewardTrigger>
  readonly triggerListeners: Stored<TriggerListener>
  readonly triggerEvents: Stored<NotedEvent>
  readonly triggerTallies: Stored<TriggerTally>
  readonly triggerWindows: Stored<TriggerWindow>
  readonly triggerFirings: Stored<TriggerFiring>
  readonly ticketHoldings: Stored<TicketHolding>
  readonly rewardIssuances: Stored<Issuance>
  readonly credentialKeys: Stored<StoredCredentialKey>
  readonly credentialCounters: Stored<CredentialCounter>
  readonly rewardDeliveries: Stored<StoredRewardDelivery>
  readonly rewardBatches: Stored<StoredRewardBatch>
  readonly rewardBatchReceivers: Stored<StoredReceiver>
  readonly oauthClients: Stored<OauthClient>
  readonly clientOrigins: Stored<ClientOrigin>
  readonly oauthSessions: Stored<StoredOauthSession>
  readonly oauthCodes: Stored<OauthCode>
  readonly refreshTokens: Stored<RefreshToken>
  readonly oauthChallenges: Stored<OauthChallenge>
  readonly consents: Stored<Consent>
  readonly logins: Stored<Login>
  readonly devices: Stored<Device>
  readonly serviceKeys: Stored<StoredServiceKey>
  readonly jobs: Stored<StoredJob>
  readonly outbox: Stored<OutboxEvent>
  readonly webhooks: Stored<StoredWebhook>
  readonly webhookDeliveries: Stored<WebhookDelivery>
  readonly webhookAttempts: Stored<StoredAttempt>
  readonly schemaMigrations: Stored<TakenMigration>
  readonly migrationLock: Stored<MigrationLock>
}

/** The columns of every table, each table after those it refers to. */
export const tables: { readonly [Table in keyof Database]: Readonly<Record<string, ColumnKind>> } =
  {
    names: nameColumns,
    organizations: organizationColumns,
    users: storedUserColumns,
    userHandles: userHandleColumns,
    userWords: userWordColumns,
    oneTimeTokens: oneTimeTokenColumns,
    passkeys: passkeyColumns,
    staff: staffColumns,
    invitations: invitationColumns,
    tiers: tierColumns,
    memberships: membershipColumns,
    membershipTerms: membershipTermColumns,
    membershipHistory: membershipHistoryColumns,
    membershipMoves: membershipMoveColumns,
    paymentConnections: paymentConnectionColumns,
    checkouts: checkoutColumns,
    paymentInbox: receivedPaymentColumns,
    wallets: walletColumns,
    walletKeys: walletKeyColumns,
    walletDecryptionKeys: decryptionKeyColumns,
    contentAccesses: contentAccessColumns,
    contentReads: contentReadColumns,
    userAssets: userAssetColumns,
    cachedContents: cachedContentColumns,
    contentUses: contentUseColumns,
    transactions: transactionColumns,
    ledgerStatuses: statusColumns,
    ledgerTileHashes: tileHashColumns,
    outcomes: outcomeColumns,
    ledger: ledgerColumns,
    activities: activityColumns,
    sessionSeries: sessionSeriesColumns,
    sessions: sessionColumns,
    presences: presenceColumns,
    presenceCounts: presenceCountColumns,
    attendances: keptAttendanceColumns,
    admissions: admissionColumns,
    manifests: manifestColumns,
    rosterFeeds: rosterFeedColumns,
    rosterChanges: rosterChangeColumns,
    rosters: rosterColumns,
    rosterEntries: storedRosterEntryColumns,
    profileTemplates: profileTemplateColumns,
    cardModels: cardModelColumns,
    cards: cardColumns,
    files: fileColumns,
    fileBytes: fileBytesColumns,
    profilePages: profilePageColumns,
    equippedAssets: equippedAssetColumns,
    profilePageWords: profilePageWordColumns,
    links: linkColumns,
    unnamedWallets: unnamedWalletColumns,
    cardEndings: cardEndingColumns,
    contacts: storedContactColumns,
    contactVisits: contactVisitColumns,
    contactWords: contactWordColumns,
    rewardTemplates: rewardTemplateColumns,
    rewardContents: rewardContentColumns,
    rewardFiles: rewardFileColumns,
    mirroredAssets: mirroredAssetColumns,
    rewardTriggers: rewardTriggerColumns,
    triggerListeners: triggerListenerColumns,
    triggerEvents: triggerEventColumns,
    triggerTallies: triggerTallyColumns,
    triggerWindows: triggerWindowColumns,
    triggerFirings: triggerFiringColumns,
    ticketHoldings: ticketHoldingColumns,
    rewardIssuances: issuanceColumns,
    credentialKeys: credentialKeyColumns,
    credentialCounters: credentialCounterColumns,
    rewardDeliveries: rewardDeliveryColumns,
    rewardBatches: rewardBatchColumns,
    rewardBatchReceivers: batchReceiverColumns,
    oauthClients: oauthClientColumns,
    clientOrigins: clientOriginColumns,
    oauthSessions: storedOauthSessionColumns,
    oauthCodes: oauthCodeColumns,
    refreshTokens: refreshTokenColumns,
    oauthChallenges: oauthChallengeColumns,
    consents: consentColumns,
    logins: loginColumns,
    devices: deviceColumns,
    serviceKeys: serviceKeyColumns,
    jobs: storedJobColumns,
    outbox: outboxColumns,
    webhooks: webhookColumns,
    webhookDeliveries: webhookDeliveryColumns,
    webhookAttempts: webhookAttemptColumns,
    schemaMigrations: takenMigrationColumns,
    migrationLock: migrationLockColumns,
  }
