/**
 * Who may call what, written by hand, not from the contract: scope, kinds of token (U a user's, O
 * an org-scoped one, C an app's, D a door's) and the weakest role on the organization's team. `-`
 * is none: any role, or the resource is the caller's own.
 */
const published = `
GET    /organizations                                                                       organization:read               UOC  -
POST   /organizations                                                                       organization:create             U    -
GET    /organizations/{organization_slug}                                                   organization:read               UOC  -
PATCH  /organizations/{organization_slug}                                                   organization:write              OC   manager
DELETE /organizations/{organization_slug}                                                   organization:write              OC   owner
GET    /organizations/{organization_slug}/staff                                             organization:staff:read         UOC  staff
GET    /organizations/{organization_slug}/staff/{user_uuid}                                 organization:staff:read         UOC  staff
GET    /organizations/{organization_slug}/staff/me                                          organization:read               UO   -
GET    /memberships                                                                         membership:read                 UO   -
GET    /memberships/{organization_slug}                                                     membership:read                 UO   -
POST   /memberships/{organization_slug}                                                     membership:write                U    -
PATCH  /memberships/{organization_slug}                                                     membership:write                U    -
DELETE /memberships/{organization_slug}                                                     membership:write                U    -
POST   /memberships/{organization_slug}/resume                                              membership:write                U    -
POST   /memberships/{organization_slug}/renew                                               membership:write                U    -
POST   /memberships/{organization_slug}/checkout                                            membership:write                U    -
GET    /memberships/{organization_slug}/checkout/{checkout_uuid}                            membership:read                 U    -
GET    /organizations/{organization_slug}/membership-tiers                                  membership_tier:read            UOC  -
GET    /organizations/{organization_slug}/membership-tiers/{tier_uuid}                      membership_tier:read            UOC  -
POST   /organizations/{organization_slug}/membership-tiers                                  membership_tier:write           OC   manager
PATCH  /organizations/{organization_slug}/membership-tiers/{tier_uuid}                      membership_tier:write           OC   manager
DELETE /organizations/{organization_slug}/membership-tiers/{tier_uuid}                      membership_tier:write           OC   manager
POST   /organizations/{organization_slug}/membership-tiers/{tier_uuid}/memberships/move     membership_tier:write           OC   manager
GET    /organizations/{organization_slug}/memberships                                       organization:memberships:read   UOC  staff
GET    /organizations/{organization_slug}/memberships/{user_uuid}                           organization:memberships:read   UOC  -
POST   /organizations/{organization_slug}/memberships                                       organization:memberships:write  OC   manager
PATCH  /organizations/{organization_slug}/memberships/{user_uuid}                           organization:memberships:write  OC   manager
DELETE /organizations/{organization_slug}/memberships/{user_uuid}                           organization:memberships:write  OC   manager
POST   /organizations/{organization_slug}/memberships/{user_uuid}/renew                     organization:memberships:write  OC   staff
GET    /organizations/{organization_slug}/memberships/{user_uuid}/entitlements              entitlement:read                UOC  -
GET    /organizations/{organization_slug}/memberships/{user_uuid}/entitlements/{key}        entitlement:read                UOC  -
GET    /organizations/{organization_slug}/members/{user_uuid}/entitlements                  entitlement:read                UOC  -
GET    /organizations/{organization_slug}/members/{user_uuid}/entitlements/{key}            entitlement:read                UOC  -
GET    /users/{username}                                                                    user:read                       UOC  -
GET    /users/{username}/profile                                                            profile:read                    UOC  -
GET    /users/me                                                                            user:read                       UO   -
GET    /users/me/subscription                                                               subscription:read               U    -
GET    /wallets                                                                             wallet:read                     UOC  staff
GET    /wallets/{wallet_address}                                                            wallet:read                     UOC  staff
GET    /wallets/{wallet_address}/details                                                    wallet:read                     UOC  staff
GET    /wallets/{wallet_address}/balance                                                    wallet:read                     UOC  staff
GET    /wallets/{wallet_address}/transactions                                               wallet_transactions:read        UOC  staff
GET    /wallets/{wallet_address}/transactions/recent                                        wallet_transactions:read        UOC  staff
POST   /wallets/{wallet_address}/transfer                                                   wallet:transfer                 UOC  manager
GET    /transactions                                                                        wallet_transactions:read        UOC  staff
GET    /transactions/{transaction_id}                                                       wallet_transactions:read        UOC  staff
GET    /transactions/{transaction_id}/proof                                                 wallet_transactions:read        UOC  staff
POST   /transactions/{transaction_id}/decrypt                                               wallet:decrypt                  UO   staff
POST   /files/uploads                                                                       -                               UOC  -
PATCH  /files/uploads/{upload_id}                                                           -                               UOC  -
DELETE /files/uploads/{upload_id}                                                           -                               UOC  -
GET    /files/{file_slug}                                                                   file:read                       UOC  staff
GET    /users/{user_uuid}/files                                                             file:read                       U    -
DELETE /users/{user_uuid}/files/{file_uuid}                                                 file:write                      U    -
GET    /organizations/{organization_slug}/files                                             file:read                       UOC  staff
DELETE /organizations/{organization_slug}/files/{file_uuid}                                 upload:organization:write       OC   manager
GET    /activities/{activity_slug}/files                                                    file:read                       UOC  staff
DELETE /activities/{activity_slug}/files/{file_uuid}                                        upload:activity:write           OC   manager
GET    /rewards/{reward_slug}/files                                                         file:read                       UOC  staff
DELETE /rewards/{reward_slug}/files/{file_uuid}                                             upload:reward:write             OC   manager
GET    /activities/{activity_slug}/rewards                                                  reward:read                     UOC  -
GET    /organizations/{organization_slug}/rewards                                           reward:read                     UOC  -
POST   /organizations/{organization_slug}/rewards                                           reward:write                    OC   manager
GET    /rewards                                                                             reward:read                     U    -
GET    /rewards/{reward_slug}                                                               reward:read                     UOC  -
PATCH  /rewards/{reward_slug}                                                               reward:write                    OC   manager
DELETE /rewards/{reward_slug}                                                               reward:write                    OC   manager
POST   /rewards/{reward_slug}/restore                                                       reward:write                    OC   manager
GET    /rewards/{reward_slug}/redemptions                                                   reward:issue                    OC   staff
GET    /rewards/transactions/{transaction_id}                                               reward:read                     U    -
GET    /rewards/files/{file_id}                                                             reward:read                     U    -
GET    /rewards/deliveries/{delivery_uuid}                                                  reward:read                     UOC  -
POST   /rewards/{reward_slug}/claim                                                         reward:claim                    U    -
POST   /rewards/{reward_slug}/redeem                                                        reward:issue                    OC   staff
POST   /rewards/{reward_slug}/propagate                                                     reward:issue                    OC   manager
POST   /rewards/{reward_slug}/trigger                                                       reward:issue                    OC   manager
GET    /organizations/{organization_slug}/reward-triggers                                   reward_trigger:read             UOC  staff
POST   /organizations/{organization_slug}/reward-triggers                                   reward_trigger:write            OC   manager
GET    /reward-triggers/{trigger_uuid}                                                      reward_trigger:read             UOC  staff
PATCH  /reward-triggers/{trigger_uuid}                                                      reward_trigger:write            OC   manager
DELETE /reward-triggers/{trigger_uuid}                                                      reward_trigger:write            OC   manager
GET    /reward-triggers/{trigger_uuid}/firings                                              reward_trigger:read             UOC  staff
GET    /activities                                                                          activity:read                   UOC  -
GET    /activities/{activity_slug}                                                          activity:read                   UOC  -
PATCH  /activities/{activity_slug}                                                          activity:write                  OC   manager
DELETE /activities/{activity_slug}                                                          activity:write                  OC   manager
GET    /organizations/{organization_slug}/activities                                        activity:read                   UOC  -
POST   /organizations/{organization_slug}/activities                                        activity:write                  OC   manager
POST   /activities/{activity_slug}/cancellation                                             activity:write                  OC   manager
DELETE /activities/{activity_slug}/cancellation                                             activity:write                  OC   manager
GET    /activities/{activity_slug}/sessions                                                 session:read                    UOC  -
GET    /activities/{activity_slug}/session-series                                           session:read                    UOC  -
GET    /activities/{activity_slug}/session-series/{series_uuid}                             session:read                    UOC  -
GET    /activities/{activity_slug}/attendees                                                session:attendees:read          OC   staff
POST   /activities/{activity_slug}/sessions                                                 session:write                   OC   manager
POST   /activities/{activity_slug}/sessions/batch                                           session:write                   OC   manager
GET    /organizations/{organization_slug}/sessions                                          session:read                    UOC  -
POST   /organizations/{organization_slug}/sessions                                          session:write                   OC   manager
GET    /sessions/{session_slug}                                                             session:read                    UOC  -
PATCH  /sessions/{session_slug}                                                             session:write                   OC   manager
POST   /sessions/{session_slug}/cancellation                                                session:write                   OC   manager
DELETE /sessions/{session_slug}/cancellation                                                session:write                   OC   manager
GET    /sessions/{session_slug}/checkin-manifest                                            session:attendees:read          OCD  door
GET    /sessions/{session_slug}/checkin-manifest/delta                                      session:attendees:read          OCD  door
GET    /sessions/{session_slug}/checkin-manifest/trust-keys                                 session:read                    UOCD -
POST   /sessions/{session_slug}/admit                                                       session:admit                   OCD  door
GET    /sessions/{session_slug}/attendees                                                   session:attendees:read          OC   staff
DELETE /sessions/{session_slug}/attendees/{attendance_uuid}                                 session:admit                   OC   staff
POST   /sessions/{session_slug}/check-in                                                    session:check_in                U    -
POST   /sessions/{session_slug}/device-tokens                                               session:devices:write           OC   staff
GET    /cards                                                                               card:read                       U    -
GET    /cards/{card_uuid}                                                                   card:read                       U    -
POST   /cards/claim                                                                         card:write                      U    -
PATCH  /cards/{card_uuid}                                                                   card:write                      U    -
GET    /organizations/{organization_slug}/cards                                             organization:cards:read         UOC  staff
POST   /organizations/{organization_slug}/cards                                             organization:cards:write        OC   manager
PATCH  /organizations/{organization_slug}/cards/{card_uuid}                                 organization:cards:write        OC   staff
GET    /organizations/{organization_slug}/card-models                                       card_model:read                 UOC  staff
GET    /organizations/{organization_slug}/card-models/{card_model_uuid}                     card_model:read                 UOC  staff
POST   /organizations/{organization_slug}/card-models                                       card_model:write                OC   manager
PATCH  /organizations/{organization_slug}/card-models/{card_model_uuid}                     card_model:write                OC   manager
DELETE /organizations/{organization_slug}/card-models/{card_model_uuid}                     card_model:write                OC   manager
GET    /contacts                                                                            contact:read                    U    -
GET    /contacts/{contact_uuid}                                                             contact:read                    U    -
POST   /contacts                                                                            contact:write                   U    -
PATCH  /contacts/{contact_uuid}                                                             contact:write                   U    -
DELETE /contacts/{contact_uuid}                                                             contact:write                   U    -
PATCH  /contacts/{contact_uuid}/visits/{visit_uuid}                                         contact:write                   U    -
DELETE /contacts/{contact_uuid}/visits/{visit_uuid}                                         contact:write                   U    -
POST   /contacts/drop                                                                       contact:drop                    U    -
GET    /oauth2/userinfo                                                                     openid                          U    -
POST   /oauth2/userinfo                                                                     openid                          U    -
GET    /assets                                                                              asset:read                      U    -
GET    /assets/template-backgrounds                                                         asset:read                      U    -
POST   /assets/install                                                                      asset:write                     U    -
POST   /assets/{user_asset_uuid}/equip                                                      asset:write                     U    -
DELETE /assets/equipped/character/{slot}                                                    asset:write                     U    -
DELETE /assets/install/{transaction_id}                                                     asset:write                     U    -
`

/**
 * Of the console, which has no scopes: what the decisions say of it. Others are held by the rules
 * alone.
 */
const console = `
POST   /console/v1/organizations/{organization_slug}/points                                 -                               UOC  manager
POST   /console/v1/cards                                                                    -                               UOC  -
POST   /console/v1/organizations/{organization_slug}/tickets                                -                               UOC  manager
GET    /console/v1/organizations/{organization_slug}/reward-batches/{batch_uuid}           -                               UOC  staff
GET    /console/v1/organizations/{organization_slug}/webhooks                              -                               UOC  staff
POST   /console/v1/organizations/{organization_slug}/webhooks                              -                               UOC  manager
GET    /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}               -                               UOC  staff
PATCH  /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}               -                               UOC  manager
DELETE /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}               -                               UOC  manager
POST   /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}/secret        -                               UOC  manager
POST   /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}/test          -                               UOC  manager
GET    /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}/deliveries    -                               UOC  staff
POST   /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}/redeliver     -                               UOC  manager
GET    /console/v1/organizations/{organization_slug}/deliveries/{delivery_uuid}            -                               UOC  staff
POST   /console/v1/organizations/{organization_slug}/deliveries/{delivery_uuid}/redeliver  -                               UOC  manager
GET    /console/v1/test/clock                                                               -                               C    owner
POST   /console/v1/test/clock                                                               -                               C    owner
POST   /console/v1/test/users                                                               -                               C    owner
POST   /console/v1/test/tokens                                                              -                               C    owner
POST   /console/v1/test/organizations                                                       -                               C    owner
`

/** One row: scope, kinds of token, weakest role. */
export type Row = readonly [scope: string, tokens: string, role: string]

/**
 * The rows by route. Files are missing until they are built: the scope of an upload hangs on whose
 * it is.
 */
export const table: ReadonlyMap<string, Row> = new Map(
  `${published}${console}`.split("\n").flatMap((line): (readonly [string, Row])[] => {
    const [method, path, scope = "", tokens = "", role = ""] = line.split(/ +/)
    return path === undefined ? [] : [[`${method} ${path}`, [scope, tokens, role]]]
  }),
)
