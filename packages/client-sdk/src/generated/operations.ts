// Generated from the contract by scripts/generate-sdk.ts; `npm test` fails when it is out of date.
import type { Operations } from "../operation.ts"

/** Every call of the client: what it is on the wire, and how it may be retried. */
export const operations: Operations = {
  organizations: {
    list: { base: "api", method: "GET", path: "/organizations", kind: "read", input: "query", isList: true },
    create: { base: "api", method: "POST", path: "/organizations", kind: "write", input: "body" },
    get: { base: "api", method: "GET", path: "/organizations/{organization_slug}", kind: "read" },
  },
  staff: {
    list: { base: "api", method: "GET", path: "/organizations/{organization_slug}/staff", kind: "read", input: "query", isList: true },
    get: { base: "api", method: "GET", path: "/organizations/{organization_slug}/staff/{user_uuid}", kind: "read" },
    me: { base: "api", method: "GET", path: "/organizations/{organization_slug}/staff/me", kind: "read" },
  },
  users: {
    me: { base: "api", method: "GET", path: "/users/me", kind: "read" },
    subscription: { base: "api", method: "GET", path: "/users/me/subscription", kind: "read" },
    get: { base: "api", method: "GET", path: "/users/{username}", kind: "read" },
  },
  memberships: {
    listMembers: { base: "api", method: "GET", path: "/organizations/{organization_slug}/memberships", kind: "read", input: "query", isList: true },
    add: { base: "api", method: "POST", path: "/organizations/{organization_slug}/memberships", kind: "write", input: "body" },
  },
  tiers: {
    list: { base: "api", method: "GET", path: "/organizations/{organization_slug}/membership-tiers", kind: "read", input: "query", isList: true },
    create: { base: "api", method: "POST", path: "/organizations/{organization_slug}/membership-tiers", kind: "write", input: "body" },
  },
  entitlements: {
    get: { base: "api", method: "GET", path: "/organizations/{organization_slug}/memberships/{user_uuid}/entitlements", kind: "read" },
    check: { base: "api", method: "GET", path: "/organizations/{organization_slug}/memberships/{user_uuid}/entitlements/{key}", kind: "read" },
    getMember: { base: "api", method: "GET", path: "/organizations/{organization_slug}/members/{user_uuid}/entitlements", kind: "read" },
    checkMember: { base: "api", method: "GET", path: "/organizations/{organization_slug}/members/{user_uuid}/entitlements/{key}", kind: "read" },
  },
  activities: {
    listForOrganization: { base: "api", method: "GET", path: "/organizations/{organization_slug}/activities", kind: "read", input: "query", isList: true },
    create: { base: "api", method: "POST", path: "/organizations/{organization_slug}/activities", kind: "write", input: "body" },
    get: { base: "api", method: "GET", path: "/activities/{activity_slug}", kind: "read" },
  },
  sessions: {
    listForActivity: { base: "api", method: "GET", path: "/activities/{activity_slug}/sessions", kind: "read", input: "query", isList: true },
    create: { base: "api", method: "POST", path: "/activities/{activity_slug}/sessions", kind: "write", input: "body" },
    get: { base: "api", method: "GET", path: "/sessions/{session_slug}", kind: "read" },
    checkinManifest: { base: "api", method: "GET", path: "/sessions/{session_slug}/checkin-manifest", kind: "read" },
    checkinManifestText: { base: "api", method: "GET", path: "/sessions/{session_slug}/checkin-manifest", kind: "read", isText: true },
    checkinTrustKeys: { base: "api", method: "GET", path: "/sessions/{session_slug}/checkin-manifest/trust-keys", kind: "read" },
    admit: { base: "api", method: "POST", path: "/sessions/{session_slug}/admit", kind: "deduplicated", input: "body" },
    createDeviceToken: { base: "api", method: "POST", path: "/sessions/{session_slug}/device-tokens", kind: "write", input: "body" },
  },
  wallets: {
    list: { base: "api", method: "GET", path: "/wallets", kind: "read", input: "query", isList: true },
    get: { base: "api", method: "GET", path: "/wallets/{wallet_address}", kind: "read" },
    balance: { base: "api", method: "GET", path: "/wallets/{wallet_address}/balance", kind: "read" },
    listTransactions: { base: "api", method: "GET", path: "/wallets/{wallet_address}/transactions", kind: "read", input: "query", isList: true },
    transfer: { base: "api", method: "POST", path: "/wallets/{wallet_address}/transfer", kind: "deduplicated", input: "body" },
  },
  transactions: {
    get: { base: "api", method: "GET", path: "/transactions/{transaction_id}", kind: "read" },
  },
  ledger: {
    keys: { base: "api", method: "GET", path: "/ledger/keys", kind: "read", isOpen: true },
  },
  oauth: {
    userinfo: { base: "oauth2", method: "GET", path: "/userinfo", kind: "read" },
    configuration: { base: "oauth2", method: "GET", path: "/.well-known/openid-configuration", kind: "read", isOpen: true },
    jwks: { base: "oauth2", method: "GET", path: "/.well-known/jwks.json", kind: "read", isOpen: true },
    scopes: { base: "oauth2", method: "GET", path: "/scopes", kind: "read", input: "query", isOpen: true },
    clientInfo: { base: "oauth2", method: "GET", path: "/client-info", kind: "read", input: "query", isOpen: true },
  },
  console: {
    revokeDeviceToken: { base: "console", method: "DELETE", path: "/device-tokens/{device_uuid}", kind: "write" },
    acceptInvitation: { base: "console", method: "POST", path: "/invitations/accept", kind: "write", input: "body" },
    createAppSecret: { base: "console", method: "POST", path: "/organizations/{organization_slug}/apps/{client_id}/secrets", kind: "write", input: "empty" },
    removeApp: { base: "console", method: "DELETE", path: "/organizations/{organization_slug}/apps/{client_id}", kind: "write" },
    getApp: { base: "console", method: "GET", path: "/organizations/{organization_slug}/apps/{client_id}", kind: "read" },
    updateApp: { base: "console", method: "PATCH", path: "/organizations/{organization_slug}/apps/{client_id}", kind: "write", input: "body" },
    listApps: { base: "console", method: "GET", path: "/organizations/{organization_slug}/apps", kind: "read", input: "query", isList: true },
    createApp: { base: "console", method: "POST", path: "/organizations/{organization_slug}/apps", kind: "write", input: "body" },
    withdrawInvitation: { base: "console", method: "DELETE", path: "/organizations/{organization_slug}/invitations/{invitation_uuid}", kind: "write" },
    listInvitations: { base: "console", method: "GET", path: "/organizations/{organization_slug}/invitations", kind: "read", input: "query", isList: true },
    createInvitation: { base: "console", method: "POST", path: "/organizations/{organization_slug}/invitations", kind: "write", input: "body" },
    transferOwnership: { base: "console", method: "POST", path: "/organizations/{organization_slug}/ownership", kind: "write", input: "body" },
    mintPoints: { base: "console", method: "POST", path: "/organizations/{organization_slug}/points", kind: "deduplicated", input: "body" },
    removeStaffMember: { base: "console", method: "DELETE", path: "/organizations/{organization_slug}/staff/{user_uuid}", kind: "write" },
    changeStaffRole: { base: "console", method: "PATCH", path: "/organizations/{organization_slug}/staff/{user_uuid}", kind: "write", input: "body" },
    listDeviceTokens: { base: "console", method: "GET", path: "/sessions/{session_slug}/device-tokens", kind: "read", input: "query", isList: true },
    getTestClock: { base: "console", method: "GET", path: "/test/clock", kind: "read" },
    setTestClock: { base: "console", method: "POST", path: "/test/clock", kind: "write", input: "body" },
    createTestOrganization: { base: "console", method: "POST", path: "/test/organizations", kind: "write", input: "body" },
    createTestToken: { base: "console", method: "POST", path: "/test/tokens", kind: "write", input: "body" },
    createTestUser: { base: "console", method: "POST", path: "/test/users", kind: "write", input: "empty" },
    requestEmailVerification: { base: "console", method: "POST", path: "/users/me/email-verification", kind: "write", input: "empty" },
    changePassword: { base: "console", method: "POST", path: "/users/me/password", kind: "write", input: "body" },
    updateProfile: { base: "console", method: "PATCH", path: "/users/me", kind: "write", input: "body" },
    enableAccount: { base: "console", method: "DELETE", path: "/users/{user_uuid}/disabled", kind: "write" },
    disableAccount: { base: "console", method: "POST", path: "/users/{user_uuid}/disabled", kind: "write", input: "empty" },
    deleteAccount: { base: "console", method: "DELETE", path: "/users/{user_uuid}", kind: "write" },
  },
}
