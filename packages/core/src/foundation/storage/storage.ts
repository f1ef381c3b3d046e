import type { AssetRepository } from "../../assets/asset-repository.ts"
import type { ActivityRepository } from "../../activities/activity-repository.ts"
import type { LoginRepository } from "../../accounts/login-repository.ts"
import type { PasskeyRepository } from "../../accounts/passkey-repository.ts"
import type { OneTimeTokenRepository } from "../../accounts/one-time-token-repository.ts"
import type { UserRepository } from "../../accounts/user-repository.ts"
import type { ProfilePageRepository } from "../../profiles/profile-page-repository.ts"
import type { ProfileTemplateRepository } from "../../profiles/templates/profile-template-repository.ts"
import type { CardRepository } from "../../cards/card-repository.ts"
import type { CardModelRepository } from "../../cards/models/card-model-repository.ts"
import type { ContactRepository } from "../../contacts/contact-repository.ts"
import type { DeviceRepository } from "../../devices/device-repository.ts"
import type { FileRepository } from "../../files/file-repository.ts"
import type { JobRepository } from "../jobs/job-repository.ts"
import type { CredentialKeyRepository } from "../../credentials/credential-key-repository.ts"
import type { IssuanceRepository } from "../../ledger/supplies/issuance-repository.ts"
import type { LinkRepository } from "../../links/link-repository.ts"
import type { CachedContentRepository } from "../../ledger/content/cached-content-repository.ts"
import type { ContentRepository } from "../../ledger/content/content-repository.ts"
import type { LedgerRepository, TransactionRepository } from "../../ledger/ledger-repository.ts"
import type { ManifestRepository } from "../../manifest/manifest-repository.ts"
import type {
  MembershipHistoryRepository,
  MembershipTermRepository,
} from "../../memberships/history-repository.ts"
import type { MembershipMoveRepository } from "../../memberships/moves/membership-move.ts"
import type { MembershipRepository } from "../../memberships/membership-repository.ts"
import type {
  ConsentRepository,
  OauthChallengeRepository,
  OauthClientRepository,
  OauthCodeRepository,
  OauthSessionRepository,
  RefreshTokenRepository,
} from "../../oauth/oauth-repository.ts"
import type { InvitationRepository } from "../../organizations/invitation-repository.ts"
import type {
  NameRepository,
  OrganizationRepository,
  StaffRepository,
} from "../../organizations/organization-repository.ts"
import type { OutboxRepository } from "../../webhooks/outbox-repository.ts"
import type { DeliveryRepository } from "../../webhooks/delivery-repository.ts"
import type { WebhookRepository } from "../../webhooks/webhook-repository.ts"
import type {
  CheckoutRepository,
  PaymentConnectionRepository,
  PaymentInboxRepository,
} from "../../payments/payment-repository.ts"
import type { PresenceRepository } from "../../admission/presence-repository.ts"
import type { RateLimitStore } from "../../rate-limits/rate-limit-store.ts"
import type { RewardTemplateRepository } from "../../rewards/reward-template-repository.ts"
import type { RewardBatchRepository } from "../../rewards/batches/reward-batch-repository.ts"
import type { MirroredAssetRepository } from "../../rewards/mirroring/mirrored-asset-repository.ts"
import type { RewardDeliveryRepository } from "../../rewards/deliveries/reward-delivery-repository.ts"
import type { RewardTriggerRepository } from "../../rewards/triggers/reward-trigger-repository.ts"
import type { TicketHoldingRepository } from "../../rewards/ticket-holding-repository.ts"
import type { RosterRepository } from "../../manifest/rosters/roster-repository.ts"
import type { WrappedKeyRepository } from "../sealing/wrapped-key-repository.ts"
import type { ServiceKeyRepository } from "../../service-keys/service-key-repository.ts"
import type { SessionRepository } from "../../sessions/session-repository.ts"
import type { SessionSeriesRepository } from "../../sessions/session-series-repository.ts"
import type { TierRepository } from "../../tiers/tier-repository.ts"
import type { DecryptionKeyRepository } from "../../wallets/decryption-key-repository.ts"
import type { WalletRepository } from "../../wallets/wallet-repository.ts"

/**
 * Everything the core stores, by noun. What holds for every verb:
 *
 * - A list is sorted as asked; ties are broken by uuid, in the same direction. Texts sort by code
 *   point, a missing value after every other (so first in descending order). A page past the end is
 *   empty and still counts the whole list.
 * - Verbs that take many keys answer each row once, however often it was asked for; no keys, no
 *   rows.
 * - What comes back equals what was written: instants to the millisecond, integers up to 2^53-1,
 *   JSON as JSON, and `undefined` where nothing was (never `null`). Changing a value that was
 *   handed in or out does not change what is stored.
 * - A verb that answers nothing rejects when what it adds is there already. Whatever a verb rejects
 *   with must leave `work`.
 * - A row is written after the rows it refers to: an adapter may hold references.
 */
export interface Repositories {
  readonly names: NameRepository
  readonly organizations: OrganizationRepository
  readonly staff: StaffRepository
  readonly invitations: InvitationRepository
  readonly users: UserRepository
  readonly logins: LoginRepository
  readonly passkeys: PasskeyRepository
  readonly oneTimeTokens: OneTimeTokenRepository
  readonly tiers: TierRepository
  readonly wallets: WalletRepository
  readonly decryptionKeys: DecryptionKeyRepository
  readonly contents: ContentRepository
  readonly cachedContents: CachedContentRepository
  readonly wrappedKeys: WrappedKeyRepository
  readonly ledger: LedgerRepository
  readonly transactions: TransactionRepository
  readonly memberships: MembershipRepository
  readonly membershipTerms: MembershipTermRepository
  readonly membershipHistory: MembershipHistoryRepository
  readonly membershipMoves: MembershipMoveRepository
  readonly paymentConnections: PaymentConnectionRepository
  readonly checkouts: CheckoutRepository
  readonly paymentInbox: PaymentInboxRepository
  readonly profileTemplates: ProfileTemplateRepository
  readonly cardModels: CardModelRepository
  readonly cards: CardRepository
  readonly profilePages: ProfilePageRepository
  readonly issuances: IssuanceRepository
  readonly credentialKeys: CredentialKeyRepository
  readonly links: LinkRepository
  readonly files: FileRepository
  readonly assets: AssetRepository
  readonly contacts: ContactRepository
  readonly rewardTemplates: RewardTemplateRepository
  readonly rewardBatches: RewardBatchRepository
  readonly mirroredAssets: MirroredAssetRepository
  readonly rewardDeliveries: RewardDeliveryRepository
  readonly rewardTriggers: RewardTriggerRepository
  readonly tickets: TicketHoldingRepository
  readonly sessions: SessionRepository
  readonly sessionSeries: SessionSeriesRepository
  readonly activities: ActivityRepository
  readonly presences: PresenceRepository
  readonly rosters: RosterRepository
  readonly manifests: ManifestRepository
  readonly oauthClients: OauthClientRepository
  readonly oauthSessions: OauthSessionRepository
  readonly oauthCodes: OauthCodeRepository
  readonly refreshTokens: RefreshTokenRepository
  readonly oauthChallenges: OauthChallengeRepository
  readonly consents: ConsentRepository
  readonly devices: DeviceRepository
  readonly serviceKeys: ServiceKeyRepository
  readonly jobs: JobRepository
  readonly outbox: OutboxRepository
  readonly webhooks: WebhookRepository
  readonly deliveries: DeliveryRepository
}

/**
 * The one door to data.
 *
 * An adapter that passes `@symbolon/storage-contract` is a storage for everything Symbolon does.
 */
export interface Storage {
  /**
   * All of `work` is kept, or none of it: when the promise resolves, a "write" is durable.
   *
   * - `work` may run more than once: it has no effects except through `tx`, and awaits nothing but
   *   `tx`.
   * - A "read" sees one snapshot and cannot write: a verb that writes rejects.
   * - What `work` throws reaches the caller as it is, after everything was undone.
   * - Rejects with `StorageUnavailable` when the store cannot work now and may work later: a
   *   database that is down, a lock that another process holds for too long, a full disk. It works
   *   again, without being opened anew, as soon as the store does.
   * - Never inside another `transact`.
   */
  readonly transact: <A>(
    mode: "read" | "write",
    work: (tx: Repositories) => Promise<A>,
  ) => Promise<A>
  /**
   * Throws what `transact` would reject with inside another one of this store, for callers who would have
   * to wait for others first. Left out where the store cannot tell.
   */
  readonly expectOutside?: () => void
  /**
   * Counts limits for all processes that use this store together, outside of transactions. Left out
   * where one process alone uses it, which then counts in its memory.
   */
  readonly rateLimitStore?: RateLimitStore
  /** Waits for running work, then lets go of files and connections. */
  readonly close: () => Promise<void>
}

/** A step of the schema, and whether the store has taken it. */
export interface MigrationState {
  readonly name: string
  readonly appliedAt: Date | undefined
}

/** How a store's schema is brought up to date; adapters hand it out beside the {@link Storage}. */
export interface Migrations {
  /** All steps this version knows, in order. */
  readonly status: () => Promise<readonly MigrationState[]>
  /**
   * Takes the missing steps, one process at a time; answers the names of those it
   * took.
   */
  readonly up: () => Promise<readonly string[]>
}

/** A storage that lives in a database with a schema. */
export interface MigratedStorage extends Storage {
  readonly migrations: Migrations
  /**
   * Resolves when the store answers a trivial question; rejects with the reason when it does not.
   */
  readonly ping: () => Promise<void>
}
