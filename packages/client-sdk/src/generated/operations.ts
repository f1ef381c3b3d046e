// Generated from the contract by scripts/generate-sdk.ts; `npm test` fails when it is out of date.
import type { Operations } from "../operation.ts"

/** Every call of the client: what it is on the wire, and how it may be retried. */
export const operations: Operations = {
  organizations: {
    list: { id: "listOrganizations", base: "api", method: "GET", path: "/organizations", kind: "read", query: ["page", "page_size", "sort_by", "sort_order"], isList: true },
    create: { id: "createOrganization", base: "api", method: "POST", path: "/organizations", kind: "write", body: ["name", "description", "owner_uuid"] },
    get: { id: "getOrganization", base: "api", method: "GET", path: "/organizations/{organization_slug}", kind: "read", params: ["organization_slug"] },
  },
  memberships: {
    listMembers: { id: "listMembers", base: "api", method: "GET", path: "/organizations/{organization_slug}/memberships", kind: "read", params: ["organization_slug"], query: ["page", "page_size", "sort_by", "sort_order", "status"], isList: true },
    add: { id: "addMember", base: "api", method: "POST", path: "/organizations/{organization_slug}/memberships", kind: "write", params: ["organization_slug"], body: ["user_uuid", "identifier", "membership_tier_slug", "valid_until", "custom_tier_price_cents", "custom_tier_payment_interval"] },
  },
  tiers: {
    list: { id: "listMembershipTiers", base: "api", method: "GET", path: "/organizations/{organization_slug}/membership-tiers", kind: "read", params: ["organization_slug"], query: ["page", "page_size", "sort_by", "sort_order", "visibility"], isList: true },
    create: { id: "createMembershipTier", base: "api", method: "POST", path: "/organizations/{organization_slug}/membership-tiers", kind: "write", params: ["organization_slug"], body: ["name", "description", "price_cents", "currency", "payment_interval", "visibility", "inclusions", "entitlements", "grace_period_days"] },
  },
  entitlements: {
    get: { id: "getMembershipEntitlements", base: "api", method: "GET", path: "/organizations/{organization_slug}/memberships/{user_uuid}/entitlements", kind: "read", params: ["organization_slug", "user_uuid"] },
    check: { id: "checkMembershipEntitlement", base: "api", method: "GET", path: "/organizations/{organization_slug}/memberships/{user_uuid}/entitlements/{key}", kind: "read", params: ["organization_slug", "user_uuid", "key"] },
    getMember: { id: "getMemberEntitlements", base: "api", method: "GET", path: "/organizations/{organization_slug}/members/{user_uuid}/entitlements", kind: "read", params: ["organization_slug", "user_uuid"] },
    checkMember: { id: "checkMemberEntitlement", base: "api", method: "GET", path: "/organizations/{organization_slug}/members/{user_uuid}/entitlements/{key}", kind: "read", params: ["organization_slug", "user_uuid", "key"] },
  },
  activities: {
    listForOrganization: { id: "listOrganizationActivities", base: "api", method: "GET", path: "/organizations/{organization_slug}/activities", kind: "read", params: ["organization_slug"], query: ["page", "page_size", "sort_by", "sort_order"], isList: true },
    create: { id: "createActivity", base: "api", method: "POST", path: "/organizations/{organization_slug}/activities", kind: "write", params: ["organization_slug"], body: ["requires_ticket", "ticket_template_uuid", "required_entitlement", "max_attendees", "enforces_checkin_window", "allow_reentry", "admits_frozen_cards", "name", "description", "website_url", "additional_data", "start_time", "end_time", "is_session_checkin_open", "timezone"] },
    get: { id: "getActivity", base: "api", method: "GET", path: "/activities/{activity_slug}", kind: "read", params: ["activity_slug"] },
  },
  sessions: {
    listForActivity: { id: "listActivitySessions", base: "api", method: "GET", path: "/activities/{activity_slug}/sessions", kind: "read", params: ["activity_slug"], query: ["page", "page_size", "sort_by", "sort_order"], isList: true },
    create: { id: "createSession", base: "api", method: "POST", path: "/activities/{activity_slug}/sessions", kind: "write", params: ["activity_slug"], body: ["requires_ticket", "ticket_template_uuid", "required_entitlement", "max_attendees", "enforces_checkin_window", "allow_reentry", "admits_frozen_cards", "name", "description", "start_time", "end_time", "is_checkin_open"] },
    get: { id: "getSession", base: "api", method: "GET", path: "/sessions/{session_slug}", kind: "read", params: ["session_slug"] },
    checkinManifest: { id: "getCheckinManifest", base: "api", method: "GET", path: "/sessions/{session_slug}/checkin-manifest", kind: "read", params: ["session_slug"] },
    checkinManifestText: { id: "getCheckinManifest", base: "api", method: "GET", path: "/sessions/{session_slug}/checkin-manifest", kind: "read", params: ["session_slug"], isText: true },
    checkinTrustKeys: { id: "getCheckinTrustKeys", base: "api", method: "GET", path: "/sessions/{session_slug}/checkin-manifest/trust-keys", kind: "read", params: ["session_slug"] },
    admit: { id: "admit", base: "api", method: "POST", path: "/sessions/{session_slug}/admit", kind: "deduplicated", params: ["session_slug"], body: ["identifier", "idempotency_key", "occurred_at", "manifest_version", "key_id", "offline", "device_reference", "admissions"] },
  },
  wallets: {
    list: { id: "listWallets", base: "api", method: "GET", path: "/wallets", kind: "read", query: ["page", "page_size", "sort_by", "sort_order"], isList: true },
    get: { id: "getWallet", base: "api", method: "GET", path: "/wallets/{wallet_address}", kind: "read", params: ["wallet_address"] },
    balance: { id: "getWalletBalance", base: "api", method: "GET", path: "/wallets/{wallet_address}/balance", kind: "read", params: ["wallet_address"] },
    listTransactions: { id: "listWalletTransactions", base: "api", method: "GET", path: "/wallets/{wallet_address}/transactions", kind: "read", params: ["wallet_address"], query: ["page", "page_size", "sort_by", "sort_order"], isList: true },
    transfer: { id: "transferPoints", base: "api", method: "POST", path: "/wallets/{wallet_address}/transfer", kind: "deduplicated", params: ["wallet_address"], body: ["to", "amount", "description", "reference_id", "tags", "idempotency_key"] },
  },
  transactions: {
    get: { id: "getTransaction", base: "api", method: "GET", path: "/transactions/{transaction_id}", kind: "read", params: ["transaction_id"] },
  },
  ledger: {
    keys: { id: "getLedgerKeys", base: "api", method: "GET", path: "/ledger/keys", kind: "read", isOpen: true },
  },
  oauth: {
    jwks: { id: "jwks", base: "oauth2", method: "GET", path: "/.well-known/jwks.json", kind: "read", isOpen: true },
    scopes: { id: "listScopes", base: "oauth2", method: "GET", path: "/scopes", kind: "read", query: ["scope"], isOpen: true },
  },
  console: {
    createTestOrganization: { id: "createTestOrganization", base: "console", method: "POST", path: "/test/organizations", kind: "write", body: ["name", "owner_uuid"] },
    createTestToken: { id: "createTestToken", base: "console", method: "POST", path: "/test/tokens", kind: "write", body: ["user_uuid", "scope", "organization_uuid"] },
    createTestUser: { id: "createTestUser", base: "console", method: "POST", path: "/test/users", kind: "write", body: [] },
    getTestClock: { id: "getTestClock", base: "console", method: "GET", path: "/test/clock", kind: "read" },
    mintPoints: { id: "mintPoints", base: "console", method: "POST", path: "/organizations/{organization_slug}/points", kind: "deduplicated", params: ["organization_slug"], body: ["amount", "description", "idempotency_key"] },
    setTestClock: { id: "setTestClock", base: "console", method: "POST", path: "/test/clock", kind: "write", body: ["now", "advance_ms", "force"] },
  },
}
