/**
 * What the client calls each published endpoint: `noun.method`. Choosing a name is designing an
 * API, so each one is written down; the generator stops at an endpoint without one. Console
 * endpoints are `console.<id>`.
 */
export const names: Readonly<Record<string, string>> = {
  "GET /organizations": "organizations.list",
  "POST /organizations": "organizations.create",
  "GET /organizations/{organization_slug}": "organizations.get",
  "PATCH /organizations/{organization_slug}": "organizations.update",
  "DELETE /organizations/{organization_slug}": "organizations.delete",

  "GET /organizations/{organization_slug}/staff": "staff.list",
  "GET /organizations/{organization_slug}/staff/{user_uuid}": "staff.get",
  "GET /organizations/{organization_slug}/staff/me": "staff.me",

  "GET /users/me": "users.me",
  "GET /users/me/subscription": "users.subscription",
  "GET /users/{username}": "users.get",
  "GET /users/{username}/profile": "users.profile",

  "GET /memberships": "memberships.list",
  "GET /memberships/{organization_slug}": "memberships.get",
  "POST /memberships/{organization_slug}": "memberships.join",
  "PATCH /memberships/{organization_slug}": "memberships.changeTier",
  "DELETE /memberships/{organization_slug}": "memberships.leave",
  "POST /memberships/{organization_slug}/resume": "memberships.resume",
  "POST /memberships/{organization_slug}/renew": "memberships.renew",
  "POST /memberships/{organization_slug}/checkout": "memberships.checkout",
  "GET /memberships/{organization_slug}/checkout/{checkout_uuid}": "memberships.getCheckout",
  "GET /organizations/{organization_slug}/memberships": "memberships.listMembers",
  "POST /organizations/{organization_slug}/memberships": "memberships.add",
  "GET /organizations/{organization_slug}/memberships/{user_uuid}": "memberships.getMember",
  "PATCH /organizations/{organization_slug}/memberships/{user_uuid}": "memberships.updateMember",
  "DELETE /organizations/{organization_slug}/memberships/{user_uuid}": "memberships.removeMember",
  "POST /organizations/{organization_slug}/memberships/{user_uuid}/renew":
    "memberships.renewMember",

  "GET /organizations/{organization_slug}/membership-tiers": "tiers.list",
  "POST /organizations/{organization_slug}/membership-tiers": "tiers.create",
  "GET /organizations/{organization_slug}/membership-tiers/{tier_uuid}": "tiers.get",
  "PATCH /organizations/{organization_slug}/membership-tiers/{tier_uuid}": "tiers.update",
  "DELETE /organizations/{organization_slug}/membership-tiers/{tier_uuid}": "tiers.delete",
  "POST /organizations/{organization_slug}/membership-tiers/{tier_uuid}/memberships/move":
    "tiers.moveMemberships",

  "GET /organizations/{organization_slug}/memberships/{user_uuid}/entitlements": "entitlements.get",
  "GET /organizations/{organization_slug}/memberships/{user_uuid}/entitlements/{key}":
    "entitlements.check",
  "GET /organizations/{organization_slug}/members/{user_uuid}/entitlements":
    "entitlements.getMember",
  "GET /organizations/{organization_slug}/members/{user_uuid}/entitlements/{key}":
    "entitlements.checkMember",

  "GET /cards": "cards.list",
  "GET /cards/{card_uuid}": "cards.get",
  "POST /cards/claim": "cards.claim",
  "PATCH /cards/{card_uuid}": "cards.update",
  "GET /organizations/{organization_slug}/cards": "cards.listInventory",
  "POST /organizations/{organization_slug}/cards": "cards.addToInventory",
  "PATCH /organizations/{organization_slug}/cards/{card_uuid}": "cards.updateInventory",

  "GET /organizations/{organization_slug}/card-models": "cardModels.list",
  "POST /organizations/{organization_slug}/card-models": "cardModels.create",
  "GET /organizations/{organization_slug}/card-models/{card_model_uuid}": "cardModels.get",
  "PATCH /organizations/{organization_slug}/card-models/{card_model_uuid}": "cardModels.update",
  "DELETE /organizations/{organization_slug}/card-models/{card_model_uuid}": "cardModels.delete",

  "GET /contacts": "contacts.list",
  "POST /contacts": "contacts.save",
  "GET /contacts/{contact_uuid}": "contacts.get",
  "PATCH /contacts/{contact_uuid}": "contacts.update",
  "DELETE /contacts/{contact_uuid}": "contacts.delete",
  "PATCH /contacts/{contact_uuid}/visits/{visit_uuid}": "contacts.updateVisit",
  "DELETE /contacts/{contact_uuid}/visits/{visit_uuid}": "contacts.deleteVisit",
  "POST /contacts/drop": "contacts.drop",

  "GET /activities": "activities.list",
  "GET /organizations/{organization_slug}/activities": "activities.listForOrganization",
  "POST /organizations/{organization_slug}/activities": "activities.create",
  "GET /activities/{activity_slug}": "activities.get",
  "PATCH /activities/{activity_slug}": "activities.update",
  "DELETE /activities/{activity_slug}": "activities.delete",
  "POST /activities/{activity_slug}/cancellation": "activities.cancel",
  "DELETE /activities/{activity_slug}/cancellation": "activities.withdrawCancellation",
  "GET /activities/{activity_slug}/attendees": "activities.listAttendees",

  "GET /activities/{activity_slug}/sessions": "sessions.listForActivity",
  "GET /organizations/{organization_slug}/sessions": "sessions.listForOrganization",
  "POST /activities/{activity_slug}/sessions": "sessions.create",
  "POST /activities/{activity_slug}/sessions/batch": "sessions.createBatch",
  "POST /organizations/{organization_slug}/sessions": "sessions.createStandalone",
  "GET /activities/{activity_slug}/session-series": "sessions.listSeries",
  "GET /activities/{activity_slug}/session-series/{series_uuid}": "sessions.getSeries",
  "GET /sessions/{session_slug}": "sessions.get",
  "PATCH /sessions/{session_slug}": "sessions.update",
  "POST /sessions/{session_slug}/cancellation": "sessions.cancel",
  "DELETE /sessions/{session_slug}/cancellation": "sessions.withdrawCancellation",
  "GET /sessions/{session_slug}/checkin-manifest": "sessions.checkinManifest",
  "GET /sessions/{session_slug}/checkin-manifest/delta": "sessions.checkinManifestDelta",
  "GET /sessions/{session_slug}/checkin-manifest/trust-keys": "sessions.checkinTrustKeys",
  "POST /sessions/{session_slug}/admit": "sessions.admit",
  "POST /sessions/{session_slug}/check-in": "sessions.checkIn",
  "GET /sessions/{session_slug}/attendees": "sessions.listAttendees",
  "DELETE /sessions/{session_slug}/attendees/{attendance_uuid}": "sessions.undoAdmission",
  "POST /sessions/{session_slug}/device-tokens": "sessions.createDeviceToken",

  "GET /rewards": "rewards.list",
  "GET /activities/{activity_slug}/rewards": "rewards.listForActivity",
  "GET /organizations/{organization_slug}/rewards": "rewards.listForOrganization",
  "POST /organizations/{organization_slug}/rewards": "rewards.create",
  "GET /rewards/{reward_slug}": "rewards.get",
  "PATCH /rewards/{reward_slug}": "rewards.update",
  "DELETE /rewards/{reward_slug}": "rewards.delete",
  "POST /rewards/{reward_slug}/restore": "rewards.restore",
  "POST /rewards/{reward_slug}/claim": "rewards.claim",
  "POST /rewards/{reward_slug}/redeem": "rewards.redeem",
  "POST /rewards/{reward_slug}/propagate": "rewards.propagate",
  "POST /rewards/{reward_slug}/trigger": "rewards.trigger",
  "GET /rewards/{reward_slug}/redemptions": "rewards.listRedemptions",
  "GET /rewards/transactions/{transaction_id}": "rewards.getByTransaction",
  "GET /rewards/files/{file_id}": "rewards.getFile",
  "GET /rewards/deliveries/{delivery_uuid}": "rewards.getDelivery",

  "GET /organizations/{organization_slug}/reward-triggers": "rewardTriggers.list",
  "POST /organizations/{organization_slug}/reward-triggers": "rewardTriggers.create",
  "GET /reward-triggers/{trigger_uuid}": "rewardTriggers.get",
  "PATCH /reward-triggers/{trigger_uuid}": "rewardTriggers.update",
  "DELETE /reward-triggers/{trigger_uuid}": "rewardTriggers.delete",
  "GET /reward-triggers/{trigger_uuid}/firings": "rewardTriggers.listFirings",

  "GET /wallets": "wallets.list",
  "GET /wallets/{wallet_address}": "wallets.get",
  "GET /wallets/{wallet_address}/details": "wallets.details",
  "GET /wallets/{wallet_address}/balance": "wallets.balance",
  "GET /wallets/{wallet_address}/transactions": "wallets.listTransactions",
  "GET /wallets/{wallet_address}/transactions/recent": "wallets.listRecentTransactions",
  "POST /wallets/{wallet_address}/transfer": "wallets.transfer",

  "GET /transactions": "transactions.list",
  "GET /transactions/{transaction_id}": "transactions.get",
  "POST /transactions/{transaction_id}/decrypt": "transactions.decrypt",
  "GET /transactions/{transaction_id}/proof": "transactions.proof",

  "GET /ledger/keys": "ledger.keys",
  "GET /ledger/checkpoint": "ledger.checkpoint",

  "POST /files/uploads": "files.startUpload",
  "PATCH /files/uploads/{upload_id}": "files.completeUpload",
  "DELETE /files/uploads/{upload_id}": "files.abandonUpload",
  "GET /files/{file_slug}": "files.get",
  "GET /users/{user_uuid}/files": "files.listForUser",
  "DELETE /users/{user_uuid}/files/{file_uuid}": "files.deleteForUser",
  "GET /organizations/{organization_slug}/files": "files.listForOrganization",
  "DELETE /organizations/{organization_slug}/files/{file_uuid}": "files.deleteForOrganization",
  "GET /activities/{activity_slug}/files": "files.listForActivity",
  "DELETE /activities/{activity_slug}/files/{file_uuid}": "files.deleteForActivity",
  "GET /rewards/{reward_slug}/files": "files.listForReward",
  "DELETE /rewards/{reward_slug}/files/{file_uuid}": "files.deleteForReward",

  "GET /assets": "assets.list",
  "GET /assets/template-backgrounds": "assets.listTemplateBackgrounds",
  "POST /assets/install": "assets.install",
  "POST /assets/{user_asset_uuid}/equip": "assets.equip",
  "DELETE /assets/equipped/character/{slot}": "assets.clearSlot",
  "DELETE /assets/install/{transaction_id}": "assets.uninstall",

  "GET /oauth2/userinfo": "oauth.userinfo",
  "GET /oauth2/.well-known/openid-configuration": "oauth.configuration",
  "GET /oauth2/.well-known/jwks.json": "oauth.jwks",
  "GET /oauth2/scopes": "oauth.scopes",
  "GET /oauth2/client-info": "oauth.clientInfo",
}

/**
 * Endpoints that are not methods: a browser visits the first, the others take the app's own
 * credentials and belong to `auth`.
 */
export const withoutMethod: ReadonlySet<string> = new Set([
  "GET /oauth2/authorize",
  "POST /oauth2/authorize",
  "POST /oauth2/login",
  "POST /oauth2/consent",
  "POST /oauth2/token",
  "POST /oauth2/introspect",
  "POST /oauth2/revoke",
  "POST /oauth2/userinfo",
  "GET /oauth2/logout",
  "POST /oauth2/logout",
])

/**
 * Methods that come a second time, answering the raw text: what is signed in it is verified as it
 * was sent.
 */
export const textMethods: Readonly<Record<string, string>> = {
  "sessions.checkinManifest": "sessions.checkinManifestText",
  "sessions.checkinManifestDelta": "sessions.checkinManifestDeltaText",
}

/** Writes without an idempotency key that the server deduplicates, or that change nothing. */
export const safeToRepeat: ReadonlySet<string> = new Set([
  "POST /sessions/{session_slug}/check-in",
  "POST /assets/install",
  "POST /transactions/{transaction_id}/decrypt",
])
