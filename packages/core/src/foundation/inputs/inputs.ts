import * as z from "zod"
import * as contract from "../../contract/index.ts"
import { uuid } from "../../contract/endpoint.ts"
import { decimalOf } from "../kernel/decimal.ts"
import { type CheckInput, heldTo, judgedByItsProtocol, ownInput, wireOf } from "./held-input.ts"
import { name, ownSchemas } from "./own-schemas.ts"

/** Lists carry their page as one member. */
const paged = { flat: ["page"], required: ["page"] }
/** Door settings are one member, too. */
const settings = { flat: ["settings"] }
const onBehalf = { own: { userUuid: uuid().optional() } }
const walletsOf = {
  own: {
    of: z
      .union([z.strictObject({ userUuid: uuid() }), z.strictObject({ treasuryOf: uuid() })])
      .optional(),
  },
}
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
const app = { names: { isFirstParty: "first_party" }, optional: ["organization"] }
const inWire = (value: unknown): unknown => wireOf(value)
const nothing = ownInput(z.looseObject({}))
const named = (...names: readonly string[]): CheckInput =>
  ownInput(z.strictObject(Object.fromEntries(names.map((each) => [each, name]))))

/**
 * What each operation's input is held to, by noun and verb. The facade asks here before it runs
 * one; every operation has a row.
 */
export const inputs = {
  accounts: {
    changePassword: heldTo(contract.accounts.changePassword, {
      names: { endsEverything: "sign_out_everywhere" },
    }),
    changeProfile: heldTo(contract.accounts.updateProfile),
    createSetupLink: named("userUuid"),
    createUser: ownInput(ownSchemas.createUser),
    current: nothing,
    deleteAccount: heldTo(contract.accounts.deleteAccount),
    disableUser: named("userUuid"),
    enableUser: named("userUuid"),
    endLogin: judgedByItsProtocol,
    find: named("username"),
    findLogin: judgedByItsProtocol,
    findUser: named("user"),
    finishPasskeyRegistration: judgedByItsProtocol,
    finishPasskeySignIn: judgedByItsProtocol,
    listPasskeys: ownInput(z.strictObject({ userUuid: uuid() })),
    listUsers: ownInput(ownSchemas.page),
    makeDeviceToken: named("userUuid"),
    openLogin: judgedByItsProtocol,
    register: ownInput(ownSchemas.register),
    removePasskey: named("userUuid", "credentialId"),
    requestEmailVerification: nothing,
    requestPasswordReset: judgedByItsProtocol,
    resetPassword: judgedByItsProtocol,
    setPassword: ownInput(ownSchemas.setPassword),
    signIn: judgedByItsProtocol,
    signInSubject: judgedByItsProtocol,
    startPasskeyRegistration: named("userUuid"),
    startPasskeySignIn: judgedByItsProtocol,
    subscription: nothing,
    verifyEmail: judgedByItsProtocol,
  },
  activities: {
    cancel: heldTo(contract.activities.cancelActivity),
    change: heldTo(contract.activities.updateActivity, settings),
    create: heldTo(contract.activities.createActivity, { ...settings, ...described }),
    find: named("activity"),
    list: heldTo(contract.activities.listOrganizationActivities, paged),
    listAll: heldTo(contract.activities.listActivities, { ...paged, ...onBehalf }),
    remove: heldTo(contract.activities.deleteActivity),
    withdrawCancellation: named("activity"),
  },
  admission: {
    admit: heldTo(contract.sessions.admit, {
      flat: ["request"],
      required: ["request"],
      names: { "request.isOffline": "offline" },
    }),
    admitAll: heldTo(contract.sessions.admit, {
      names: { requests: "admissions" },
      values: { requests: (list) => (Array.isArray(list) ? list.map(tapOf) : list) },
    }),
    attendances: heldTo(contract.attendance.listActivityAttendees, paged),
    attendees: heldTo(contract.attendance.listSessionAttendees, {
      ...paged,
      names: { isUndone: "status", isDisputed: "disputed" },
      values: {
        isUndone: (isUndone) =>
          typeof isUndone === "boolean" ? (isUndone ? "undone" : "present") : isUndone,
      },
    }),
    checkIn: heldTo(contract.attendance.checkIn, onBehalf),
    undo: named("session", "attendance"),
  },
  cards: {
    addToInventory: heldTo(contract.cards.addCardsToInventory, { values: { cards: inWire } }),
    change: heldTo(contract.consoleCards.changeCard),
    manufacture: heldTo(contract.consoleCards.manufactureCards, { values: { cards: inWire } }),
  },
  devices: {
    issue: heldTo(contract.devices.createDeviceToken, { names: { name: "device_name" } }),
    list: heldTo(contract.devices.listDeviceTokens, paged),
    revoke: named("device"),
  },
  entitlements: {
    check: ownInput(z.strictObject({ organization: name, userUuid: uuid(), key: name })),
    find: ownInput(z.strictObject({ organization: name, userUuid: uuid() })),
  },
  invitations: {
    accept: heldTo(contract.consoleStaff.acceptInvitation),
    create: heldTo(contract.consoleStaff.createInvitation),
    list: heldTo(contract.consoleStaff.listInvitations, paged),
    withdraw: named("organization", "invitationUuid"),
  },
  keys: {
    listKeys: ownInput(z.strictObject({ purpose: name.optional() })),
    revokeKey: named("keyId"),
    rotateDueKeys: nothing,
    rotateKey: ownInput(z.strictObject({ purpose: name, emergency: z.boolean().optional() })),
  },
  ledger: {
    burn: heldTo(contract.consoleLedger.burnPoints, described),
    checkpoint: nothing,
    decryptTransaction: named("transaction", "wallet"),
    eraseTransaction: named("transaction"),
    findTransaction: named("transaction"),
    hold: ownInput(ownSchemas.hold),
    issueContent: ownInput(ownSchemas.issueContent),
    listAllTransactions: heldTo(contract.wallets.listTransactions, {
      ...paged,
      names: { statuses: "status", type: "transaction_type" },
      own: { userUuid: uuid().optional() },
    }),
    listRecent: heldTo(contract.wallets.listRecentTransactions, paged),
    listTransactions: heldTo(contract.wallets.listWalletTransactions, paged),
    mint: heldTo(contract.consoleLedger.mintPoints, described),
    pointsAllowance: named("organization"),
    proveTransaction: heldTo(contract.wallets.getTransactionProof),
    publicKeys: nothing,
    readContent: judgedByItsProtocol,
    refund: heldTo(contract.consoleLedger.refundTransaction),
    releaseExpiredHolds: nothing,
    releaseHold: ownInput(ownSchemas.releaseHold),
    reverse: heldTo(contract.consoleLedger.reverseTransaction),
    rotateWalletKey: heldTo(contract.consoleLedger.rotateWalletKey),
    setPointsAllowance: heldTo(contract.consoleLedger.setPointsAllowance),
    settleHold: ownInput(ownSchemas.settleHold),
    tile: named("path"),
    transfer: heldTo(contract.wallets.transferPoints),
  },
  manifest: {
    delta: judgedByItsProtocol,
    issue: named("session"),
    trustKeys: named("session"),
  },
  memberships: {
    add: heldTo(contract.memberships.addMember, {
      names: { ...custom, member: "identifier" },
      own: { namedBy: z.enum(["identifier", "user_uuid"]).optional() },
    }),
    amend: heldTo(contract.memberships.amendMember, { names: custom }),
    changeTier: heldTo(contract.ownMemberships.changeOwnTier, onTier),
    claimCard: named("organization", "userUuid", "tierUuid"),
    find: ownInput(
      z.strictObject({ organization: name, userUuid: name, withHistory: z.boolean().optional() }),
    ),
    findOwn: heldTo(contract.ownMemberships.getOwnMembership, onBehalf),
    join: heldTo(contract.ownMemberships.joinOrganization, onTier),
    leave: heldTo(contract.ownMemberships.leaveOrganization, onBehalf),
    list: heldTo(contract.memberships.listMembers, { ...paged, names: { standing: "status" } }),
    listOwn: heldTo(contract.ownMemberships.listOwnMemberships, { ...paged, ...onBehalf }),
    remove: named("organization", "userUuid"),
    renew: heldTo(contract.ownMemberships.renewMembership, onBehalf),
    renewMember: heldTo(contract.memberships.renewMember),
    resume: heldTo(contract.ownMemberships.resumeMembership, onBehalf),
  },
  oauth: {
    addSecret: heldTo(contract.consoleApps.createAppSecret, app),
    advance: judgedByItsProtocol,
    allowedApps: nothing,
    authorize: judgedByItsProtocol,
    changeApp: heldTo(contract.consoleApps.updateApp, app),
    checkSignIn: judgedByItsProtocol,
    clientInfo: judgedByItsProtocol,
    decide: judgedByItsProtocol,
    exchange: judgedByItsProtocol,
    findApp: heldTo(contract.consoleApps.getApp, app),
    introspect: judgedByItsProtocol,
    isAppOrigin: judgedByItsProtocol,
    issueClientToken: judgedByItsProtocol,
    issueUserToken: judgedByItsProtocol,
    listApps: heldTo(contract.consoleApps.listApps, { ...paged, ...app }),
    logout: judgedByItsProtocol,
    redeemCode: judgedByItsProtocol,
    refresh: judgedByItsProtocol,
    registerClient: heldTo(contract.consoleApps.createApp, app),
    removeApp: heldTo(contract.consoleApps.removeApp, app),
    resume: judgedByItsProtocol,
    revoke: judgedByItsProtocol,
    userinfo: nothing,
    withdrawApp: named("clientId"),
  },
  organizations: {
    change: heldTo(contract.organizations.updateOrganization),
    create: heldTo(contract.organizations.createOrganization),
    find: named("organization"),
    list: heldTo(contract.organizations.listOrganizations, paged),
    remove: heldTo(contract.organizations.deleteOrganization),
  },
  payments: {
    checkout: heldTo(contract.checkouts.createCheckout, onTier),
    connect: heldTo(contract.consolePayments.createPaymentConnection),
    disconnect: named("organization", "connectionUuid"),
    findCheckout: heldTo(contract.checkouts.getCheckout, onBehalf),
    listConnections: heldTo(contract.consolePayments.listPaymentConnections, paged),
    listParked: heldTo(contract.consolePayments.listPaymentEvents, {
      ...paged,
      names: { isSettled: "status" },
      values: {
        isSettled: (isSettled) =>
          typeof isSettled === "boolean" ? (isSettled ? "settled" : "open") : isSettled,
      },
    }),
    quote: heldTo(contract.checkouts.createCheckout, onTier),
    receive: judgedByItsProtocol,
    settleParked: heldTo(contract.consolePayments.settlePaymentEvent, {
      names: { eventUuid: "payment_event_uuid" },
    }),
  },
  rewards: {
    issueTicket: heldTo(contract.consoleCards.issueTicket, { flat: ["of"], required: ["of"] }),
    transferTicket: heldTo(contract.wallets.transferPoints),
  },
  sessions: {
    cancel: heldTo(contract.sessions.cancelSession),
    change: heldTo(contract.sessions.updateSession, settings),
    create: heldTo(contract.sessions.createSession, settings),
    createBatch: heldTo(contract.sessionSeries.createSessionBatch, {
      ...settings,
      values: { dates: inWire, recurrence: inWire },
    }),
    createStandalone: heldTo(contract.sessions.createStandaloneSession, settings),
    find: named("session"),
    findSeries: named("activity", "seriesUuid"),
    list: heldTo(contract.sessions.listActivitySessions, {
      ...paged,
      names: { isUpcoming: "upcoming" },
    }),
    listForOrganization: heldTo(contract.sessions.listOrganizationSessions, {
      ...paged,
      names: { isStandalone: "standalone" },
    }),
    listSeries: heldTo(contract.sessionSeries.listSessionSeries, paged),
    withdrawCancellation: named("session"),
  },
  staff: {
    add: ownInput(ownSchemas.addStaff),
    changeRole: heldTo(contract.consoleStaff.changeStaffRole),
    find: named("organization", "userUuid"),
    list: heldTo(contract.staff.listStaff, paged),
    ownRole: named("organization"),
    remove: named("organization", "userUuid"),
    transferOwnership: named("organization", "userUuid"),
  },
  tiers: {
    change: heldTo(contract.tiers.updateMembershipTier, multiplier),
    create: heldTo(contract.tiers.createMembershipTier, multiplier),
    find: named("organization", "tierUuid"),
    list: heldTo(contract.tiers.listMembershipTiers, paged),
    moveMembers: heldTo(contract.tiers.moveMemberships, {
      names: { toTierSlug: "membership_tier_slug" },
    }),
    remove: named("organization", "tierUuid"),
  },
  wallets: {
    balance: named("wallet"),
    details: named("wallet"),
    find: named("wallet"),
    list: heldTo(contract.wallets.listWallets, { ...paged, ...walletsOf }),
    listDetails: heldTo(contract.wallets.listWallets, { ...paged, ...walletsOf }),
    openSystem: nothing,
  },
}

/** A tap of a list, as the wire writes it. */
const tapOf = (tap: unknown): unknown => {
  const { is_offline: offline, ...rest } = wireOf(tap) as Readonly<Record<string, unknown>>
  return offline === undefined ? rest : { ...rest, offline }
}
