import type {
  Activity,
  Device,
  DoorSettings,
  Membership,
  OauthClient,
  Organization,
  Admission,
  Presence,
  Repositories,
  SealedKey,
  Session,
  Storage,
  Tier,
  User,
  Wallet,
} from "@symbolon/core/storage"

/**
 * An organization with a roster, made from numbers: what adapters are loaded with to see how they
 * bear it.
 */
const dawn = Date.UTC(2026, 10, 21)

export const at = (ms: number): Date => new Date(dawn + ms)

export const uuid = (n: number): string =>
  `01900000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`

export const hash = (n: number): string => n.toString(16).padStart(64, "0")

/** Numbers of what there is one of. */
export const places = {
  organization: 1,
  tier: 2,
  activity: 3,
  session: 4,
  owner: 5,
  treasury: 6,
  issuance: 7,
  device: 8,
} as const

/** The number of the first member; the n-th is this plus n. */
export const firstMember = 1_000_000

const doorSettings: DoorSettings = {
  requiresTicket: false,
  ticketTemplateUuid: undefined,
  requiredEntitlement: undefined,
  maxAttendees: undefined,
  enforcesCheckinWindow: true,
  allowReentry: false,
  admitsFrozenCards: false,
}

const none = { description: undefined, updatedAt: undefined }

export const organization: Organization = {
  ...none,
  uuid: uuid(places.organization),
  slug: "harbour-club",
  name: "Harbour Club",
  website: undefined,
  logoImageFileUuid: undefined,
  pointsAllowance: 0,
  timezone: "Europe/Athens",
  createdAt: at(0),
  deletedAt: undefined,
}

export const tier: Tier = {
  ...none,
  uuid: uuid(places.tier),
  organizationUuid: organization.uuid,
  slug: "gold",
  name: "Gold",
  priceCents: 500,
  currency: "EUR",
  paymentInterval: "monthly",
  visibility: "public",
  inclusions: ["The lounge"],
  entitlements: { lounge: true },
  rewardPointsMultiplierTenThousandths: 10_000,
  gracePeriodDays: undefined,
  imageFileUuid: undefined,
  position: 0,
  createdAt: at(0),
  deletedAt: undefined,
}

export const activity: Activity = {
  ...none,
  ...doorSettings,
  uuid: uuid(places.activity),
  slug: "regatta",
  organizationUuid: organization.uuid,
  name: "Regatta",
  imageFileUuid: undefined,
  websiteUrl: undefined,
  additionalData: { boats: 12 },
  startTime: at(0),
  endTime: undefined,
  isSessionCheckinOpen: true,
  cancelledAt: undefined,
  cancellationReason: undefined,
  timezone: undefined,
  createdAt: at(0),
  deletedAt: undefined,
}

export const session: Session = {
  ...none,
  ...doorSettings,
  uuid: uuid(places.session),
  slug: "regatta-1",
  organizationUuid: organization.uuid,
  activityUuid: activity.uuid,
  name: "First day",
  startTime: at(0),
  endTime: at(3_600_000),
  isCheckinOpen: true,
  cancelledAt: undefined,
  cancellationReason: undefined,
  requiredPriorSessionUuid: undefined,
  seriesUuid: undefined,
  sequenceNumber: 1,
  createdAt: at(0),
}

export const user = (n: number): User => ({
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
})

/** An address whose order is not that of the numbers, as with real ones. */
export const address = (n: number): string =>
  `sy1${((n * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, "0")}${hash(n).slice(30)}`

export const wallet = (n: number, change: Partial<Wallet>): Wallet => ({
  address: address(n),
  uuid: uuid(n),
  kind: "user",
  userUuid: undefined,
  organizationUuid: organization.uuid,
  isPrimary: false,
  publicKey: "A".repeat(43),
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

export const sealedKey: SealedKey = {
  wrapped: { kekId: "kek-1", blob: "A".repeat(54) },
  box: "A".repeat(80),
}

export const membership = (n: number): Membership => ({
  uuid: uuid(n),
  userUuid: uuid(n),
  organizationUuid: organization.uuid,
  tierUuid: tier.uuid,
  customPriceCents: n % 500 === 0 ? 100 : undefined,
  customPaymentInterval: undefined,
  validUntil: n % 10 === 0 ? at(-1) : at(86_400_000 + n),
  renewableUntil: n % 10 === 0 ? at(n % 20) : at(2 * 86_400_000 + n),
  cancelledAt: undefined,
  endedAt: undefined,
  endedBy: undefined,
  anchorAt: at(0),
  anchorTerms: 1,
  joinedAt: at(n),
  createdAt: at(n),
  updatedAt: undefined,
  revision: 1,
})

export const presence = (n: number): Presence => ({
  uuid: uuid(n),
  sessionUuid: session.uuid,
  walletAddress: address(n),
  userUuid: uuid(n),
  seat: n % 2 === 0 ? "walk_in" : "ticket",
  firstAdmittedAt: at(n),
  lastAdmittedAt: at(n),
  recordedAt: at(n),
  source: "online",
  cardIdentifier: undefined,
  seatsLeft: n % 40 === 0 ? n : undefined,
  seatsVersion: n % 40 === 0 ? 1 : undefined,
  isOverCapacity: false,
  disputedReason: undefined,
  undoneAt: undefined,
  undoneBy: undefined,
})

/** The admission that the presence of that number rests on. */
export const admission = (n: number): Admission => ({
  uuid: uuid(n),
  presenceUuid: uuid(n),
  sessionUuid: session.uuid,
  clientId: "door",
  idempotencyKey: `tap-${n}`,
  walletAddress: address(n),
  occurredAt: at(n),
  recordedAt: at(n),
  isOffline: false,
  source: "online",
  cardIdentifier: undefined,
  deviceReference: undefined,
  manifestVersion: undefined,
  ordinal: 0,
  hasTicket: n % 2 !== 0,
  seatsLeft: undefined,
  seatsVersion: undefined,
  admissionsAllowed: undefined,
  allowsReentry: false,
  ownDispute: undefined,
  isReentry: false,
  disputedReason: undefined,
  answeredReentry: false,
  answeredDispute: undefined,
  answeredFirstAdmittedAt: at(n),
})

export const oauthClient: OauthClient = {
  clientId: "client",
  organizationUuid: organization.uuid,
  name: "App",
  clientType: "public",
  secretHashes: [],
  grantTypes: [],
  scopes: [],
  redirectUris: [],
  postLogoutRedirectUris: [],
  iconUrl: undefined,
  websiteUrl: undefined,
  policyUrl: undefined,
  tosUrl: undefined,
  serviceRole: undefined,
  isFirstParty: false,
  createdAt: at(0),
  updatedAt: undefined,
  disabledAt: undefined,
}

export const device: Device = {
  uuid: uuid(places.device),
  name: "Pier",
  sessionUuid: session.uuid,
  organizationUuid: organization.uuid,
  clientId: oauthClient.clientId,
  createdByUserUuid: undefined,
  tokenUuid: uuid(places.device),
  issuedAt: at(0),
  notBefore: at(0),
  expiresAt: at(86_400_000),
  createdAt: at(0),
  revokedAt: undefined,
}

/** Makes the organization with its tier, activity, session, owner and own wallets. */
export const addOrganization = (storage: Storage): Promise<void> =>
  storage.transact("write", async (tx) => {
    await tx.organizations.add(organization)
    await tx.users.add(user(places.owner), undefined)
    await tx.staff.add({
      uuid: uuid(places.owner),
      organizationUuid: organization.uuid,
      userUuid: uuid(places.owner),
      role: "owner",
      joinedAt: at(0),
      updatedAt: undefined,
    })
    await tx.tiers.add(tier)
    await tx.activities.add(activity)
    await tx.sessions.add(session)
    await tx.oauthClients.add(oauthClient)
    await tx.devices.add(device)
    await tx.wallets.add(
      wallet(places.treasury, { kind: "treasury", balance: 1_000_000_000 }),
      sealedKey,
    )
    await tx.wallets.add(
      wallet(places.issuance, { kind: "issuance", balance: -1_000_000_000 }),
      sealedKey,
    )
  })

/** Adds the n-th member: user, wallet and membership. */
export const addMember = async (tx: Repositories, n: number): Promise<void> => {
  const number = firstMember + n
  await Promise.all([
    tx.users.add(user(number), undefined),
    tx.wallets.add(wallet(number, { userUuid: uuid(number) }), sealedKey),
    tx.memberships.add(membership(number)),
  ])
}

const chunk = 500

/** Adds members 0 up to `count`. */
export const addMembers = async (storage: Storage, count: number): Promise<void> => {
  for (let from = 0; from < count; from += chunk) {
    await storage.transact("write", async (tx) => {
      await Promise.all(
        Array.from({ length: Math.min(chunk, count - from) }, (_, n) => addMember(tx, from + n)),
      )
    })
  }
}
