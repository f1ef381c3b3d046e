import * as z from "zod"
import * as contract from "../../contract/index.ts"
import { uuid } from "../../contract/endpoint.ts"
import { decimalOf } from "../kernel/decimal.ts"
import { type CheckInput, heldTo, judgedByItsProtocol, ownInput } from "./held-input.ts"
import { assetInputs } from "./holder-inputs.ts"
import { onBehalf, paged } from "./input-parts.ts"
import { rewardInputs } from "./reward-inputs.ts"
import { name, ownSchemas } from "./own-schemas.ts"
import { rewardTriggerInputs } from "./reward-trigger-inputs.ts"

/** Door settings are one member, too. */
const settings = { flat: ["settings"] }
const walletsOf = {
  own: {
    of: z
      .union([z.strictObject({ userUuid: uuid() }), z.strictObject({ treasuryOf: uuid() })])
      .optional(),
  },
}
const jobTitle = { names: { jobTitle: "position" } }
const onTier = { ...onBehalf, names: { tierSlug: "membership_tier_slug" } }
const described = { optional: ["description"] }
const custom = {
  tierSlug: "membership_tier_slug",
  customPriceCents: "custom_tier_price_cents",
  customPaymentInterval: "custom_tier_payment_interval",
}
const multiplier = {
  names: { rewardPointsMultiplierTenThousandths: "reward_points_multiplier" },
  values: {
    rewardPointsMultiplierTenThousandths: (value: unknown) =>
      Number.isSafeInteger(value) ? decimalOf(Number(value)) : "",
  },
}
const pageStart = { nested: { callToAction: {}, currentRole: {}, customBackground: {} } }
const profile = { ...onBehalf, ...pageStart }
const app = { names: { isFirstParty: "first_party" }, optional: ["organization"] }
const webhook = { names: { isEnabled: "enabled" } }
const isEndpoint = (value: unknown): value is contract.Endpoint<unknown, unknown, string> =>
  typeof value === "object" && value !== null && "bucket" in value
const nothing = ownInput(z.looseObject({}))
const named = (...names: readonly string[]): CheckInput =>
  ownInput(z.strictObject(Object.fromEntries(names.map((each) => [each, name]))))

/**
 * What the input of an operation is held to, by noun and verb, where it has no endpoint or differs
 * from it. Every other operation is held to its endpoint: see {@link checkFor}.
 */
const inputs = {
  activities: {
    listFiles: heldTo(contract.files.listActivityFiles, paged),
    create: heldTo(contract.activities.createActivity, { ...settings, ...described }),
    get: named("activity"),
    list: heldTo(contract.activities.listActivities, { ...paged, ...onBehalf }),
    listAttendees: heldTo(contract.attendance.listActivityAttendees, paged),
    listForOrganization: heldTo(contract.activities.listForOrganization, paged),
    update: heldTo(contract.activities.updateActivity, settings),
    withdrawCancellation: named("activity"),
  },
  allowedApps: {
    list: nothing,
    withdraw: named("clientId"),
  },
  apps: {
    create: heldTo(contract.consoleApps.createApp, app),
    createSecret: heldTo(contract.consoleApps.createSecret, app),
    delete: heldTo(contract.consoleApps.deleteApp, app),
    get: heldTo(contract.consoleApps.getApp, app),
    list: heldTo(contract.consoleApps.listApps, { ...paged, ...app }),
    update: heldTo(contract.consoleApps.updateApp, app),
  },
  assets: assetInputs,
  platformProfileTemplates: {
    create: heldTo(contract.consoleProfileTemplates.createPlatformProfileTemplate, pageStart),
    list: heldTo(contract.consoleProfileTemplates.listPlatformProfileTemplates, paged),
    update: heldTo(contract.consoleProfileTemplates.updatePlatformProfileTemplate, pageStart),
  },
  profileTemplates: {
    create: heldTo(contract.consoleProfileTemplates.createProfileTemplate, pageStart),
    list: heldTo(contract.consoleProfileTemplates.listProfileTemplates, paged),
    update: heldTo(contract.consoleProfileTemplates.updateProfileTemplate, pageStart),
  },
  cardModels: {
    list: heldTo(contract.cardModels.listCardModels, paged),
  },
  cards: {
    addToInventory: heldTo(contract.cards.addToInventory, { nested: { cards: {} } }),
    claim: heldTo(contract.cards.claim, onBehalf),
    get: heldTo(contract.cards.getCard, onBehalf),
    list: heldTo(contract.cards.listCards, { ...paged, ...onBehalf }),
    listInventory: heldTo(contract.cards.listInventory, paged),
    update: heldTo(contract.cards.updateCard, onBehalf),
    updateState: heldTo(contract.cards.updateState, {
      names: { isWithdrawn: "withdrawn" },
      optional: ["organization"],
    }),
    manufacture: heldTo(contract.consoleCards.manufacture, {
      names: { organization: "organization_slug" },
      nested: { cards: {} },
    }),
  },
  contacts: {
    delete: heldTo(contract.contacts.deleteContact, onBehalf),
    deleteVisit: heldTo(contract.contacts.deleteVisit, onBehalf),
    drop: heldTo(contract.contacts.drop, { ...onBehalf, ...jobTitle }),
    get: heldTo(contract.contacts.getContact, onBehalf),
    list: heldTo(contract.contacts.listContacts, { ...paged, ...onBehalf }),
    save: heldTo(contract.contacts.save, { ...onBehalf, ...jobTitle }),
    update: heldTo(contract.contacts.updateContact, onBehalf),
    updateVisit: heldTo(contract.contacts.updateVisit, onBehalf),
  },
  credentials: {
    didDocumentOf: ownInput(z.strictObject({ organizationUuid: uuid() })),
    listKeys: named("organization"),
    serviceDidDocument: nothing,
    statusList: ownInput(z.strictObject({ organizationUuid: uuid(), list: z.int().min(0) })),
  },
  entitlements: {
    check: ownInput(z.strictObject({ organization: name, userUuid: uuid(), key: name })),
    get: ownInput(z.strictObject({ organization: name, userUuid: uuid() })),
  },
  holds: {
    create: ownInput(ownSchemas.hold),
    release: ownInput(ownSchemas.releaseHold),
    releaseExpired: nothing,
    settle: ownInput(ownSchemas.settleHold),
  },
  invitations: {
    list: heldTo(contract.consoleStaff.listInvitations, paged),
    withdraw: named("organization", "invitationUuid"),
  },
  keys: {
    list: ownInput(z.strictObject({ purpose: name.optional() })),
    revoke: named("keyId"),
    rotate: ownInput(z.strictObject({ purpose: name, emergency: z.boolean().optional() })),
    rotateDue: nothing,
  },
  ledger: {
    checkpoint: nothing,
    keys: nothing,
    tile: named("path"),
  },
  links: {
    create: heldTo(contract.consoleLinks.createLink, onBehalf),
    delete: heldTo(contract.consoleLinks.deleteLink, onBehalf),
    list: heldTo(contract.consoleLinks.listLinks, { ...paged, ...onBehalf }),
    open: named("token"),
  },
  memberships: {
    add: heldTo(contract.memberships.add, {
      names: { ...custom, member: "identifier" },
      own: { namedBy: z.enum(["identifier", "user_uuid"]).optional() },
    }),
    changeTier: heldTo(contract.ownMemberships.changeTier, onTier),
    checkout: heldTo(contract.checkouts.checkout, onTier),
    claimCard: named("organization", "userUuid", "tierUuid"),
    get: heldTo(contract.ownMemberships.getMembership, onBehalf),
    getCheckout: heldTo(contract.checkouts.getCheckout, onBehalf),
    getMember: ownInput(
      z.strictObject({ organization: name, userUuid: name, withHistory: z.boolean().optional() }),
    ),
    join: heldTo(contract.ownMemberships.join, onTier),
    leave: heldTo(contract.ownMemberships.leave, onBehalf),
    list: heldTo(contract.ownMemberships.listMemberships, { ...paged, ...onBehalf }),
    listMembers: heldTo(contract.memberships.listMembers, paged),
    quoteCheckout: heldTo(contract.checkouts.checkout, onTier),
    removeMember: named("organization", "userUuid"),
    renew: heldTo(contract.ownMemberships.renew, onBehalf),
    resume: heldTo(contract.ownMemberships.resume, onBehalf),
    updateMember: heldTo(contract.memberships.updateMember, { names: custom }),
  },
  oauth: {
    advance: judgedByItsProtocol,
    authorize: judgedByItsProtocol,
    checkSignIn: judgedByItsProtocol,
    clientInfo: judgedByItsProtocol,
    decide: judgedByItsProtocol,
    exchange: judgedByItsProtocol,
    introspect: judgedByItsProtocol,
    isAppOrigin: judgedByItsProtocol,
    issueClientToken: judgedByItsProtocol,
    issueUserToken: judgedByItsProtocol,
    logout: judgedByItsProtocol,
    redeemCode: judgedByItsProtocol,
    refresh: judgedByItsProtocol,
    resume: judgedByItsProtocol,
    revoke: judgedByItsProtocol,
    userinfo: nothing,
  },
  organizations: {
    listFiles: heldTo(contract.files.listOrganizationFiles, paged),
    get: named("organization"),
    list: heldTo(contract.organizations.listOrganizations, paged),
  },
  paymentConnections: {
    delete: named("organization", "connectionUuid"),
    list: heldTo(contract.consolePayments.listPaymentConnections, paged),
  },
  paymentEvents: {
    list: heldTo(contract.consolePayments.listPaymentEvents, {
      ...paged,
      names: { isSettled: "status" },
      values: {
        isSettled: (isSettled) =>
          typeof isSettled === "boolean" ? (isSettled ? "settled" : "open") : isSettled,
      },
    }),
    receive: judgedByItsProtocol,
    settle: heldTo(contract.consolePayments.settle, {
      names: { eventUuid: "payment_event_uuid" },
    }),
  },
  points: {
    burn: heldTo(contract.consoleLedger.burn, described),
    getAllowance: named("organization"),
    mint: heldTo(contract.consoleLedger.mint, described),
  },
  sessions: {
    admit: heldTo(contract.sessions.admit, {
      flat: ["request"],
      required: { request: [] },
      names: { "request.isOffline": "offline" },
    }),
    admitBatch: heldTo(contract.sessions.admit, {
      names: { requests: "admissions" },
      nested: { requests: { isOffline: "offline" } },
    }),
    checkIn: heldTo(contract.attendance.checkIn, onBehalf),
    checkinManifest: named("session"),
    checkinManifestDelta: judgedByItsProtocol,
    checkinTrustKeys: named("session"),
    create: heldTo(contract.sessions.createSession, settings),
    createBatch: heldTo(contract.sessionSeries.createBatch, {
      ...settings,
      nested: { dates: {}, recurrence: {} },
    }),
    createDeviceToken: heldTo(contract.devices.createDeviceToken, {
      names: { name: "device_name" },
    }),
    createStandalone: heldTo(contract.sessions.createStandalone, settings),
    get: named("session"),
    getSeries: named("activity", "seriesUuid"),
    listAttendees: heldTo(contract.attendance.listSessionAttendees, {
      ...paged,
      names: { isUndone: "status", isDisputed: "disputed" },
      values: {
        isUndone: (isUndone) =>
          typeof isUndone === "boolean" ? (isUndone ? "undone" : "present") : isUndone,
      },
    }),
    listDeviceTokens: heldTo(contract.devices.listDeviceTokens, paged),
    listForActivity: heldTo(contract.sessions.listForActivity, {
      ...paged,
      names: { isUpcoming: "upcoming" },
    }),
    listForOrganization: heldTo(contract.sessions.listForOrganization, {
      ...paged,
      names: { isStandalone: "standalone" },
    }),
    listSeries: heldTo(contract.sessionSeries.listSeries, paged),
    revokeDeviceToken: named("device"),
    undoAdmission: named("session", "attendance"),
    update: heldTo(contract.sessions.updateSession, settings),
    withdrawCancellation: named("session"),
  },
  staff: {
    add: ownInput(ownSchemas.addStaff),
    get: named("organization", "userUuid"),
    list: heldTo(contract.staff.listStaff, paged),
    me: named("organization"),
    remove: named("organization", "userUuid"),
    transferOwnership: named("organization", "userUuid"),
  },
  tickets: {
    issue: heldTo(contract.consoleCards.issue, { flat: ["of"], required: { of: [] } }),
    transfer: heldTo(contract.wallets.transfer),
  },
  tiers: {
    create: heldTo(contract.tiers.createTier, multiplier),
    delete: named("organization", "tierUuid"),
    get: named("organization", "tierUuid"),
    list: heldTo(contract.tiers.listTiers, paged),
    moveMemberships: heldTo(contract.tiers.moveMemberships, {
      names: { toTierSlug: "membership_tier_slug" },
    }),
    update: heldTo(contract.tiers.updateTier, multiplier),
  },
  transactions: {
    decrypt: named("transaction", "wallet"),
    erase: named("transaction"),
    get: named("transaction"),
    issueContent: ownInput(ownSchemas.issueContent),
    list: heldTo(contract.wallets.listTransactions, {
      ...paged,
      names: { statuses: "status", type: "transaction_type" },
      own: { userUuid: uuid().optional() },
    }),
    readContent: judgedByItsProtocol,
  },
  users: {
    listFiles: heldTo(contract.files.listUserFiles, paged),
    changePassword: heldTo(contract.accounts.changePassword, {
      names: { endsEverything: "sign_out_everywhere" },
    }),
    create: ownInput(ownSchemas.createUser),
    createBrowserToken: named("userUuid"),
    createLogin: judgedByItsProtocol,
    createSetupLink: named("userUuid"),
    deletePasskey: named("userUuid", "credentialId"),
    disable: named("userUuid"),
    enable: named("userUuid"),
    exportMe: nothing,
    endLogin: judgedByItsProtocol,
    find: named("user"),
    finishPasskeyRegistration: judgedByItsProtocol,
    finishPasskeySignIn: judgedByItsProtocol,
    get: named("username"),
    getProfile: named("username"),
    getLogin: judgedByItsProtocol,
    getSignInSubject: judgedByItsProtocol,
    list: ownInput(ownSchemas.page),
    listPasskeys: ownInput(z.strictObject({ userUuid: uuid() })),
    me: nothing,
    register: ownInput(ownSchemas.register),
    requestEmailVerification: nothing,
    requestPasswordReset: judgedByItsProtocol,
    resetPassword: judgedByItsProtocol,
    setPassword: ownInput(ownSchemas.setPassword),
    signIn: judgedByItsProtocol,
    startPasskeyRegistration: named("userUuid"),
    startPasskeySignIn: judgedByItsProtocol,
    subscription: nothing,
    verifyEmail: judgedByItsProtocol,
  },
  files: {
    completeUpload: heldTo(contract.files.completeUpload, {
      nested: { parts: { number: "part_number" } },
    }),
    listAll: ownInput(ownSchemas.listAllFiles),
    listStrays: nothing,
    recount: nothing,
    locate: ownInput(ownSchemas.locateFile),
    sweep: ownInput(ownSchemas.sweepFiles),
    verify: ownInput(ownSchemas.verifyFiles),
  },
  profilePages: {
    create: heldTo(contract.consoleProfiles.createProfilePage, profile),
    delete: heldTo(contract.consoleProfiles.deleteProfilePage, onBehalf),
    get: heldTo(contract.consoleProfiles.getProfilePage, onBehalf),
    list: heldTo(contract.consoleProfiles.listProfilePages, { ...paged, ...onBehalf }),
    makePrimary: heldTo(contract.consoleProfiles.makePrimary, onBehalf),
    update: heldTo(contract.consoleProfiles.updateProfilePage, profile),
  },
  ...rewardInputs,
  rewardTriggers: rewardTriggerInputs,
  wallets: {
    balance: named("wallet"),
    details: named("wallet"),
    get: named("wallet"),
    list: heldTo(contract.wallets.listWallets, { ...paged, ...walletsOf }),
    listRecentTransactions: heldTo(contract.wallets.listRecentTransactions, paged),
    listTransactions: heldTo(contract.wallets.listWalletTransactions, paged),
    listWithDetails: heldTo(contract.wallets.listWallets, { ...paged, ...walletsOf }),
    openSystem: nothing,
  },
  webhooks: {
    create: heldTo(contract.consoleWebhooks.createWebhook, webhook),
    list: heldTo(contract.consoleWebhooks.listWebhooks, paged),
    listDeliveries: heldTo(contract.consoleWebhooks.listDeliveries, paged),
    update: heldTo(contract.consoleWebhooks.updateWebhook, webhook),
  },
}

/** Every endpoint, by its name. */
const endpoints = new Map(
  Object.values(contract as Readonly<Record<string, unknown>>)
    .flatMap((group) => (typeof group === "object" && group !== null ? Object.values(group) : []))
    .filter(isEndpoint)
    .map((endpoint) => [endpoint.name as string, endpoint]),
)

/**
 * Returns the check of an operation's input: its row in this table, or else its endpoint, which has
 * the same name.
 *
 * @throws {Error} when it has neither.
 */
export const checkFor = (noun: string, verb: string): CheckInput => {
  const rows: Readonly<Record<string, Readonly<Record<string, CheckInput>>>> = inputs
  const row = rows[noun]?.[verb]
  if (row !== undefined) return row
  const endpoint = endpoints.get(`${noun}.${verb}`)
  if (endpoint !== undefined) return heldTo(endpoint)
  throw new Error(
    `${noun}.${verb} has no endpoint: add a row for its input to foundation/inputs/inputs.ts.`,
  )
}
