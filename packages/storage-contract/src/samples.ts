import {
  type Activity,
  type Claim,
  defaultDoorSettings,
  type Invitation,
  type Job,
  type Membership,
  type OauthClient,
  type OauthSession,
  type OneTimeToken,
  type Organization,
  type OutboxEvent,
  type Passkey,
  type SealedKey,
  type ServiceKey,
  type Session,
  type SessionSeries,
  type StaffMember,
  type Tier,
  type User,
  type Wallet,
} from "@symbolon/core/storage"

// Records that look like real ones, made from a number: the same number makes the same record in
// every run.

const noon = Date.UTC(2026, 10, 21, 12)

/** `ms` milliseconds after noon of the day on which all cases play. */
export const at = (ms: number): Date => new Date(noon + ms)

/** A UUIDv7; those of higher numbers sort after those of lower ones. */
export const uuid = (n: number): string =>
  `01900000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`

/** The number that {@link uuid} made it from. */
export const numberOf = (madeUuid: string): number => Number.parseInt(madeUuid.slice(-12), 16)

/**
 * A wallet address in the alphabet of bech32; those of higher numbers sort after those of lower
 * ones.
 */
export const address = (n: number): string =>
  `sy1${n
    .toString(8)
    .padStart(38, "0")
    .replace(/[0-7]/g, (digit) => String(Number(digit) + 2))}`

/** Lower-case hex, 64 characters. */
export const hash = (n: number): string => n.toString(16).padStart(64, "0")

/** A text of that length, for what only looks like a key. */
export const text = (n: number, length: number): string => n.toString(36).padStart(length, "A")

export const organization = (n: number, change: Partial<Organization> = {}): Organization => ({
  uuid: uuid(n),
  slug: `organization-${n}`,
  name: `Organization ${n}`,
  description: undefined,
  website: undefined,
  logoImageFileUuid: undefined,
  timezone: undefined,
  pointsAllowance: 0,
  createdAt: at(n),
  updatedAt: undefined,
  deletedAt: undefined,
  ...change,
})

export const user = (n: number, change: Partial<User> = {}): User => ({
  uuid: uuid(n),
  username: `user-${n}`,
  firstName: `First ${n}`,
  lastName: undefined,
  email: undefined,
  emailVerifiedAt: undefined,
  phoneNumber: undefined,
  avatarImageFileUuid: undefined,
  iamUserId: undefined,
  dropsRefusedSince: undefined,
  accountType: "user",
  createdAt: at(n),
  updatedAt: undefined,
  disabledAt: undefined,
  deletedAt: undefined,
  ...change,
})

export const passkey = (n: number, of: Pick<Passkey, "userUuid"> & Partial<Passkey>): Passkey => ({
  credentialId: `credential-${n}`,
  publicKey: text(n, 103),
  counter: 0,
  transports: ["internal"],
  isBackedUp: false,
  name: `Passkey ${n}`,
  createdAt: at(n),
  usedAt: undefined,
  ...of,
})

export const oneTimeToken = (n: number, change: Partial<OneTimeToken> = {}): OneTimeToken => ({
  tokenHash: hash(n),
  purpose: "email_verification",
  userUuid: undefined,
  subject: `user-${n}@example.org`,
  createdAt: at(n),
  expiresAt: at(n + 86_400_000),
  consumedAt: undefined,
  ...change,
})

export const staffMember = (
  n: number,
  of: Pick<StaffMember, "organizationUuid" | "userUuid"> & Partial<StaffMember>,
): StaffMember => ({
  uuid: uuid(n),
  role: "staff",
  joinedAt: at(n),
  updatedAt: undefined,
  ...of,
})

export const invitation = (
  n: number,
  of: Pick<Invitation, "organizationUuid"> & Partial<Invitation>,
): Invitation => ({
  uuid: uuid(n),
  role: "staff",
  userUuid: undefined,
  email: undefined,
  tokenHash: hash(n),
  invitedByUserUuid: undefined,
  createdAt: at(n),
  expiresAt: at(n + 7 * 86_400_000),
  settlement: undefined,
  settledAt: undefined,
  ...of,
})

export const tier = (n: number, of: Pick<Tier, "organizationUuid"> & Partial<Tier>): Tier => ({
  uuid: uuid(n),
  slug: `tier-${n}`,
  name: `Tier ${n}`,
  description: undefined,
  priceCents: 0,
  currency: "EUR",
  paymentInterval: "monthly",
  visibility: "public",
  inclusions: [],
  entitlements: {},
  rewardPointsMultiplierTenThousandths: 10_000,
  gracePeriodDays: undefined,
  imageFileUuid: undefined,
  position: 0,
  createdAt: at(n),
  updatedAt: undefined,
  deletedAt: undefined,
  ...of,
})

export const membership = (
  n: number,
  of: Pick<Membership, "organizationUuid" | "userUuid" | "tierUuid"> & Partial<Membership>,
): Membership => ({
  uuid: uuid(n),
  customPriceCents: undefined,
  customPaymentInterval: undefined,
  validUntil: undefined,
  renewableUntil: undefined,
  cancelledAt: undefined,
  endedAt: undefined,
  endedBy: undefined,
  anchorAt: at(0),
  anchorTerms: 0,
  joinedAt: at(n),
  createdAt: at(n),
  updatedAt: undefined,
  revision: 1,
  ...of,
})

export const sealedKey = (n: number): SealedKey => ({
  wrapped: { kekId: `kek-${n}`, blob: text(n, 54) },
  box: text(n, 80),
})

export const wallet = (n: number, change: Partial<Wallet>): Wallet => ({
  address: address(n),
  uuid: uuid(n),
  kind: "user",
  userUuid: undefined,
  organizationUuid: undefined,
  isPrimary: false,
  publicKey: text(n, 43),
  keyVersion: 1,
  decryptionKeyVersion: 1,
  closedAt: undefined,
  balance: 0,
  held: 0,
  sequence: 0,
  head: hash(n),
  createdAt: at(n),
  ...change,
})

export const activity = (
  n: number,
  of: Pick<Activity, "organizationUuid"> & Partial<Activity>,
): Activity => ({
  ...defaultDoorSettings,
  uuid: uuid(n),
  slug: `activity-${n}`,
  name: `Activity ${n}`,
  description: undefined,
  imageFileUuid: undefined,
  websiteUrl: undefined,
  additionalData: undefined,
  startTime: undefined,
  endTime: undefined,
  isSessionCheckinOpen: true,
  cancelledAt: undefined,
  cancellationReason: undefined,
  timezone: undefined,
  createdAt: at(n),
  updatedAt: undefined,
  deletedAt: undefined,
  ...of,
})

export const session = (
  n: number,
  of: Pick<Session, "organizationUuid" | "activityUuid"> & Partial<Session>,
): Session => ({
  ...defaultDoorSettings,
  uuid: uuid(n),
  slug: `session-${n}`,
  name: `Session ${n}`,
  description: undefined,
  startTime: at(n * 1000),
  endTime: at(n * 1000 + 3_600_000),
  isCheckinOpen: true,
  cancelledAt: undefined,
  cancellationReason: undefined,
  requiredPriorSessionUuid: undefined,
  seriesUuid: undefined,
  sequenceNumber: 1,
  createdAt: at(n),
  updatedAt: undefined,
  ...of,
})

export const sessionSeries = (
  n: number,
  of: Pick<SessionSeries, "activityUuid"> & Partial<SessionSeries>,
): SessionSeries => ({
  uuid: uuid(n),
  name: `Series ${n}`,
  createdAt: at(n),
  updatedAt: undefined,
  ...of,
})

export const oauthClient = (n: number, change: Partial<OauthClient> = {}): OauthClient => ({
  clientId: `client-${n}`,
  organizationUuid: undefined,
  name: `Client ${n}`,
  clientType: "confidential",
  secretHashes: [hash(n)],
  grantTypes: ["client_credentials"],
  scopes: ["organization:read"],
  redirectUris: [],
  postLogoutRedirectUris: [],
  iconUrl: undefined,
  websiteUrl: undefined,
  policyUrl: undefined,
  tosUrl: undefined,
  serviceRole: undefined,
  isFirstParty: false,
  createdAt: at(n),
  updatedAt: undefined,
  disabledAt: undefined,
  ...change,
})

export const oauthSession = (
  n: number,
  of: Pick<OauthSession, "clientId"> & Partial<OauthSession>,
): OauthSession => ({
  sid: uuid(n),
  userUuid: undefined,
  grantType: "client_credentials",
  scopes: ["organization:read"],
  authTime: undefined,
  acr: undefined,
  amr: [],
  createdAt: at(n),
  expiresAt: at(n + 3_600_000),
  revokedAt: undefined,
  ...of,
})

export const serviceKey = (n: number, change: Partial<ServiceKey> = {}): ServiceKey => ({
  keyId: `key-${n}`,
  purpose: "checkin_manifest",
  algorithm: "Ed25519",
  publicKey: text(n, 43),
  sealed: sealedKey(n),
  status: "active",
  changedAt: at(n),
  notBefore: at(n),
  notAfter: undefined,
  createdAt: at(n),
  ...change,
})

export const job = (n: number, change: Partial<Job> = {}): Job => ({
  uuid: uuid(n),
  queue: "work",
  groupKey: "sweep",
  kind: "sweep",
  key: undefined,
  payload: {},
  dueAt: at(n),
  organizationUuid: undefined,
  attempts: 0,
  requestId: undefined,
  createdAt: at(0),
  ...change,
})

/** A claim at a moment: of ten jobs of the queue `work`, without caps, unless it says otherwise. */
export const claimOf = (now: number, change: Partial<Claim> = {}): Claim => ({
  queue: "work",
  now: at(now),
  leaseUntil: at(now + 100),
  limit: 10,
  perGroup: 1000,
  organizationShare: Infinity,
  running: [],
  ...change,
})

export const event = (
  n: number,
  of: Pick<OutboxEvent, "organizationUuid"> & Partial<OutboxEvent>,
): OutboxEvent => ({
  uuid: uuid(n),
  type: "membership.joined",
  data: { n },
  namedUserUuid: undefined,
  createdAt: at(n),
  ...of,
})
