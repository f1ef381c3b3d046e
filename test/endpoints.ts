/** A group of endpoints, each as `METHOD /path`. */
export interface Group {
  /** How many endpoints the published list counts in the group. */
  readonly count: number
  /** Those that the published list shows. */
  readonly listed: readonly string[]
  /** Those that complete the count. */
  readonly added?: readonly string[]
}

/**
 * Every published endpoint by group. An endpoint belongs to the group of what it acts on, not of
 * its first path segment.
 */
export const counted: Readonly<Record<string, Group>> = {
  memberships: {
    count: 25,
    listed: [
      "GET /memberships",
      "PATCH /memberships/{organization_slug}",
      "DELETE /memberships/{organization_slug}",
      "POST /memberships/{organization_slug}/resume",
      "PATCH /organizations/{organization_slug}/membership-tiers/{tier_uuid}",
      "DELETE /organizations/{organization_slug}/membership-tiers/{tier_uuid}",
      "POST /organizations/{organization_slug}/membership-tiers/{tier_uuid}/memberships/move",
      "GET /organizations/{organization_slug}/memberships",
      "PATCH /organizations/{organization_slug}/memberships/{user_uuid}",
      "GET /organizations/{organization_slug}/memberships/{user_uuid}/entitlements",
      "GET /organizations/{organization_slug}/memberships/{user_uuid}/entitlements/{key}",
      "GET /organizations/{organization_slug}/members/{user_uuid}/entitlements",
      "GET /organizations/{organization_slug}/members/{user_uuid}/entitlements/{key}",
    ],
    added: [
      "GET /memberships/{organization_slug}",
      "POST /memberships/{organization_slug}",
      "POST /memberships/{organization_slug}/renew",
      "POST /memberships/{organization_slug}/checkout",
      "GET /memberships/{organization_slug}/checkout/{checkout_uuid}",
      "GET /organizations/{organization_slug}/membership-tiers",
      "POST /organizations/{organization_slug}/membership-tiers",
      "GET /organizations/{organization_slug}/membership-tiers/{tier_uuid}",
      "POST /organizations/{organization_slug}/memberships",
      "GET /organizations/{organization_slug}/memberships/{user_uuid}",
      "DELETE /organizations/{organization_slug}/memberships/{user_uuid}",
      "POST /organizations/{organization_slug}/memberships/{user_uuid}/renew",
    ],
  },
  organizations: {
    count: 5,
    listed: [
      "GET /organizations",
      "POST /organizations",
      "GET /organizations/{organization_slug}",
      "PATCH /organizations/{organization_slug}",
    ],
    added: ["DELETE /organizations/{organization_slug}"],
  },
  cards: {
    count: 7,
    listed: [
      "GET /cards",
      "GET /cards/{card_uuid}",
      "GET /organizations/{organization_slug}/cards",
      "POST /organizations/{organization_slug}/cards",
    ],
    added: [
      "POST /cards/claim",
      "PATCH /cards/{card_uuid}",
      "PATCH /organizations/{organization_slug}/cards/{card_uuid}",
    ],
  },
  "card-models": {
    count: 5,
    listed: [
      "GET /organizations/{organization_slug}/card-models",
      "POST /organizations/{organization_slug}/card-models",
      "GET /organizations/{organization_slug}/card-models/{card_model_uuid}",
      "PATCH /organizations/{organization_slug}/card-models/{card_model_uuid}",
    ],
    added: ["DELETE /organizations/{organization_slug}/card-models/{card_model_uuid}"],
  },
  contacts: {
    count: 8,
    listed: [
      "GET /contacts",
      "POST /contacts",
      "GET /contacts/{contact_uuid}",
      "PATCH /contacts/{contact_uuid}",
    ],
    added: [
      "DELETE /contacts/{contact_uuid}",
      "PATCH /contacts/{contact_uuid}/visits/{visit_uuid}",
      "DELETE /contacts/{contact_uuid}/visits/{visit_uuid}",
      "POST /contacts/drop",
    ],
  },
  activities: {
    count: 12,
    listed: [
      "GET /activities/{activity_slug}",
      "PATCH /activities/{activity_slug}",
      "GET /organizations/{organization_slug}/activities",
      "POST /organizations/{organization_slug}/activities",
    ],
    added: [
      "GET /activities",
      "DELETE /activities/{activity_slug}",
      "POST /activities/{activity_slug}/cancellation",
      "DELETE /activities/{activity_slug}/cancellation",
      "GET /activities/{activity_slug}/sessions",
      "GET /activities/{activity_slug}/session-series",
      "GET /activities/{activity_slug}/session-series/{series_uuid}",
      "GET /activities/{activity_slug}/attendees",
    ],
  },
  sessions: {
    count: 16,
    listed: [
      "POST /activities/{activity_slug}/sessions/batch",
      "GET /sessions/{session_slug}",
      "PATCH /sessions/{session_slug}",
      "DELETE /sessions/{session_slug}/cancellation",
      "GET /sessions/{session_slug}/checkin-manifest",
      "GET /sessions/{session_slug}/checkin-manifest/delta",
      "GET /sessions/{session_slug}/checkin-manifest/trust-keys",
      "POST /sessions/{session_slug}/admit",
    ],
    added: [
      "POST /activities/{activity_slug}/sessions",
      "GET /organizations/{organization_slug}/sessions",
      "POST /organizations/{organization_slug}/sessions",
      "POST /sessions/{session_slug}/cancellation",
      "GET /sessions/{session_slug}/attendees",
      "DELETE /sessions/{session_slug}/attendees/{attendance_uuid}",
      "POST /sessions/{session_slug}/check-in",
      "POST /sessions/{session_slug}/device-tokens",
    ],
  },
  rewards: {
    count: 16,
    listed: [
      "GET /activities/{activity_slug}/rewards",
      "GET /organizations/{organization_slug}/rewards",
      "POST /organizations/{organization_slug}/rewards",
      "GET /rewards",
      "GET /rewards/transactions/{transaction_id}",
      "GET /rewards/files/{file_id}",
      "GET /rewards/deliveries/{delivery_uuid}",
      "POST /rewards/{reward_slug}/claim",
      "POST /rewards/{reward_slug}/redeem",
      "POST /rewards/{reward_slug}/propagate",
      "POST /rewards/{reward_slug}/trigger",
    ],
    added: [
      "GET /rewards/{reward_slug}",
      "PATCH /rewards/{reward_slug}",
      "DELETE /rewards/{reward_slug}",
      "POST /rewards/{reward_slug}/restore",
      "GET /rewards/{reward_slug}/redemptions",
    ],
  },
  "reward-triggers": {
    count: 6,
    listed: [
      "GET /organizations/{organization_slug}/reward-triggers",
      "POST /organizations/{organization_slug}/reward-triggers",
      "GET /reward-triggers/{trigger_uuid}",
      "PATCH /reward-triggers/{trigger_uuid}",
    ],
    added: [
      "DELETE /reward-triggers/{trigger_uuid}",
      "GET /reward-triggers/{trigger_uuid}/firings",
    ],
  },
  wallets: {
    count: 7,
    listed: [
      "GET /wallets",
      "GET /wallets/{wallet_address}",
      "GET /wallets/{wallet_address}/details",
      "GET /wallets/{wallet_address}/balance",
      "GET /wallets/{wallet_address}/transactions",
      "GET /wallets/{wallet_address}/transactions/recent",
    ],
    added: ["POST /wallets/{wallet_address}/transfer"],
  },
  files: {
    count: 12,
    listed: [
      "POST /files/uploads",
      "PATCH /files/uploads/{upload_id}",
      "DELETE /files/uploads/{upload_id}",
      "GET /files/{file_slug}",
      "GET /users/{user_uuid}/files",
      "DELETE /users/{user_uuid}/files/{file_uuid}",
      "GET /organizations/{organization_slug}/files",
    ],
    added: [
      "DELETE /organizations/{organization_slug}/files/{file_uuid}",
      "GET /activities/{activity_slug}/files",
      "DELETE /activities/{activity_slug}/files/{file_uuid}",
      "GET /rewards/{reward_slug}/files",
      "DELETE /rewards/{reward_slug}/files/{file_uuid}",
    ],
  },
  assets: {
    count: 6,
    listed: [
      "GET /assets",
      "GET /assets/template-backgrounds",
      "POST /assets/install",
      "POST /assets/{user_asset_uuid}/equip",
      "DELETE /assets/equipped/character/{slot}",
      "DELETE /assets/install/{transaction_id}",
    ],
  },
}

/** Groups that the published list shows whole and does not count. */
export const uncounted: Readonly<Record<string, Group>> = {
  staff: {
    count: 3,
    listed: [
      "GET /organizations/{organization_slug}/staff",
      "GET /organizations/{organization_slug}/staff/{user_uuid}",
      "GET /organizations/{organization_slug}/staff/me",
    ],
  },
  users: {
    count: 4,
    listed: [
      "GET /users/{username}",
      "GET /users/{username}/profile",
      "GET /users/me",
      "GET /users/me/subscription",
    ],
  },
  transactions: {
    count: 3,
    listed: [
      "GET /transactions",
      "GET /transactions/{transaction_id}",
      "POST /transactions/{transaction_id}/decrypt",
    ],
  },
  oauth2: {
    count: 9,
    listed: [
      "GET /oauth2/authorize",
      "POST /oauth2/token",
      "GET /oauth2/userinfo",
      "POST /oauth2/introspect",
      "POST /oauth2/revoke",
      "GET /oauth2/.well-known/openid-configuration",
      "GET /oauth2/.well-known/jwks.json",
      "GET /oauth2/scopes",
      "GET /oauth2/client-info",
    ],
  },
}

/** The endpoints of groups. */
export const routesOf = (groups: Readonly<Record<string, Group>>): readonly string[] =>
  Object.values(groups).flatMap(({ listed: shown, added = [] }) => [...shown, ...added])
