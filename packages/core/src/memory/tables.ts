import type { EquippedAsset, UserAsset } from "../assets/asset.ts"
import type { Login } from "../accounts/login.ts"
import type { Passkey } from "../accounts/passkey.ts"
import type { OneTimeToken } from "../accounts/one-time-token.ts"
import type { User } from "../accounts/user.ts"
import type { Card } from "../cards/card.ts"
import type { Contact, ContactVisit } from "../contacts/contact.ts"
import type { CountedBytes, StoredFile } from "../files/file.ts"
import type { CardModel } from "../cards/models/card-model.ts"
import type { RewardTemplate } from "../rewards/reward-template.ts"
import type { RewardFile, SealedRewardContent } from "../rewards/reward-template-repository.ts"
import type { NotedEvent, TriggerTally, TriggerWindow } from "../rewards/triggers/count.ts"
import type {
  RewardTrigger,
  TriggerFiring,
  TriggerListener,
} from "../rewards/triggers/reward-trigger.ts"
import type { TicketHolding } from "../ledger/tickets/ticket-holding.ts"
import type { Activity } from "../activities/activity.ts"
import type { Admission, Presence } from "../admission/presence.ts"
import type { Device } from "../devices/device.ts"
import type { Job } from "../foundation/jobs/job.ts"
import type { LedgerHead } from "../ledger/log/merkle.ts"
import type { Outcome } from "../ledger/entries/change.ts"
import type { TileHash } from "../ledger/log/completed-tiles.ts"
import type { QueuedReceiver, RewardBatch } from "../rewards/batches/reward-batch.ts"
import type { MirroredAsset } from "../rewards/mirroring/mirrored-asset.ts"
import type { RewardDelivery } from "../rewards/deliveries/reward-delivery.ts"
import type { CachedContent, ContentUse } from "../ledger/content/cached-content.ts"
import type { ContentAccess, ContentRead } from "../ledger/content/content-access.ts"
import type { StatusEvent } from "../ledger/entries/status-event.ts"
import type { Transaction } from "../ledger/entries/transaction.ts"
import type { IssuedManifest } from "../manifest/issued-manifest.ts"
import type { KeptEntry, StoredTerm } from "../memberships/history-repository.ts"
import type { Membership } from "../memberships/membership.ts"
import type { MembershipMove } from "../memberships/moves/membership-move.ts"
import type { OauthChallenge } from "../oauth/authorization/challenge.ts"
import type { OauthClient } from "../oauth/clients/client.ts"
import type { OauthCode } from "../oauth/authorization/code.ts"
import type { Consent } from "../oauth/authorization/consent.ts"
import type { RefreshToken } from "../oauth/tokens/refresh-token.ts"
import type { OauthSession } from "../oauth/sessions/session.ts"
import type { Invitation } from "../organizations/invitation.ts"
import type { Organization, StaffMember } from "../organizations/organization.ts"
import type { OutboxEvent } from "../foundation/outbox/event.ts"
import type { Checkout } from "../payments/checkout.ts"
import type { PaymentConnection } from "../payments/connection.ts"
import type { ReceivedPayment } from "../payments/inbox.ts"
import type { Roster, RosterEntry } from "../manifest/rosters/roster.ts"
import type { ProfilePage } from "../profiles/profile-page.ts"
import type { CredentialKey } from "../credentials/credential-key.ts"
import type { Issuance } from "../ledger/supplies/issuance.ts"
import type { Link, UnnamedWallet } from "../links/link.ts"
import type { ProfileTemplate } from "../profiles/templates/profile-template.ts"
import type { ServiceKey } from "../service-keys/service-key.ts"
import type { Session } from "../sessions/session.ts"
import type { SessionSeries } from "../sessions/session-series.ts"
import type { Tier } from "../tiers/tier.ts"
import type { SealedKey, Wallet, WalletDecryptionKey } from "../wallets/wallet.ts"
import type { DeliveryAttempt, WebhookDelivery } from "../webhooks/delivery.ts"
import type { Webhook } from "../webhooks/webhook.ts"
import { place, type Table, table, type UndoLog } from "./table.ts"

/** A job with what only the queue knows of it. */
interface CredentialCounter {
  readonly organizationUuid: string
  /** How many indexes are reserved. */
  readonly reserved: number
}

type FileBytes = Omit<CountedBytes, "actualBytes">

export interface QueuedJob extends Job {
  readonly leaseUntil: Date | undefined
  readonly token: number
  readonly isBuried: boolean
  readonly reason: string | undefined
}

/** All tables: what is in them, by which key, and what is unique besides. */
export type Tables = ReturnType<typeof openTables>

export const openTables = (log: UndoLog) => ({
  ...peopleTables(log),
  ...membershipTables(log),
  ...ledgerTables(log),
  ...doorTables(log),
  ...signInTables(log),
  files: table<StoredFile>(log, uuidOf, ({ slug }) => [slug]),
  fileBytes: table<FileBytes>(log, ({ holderUuid }) => holderUuid),
  userAssets: table<UserAsset>(log, uuidOf, ({ userUuid, itemUid }) => [place(userUuid, itemUid)]),
  equippedAssets: table<EquippedAsset>(log, ({ profilePageUuid, slot }) =>
    place(profilePageUuid, slot),
  ),
  contacts: table<Contact>(log, uuidOf, contactPlaces),
  contactVisits: table<ContactVisit>(log, uuidOf),
  profileTemplates: table<ProfileTemplate>(log, uuidOf),
  cardModels: table<CardModel>(log, uuidOf),
  cards: table<Card>(log, uuidOf, cardPlaces),
  profilePages: table<ProfilePage>(log, uuidOf, pagePlaces),
  links: table<Link>(log, uuidOf, ({ linkToken }) => [linkToken]),
  unnamedWallets: table<UnnamedWallet>(log, ({ userUuid, walletAddress }) =>
    place(userUuid, walletAddress),
  ),
  rewardTemplates: table<RewardTemplate>(log, uuidOf, ({ slug }) => [slug]),
  rewardContents: table<SealedRewardContent>(log, ({ rewardTemplateUuid }) => rewardTemplateUuid),
  rewardFiles: table<RewardFile>(log, ({ rewardTemplateUuid, fileUuid }) =>
    place(rewardTemplateUuid, fileUuid),
  ),
  mirroredAssets: table<MirroredAsset>(log, ({ sourceHash }) => sourceHash),
  ...triggerTables(log),
  tickets: table<TicketHolding>(
    log,
    ({ uid }) => uid,
    ({ transactionId }) => [transactionId],
  ),
  devices: table<Device>(log, uuidOf),
  serviceKeys: table<ServiceKey>(
    log,
    ({ keyId }) => keyId,
    ({ purpose, status }) =>
      status === "active" || status === "next" ? [place(purpose, status)] : [],
  ),
  jobs: table<QueuedJob>(log, uuidOf, ({ key, isBuried }) =>
    key === undefined || isBuried ? [] : [key],
  ),
  outbox: table<OutboxEvent>(log, uuidOf),
  webhooks: table<Webhook>(log, uuidOf),
  deliveries: table<WebhookDelivery>(log, uuidOf),
  attempts: table<DeliveryAttempt>(log, ({ deliveryUuid, number }) => place(deliveryUuid, number)),
})

const triggerTables = (log: UndoLog) => ({
  rewardBatches: table<RewardBatch>(log, uuidOf, ({ outcomeKey }) => [outcomeKey]),
  batchReceivers: table<QueuedReceiver & { readonly batchUuid: string }>(
    log,
    ({ batchUuid, position }) => place(batchUuid, position),
    ({ batchUuid, receiver }) => [place(batchUuid, receiver)],
  ),
  rewardDeliveries: table<RewardDelivery>(log, uuidOf, ({ outcomeKey }) => [outcomeKey]),
  rewardTriggers: table<RewardTrigger>(log, uuidOf),
  triggerListeners: table<TriggerListener>(log, ({ key, triggerUuid }) => place(key, triggerUuid)),
  triggerEvents: table<NotedEvent>(log, keyOf),
  triggerTallies: table<TriggerTally>(log, keyOf),
  triggerWindows: table<TriggerWindow>(log, keyOf),
  triggerFirings: table<TriggerFiring>(log, uuidOf, ({ key }) => [key]),
})

const peopleTables = (log: UndoLog) => ({
  names: table<{ readonly name: string }>(log, ({ name }) => name),
  organizations: table<Organization>(log, uuidOf, ({ slug }) => [slug]),
  staff: table<StaffMember>(
    log,
    ({ organizationUuid, userUuid }) => place(organizationUuid, userUuid),
    ({ organizationUuid, role }) => (role === "owner" ? [organizationUuid] : []),
  ),
  invitations: table<Invitation>(log, uuidOf, ({ tokenHash }) => [tokenHash]),
  users: table<User>(log, uuidOf, userPlaces),
  passwords: table<{ readonly userUuid: string; readonly hash: string }>(
    log,
    ({ userUuid }) => userUuid,
  ),
})

const membershipTables = (log: UndoLog) => ({
  tiers: table<Tier>(log, uuidOf, ({ organizationUuid, slug }) => [place(organizationUuid, slug)]),
  memberships: table<Membership>(log, uuidOf, (row) =>
    row.endedAt === undefined ? [place(row.organizationUuid, row.userUuid)] : [],
  ),
  membershipTerms: table<StoredTerm>(log, ({ membershipUuid, ordinal }) =>
    place(membershipUuid, ordinal),
  ),
  membershipHistory: table<KeptEntry>(log, uuidOf, ({ membershipUuid, paymentRef, cause }) =>
    paymentRef === undefined
      ? []
      : [place(membershipUuid, paymentRef, cause === "reversal" ? "reversed" : "applied")],
  ),
  membershipMoves: table<MembershipMove>(log, uuidOf),
  paymentConnections: table<PaymentConnection>(log, uuidOf),
  checkouts: table<Checkout>(log, uuidOf, ({ status, userUuid, purpose, tierUuid }) =>
    status === "open" ? [place(userUuid, purpose, tierUuid)] : [],
  ),
  paymentInbox: table<ReceivedPayment>(log, uuidOf, ({ backend, connectionUuid, eventId }) => [
    place(backend, connectionUuid, eventId),
  ]),
})

const ledgerTables = (log: UndoLog) => ({
  wallets: table<Wallet>(log, ({ address }) => address, walletPlaces),
  walletKeys: table<{ readonly address: string; readonly key: SealedKey }>(
    log,
    ({ address }) => address,
  ),
  decryptionKeys: table<WalletDecryptionKey>(log, ({ kid }) => kid),
  contentAccesses: table<ContentAccess>(log, ({ keyHash }) => keyHash),
  contentReads: table<ContentRead>(log, uuidOf),
  cachedContents: table<CachedContent>(log, ({ transactionId }) => transactionId),
  contentUses: table<ContentUse>(log, ({ transactionId }) => transactionId),
  statuses: table<StatusEvent>(
    log,
    ({ logIndex }) => place(logIndex),
    ({ logIndex }) => [place("log", logIndex)],
  ),
  tileHashes: table<TileHash>(log, ({ level, index }) => place(level, index)),
  outcomes: table<Outcome>(log, ({ key }) => key),
  issuances: table<Issuance>(
    log,
    ({ transactionId }) => transactionId,
    ({ credentialIssuerUuid: issuer, credentialIndex: index }) =>
      issuer === undefined || index === undefined ? [] : [place(issuer, index)],
  ),
  credentialKeys: table<CredentialKey>(
    log,
    ({ keyId }) => keyId,
    ({ organizationUuid, retiredAt }) => (retiredAt === undefined ? [organizationUuid] : []),
  ),
  credentialCounters: table<CredentialCounter>(log, ({ organizationUuid }) => organizationUuid),
  transactions: table<Transaction>(log, ({ body }) => body.id, transactionPlaces),
  ledger: table<LedgerHead>(log, () => theLedger),
  ledgerOrigin: table<{ readonly origin: string }>(log, () => theLedger),
})

const doorTables = (log: UndoLog) => ({
  activities: table<Activity>(log, uuidOf, ({ slug }) => [slug]),
  sessions: table<Session>(log, uuidOf, ({ slug }) => [slug]),
  sessionSeries: table<SessionSeries>(log, uuidOf),
  presences: table<Presence>(log, uuidOf, ({ sessionUuid, walletAddress, undoneAt }) =>
    undoneAt === undefined ? [place(sessionUuid, walletAddress)] : [],
  ),
  admissions: table<Admission>(log, uuidOf, (row) => [
    place(row.sessionUuid, row.clientId, row.idempotencyKey),
  ]),
  manifests: table<IssuedManifest>(log, ({ sessionUuid, manifestVersion }) =>
    place(sessionUuid, manifestVersion),
  ),
  rosters: table<Roster>(log, ({ sessionUuid }) => sessionUuid),
  rosterEntries: table<RosterEntry>(
    log,
    uuidOf,
    ({ sessionUuid, list, walletAddress, sinceVersion }) => [
      place(sessionUuid, list, walletAddress, sinceVersion),
    ],
  ),
  rosterFeeds: table<{ readonly organizationUuid: string; readonly position: number }>(
    log,
    ({ organizationUuid }) => organizationUuid,
  ),
  rosterChanges: table<{
    readonly organizationUuid: string
    readonly subject: string
    readonly position: number | undefined
  }>(log, ({ organizationUuid, subject }) => place(organizationUuid, subject)),
})

const signInTables = (log: UndoLog) => ({
  oneTimeTokens: table<OneTimeToken>(log, ({ tokenHash }) => tokenHash),
  passkeys: table<Passkey>(log, ({ credentialId }) => credentialId),
  logins: table<Login>(log, ({ tokenHash }) => tokenHash),
  oauthClients: table<OauthClient>(log, ({ clientId }) => clientId),
  oauthSessions: table<OauthSession>(log, ({ sid }) => sid),
  oauthCodes: table<OauthCode>(log, ({ codeHash }) => codeHash),
  refreshTokens: table<RefreshToken>(log, ({ tokenHash }) => tokenHash),
  oauthChallenges: table<OauthChallenge>(log, ({ challengeHash }) => challengeHash),
  consents: table<Consent>(log, ({ userUuid, clientId }) => place(userUuid, clientId)),
})

const keyOf = ({ key }: { readonly key: string }): string => key
const uuidOf = ({ uuid }: { readonly uuid: string }): string => uuid

/** Key of the ledger's one row. */
export const theLedger = "ledger"

/** The place of a wallet that its holder has one of, or none. */
export const walletPlace = (
  kind: Exclude<Wallet["kind"], "card">,
  holder: string | undefined,
  organizationUuid: string | undefined,
): string => place(kind, holder ?? "", organizationUuid ?? "")

function transactionPlaces({ body, logIndex }: Transaction): readonly string[] {
  const {
    from_address,
    from_sequence,
    to_address,
    to_sequence,
    original_transaction_id: original,
  } = body
  const places = [
    place("from", from_address, from_sequence),
    place("to", to_address, to_sequence),
    place("log", logIndex),
  ]
  return body.transaction_type === "reversal" ? [...places, place("reversal", original)] : places
}

function userPlaces({ username, email, emailVerifiedAt, iamUserId }: User): readonly string[] {
  const verified =
    email === undefined || emailVerifiedAt === undefined
      ? []
      : [place("email", email.toLowerCase())]
  return [
    place("username", username),
    ...verified,
    ...(iamUserId === undefined ? [] : [place("iam", iamUserId)]),
  ]
}

function walletPlaces({ kind, userUuid, organizationUuid, isPrimary }: Wallet): readonly string[] {
  if (kind === "card") return []
  if (kind !== "user") return [walletPlace(kind, undefined, organizationUuid)]
  const primary = isPrimary ? [walletPlace(kind, userUuid, undefined)] : []
  return organizationUuid === undefined
    ? primary
    : [...primary, walletPlace(kind, userUuid, organizationUuid)]
}

function cardPlaces(card: Card): readonly string[] {
  const { identifier, walletAddress, primarySince, holderUserUuid = "" } = card
  const places = [place("identifier", identifier), place("wallet", walletAddress)]
  return primarySince === undefined ? places : [...places, place("primary", holderUserUuid)]
}

function pagePlaces({ userUuid, primarySince, cardUuid }: ProfilePage): readonly string[] {
  return [
    ...(primarySince === undefined ? [] : [place("primary", userUuid)]),
    ...(cardUuid === undefined ? [] : [place("issued", cardUuid, userUuid)]),
  ]
}

function contactPlaces(contact: Contact): readonly string[] {
  const { ownerUserUuid, type, contactUserUuid, droppedByUserUuid, email } = contact
  const known =
    contactUserUuid === undefined
      ? email === undefined || type === "dropped"
        ? []
        : [place(ownerUserUuid, "email", email.toLowerCase())]
      : [place(ownerUserUuid, "user", contactUserUuid)]
  return droppedByUserUuid === undefined || type === "saved"
    ? known
    : [...known, place(ownerUserUuid, "sender", droppedByUserUuid)]
}

/** Adds a row that must be new. */
export const addNew = <Row>(rows: Table<Row>, row: Row, what: string): void => {
  if (!rows.add(row)) throw new Error(`The ${what} already exists.`)
}
