// Generated from the contract by scripts/generate-sdk.ts; `npm test` fails when it is out of date.
import type { Call, CallOptions } from "../call.ts"
import type { List } from "../list.ts"
import type {
  Account,
  ActivitiesCancelInput,
  ActivitiesCreateInput,
  ActivitiesDeleteInput,
  ActivitiesListAttendeesInput,
  ActivitiesListFilesInput,
  ActivitiesListForOrganizationInput,
  ActivitiesListInput,
  ActivitiesUpdateInput,
  Activity,
  ActivityAttendee,
  AdmissionList,
  AdmissionRequest,
  AdmissionResult,
  AdmissionResults,
  AllowedAppsListResponse,
  AllowedAppsWithdrawResponse,
  App,
  AppSecret,
  AppsCreateInput,
  AppsListInput,
  AppsUpdateInput,
  AssetsEquipInput,
  AssetsInstallInput,
  AssetsInstallResponse,
  AssetsListInput,
  AssetsListTemplateBackgroundsInput,
  AssetsUnequipCharacterInput,
  Attendee,
  Balance,
  Card,
  CardModel,
  CardModelsCreateInput,
  CardModelsListInput,
  CardModelsUpdateInput,
  CardsAddToInventoryInput,
  CardsAddToInventoryResponse,
  CardsClaimInput,
  CardsListInput,
  CardsListInventoryInput,
  CardsManufactureInput,
  CardsManufactureResponse,
  CardsUpdateInput,
  CardsUpdateStateInput,
  ChangedActivity,
  CheckinManifest,
  CheckinManifestDelta,
  Checkout,
  CheckoutQuote,
  ClaimedCard,
  CompletedFile,
  Contact,
  ContactVisit,
  ContactsDropInput,
  ContactsListInput,
  ContactsSaveInput,
  ContactsUpdateInput,
  ContactsUpdateVisitInput,
  CreatedPaymentConnection,
  CreatedWebhook,
  CredentialsRotateKeyResponse,
  CurrentUser,
  DecryptedTransactionData,
  DeviceToken,
  EntitlementCheck,
  EquipResult,
  File,
  FilesCompleteUploadInput,
  FilesStartUploadInput,
  HeldReward,
  InstalledAsset,
  Invitation,
  InvitationsAcceptInput,
  InvitationsCreateInput,
  InvitationsListInput,
  IssuedDeviceToken,
  IssuedInvitation,
  IssuedReward,
  LedgerKeys,
  Link,
  LinksCreateInput,
  LinksListInput,
  ListedWallet,
  Member,
  MemberEntitlements,
  MemberWithHistory,
  Membership,
  MembershipEntitlements,
  MembershipMoveReport,
  MembershipTier,
  MembershipTierDetails,
  MembershipsAddInput,
  MembershipsChangeTierInput,
  MembershipsCheckoutInput,
  MembershipsGetMemberInput,
  MembershipsJoinInput,
  MembershipsListInput,
  MembershipsListMembersInput,
  MembershipsRenewMemberInput,
  MembershipsUpdateMemberInput,
  Message,
  OauthClientInfoInput,
  OauthClientInfoResponse,
  OauthJwksResponse,
  OauthScopesInput,
  OauthScopesResponse,
  OauthUserinfoResponse,
  Organization,
  OrganizationsCreateInput,
  OrganizationsDeleteInput,
  OrganizationsListFilesInput,
  OrganizationsListInput,
  OrganizationsUpdateInput,
  OwnStaffRole,
  PaymentConnection,
  PaymentConnectionsCreateInput,
  PaymentConnectionsListInput,
  PaymentEvent,
  PaymentEventsListInput,
  PaymentEventsSettleInput,
  PlatformProfileTemplatesCreateInput,
  PlatformProfileTemplatesListInput,
  PlatformProfileTemplatesUpdateInput,
  PointsAllowance,
  PointsBurnInput,
  PointsMintInput,
  PointsSetAllowanceInput,
  Profile,
  ProfilePage,
  ProfilePagesCreateInput,
  ProfilePagesListInput,
  ProfilePagesUpdateInput,
  ProfileTemplate,
  ProfileTemplatesCreateInput,
  ProfileTemplatesListInput,
  ProfileTemplatesUpdateInput,
  PropagatedReward,
  RecentTransaction,
  Redemption,
  RegisteredApp,
  RewardBatch,
  RewardDelivery,
  RewardFile,
  RewardTemplate,
  RewardTrigger,
  RewardTriggerFiring,
  RewardTriggersCreateInput,
  RewardTriggersListFiringsInput,
  RewardTriggersListInput,
  RewardTriggersUpdateInput,
  RewardsClaimInput,
  RewardsCreateInput,
  RewardsListFilesInput,
  RewardsListForActivityInput,
  RewardsListForOrganizationInput,
  RewardsListInput,
  RewardsListRedemptionsInput,
  RewardsPropagateInput,
  RewardsRedeemInput,
  RewardsTriggerInput,
  RewardsUpdateInput,
  Session,
  SessionBatch,
  SessionSeries,
  SessionSeriesDetails,
  SessionsCancelInput,
  SessionsCheckInInput,
  SessionsCheckinManifestDeltaInput,
  SessionsCreateBatchInput,
  SessionsCreateDeviceTokenInput,
  SessionsCreateInput,
  SessionsCreateStandaloneInput,
  SessionsListAttendeesInput,
  SessionsListDeviceTokensInput,
  SessionsListForActivityInput,
  SessionsListForOrganizationInput,
  SessionsListSeriesInput,
  SessionsUpdateInput,
  StaffChangeRoleInput,
  StaffListInput,
  StaffListItem,
  StaffMember,
  StaffTransferOwnershipInput,
  StartedDelivery,
  StartedUpload,
  Subscription,
  TemplateBackground,
  TestCreateOrganizationInput,
  TestCreateTokenInput,
  TestCreateTokenResponse,
  TestCreateUserResponse,
  TestGetClockResponse,
  TestSetClockInput,
  TestSetClockResponse,
  TicketsIssueInput,
  TiersCreateInput,
  TiersListInput,
  TiersMoveMembershipsInput,
  TiersUpdateInput,
  ToldEvent,
  Transaction,
  TransactionProof,
  TransactionsDecryptInput,
  TransactionsListInput,
  TransactionsProofInput,
  TransactionsRefundInput,
  TransactionsReverseInput,
  TrustKeys,
  User,
  UsersChangePasswordInput,
  UsersDeleteInput,
  UsersListFilesInput,
  UsersUpdateProfileInput,
  Wallet,
  WalletDetails,
  WalletsListInput,
  WalletsListRecentTransactionsInput,
  WalletsListTransactionsInput,
  WalletsRotateKeyInput,
  WalletsTransferInput,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookSecret,
  WebhooksCreateInput,
  WebhooksListDeliveriesInput,
  WebhooksListInput,
  WebhooksRedeliverRangeInput,
  WebhooksRedeliverRangeResponse,
  WebhooksUpdateInput,
} from "./types.ts"

/** The calls of `client.activities`. */
export interface ActivitiesApi {
  /**
   * Lists the activities of all organizations. An org-scoped token sees only those of its organization.
   *
   * `GET /activities`. Scope `activity:read`.
   */
  list(input?: ActivitiesListInput, options?: CallOptions): List<Activity>

  /**
   * Deletes an activity and its sessions. The attendance is kept.
   *
   * 409 `stranding_holders` while valid tickets name it or belong to the template that it or one of its unfinished sessions names. The organization's webhooks get `activity.deleted`.
   *
   * `DELETE /activities/{activity_slug}`. Scope `activity:write`.
   */
  delete(activitySlug: string, input?: ActivitiesDeleteInput, options?: CallOptions): Call<Message>

  /**
   * Returns an activity.
   *
   * `GET /activities/{activity_slug}`. Scope `activity:read`.
   */
  get(activitySlug: string, options?: CallOptions): Call<Activity>

  /**
   * Updates the fields of an activity that are sent; null clears a field. The slug does not change.
   *
   * Door settings are the defaults of new sessions. With `apply_to_upcoming_sessions`, the settings that are sent also apply to every session that has not ended, all or none. 400 if the ticket gate of a session would be on without a ticket, 409 `stranding_holders` if a session would no longer accept a valid ticket that a person holds, unless that is confirmed.
   *
   * `PATCH /activities/{activity_slug}`. Scope `activity:write`.
   */
  update(activitySlug: string, input?: ActivitiesUpdateInput, options?: CallOptions): Call<ChangedActivity>

  /**
   * Lists the people who were present at the sessions of an activity, each person once.
   *
   * `created_at` sorts as `first_admitted_at` does.
   *
   * `GET /activities/{activity_slug}/attendees`. Scope `session:attendees:read`.
   */
  listAttendees(activitySlug: string, input?: ActivitiesListAttendeesInput, options?: CallOptions): List<ActivityAttendee>

  /**
   * Withdraws the cancellation of an activity. Sessions that were cancelled themselves stay cancelled. 409 if it is not cancelled.
   *
   * `DELETE /activities/{activity_slug}/cancellation`. Scope `activity:write`.
   */
  withdrawCancellation(activitySlug: string, options?: CallOptions): Call<Activity>

  /**
   * Cancels an activity. None of its sessions admits anyone. 409 if it is already cancelled.
   *
   * `POST /activities/{activity_slug}/cancellation`. Scope `activity:write`.
   */
  cancel(activitySlug: string, input?: ActivitiesCancelInput, options?: CallOptions): Call<Activity>

  /**
   * Lists the files of an activity.
   *
   * `GET /activities/{activity_slug}/files`. Scope `file:read`.
   */
  listFiles(activitySlug: string, input?: ActivitiesListFilesInput, options?: CallOptions): List<File>

  /**
   * Deletes a file of an activity.
   *
   * 409 while something shows or issues the file, with up to 20 of what shows it in `details.used_by`.
   *
   * `DELETE /activities/{activity_slug}/files/{file_uuid}`. Scope `upload:activity:write`.
   */
  deleteFile(activitySlug: string, fileUuid: string, options?: CallOptions): Call<Message>

  /**
   * Lists an organization's activities.
   *
   * `GET /organizations/{organization_slug}/activities`. Scope `activity:read`.
   */
  listForOrganization(organizationSlug: string, input?: ActivitiesListForOrganizationInput, options?: CallOptions): List<Activity>

  /**
   * Creates an activity. Its door settings are the defaults of its sessions.
   *
   * `POST /organizations/{organization_slug}/activities`. Scope `activity:write`.
   */
  create(organizationSlug: string, input: ActivitiesCreateInput, options?: CallOptions): Call<Activity>
}

/** The calls of `client.assets`. */
export interface AssetsApi {
  /**
   * Lists the caller's installed assets, without revoked ones.
   *
   * `GET /assets`. Scope `asset:read`.
   */
  list(input?: AssetsListInput, options?: CallOptions): List<InstalledAsset>

  /**
   * Clears a slot of the character on a profile page.
   *
   * `DELETE /assets/equipped/character/{slot}`. Scope `asset:write`.
   */
  unequipCharacter(slot: string, input: AssetsUnequipCharacterInput, options?: CallOptions): Call<Message>

  /**
   * Installs the assets of a reward. A repeated call returns the same assets.
   *
   * All assets of the reward are installed, with the parts of its packs. 404 for a reward that the caller does not hold, and for one without assets.
   *
   * `POST /assets/install`. Scope `asset:write`. Safe to repeat: the client retries it.
   */
  install(input: AssetsInstallInput, options?: CallOptions): Call<AssetsInstallResponse>

  /**
   * Uninstalls the assets of a reward. They can be installed again while it stands.
   *
   * `DELETE /assets/install/{transaction_id}`. Scope `asset:write`.
   */
  uninstall(transactionId: string, options?: CallOptions): Call<Message>

  /**
   * Lists the background that the template of a profile page offers.
   *
   * `GET /assets/template-backgrounds`. Scope `asset:read`.
   */
  listTemplateBackgrounds(input?: AssetsListTemplateBackgroundsInput, options?: CallOptions): List<TemplateBackground>

  /**
   * Puts an installed asset into a slot of a profile page, over the one before.
   *
   * `POST /assets/{user_asset_uuid}/equip`. Scope `asset:write`. Safe to repeat: the client retries it.
   */
  equip(userAssetUuid: string, input: AssetsEquipInput, options?: CallOptions): Call<EquipResult>
}

/** The calls of `client.cardModels`. */
export interface CardModelsApi {
  /**
   * Lists an organization's card models.
   *
   * `GET /organizations/{organization_slug}/card-models`. Scope `card_model:read`.
   */
  list(organizationSlug: string, input?: CardModelsListInput, options?: CallOptions): List<CardModel>

  /**
   * Creates a card model.
   *
   * `POST /organizations/{organization_slug}/card-models`. Scope `card_model:write`.
   */
  create(organizationSlug: string, input: CardModelsCreateInput, options?: CallOptions): Call<CardModel>

  /**
   * Deletes a card model that no card uses.
   *
   * While cards use it, the answer is 409 with their number in `details.cards`: deactivate it.
   *
   * `DELETE /organizations/{organization_slug}/card-models/{card_model_uuid}`. Scope `card_model:write`.
   */
  delete(organizationSlug: string, cardModelUuid: string, options?: CallOptions): Call<Message>

  /**
   * Returns a card model.
   *
   * `GET /organizations/{organization_slug}/card-models/{card_model_uuid}`. Scope `card_model:read`.
   */
  get(organizationSlug: string, cardModelUuid: string, options?: CallOptions): Call<CardModel>

  /**
   * Updates the fields of a card model that are sent; null clears a field.
   *
   * Cards that have the model follow. `is_active: false` deactivates it.
   *
   * `PATCH /organizations/{organization_slug}/card-models/{card_model_uuid}`. Scope `card_model:write`.
   */
  update(organizationSlug: string, cardModelUuid: string, input?: CardModelsUpdateInput, options?: CallOptions): Call<CardModel>
}

/** The calls of `client.cards`. */
export interface CardsApi {
  /**
   * Lists the caller's cards: those they claimed, and those that are assigned to them.
   *
   * `GET /cards`. Scope `card:read`.
   */
  list(input?: CardsListInput, options?: CallOptions): List<Card>

  /**
   * Claims a card for the caller.
   *
   * The first claim of a card that grants a tier starts a membership, or renews a lapsed one on that tier; later claims do not. What the card's own wallet holds moves into the claimer's wallet with the claim; after an offer it goes to the holder before. Unknown, withdrawn and frozen cards, a wrong claim code, and cards of another holder without an offer to the caller are 404 alike. Claiming one's own card changes nothing.
   *
   * `POST /cards/claim`. Scope `card:write`.
   */
  claim(input: CardsClaimInput, options?: CallOptions): Call<ClaimedCard>

  /**
   * Returns one of the caller's cards. A card of another holder reads as absent.
   *
   * `GET /cards/{card_uuid}`. Scope `card:read`.
   */
  get(cardUuid: string, options?: CallOptions): Call<Card>

  /**
   * Changes a card that the caller claimed.
   *
   * An offer lets one other user claim the card within 7 days; it ends when the card is frozen or withdrawn. A card that the organization froze is unfrozen by the organization alone (403).
   *
   * `PATCH /cards/{card_uuid}`. Scope `card:write`.
   */
  update(cardUuid: string, input?: CardsUpdateInput, options?: CallOptions): Call<Card>

  /**
   * Lists the cards in an organization's inventory, withdrawn ones too.
   *
   * `GET /organizations/{organization_slug}/cards`. Scope `organization:cards:read`.
   */
  listInventory(organizationSlug: string, input?: CardsListInventoryInput, options?: CallOptions): List<Card>

  /**
   * Adds manufactured cards to the organization's inventory.
   *
   * A card must exist and belong to no organization yet. Cards that cannot be added are listed under `refused`; the others are added. Up to 20 cards a call. Each card counts in the expensive bucket.
   *
   * `POST /organizations/{organization_slug}/cards`. Scope `organization:cards:write`.
   */
  addToInventory(organizationSlug: string, input: CardsAddToInventoryInput, options?: CallOptions): Call<CardsAddToInventoryResponse>

  /**
   * Changes a card of the organization.
   *
   * An assigned card opens the doors of its organization for its holder while the holder is a live member there. It shows and pays nothing until the holder claims it. Once claimed, the organization may freeze or withdraw it, but cannot give it to another person (409 `card_claimed`).
   *
   * `PATCH /organizations/{organization_slug}/cards/{card_uuid}`. Scope `organization:cards:write`.
   */
  updateState(organizationSlug: string, cardUuid: string, input?: CardsUpdateStateInput, options?: CallOptions): Call<Card>
}

/** The calls of `client.contacts`. */
export interface ContactsApi {
  /**
   * Lists the caller's contacts, without their encounters.
   *
   * A contact without encounters is sorted by `last_visited` as if it had been met when it came into the list.
   *
   * `GET /contacts`. Scope `contact:read`.
   */
  list(input?: ContactsListInput, options?: CallOptions): List<Contact>

  /**
   * Saves a contact and records the encounter.
   *
   * Send `identifier` or `profile_page_uuid` for a registered person, or `name` and `email` for a person without an account. A contact that the caller has already gets the encounter; one that this person dropped by account becomes a saved one. The same request within a minute, at the same session, records no second encounter. An identifier that does not point at a registered person is refused (404 `identifier_unresolved`). A session that the caller cannot read is refused like an unknown one (404).
   *
   * `POST /contacts`. Scope `contact:write`. Safe to repeat: the client retries it.
   */
  save(input?: ContactsSaveInput, options?: CallOptions): Call<Contact>

  /**
   * Leaves the caller as a contact with another person.
   *
   * The receiver sees the caller's account, or `name` and `email` instead of it, and what else is sent here. The answer is the same whether or not the identifier points at a person, and whether or not that person accepts drops, has the contact already, or got drops of 10 senders in the last hour. After 30 drops in an hour, to whomever, the answer is 429.
   *
   * `POST /contacts/drop`. Scope `contact:drop`.
   */
  drop(input: ContactsDropInput, options?: CallOptions): Call<Message>

  /**
   * Deletes a contact with its encounters. Saved again, it is a new contact.
   *
   * `DELETE /contacts/{contact_uuid}`. Scope `contact:write`.
   */
  delete(contactUuid: string, options?: CallOptions): Call<Message>

  /**
   * Returns one of the caller's contacts with all encounters.
   *
   * `GET /contacts/{contact_uuid}`. Scope `contact:read`.
   */
  get(contactUuid: string, options?: CallOptions): Call<Contact>

  /**
   * Sets the standing note of a contact.
   *
   * `PATCH /contacts/{contact_uuid}`. Scope `contact:write`.
   */
  update(contactUuid: string, input: ContactsUpdateInput, options?: CallOptions): Call<Contact>

  /**
   * Deletes an encounter. The contact stays, without any encounter too.
   *
   * `DELETE /contacts/{contact_uuid}/visits/{visit_uuid}`. Scope `contact:write`.
   */
  deleteVisit(contactUuid: string, visitUuid: string, options?: CallOptions): Call<Message>

  /**
   * Changes the note or the time of an encounter.
   *
   * `PATCH /contacts/{contact_uuid}/visits/{visit_uuid}`. Scope `contact:write`.
   */
  updateVisit(contactUuid: string, visitUuid: string, input?: ContactsUpdateVisitInput, options?: CallOptions): Call<ContactVisit>
}

/** The calls of `client.entitlements`. */
export interface EntitlementsApi {
  /**
   * Lists the entitlements of a member now.
   *
   * `GET /organizations/{organization_slug}/members/{user_uuid}/entitlements`. Scope `entitlement:read`.
   */
  getMember(organizationSlug: string, userUuid: string, options?: CallOptions): Call<MemberEntitlements>

  /**
   * Returns whether a member has an entitlement now and, if not, why.
   *
   * `GET /organizations/{organization_slug}/members/{user_uuid}/entitlements/{key}`. Scope `entitlement:read`.
   */
  checkMember(organizationSlug: string, userUuid: string, key: string, options?: CallOptions): Call<EntitlementCheck>

  /**
   * Lists the entitlements of a user's membership now. Without a membership, the list is empty.
   *
   * `GET /organizations/{organization_slug}/memberships/{user_uuid}/entitlements`. Scope `entitlement:read`.
   */
  get(organizationSlug: string, userUuid: string, options?: CallOptions): Call<MembershipEntitlements>

  /**
   * Returns whether a user's membership grants an entitlement now and, if not, why.
   *
   * `GET /organizations/{organization_slug}/memberships/{user_uuid}/entitlements/{key}`. Scope `entitlement:read`.
   */
  check(organizationSlug: string, userUuid: string, key: string, options?: CallOptions): Call<EntitlementCheck>
}

/** The calls of `client.files`. */
export interface FilesApi {
  /**
   * Begins the upload of a file and returns the URLs to send its bytes to.
   *
   * The token needs `upload:user:write`, `upload:organization:write`, `upload:activity:write` or `upload:reward:write`, by the kind of the owner. Each URL takes exactly the declared number of bytes, with the declared content type. 409 with the reason `too_many_uploads` while 100 uploads of the user or the organization are unfinished, and with the reason `storage_full` where their files leave no room for this one.
   *
   * `POST /files/uploads`.
   */
  startUpload(input: FilesStartUploadInput, options?: CallOptions): Call<StartedUpload>

  /**
   * Abandons an upload. What was sent of it is removed.
   *
   * The token needs `upload:user:write`, `upload:organization:write`, `upload:activity:write` or `upload:reward:write`, by the kind of the owner.
   *
   * `DELETE /files/uploads/{upload_id}`.
   */
  abandonUpload(uploadId: string, options?: CallOptions): Call<Message>

  /**
   * Completes an upload whose bytes were sent. A repeated call returns the same file.
   *
   * The token needs `upload:user:write`, `upload:organization:write`, `upload:activity:write` or `upload:reward:write`, by the kind of the owner. The bytes must be of the declared size and type. If their type is another one, the upload is removed.
   *
   * `PATCH /files/uploads/{upload_id}`. Safe to repeat: the client retries it.
   */
  completeUpload(uploadId: string, input?: FilesCompleteUploadInput, options?: CallOptions): Call<CompletedFile>

  /**
   * Returns a file, for its owner.
   *
   * `GET /files/{file_slug}`. Scope `file:read`.
   */
  get(fileSlug: string, options?: CallOptions): Call<File>
}

/** The calls of `client.ledger`. */
export interface LedgerApi {
  /**
   * Lists the public keys of the ledger. No token is needed.
   *
   * `GET /ledger/keys`. Takes no token.
   */
  keys(options?: CallOptions): Call<LedgerKeys>
}

/** The calls of `client.memberships`. */
export interface MembershipsApi {
  /**
   * Lists the caller's active memberships, including those with a notice.
   *
   * An org-scoped token sees only the membership in its organization.
   *
   * `GET /memberships`. Scope `membership:read`.
   */
  list(input?: MembershipsListInput, options?: CallOptions): List<Membership>

  /**
   * Gives notice: the membership lasts until its term ends. A one-time, endless or lapsed membership ends at once.
   *
   * `DELETE /memberships/{organization_slug}`. Scope `membership:write`.
   */
  leave(organizationSlug: string, options?: CallOptions): Call<Membership>

  /**
   * Returns the caller's live membership in an organization, also if it has lapsed and can still be renewed.
   *
   * `GET /memberships/{organization_slug}`. Scope `membership:read`.
   */
  get(organizationSlug: string, options?: CallOptions): Call<Membership>

  /**
   * Changes to another public tier.
   *
   * The remaining time is converted at each tier's price per day. An agreed price is dropped. If a payment is needed, the answer is 402. With `dry_run`, the answer is the membership as it would be.
   *
   * `PATCH /memberships/{organization_slug}`. Scope `membership:write`.
   */
  changeTier(organizationSlug: string, input: MembershipsChangeTierInput, options?: CallOptions): Call<Membership>

  /**
   * Joins an organization on a public tier.
   *
   * If the tier has a price, the answer is 402 with the amount. Open a checkout: the membership begins when it is paid.
   *
   * `POST /memberships/{organization_slug}`. Scope `membership:write`.
   */
  join(organizationSlug: string, input: MembershipsJoinInput, options?: CallOptions): Call<Membership>

  /**
   * Opens a checkout to join, to renew, or to change to another tier.
   *
   * If a checkout is already open, the answer is that checkout, with 200. The membership changes when the payment arrives. With `dry_run`, no checkout is opened: the answer has the amount and the resulting end of the membership.
   *
   * `POST /memberships/{organization_slug}/checkout`. Scope `membership:write`.
   */
  checkout(organizationSlug: string, input: MembershipsCheckoutInput, options?: CallOptions): Call<Checkout | CheckoutQuote>

  /**
   * Returns one of the caller's own checkouts. Poll it after the user returns from paying.
   *
   * `GET /memberships/{organization_slug}/checkout/{checkout_uuid}`. Scope `membership:read`.
   */
  getCheckout(organizationSlug: string, checkoutUuid: string, options?: CallOptions): Call<Checkout>

  /**
   * Renews a free membership for another term and withdraws a notice. If the tier has a price, the answer is 402.
   *
   * `POST /memberships/{organization_slug}/renew`. Scope `membership:write`.
   */
  renew(organizationSlug: string, options?: CallOptions): Call<Membership>

  /**
   * Withdraws a notice before the term ends.
   *
   * `POST /memberships/{organization_slug}/resume`. Scope `membership:write`.
   */
  resume(organizationSlug: string, options?: CallOptions): Call<Membership>

  /**
   * Lists the members of an organization with their tiers. `current` means `active` and `lapsed`.
   *
   * `GET /organizations/{organization_slug}/memberships`. Scope `organization:memberships:read`.
   */
  listMembers(organizationSlug: string, input?: MembershipsListMembersInput, options?: CallOptions): List<Member>

  /**
   * Adds a user as a member on any tier, without a payment.
   *
   * `POST /organizations/{organization_slug}/memberships`. Scope `organization:memberships:write`.
   */
  add(organizationSlug: string, input: MembershipsAddInput, options?: CallOptions): Call<Member>

  /**
   * Ends a membership at once, without a refund.
   *
   * `DELETE /organizations/{organization_slug}/memberships/{user_uuid}`. Scope `organization:memberships:write`.
   */
  removeMember(organizationSlug: string, userUuid: string, options?: CallOptions): Call<Member>

  /**
   * Returns a member's newest membership; with `include=history` also its changes, newest first.
   *
   * Members see their own live membership. The organization's staff also see one that has ended.
   *
   * `GET /organizations/{organization_slug}/memberships/{user_uuid}`. Scope `organization:memberships:read`.
   */
  getMember(organizationSlug: string, userUuid: string, input?: MembershipsGetMemberInput, options?: CallOptions): Call<MemberWithHistory>

  /**
   * Changes a member's tier, end date, price or interval.
   *
   * A price or interval applies from the next renewal on; `null` resets it to the tier's. If the member has an agreed price or interval, a tier change needs both fields. With `dry_run`, the answer is the membership as it would be.
   *
   * `PATCH /organizations/{organization_slug}/memberships/{user_uuid}`. Scope `organization:memberships:write`.
   */
  updateMember(organizationSlug: string, userUuid: string, input?: MembershipsUpdateMemberInput, options?: CallOptions): Call<Member>

  /**
   * Renews a membership for a number of terms, without a checkout.
   *
   * `POST /organizations/{organization_slug}/memberships/{user_uuid}/renew`. Scope `organization:memberships:write`.
   */
  renewMember(organizationSlug: string, userUuid: string, input?: MembershipsRenewMemberInput, options?: CallOptions): Call<Member>
}

/** The calls of `client.oauth`. */
export interface OauthApi {
  /**
   * Lists the public keys that verify access tokens (RFC 7517).
   *
   * `GET /oauth2/.well-known/jwks.json`. Takes no token.
   */
  jwks(options?: CallOptions): Call<OauthJwksResponse>

  /**
   * Returns the metadata of this authorization server (OpenID Connect Discovery, RFC 8414).
   *
   * `GET /oauth2/.well-known/openid-configuration`. Takes no token.
   */
  configuration(options?: CallOptions): Call<Readonly<Record<string, unknown>>>

  /**
   * Returns the public details of an app.
   *
   * `GET /oauth2/client-info`. Takes no token.
   */
  clientInfo(input: OauthClientInfoInput, options?: CallOptions): Call<OauthClientInfoResponse>

  /**
   * Describes scopes in plain words: all of them, or the requested ones.
   *
   * `GET /oauth2/scopes`. Takes no token.
   */
  scopes(input?: OauthScopesInput, options?: CallOptions): Call<OauthScopesResponse>

  /**
   * Returns claims about the user of the token, by its scopes (OpenID Connect Core section 5.3).
   *
   * `GET /oauth2/userinfo`. Scope `openid`.
   */
  userinfo(options?: CallOptions): Call<OauthUserinfoResponse>
}

/** The calls of `client.organizations`. */
export interface OrganizationsApi {
  /**
   * Lists the organizations where the caller has a role or a live membership. An org-scoped token sees only its own.
   *
   * `GET /organizations`. Scope `organization:read`.
   */
  list(input?: OrganizationsListInput, options?: CallOptions): List<Organization>

  /**
   * Creates an organization and its treasury wallet.
   *
   * `POST /organizations`. Scope `organization:create`.
   */
  create(input: OrganizationsCreateInput, options?: CallOptions): Call<Organization>

  /**
   * Deletes an organization permanently and ends its memberships.
   *
   * Refused while members move to another tier, and while a checkout is open. Its slug is never reused. Members keep the contents of their wallets.
   *
   * `DELETE /organizations/{organization_slug}`. Scope `organization:write`.
   */
  delete(organizationSlug: string, input: OrganizationsDeleteInput, options?: CallOptions): Call<Message>

  /**
   * Returns an organization.
   *
   * `GET /organizations/{organization_slug}`. Scope `organization:read`.
   */
  get(organizationSlug: string, options?: CallOptions): Call<Organization>

  /**
   * Updates the fields of an organization that are sent; null clears a field.
   *
   * The slug does not change with the name. An organization always has a name, so null leaves it unchanged.
   *
   * `PATCH /organizations/{organization_slug}`. Scope `organization:write`.
   */
  update(organizationSlug: string, input?: OrganizationsUpdateInput, options?: CallOptions): Call<Organization>

  /**
   * Lists the files of an organization, without those of its activities and rewards.
   *
   * `GET /organizations/{organization_slug}/files`. Scope `file:read`.
   */
  listFiles(organizationSlug: string, input?: OrganizationsListFilesInput, options?: CallOptions): List<File>

  /**
   * Deletes a file of an organization.
   *
   * 409 while something shows or issues the file, with up to 20 of what shows it in `details.used_by`.
   *
   * `DELETE /organizations/{organization_slug}/files/{file_uuid}`. Scope `upload:organization:write`.
   */
  deleteFile(organizationSlug: string, fileUuid: string, options?: CallOptions): Call<Message>
}

/** The calls of `client.rewardTriggers`. */
export interface RewardTriggersApi {
  /**
   * Lists the reward triggers of an organization.
   *
   * `GET /organizations/{organization_slug}/reward-triggers`. Scope `reward_trigger:read`.
   */
  list(organizationSlug: string, input?: RewardTriggersListInput, options?: CallOptions): List<RewardTrigger>

  /**
   * Creates a trigger, which issues a reward when events have happened so often.
   *
   * Counting begins now. An organization has at most 100 triggers. organization_uuid, if sent, repeats the organization of the path.
   *
   * `POST /organizations/{organization_slug}/reward-triggers`. Scope `reward_trigger:write`.
   */
  create(organizationSlug: string, input: RewardTriggersCreateInput, options?: CallOptions): Call<RewardTrigger>

  /**
   * Deletes a reward trigger. Rewards that were issued stay.
   *
   * `DELETE /reward-triggers/{trigger_uuid}`. Scope `reward_trigger:write`.
   */
  delete(triggerUuid: string, options?: CallOptions): Call<Message>

  /**
   * Returns a reward trigger.
   *
   * `GET /reward-triggers/{trigger_uuid}`. Scope `reward_trigger:read`.
   */
  get(triggerUuid: string, options?: CallOptions): Call<RewardTrigger>

  /**
   * Updates the fields of a reward trigger that are sent; null clears a field.
   *
   * `trigger_scopes` and `reward_metadata` are replaced as a whole. A scope that stays goes on counting; one that is new begins at 0; one that comes back goes on where it stopped.
   *
   * `PATCH /reward-triggers/{trigger_uuid}`. Scope `reward_trigger:write`.
   */
  update(triggerUuid: string, input?: RewardTriggersUpdateInput, options?: CallOptions): Call<RewardTrigger>

  /**
   * Lists how often a trigger fired, for whom, and what became of each.
   *
   * `GET /reward-triggers/{trigger_uuid}/firings`. Scope `reward_trigger:read`.
   */
  listFirings(triggerUuid: string, input?: RewardTriggersListFiringsInput, options?: CallOptions): List<RewardTriggerFiring>
}

/** The calls of `client.rewards`. */
export interface RewardsApi {
  /**
   * Lists the reward templates of an activity.
   *
   * `GET /activities/{activity_slug}/rewards`. Scope `reward:read`.
   */
  listForActivity(activitySlug: string, input?: RewardsListForActivityInput, options?: CallOptions): List<RewardTemplate>

  /**
   * Lists the reward templates of an organization.
   *
   * `GET /organizations/{organization_slug}/rewards`. Scope `reward:read`.
   */
  listForOrganization(organizationSlug: string, input?: RewardsListForOrganizationInput, options?: CallOptions): List<RewardTemplate>

  /**
   * Creates a reward template.
   *
   * It can be issued at once, unless is_draft is true. organization_uuid repeats the organization of the path.
   *
   * `POST /organizations/{organization_slug}/rewards`. Scope `reward:write`.
   */
  create(organizationSlug: string, input: RewardsCreateInput, options?: CallOptions): Call<RewardTemplate>

  /**
   * Lists the rewards in the caller's wallets, newest first.
   *
   * The pages count transactions that bring rewards. Rewards that were reversed, and tickets that were handed on, are left out, so a page can be short or empty while `current_page` < `total_pages`. Contents that a page has no room for are left out: `content_omitted` is true, and `GET /rewards/transactions/{transaction_id}` has them.
   *
   * `GET /rewards`. Scope `reward:read`.
   */
  list(input?: RewardsListInput, options?: CallOptions): List<HeldReward>

  /**
   * Returns how far the delivery of an external reward is.
   *
   * For its receiver, and for staff of its organization. Poll it until `status` is `completed` or `failed`; one that failed has returned its place in the supply.
   *
   * `GET /rewards/deliveries/{delivery_uuid}`. Scope `reward:read`.
   */
  getDelivery(deliveryUuid: string, options?: CallOptions): Call<RewardDelivery>

  /**
   * Returns one item of a reward by its uid, for its present holder.
   *
   * `GET /rewards/files/{file_id}`. Scope `reward:read`.
   */
  getItem(fileId: string, options?: CallOptions): Call<RewardFile>

  /**
   * Returns the reward that a transaction brought into a wallet of the caller.
   *
   * Content that another host has is fetched when the copy has expired; while the host does not answer, the copy is served. 503 when there is no copy yet.
   *
   * `GET /rewards/transactions/{transaction_id}`. Scope `reward:read`.
   */
  getByTransaction(transactionId: string, options?: CallOptions): Call<HeldReward>

  /**
   * Archives a reward template, or deletes a draft.
   *
   * An archived one is not issued any more. What was issued stays.
   *
   * `DELETE /rewards/{reward_slug}`. Scope `reward:write`.
   */
  delete(rewardSlug: string, options?: CallOptions): Call<Message>

  /**
   * Returns a reward template by slug or uuid.
   *
   * `GET /rewards/{reward_slug}`. Scope `reward:read`.
   */
  get(rewardSlug: string, options?: CallOptions): Call<RewardTemplate>

  /**
   * Updates the fields of a reward template that are sent; null clears a field.
   *
   * `is_draft: false` publishes a draft, for good. A new name, description or content raises the version; what was issued stays as it is. `content_config` is replaced as a whole.
   *
   * `PATCH /rewards/{reward_slug}`. Scope `reward:write`.
   */
  update(rewardSlug: string, input?: RewardsUpdateInput, options?: CallOptions): Call<RewardTemplate>

  /**
   * Claims a reward for the caller, once.
   *
   * It goes into the named wallet of the caller, else into their wallet in the organization, which is made on first need. A second claim is 409 `already_issued`; the same request under the same idempotency_key answers the first one again.
   *
   * `POST /rewards/{reward_slug}/claim`. Scope `reward:claim`.
   */
  claim(rewardSlug: string, input?: RewardsClaimInput, options?: CallOptions): Call<IssuedReward>

  /**
   * Lists the files of a reward.
   *
   * `GET /rewards/{reward_slug}/files`. Scope `file:read`.
   */
  listFiles(rewardSlug: string, input?: RewardsListFilesInput, options?: CallOptions): List<File>

  /**
   * Deletes a file of a reward.
   *
   * 409 while something shows or issues the file, with up to 20 of what shows it in `details.used_by`.
   *
   * `DELETE /rewards/{reward_slug}/files/{file_uuid}`. Scope `upload:reward:write`.
   */
  deleteFile(rewardSlug: string, fileUuid: string, options?: CallOptions): Call<Message>

  /**
   * Issues a reward of the organization to an audience, in the background.
   *
   * A dry run answers 200 with the same report and changes nothing; it needs no `idempotency_key`, and may be asked for while a batch runs. Everybody of the audience gets the reward once. 409 `treasury_exhausted` if the treasury has too few points for all of them, `batch_running` while another batch of the reward runs.
   *
   * `POST /rewards/{reward_slug}/propagate`. Scope `reward:issue`. Safe to repeat: the client retries it.
   */
  propagate(rewardSlug: string, input: RewardsPropagateInput, options?: CallOptions): Call<PropagatedReward>

  /**
   * Issues a reward of the organization to somebody.
   *
   * `POST /rewards/{reward_slug}/redeem`. Scope `reward:issue`.
   */
  redeem(rewardSlug: string, input: RewardsRedeemInput, options?: CallOptions): Call<IssuedReward>

  /**
   * Lists what was issued of a reward template, newest first.
   *
   * `GET /rewards/{reward_slug}/redemptions`. Scope `reward:issue`.
   */
  listRedemptions(rewardSlug: string, input?: RewardsListRedemptionsInput, options?: CallOptions): List<Redemption>

  /**
   * Restores an archived reward template: it can be issued again.
   *
   * `POST /rewards/{reward_slug}/restore`. Scope `reward:write`.
   */
  restore(rewardSlug: string, options?: CallOptions): Call<RewardTemplate>

  /**
   * Tells that an event happened; the triggers of this reward alone count it.
   *
   * An event_id counts once for each event: the same call again answers what the first did. The same event_id for another person is 409 `idempotency_conflict`. Events count in the order in which they arrive, whatever occurred_at says.
   *
   * `POST /rewards/{reward_slug}/trigger`. Scope `reward:issue`. Safe to repeat: the client retries it.
   */
  trigger(rewardSlug: string, input: RewardsTriggerInput, options?: CallOptions): Call<ToldEvent>
}

/** The calls of `client.sessions`. */
export interface SessionsApi {
  /**
   * Lists the series of an activity with their number of sessions.
   *
   * `GET /activities/{activity_slug}/session-series`. Scope `session:read`.
   */
  listSeries(activitySlug: string, input?: SessionsListSeriesInput, options?: CallOptions): List<SessionSeries>

  /**
   * Returns a series with its sessions, in order of start.
   *
   * `GET /activities/{activity_slug}/session-series/{series_uuid}`. Scope `session:read`.
   */
  getSeries(activitySlug: string, seriesUuid: string, options?: CallOptions): Call<SessionSeriesDetails>

  /**
   * Lists the sessions of an activity.
   *
   * `GET /activities/{activity_slug}/sessions`. Scope `session:read`.
   */
  listForActivity(activitySlug: string, input?: SessionsListForActivityInput, options?: CallOptions): List<Session>

  /**
   * Creates a session. Omitted settings are copied from the activity.
   *
   * `POST /activities/{activity_slug}/sessions`. Scope `session:write`.
   */
  create(activitySlug: string, input: SessionsCreateInput, options?: CallOptions): Call<Session>

  /**
   * Creates several sessions and their series, all or none. Omitted settings are copied from the activity.
   *
   * Creates 1 to 366 sessions, by exactly one of `dates` and `recurrence`. A call counts once against the rate limit.
   *
   * `POST /activities/{activity_slug}/sessions/batch`. Scope `session:write`.
   */
  createBatch(activitySlug: string, input: SessionsCreateBatchInput, options?: CallOptions): Call<SessionBatch>

  /**
   * Lists an organization's sessions, including those of its activities.
   *
   * `GET /organizations/{organization_slug}/sessions`. Scope `session:read`.
   */
  listForOrganization(organizationSlug: string, input?: SessionsListForOrganizationInput, options?: CallOptions): List<Session>

  /**
   * Creates a session without an activity. Omitted settings have their defaults.
   *
   * `POST /organizations/{organization_slug}/sessions`. Scope `session:write`.
   */
  createStandalone(organizationSlug: string, input: SessionsCreateStandaloneInput, options?: CallOptions): Call<Session>

  /**
   * Returns a session.
   *
   * `GET /sessions/{session_slug}`. Scope `session:read`.
   */
  get(sessionSlug: string, options?: CallOptions): Call<Session>

  /**
   * Updates the fields of a session that are sent; null clears a field. The slug does not change.
   *
   * After its end, you cannot change its times and settings (400), except to move the end later. In another activity it gets the next sequence number and leaves its series. Its ticket must not belong to the activity that it leaves. A session that requires a prior session must start after it. 409 with `details.reason`: `ticket_of_activity`, `required_by_session`, `moved_meanwhile`.
   *
   * `PATCH /sessions/{session_slug}`. Scope `session:write`.
   */
  update(sessionSlug: string, input?: SessionsUpdateInput, options?: CallOptions): Call<Session>

  /**
   * Decides a tap, or accepts an admission that a door decided offline. A refusal is an answer: `decision: blocked`.
   *
   * `POST /sessions/{session_slug}/admit`. Scope `session:admit`. Safe to repeat: the client retries it.
   */
  admit(sessionSlug: string, input: AdmissionRequest, options?: CallOptions): Call<AdmissionResult>
  /**
   * Decides a tap, or accepts an admission that a door decided offline. A refusal is an answer: `decision: blocked`.
   *
   * `POST /sessions/{session_slug}/admit`. Scope `session:admit`. Safe to repeat: the client retries it.
   */
  admit(sessionSlug: string, input: AdmissionList, options?: CallOptions): Call<AdmissionResults>

  /**
   * Lists the people present at a session.
   *
   * With `status=undone`, lists people whose admission was undone. `created_at` sorts as `recorded_at` does.
   *
   * `GET /sessions/{session_slug}/attendees`. Scope `session:attendees:read`.
   */
  listAttendees(sessionSlug: string, input?: SessionsListAttendeesInput, options?: CallOptions): List<Attendee>

  /**
   * Undoes an admission. The seat becomes free, and the person may be admitted again. The admission stays in the list of undone ones.
   *
   * `DELETE /sessions/{session_slug}/attendees/{attendance_uuid}`. Scope `session:admit`.
   */
  undoAdmission(sessionSlug: string, attendanceUuid: string, options?: CallOptions): Call<Attendee>

  /**
   * Withdraws the cancellation of a session that is not over.
   *
   * 409 with `details.reason`: `finished`, `not_cancelled`.
   *
   * `DELETE /sessions/{session_slug}/cancellation`. Scope `session:write`.
   */
  withdrawCancellation(sessionSlug: string, options?: CallOptions): Call<Session>

  /**
   * Cancels a session. It admits no one and takes no new seats. The session and its attendance are kept.
   *
   * 409 with `details.reason`: `finished`, `already_cancelled`.
   *
   * `POST /sessions/{session_slug}/cancellation`. Scope `session:write`.
   */
  cancel(sessionSlug: string, input?: SessionsCancelInput, options?: CallOptions): Call<Session>

  /**
   * Checks the caller in, by the rules of the door. A refusal is an answer: `decision: blocked`.
   *
   * Safe to repeat with the same key. A position is accepted but not stored, because sessions have no location.
   *
   * `POST /sessions/{session_slug}/check-in`. Scope `session:check_in`. Safe to repeat: the client retries it.
   */
  checkIn(sessionSlug: string, input: SessionsCheckInInput, options?: CallOptions): Call<AdmissionResult>

  /**
   * Returns the signed roster that a door needs to admit people offline.
   *
   * `GET /sessions/{session_slug}/checkin-manifest`. Scope `session:attendees:read`.
   */
  checkinManifest(sessionSlug: string, options?: CallOptions): Call<CheckinManifest>

  /**
   * Returns the signed roster that a door needs to admit people offline. As the text that was sent, to be verified as it is.
   *
   * `GET /sessions/{session_slug}/checkin-manifest`. Scope `session:attendees:read`.
   */
  checkinManifestText(sessionSlug: string, options?: CallOptions): Call<string>

  /**
   * Returns the signed changes since a manifest or a delta.
   *
   * For walk-in sessions and for rosters of members. 410 `resync_required`: fetch the whole manifest. A delta has its own version. It applies to the version that its cursor came with.
   *
   * `GET /sessions/{session_slug}/checkin-manifest/delta`. Scope `session:attendees:read`.
   */
  checkinManifestDelta(sessionSlug: string, input: SessionsCheckinManifestDeltaInput, options?: CallOptions): Call<CheckinManifestDelta>

  /**
   * Returns the signed changes since a manifest or a delta. As the text that was sent, to be verified as it is.
   *
   * For walk-in sessions and for rosters of members. 410 `resync_required`: fetch the whole manifest. A delta has its own version. It applies to the version that its cursor came with.
   *
   * `GET /sessions/{session_slug}/checkin-manifest/delta`. Scope `session:attendees:read`.
   */
  checkinManifestDeltaText(sessionSlug: string, input: SessionsCheckinManifestDeltaInput, options?: CallOptions): Call<string>

  /**
   * Lists the public keys that verify manifests.
   *
   * `GET /sessions/{session_slug}/checkin-manifest/trust-keys`. Scope `session:read`.
   */
  checkinTrustKeys(sessionSlug: string, options?: CallOptions): Call<TrustKeys>

  /**
   * Creates or renews a token for a device at the session's door. The token is shown once.
   *
   * The token gives access to the manifest, the trust keys and the admissions of this session only. It is valid until a day after the session ends, for at most four weeks, or until it is revoked. It ends earlier when its maker loses the role to make it: another staff member then renews the device. It has its own rate limits. Its term depends on the current time of the session: when the session moves, renew the token. With `device_uuid`, the device keeps its idempotency keys, so repeated uploads are recognised. Its former token ends.
   *
   * `POST /sessions/{session_slug}/device-tokens`. Scope `session:devices:write`.
   */
  createDeviceToken(sessionSlug: string, input?: SessionsCreateDeviceTokenInput, options?: CallOptions): Call<IssuedDeviceToken>
}

/** The calls of `client.staff`. */
export interface StaffApi {
  /**
   * Lists the organization's staff. `created_at` is when the person joined.
   *
   * `GET /organizations/{organization_slug}/staff`. Scope `organization:staff:read`.
   */
  list(organizationSlug: string, input?: StaffListInput, options?: CallOptions): List<StaffListItem>

  /**
   * Returns the caller's own role, so that an app knows what to offer. Every write is checked again.
   *
   * `GET /organizations/{organization_slug}/staff/me`. Scope `organization:read`.
   */
  me(organizationSlug: string, options?: CallOptions): Call<OwnStaffRole>

  /**
   * Returns a staff member of the organization. For any other user, the answer is 404.
   *
   * `GET /organizations/{organization_slug}/staff/{user_uuid}`. Scope `organization:staff:read`.
   */
  get(organizationSlug: string, userUuid: string, options?: CallOptions): Call<StaffMember>
}

/** The calls of `client.tiers`. */
export interface TiersApi {
  /**
   * Lists an organization's tiers. Only staff and the members of a private tier see it.
   *
   * `GET /organizations/{organization_slug}/membership-tiers`. Scope `membership_tier:read`.
   */
  list(organizationSlug: string, input?: TiersListInput, options?: CallOptions): List<MembershipTier>

  /**
   * Creates a tier. Its slug is derived from the name and never changes.
   *
   * `POST /organizations/{organization_slug}/membership-tiers`. Scope `membership_tier:write`.
   */
  create(organizationSlug: string, input: TiersCreateInput, options?: CallOptions): Call<MembershipTier>

  /**
   * Deletes a tier without members.
   *
   * While it has members, the answer is 409 with the delete blockers in `details`. To retire a tier, make it private, move its members, then delete it.
   *
   * `DELETE /organizations/{organization_slug}/membership-tiers/{tier_uuid}`. Scope `membership_tier:write`.
   */
  delete(organizationSlug: string, tierUuid: string, options?: CallOptions): Call<Message>

  /**
   * Returns a tier with its number of members, which also shows the progress of a move.
   *
   * `GET /organizations/{organization_slug}/membership-tiers/{tier_uuid}`. Scope `membership_tier:read`.
   */
  get(organizationSlug: string, tierUuid: string, options?: CallOptions): Call<MembershipTierDetails>

  /**
   * Updates the fields of a tier that are sent; null clears a field. The slug does not change.
   *
   * A new price or recurring interval applies to its members from their next renewal on; new entitlements apply at once. While there are live members, you cannot change the currency, or switch between a one-time and a recurring tier (409). While members move from or to the tier, you cannot change its price, currency, interval or grace period (409).
   *
   * `PATCH /organizations/{organization_slug}/membership-tiers/{tier_uuid}`. Scope `membership_tier:write`.
   */
  update(organizationSlug: string, tierUuid: string, input?: TiersUpdateInput, options?: CallOptions): Call<MembershipTier>

  /**
   * Moves all members of a tier to another tier, in the background. Lapsed members move too, and stay lapsed.
   *
   * A dry run answers 200 with the same report and changes nothing. The move uses every member's state as of the request, and `member_count` of the two tiers shows its progress. 409 if members cannot be converted between the tiers, if some have agreed terms and `custom_pricing` is `refuse` (`details.members`), or while another move from or to either tier runs.
   *
   * `POST /organizations/{organization_slug}/membership-tiers/{tier_uuid}/memberships/move`. Scope `membership_tier:write`.
   */
  moveMemberships(organizationSlug: string, tierUuid: string, input: TiersMoveMembershipsInput, options?: CallOptions): Call<MembershipMoveReport>
}

/** The calls of `client.transactions`. */
export interface TransactionsApi {
  /**
   * Lists the transactions of the caller's wallets, newest first. A transfer between two of them appears once.
   *
   * `GET /transactions`. Scope `wallet_transactions:read`.
   */
  list(input?: TransactionsListInput, options?: CallOptions): List<Transaction>

  /**
   * Returns a transaction, for its two wallets.
   *
   * `GET /transactions/{transaction_id}`. Scope `wallet_transactions:read`.
   */
  get(transactionId: string, options?: CallOptions): Call<Transaction>

  /**
   * Decrypts the content of a transaction, for one of its two wallets.
   *
   * Returns the URL of the content and an access key for 15 minutes. The call is recorded. 404 for a transaction without content. 409 with `details.reason`: `reversed`; `content_invalid` if the content does not match its signed hash; `key_unavailable` if no key can decrypt it any more.
   *
   * `POST /transactions/{transaction_id}/decrypt`. Scope `wallet:decrypt`. Safe to repeat: the client retries it.
   */
  decrypt(transactionId: string, input: TransactionsDecryptInput, options?: CallOptions): Call<DecryptedTransactionData>

  /**
   * Returns the proof that a transaction is in the public log, for its two wallets.
   *
   * With `from_size`, the size of an earlier checkpoint, it also proves that the log extends that checkpoint.
   *
   * `GET /transactions/{transaction_id}/proof`. Scope `wallet_transactions:read`.
   */
  proof(transactionId: string, input?: TransactionsProofInput, options?: CallOptions): Call<TransactionProof>
}

/** The calls of `client.users`. */
export interface UsersApi {
  /**
   * Returns the user of the token. The e-mail address and the phone number need their scopes.
   *
   * `GET /users/me`. Scope `user:read`.
   */
  me(options?: CallOptions): Call<CurrentUser>

  /**
   * Returns the user's subscription to the service and its features.
   *
   * `GET /users/me/subscription`. Scope `subscription:read`.
   */
  subscription(options?: CallOptions): Call<Subscription>

  /**
   * Lists the files of the user of the token.
   *
   * `GET /users/{user_uuid}/files`. Scope `file:read`.
   */
  listFiles(userUuid: string, input?: UsersListFilesInput, options?: CallOptions): List<File>

  /**
   * Deletes a file of the user of the token.
   *
   * 409 while something shows or issues the file, with up to 20 of what shows it in `details.used_by`.
   *
   * `DELETE /users/{user_uuid}/files/{file_uuid}`. Scope `file:write`.
   */
  deleteFile(userUuid: string, fileUuid: string, options?: CallOptions): Call<Message>

  /**
   * Returns a user by username. The slug of an organization is not a username.
   *
   * A name that is unknown or of a deleted or disabled account is 404.
   *
   * `GET /users/{username}`. Scope `user:read`.
   */
  get(username: string, options?: CallOptions): Call<User>

  /**
   * Returns the public profile of a user.
   *
   * This is the user's primary profile page. Without one, and while it is locked, the profile has the names and image of the account, and its profile_page_uuid is null. A name that is unknown, an organization's, or of a deleted or disabled account is 404.
   *
   * `GET /users/{username}/profile`. Scope `profile:read`.
   */
  getProfile(username: string, options?: CallOptions): Call<Profile>
}

/** The calls of `client.wallets`. */
export interface WalletsApi {
  /**
   * Lists the caller's wallets. For an org-scoped token: the treasury and the acting user's wallet there.
   *
   * A member without the role staff sees only their own wallet there.
   *
   * `GET /wallets`. Scope `wallet:read`.
   */
  list(input?: WalletsListInput, options?: CallOptions): List<ListedWallet>

  /**
   * Returns a wallet.
   *
   * `GET /wallets/{wallet_address}`. Scope `wallet:read`.
   */
  get(walletAddress: string, options?: CallOptions): Call<Wallet>

  /**
   * Returns the balance of a wallet. This call is cheap and safe to poll.
   *
   * `GET /wallets/{wallet_address}/balance`. Scope `wallet:read`.
   */
  balance(walletAddress: string, options?: CallOptions): Call<Balance>

  /**
   * Returns a wallet with its points, its organization and its membership.
   *
   * `GET /wallets/{wallet_address}/details`. Scope `wallet:read`.
   */
  details(walletAddress: string, options?: CallOptions): Call<WalletDetails>

  /**
   * Lists the transactions of a wallet, newest first.
   *
   * `GET /wallets/{wallet_address}/transactions`. Scope `wallet_transactions:read`.
   */
  listTransactions(walletAddress: string, input?: WalletsListTransactionsInput, options?: CallOptions): List<Transaction>

  /**
   * Lists the transactions of a wallet with their senders.
   *
   * `GET /wallets/{wallet_address}/transactions/recent`. Scope `wallet_transactions:read`.
   */
  listRecentTransactions(walletAddress: string, input?: WalletsListRecentTransactionsInput, options?: CallOptions): List<RecentTransaction>

  /**
   * Sends points, or hands on a ticket. Repeating the call with the same key has no second effect.
   *
   * Send exactly one of `amount` and `transaction_id`. `transaction_id` names the transaction that gave the wallet its ticket; the answer is a `ticket_transfer`. 409 with `details.reason` `ticket_used`: the holder was admitted with the ticket, and that session has not ended or is its only one.
   *
   * `POST /wallets/{wallet_address}/transfer`. Scope `wallet:transfer`. Safe to repeat: the client retries it.
   */
  transfer(walletAddress: string, input: WalletsTransferInput, options?: CallOptions): Call<Transaction>
}

/** The calls of `client.console.allowedApps`. */
export interface ConsoleAllowedAppsApi {
  /**
   * Lists the apps to which the user has given consent.
   *
   * `GET /console/v1/users/me/apps`.
   */
  list(options?: CallOptions): Call<AllowedAppsListResponse>

  /**
   * Withdraws the consent for an app. Its tokens of this user end at once.
   *
   * `DELETE /console/v1/users/me/apps/{client_id}`.
   */
  withdraw(clientId: string, options?: CallOptions): Call<AllowedAppsWithdrawResponse>
}

/** The calls of `client.console.apps`. */
export interface ConsoleAppsApi {
  /**
   * Lists the organization's apps.
   *
   * `GET /console/v1/organizations/{organization_slug}/apps`.
   */
  list(organizationSlug: string, input?: AppsListInput, options?: CallOptions): List<App>

  /**
   * Registers an app of the organization. Its secret is shown once.
   *
   * The service_role cannot be stronger than the caller's own role in the organization.
   *
   * `POST /console/v1/organizations/{organization_slug}/apps`.
   */
  create(organizationSlug: string, input: AppsCreateInput, options?: CallOptions): Call<RegisteredApp>

  /**
   * Removes an app permanently and ends all its tokens. Returns the removed app.
   *
   * `DELETE /console/v1/organizations/{organization_slug}/apps/{client_id}`.
   */
  delete(organizationSlug: string, clientId: string, options?: CallOptions): Call<App>

  /**
   * Returns an app of the organization.
   *
   * `GET /console/v1/organizations/{organization_slug}/apps/{client_id}`.
   */
  get(organizationSlug: string, clientId: string, options?: CallOptions): Call<App>

  /**
   * Updates the fields of an app that are sent; null clears a field. A withdrawn scope, grant or role applies to its tokens from their next call on.
   *
   * `PATCH /console/v1/organizations/{organization_slug}/apps/{client_id}`.
   */
  update(organizationSlug: string, clientId: string, input?: AppsUpdateInput, options?: CallOptions): Call<App>

  /**
   * Creates another secret and shows it once. The previous secret stays valid; a third one ends the oldest.
   *
   * `POST /console/v1/organizations/{organization_slug}/apps/{client_id}/secrets`.
   */
  createSecret(organizationSlug: string, clientId: string, options?: CallOptions): Call<AppSecret>
}

/** The calls of `client.console.cards`. */
export interface ConsoleCardsApi {
  /**
   * Creates cards, each with its own wallet, outside of any organization's inventory. For service staff.
   *
   * Identifiers are unique in the deployment. They are normalised as doors read them: upper case, without outer spaces, control characters and scanner prefixes. Cards that cannot be created are listed under `refused`; the others are created. On a server with a test clock the bootstrap client may call this.
   *
   * `POST /console/v1/cards`.
   */
  manufacture(input: CardsManufactureInput, options?: CallOptions): Call<CardsManufactureResponse>
}

/** The calls of `client.console.credentials`. */
export interface ConsoleCredentialsApi {
  /**
   * Gives the organization a new key that signs its credentials. What the former key signed stays valid.
   *
   * `POST /console/v1/organizations/{organization_slug}/credential-key-rotation`.
   */
  rotateKey(organizationSlug: string, options?: CallOptions): Call<CredentialsRotateKeyResponse>
}

/** The calls of `client.console.invitations`. */
export interface ConsoleInvitationsApi {
  /**
   * Accepts an invitation for the user of the token.
   *
   * `POST /console/v1/invitations/accept`.
   */
  accept(input: InvitationsAcceptInput, options?: CallOptions): Call<StaffMember>

  /**
   * Lists the invitations that can still be accepted, without their tokens.
   *
   * `GET /console/v1/organizations/{organization_slug}/invitations`.
   */
  list(organizationSlug: string, input?: InvitationsListInput, options?: CallOptions): List<Invitation>

  /**
   * Invites a person to the organization's staff. The token and its link are shown once.
   *
   * An invitation to a username or a user is valid for that user only. An invitation to an e-mail address is valid for the person with its token. It can be accepted once, within seven days. If an address is known, a mail is sent. Managers invite staff and doors; the owner also invites managers. At most 100 can be open at a time. A user or app can send 20 mails an hour to addresses that callers choose, and 5 to one address. Looking up accounts by e-mail or username is limited to 15 a minute for the whole service. Beyond that, the call is 429.
   *
   * `POST /console/v1/organizations/{organization_slug}/invitations`.
   */
  create(organizationSlug: string, input: InvitationsCreateInput, options?: CallOptions): Call<IssuedInvitation>

  /**
   * Withdraws an invitation. Its token becomes invalid.
   *
   * `DELETE /console/v1/organizations/{organization_slug}/invitations/{invitation_uuid}`.
   */
  withdraw(organizationSlug: string, invitationUuid: string, options?: CallOptions): Call<Invitation>
}

/** The calls of `client.console.links`. */
export interface ConsoleLinksApi {
  /**
   * Lists the user's own links.
   *
   * `GET /console/v1/users/me/links`.
   */
  list(input?: LinksListInput, options?: CallOptions): List<Link>

  /**
   * Creates a link to a profile page or a wallet.
   *
   * Send one of the two fields: one of the user's own pages, or a wallet of the user or of a card that the user claimed. Whoever has the link opens it at {base_url}/l/{token}, without a token of their own. A user can have 100 links (409).
   *
   * `POST /console/v1/users/me/links`.
   */
  create(input?: LinksCreateInput, options?: CallOptions): Call<Link>

  /**
   * Withdraws a link. It opens nothing from then on.
   *
   * `DELETE /console/v1/users/me/links/{token}`.
   */
  delete(token: string, options?: CallOptions): Call<Message>
}

/** The calls of `client.console.paymentConnections`. */
export interface ConsolePaymentConnectionsApi {
  /**
   * Lists the organization's payment connections, without their secrets.
   *
   * `GET /console/v1/organizations/{organization_slug}/payment-connections`.
   */
  list(organizationSlug: string, input?: PaymentConnectionsListInput, options?: CallOptions): List<PaymentConnection>

  /**
   * Connects the organization to a payment backend. The secret of its callbacks is shown once.
   *
   * `manual` is always available: your own program takes the payments and reports them. It signs each callback with the secret: `X-Payment-Signature: sha256=` and the hex HMAC-SHA256 of the raw body. If the backend creates the secret (`stripe`), send it with the request. Checkouts use the newest connection.
   *
   * `POST /console/v1/organizations/{organization_slug}/payment-connections`.
   */
  create(organizationSlug: string, input: PaymentConnectionsCreateInput, options?: CallOptions): Call<CreatedPaymentConnection>

  /**
   * Removes a connection and cancels its open checkouts. Its callbacks then get 404. Returns the removed connection.
   *
   * `DELETE /console/v1/organizations/{organization_slug}/payment-connections/{connection_uuid}`.
   */
  delete(organizationSlug: string, connectionUuid: string, options?: CallOptions): Call<PaymentConnection>
}

/** The calls of `client.console.paymentEvents`. */
export interface ConsolePaymentEventsApi {
  /**
   * Lists payment events that wait for staff: the amount or currency differs, or the payment can no longer buy anything.
   *
   * `GET /console/v1/organizations/{organization_slug}/payment-events`.
   */
  list(organizationSlug: string, input?: PaymentEventsListInput, options?: CallOptions): List<PaymentEvent>

  /**
   * Marks a waiting payment event as resolved, for example after a refund. Moves no money.
   *
   * `POST /console/v1/organizations/{organization_slug}/payment-events/{payment_event_uuid}/settle`.
   */
  settle(organizationSlug: string, paymentEventUuid: string, input?: PaymentEventsSettleInput, options?: CallOptions): Call<PaymentEvent>
}

/** The calls of `client.console.platformProfileTemplates`. */
export interface ConsolePlatformProfileTemplatesApi {
  /**
   * Lists the platform's profile templates. For service staff.
   *
   * `GET /console/v1/profile-templates`.
   */
  list(input?: PlatformProfileTemplatesListInput, options?: CallOptions): List<ProfileTemplate>

  /**
   * Creates a profile template that every organization can use. For service staff.
   *
   * `POST /console/v1/profile-templates`.
   */
  create(input: PlatformProfileTemplatesCreateInput, options?: CallOptions): Call<ProfileTemplate>

  /**
   * Deletes one of the platform's profile templates. For service staff.
   *
   * Card models that have the template lose it and stay. Pages that were issued with it stay too.
   *
   * `DELETE /console/v1/profile-templates/{profile_template_uuid}`.
   */
  delete(profileTemplateUuid: string, options?: CallOptions): Call<Message>

  /**
   * Returns one of the platform's profile templates. For service staff.
   *
   * `GET /console/v1/profile-templates/{profile_template_uuid}`.
   */
  get(profileTemplateUuid: string, options?: CallOptions): Call<ProfileTemplate>

  /**
   * Updates the fields of one of the platform's profile templates. For service staff.
   *
   * Pages that were issued keep what they started with.
   *
   * `PATCH /console/v1/profile-templates/{profile_template_uuid}`.
   */
  update(profileTemplateUuid: string, input?: PlatformProfileTemplatesUpdateInput, options?: CallOptions): Call<ProfileTemplate>
}

/** The calls of `client.console.points`. */
export interface ConsolePointsApi {
  /**
   * Issues points into the organization's treasury.
   *
   * Up to the organization's allowance, which service staff set. Service staff themselves issue without a limit. Beyond it, the answer is 409 with `details`: `reason` `points_allowance_exceeded`, `allowance`, `issued`, `available`. That answer is stored under the idempotency key.
   *
   * `POST /console/v1/organizations/{organization_slug}/points`. Safe to repeat: the client retries it.
   */
  mint(organizationSlug: string, input: PointsMintInput, options?: CallOptions): Call<Transaction>

  /**
   * Returns how many points the organization may issue and has issued.
   *
   * `issued` is net: burned points and reversed issues are subtracted. `available` may still be issued.
   *
   * `GET /console/v1/organizations/{organization_slug}/points-allowance`.
   */
  getAllowance(organizationSlug: string, options?: CallOptions): Call<PointsAllowance>

  /**
   * Sets how many points the organization may issue. For service staff.
   *
   * An allowance below the issued points takes nothing back. The organization cannot issue more until it burns points or the allowance is raised.
   *
   * `PATCH /console/v1/organizations/{organization_slug}/points-allowance`.
   */
  setAllowance(organizationSlug: string, input: PointsSetAllowanceInput, options?: CallOptions): Call<PointsAllowance>

  /**
   * Burns points from the organization's treasury permanently.
   *
   * `POST /console/v1/organizations/{organization_slug}/points/burn`. Safe to repeat: the client retries it.
   */
  burn(organizationSlug: string, input: PointsBurnInput, options?: CallOptions): Call<Transaction>
}

/** The calls of `client.console.profilePages`. */
export interface ConsoleProfilePagesApi {
  /**
   * Lists the user's own profile pages.
   *
   * `GET /console/v1/users/me/profile-pages`.
   */
  list(input?: ProfilePagesListInput, options?: CallOptions): List<ProfilePage>

  /**
   * Creates a profile page.
   *
   * The first page becomes the primary one. A user makes as many pages as max_profiles of the subscription says; beyond that the answer is 409. Pages that organizations issued do not count.
   *
   * `POST /console/v1/users/me/profile-pages`.
   */
  create(input?: ProfilePagesCreateInput, options?: CallOptions): Call<ProfilePage>

  /**
   * Deletes a profile page.
   *
   * The primary page can be deleted only as the last one (409): make another page the primary one first.
   *
   * `DELETE /console/v1/users/me/profile-pages/{profile_page_uuid}`.
   */
  delete(profilePageUuid: string, options?: CallOptions): Call<Message>

  /**
   * Returns one of the user's own profile pages.
   *
   * `GET /console/v1/users/me/profile-pages/{profile_page_uuid}`.
   */
  get(profilePageUuid: string, options?: CallOptions): Call<ProfilePage>

  /**
   * Updates the fields of a profile page that are sent; null clears a field.
   *
   * `PATCH /console/v1/users/me/profile-pages/{profile_page_uuid}`.
   */
  update(profilePageUuid: string, input?: ProfilePagesUpdateInput, options?: CallOptions): Call<ProfilePage>

  /**
   * Makes a page the user's public profile, instead of the one before.
   *
   * A locked page cannot become the primary one (409).
   *
   * `POST /console/v1/users/me/profile-pages/{profile_page_uuid}/primary`.
   */
  makePrimary(profilePageUuid: string, options?: CallOptions): Call<ProfilePage>
}

/** The calls of `client.console.profileTemplates`. */
export interface ConsoleProfileTemplatesApi {
  /**
   * Lists the profile templates that an organization can use.
   *
   * Its own, and those of the platform, whose `organization_uuid` is null.
   *
   * `GET /console/v1/organizations/{organization_slug}/profile-templates`.
   */
  list(organizationSlug: string, input?: ProfileTemplatesListInput, options?: CallOptions): List<ProfileTemplate>

  /**
   * Creates a profile template of the organization.
   *
   * `POST /console/v1/organizations/{organization_slug}/profile-templates`.
   */
  create(organizationSlug: string, input: ProfileTemplatesCreateInput, options?: CallOptions): Call<ProfileTemplate>

  /**
   * Deletes a profile template of the organization.
   *
   * Card models that have the template lose it and stay. Pages that were issued with it stay too. A template of the platform is deleted by service staff alone (403).
   *
   * `DELETE /console/v1/organizations/{organization_slug}/profile-templates/{profile_template_uuid}`.
   */
  delete(organizationSlug: string, profileTemplateUuid: string, options?: CallOptions): Call<Message>

  /**
   * Returns a profile template that the organization can use.
   *
   * `GET /console/v1/organizations/{organization_slug}/profile-templates/{profile_template_uuid}`.
   */
  get(organizationSlug: string, profileTemplateUuid: string, options?: CallOptions): Call<ProfileTemplate>

  /**
   * Updates the fields of a profile template that are sent; null clears a field.
   *
   * Pages that were issued keep what they started with. A template of the platform is changed by service staff alone (403).
   *
   * `PATCH /console/v1/organizations/{organization_slug}/profile-templates/{profile_template_uuid}`.
   */
  update(organizationSlug: string, profileTemplateUuid: string, input?: ProfileTemplatesUpdateInput, options?: CallOptions): Call<ProfileTemplate>
}

/** The calls of `client.console.rewards`. */
export interface ConsoleRewardsApi {
  /**
   * Returns how far a reward is on its way to its audience.
   *
   * `GET /console/v1/organizations/{organization_slug}/reward-batches/{batch_uuid}`.
   */
  getBatch(organizationSlug: string, batchUuid: string, options?: CallOptions): Call<RewardBatch>
}

/** The calls of `client.console.sessions`. */
export interface ConsoleSessionsApi {
  /**
   * Revokes a device's token. Its next call is refused.
   *
   * `DELETE /console/v1/device-tokens/{device_uuid}`.
   */
  revokeDeviceToken(deviceUuid: string, options?: CallOptions): Call<DeviceToken>

  /**
   * Lists the devices of a session's door, including revoked ones, without their tokens.
   *
   * `GET /console/v1/sessions/{session_slug}/device-tokens`.
   */
  listDeviceTokens(sessionSlug: string, input?: SessionsListDeviceTokensInput, options?: CallOptions): List<DeviceToken>
}

/** The calls of `client.console.staff`. */
export interface ConsoleStaffApi {
  /**
   * Transfers the ownership to a staff member; the former owner becomes a manager. Returns the new owner's entry.
   *
   * `POST /console/v1/organizations/{organization_slug}/ownership`.
   */
  transferOwnership(organizationSlug: string, input: StaffTransferOwnershipInput, options?: CallOptions): Call<StaffMember>

  /**
   * Removes a staff member. All staff except the owner may remove themselves. Returns the removed entry.
   *
   * `DELETE /console/v1/organizations/{organization_slug}/staff/{user_uuid}`.
   */
  remove(organizationSlug: string, userUuid: string, options?: CallOptions): Call<StaffMember>

  /**
   * Changes the role of a staff member, from their next call on.
   *
   * `PATCH /console/v1/organizations/{organization_slug}/staff/{user_uuid}`.
   */
  changeRole(organizationSlug: string, userUuid: string, input: StaffChangeRoleInput, options?: CallOptions): Call<StaffMember>
}

/** The calls of `client.console.test`. */
export interface ConsoleTestApi {
  /**
   * Returns the time of the test clock.
   *
   * `GET /console/v1/test/clock`.
   */
  getClock(options?: CallOptions): Call<TestGetClockResponse>

  /**
   * Moves the test clock. Answers after the background work that is due by then has run.
   *
   * `POST /console/v1/test/clock`.
   */
  setClock(input?: TestSetClockInput, options?: CallOptions): Call<TestSetClockResponse>

  /**
   * Creates an organization with the given owner.
   *
   * `POST /console/v1/test/organizations`.
   */
  createOrganization(input: TestCreateOrganizationInput, options?: CallOptions): Call<Organization>

  /**
   * Issues a token for a user, as for a first-party app.
   *
   * `POST /console/v1/test/tokens`.
   */
  createToken(input: TestCreateTokenInput, options?: CallOptions): Call<TestCreateTokenResponse>

  /**
   * Creates a user with a password.
   *
   * `POST /console/v1/test/users`.
   */
  createUser(options?: CallOptions): Call<TestCreateUserResponse>
}

/** The calls of `client.console.tickets`. */
export interface ConsoleTicketsApi {
  /**
   * Issues a ticket to a person or a card, out of the treasury.
   *
   * Of a reward template, or of a name, under which a template is made if there is none. The transaction is a `reward` of 0 points: its `reference_id` is the template's uuid, and a tag names the activity.
   *
   * `POST /console/v1/organizations/{organization_slug}/tickets`. Safe to repeat: the client retries it.
   */
  issue(organizationSlug: string, input: TicketsIssueInput, options?: CallOptions): Call<Transaction>
}

/** The calls of `client.console.transactions`. */
export interface ConsoleTransactionsApi {
  /**
   * Refunds a transaction in part or in full. Its status does not change.
   *
   * Only the user or the organization that received it may refund it. A caller who may not see it gets 404. All refunds together cannot exceed its amount.
   *
   * `POST /console/v1/transactions/{transaction_id}/refund`. Safe to repeat: the client retries it.
   */
  refund(transactionId: string, input: TransactionsRefundInput, options?: CallOptions): Call<Transaction>

  /**
   * Reverses a transaction, once. The points return, and its status becomes `reversed`.
   *
   * Only the organization whose treasury sent it may reverse it. A caller who may not see it gets 404. If the receiver has spent the points, `refuse` answers 409, and `partial` returns the available points.
   *
   * `POST /console/v1/transactions/{transaction_id}/reversal`. Safe to repeat: the client retries it.
   */
  reverse(transactionId: string, input: TransactionsReverseInput, options?: CallOptions): Call<Transaction>
}

/** The calls of `client.console.users`. */
export interface ConsoleUsersApi {
  /**
   * Updates the fields of the user's own profile that are sent; null clears a field.
   *
   * To change the e-mail address, even only its capitals, send current_password or sign in at most five minutes before (403, details.reason recent_sign_in_required). The new address gets a mail with a verification link. The old address gets a mail about the change. A user or app can send 20 mails an hour to addresses that callers choose, 3 of them to one address. An address gets 5 an hour from all callers. Beyond that, the call is 429.
   *
   * `PATCH /console/v1/users/me`.
   */
  updateProfile(input?: UsersUpdateProfileInput, options?: CallOptions): Call<CurrentUser>

  /**
   * Sends the verification mail again. Earlier links become invalid.
   *
   * A user or app can send 20 mails an hour to addresses that callers choose, 3 of them to one address. An address gets 5 an hour from all callers. Beyond that, the call is 429.
   *
   * `POST /console/v1/users/me/email-verification`.
   */
  requestEmailVerification(options?: CallOptions): Call<Account>

  /**
   * Returns everything that is stored of the user.
   *
   * One line of JSON for each thing, as `symbolon users export` writes it; there is no secret in it. The answer is sent while it is read. If it breaks off, ask again. What changes meanwhile may be in it or not.
   *
   * `GET /console/v1/users/me/export`.
   */
  exportMe(options?: CallOptions): Call<string>

  /**
   * Changes the user's own password, or sets the first one.
   *
   * Send current_password or sign in at most five minutes before (403, details.reason recent_sign_in_required). All other sessions and browsers of the user end, including their refresh tokens, and the user gets a mail. A session may send five passwords a minute.
   *
   * `POST /console/v1/users/me/password`.
   */
  changePassword(input: UsersChangePasswordInput, options?: CallOptions): Call<Account>

  /**
   * Deletes an account. Users delete their own; service staff delete any.
   *
   * All its browsers and tokens end at once. Name, address and phone number are erased; other records refer to the account by a pseudonym. Send the caller's current_password or sign in at most five minutes before (403, details.reason recent_sign_in_required). An owner of an organization must transfer it first (409).
   *
   * `DELETE /console/v1/users/{user_uuid}`.
   */
  delete(userUuid: string, input?: UsersDeleteInput, options?: CallOptions): Call<Account>

  /**
   * Enables a disabled account. For service staff.
   *
   * `DELETE /console/v1/users/{user_uuid}/disabled`.
   */
  enable(userUuid: string, options?: CallOptions): Call<Account>

  /**
   * Disables an account without deleting it. All its browsers and tokens end. For service staff.
   *
   * `POST /console/v1/users/{user_uuid}/disabled`.
   */
  disable(userUuid: string, options?: CallOptions): Call<Account>
}

/** The calls of `client.console.wallets`. */
export interface ConsoleWalletsApi {
  /**
   * Rotates a wallet's signing key. The old key signs the entry of the rotation.
   *
   * `POST /console/v1/wallets/{wallet_address}/key-rotation`. Safe to repeat: the client retries it.
   */
  rotateKey(walletAddress: string, input: WalletsRotateKeyInput, options?: CallOptions): Call<Transaction>
}

/** The calls of `client.console.webhooks`. */
export interface ConsoleWebhooksApi {
  /**
   * Returns a delivery with its attempts.
   *
   * `GET /console/v1/organizations/{organization_slug}/deliveries/{delivery_uuid}`.
   */
  getDelivery(organizationSlug: string, deliveryUuid: string, options?: CallOptions): Call<WebhookDeliveryDetails>

  /**
   * Sends the event of a delivery again, as a new delivery to the same webhook.
   *
   * `POST /console/v1/organizations/{organization_slug}/deliveries/{delivery_uuid}/redeliver`.
   */
  redeliver(organizationSlug: string, deliveryUuid: string, options?: CallOptions): Call<StartedDelivery>

  /**
   * Lists the organization's webhooks, without their secrets.
   *
   * `GET /console/v1/organizations/{organization_slug}/webhooks`.
   */
  list(organizationSlug: string, input?: WebhooksListInput, options?: CallOptions): List<Webhook>

  /**
   * Creates a webhook of the organization. Its secret is shown once.
   *
   * An organization has at most 50 webhooks. The key of the signature is the SHA-256 of the secret; the secret itself is not stored.
   *
   * `POST /console/v1/organizations/{organization_slug}/webhooks`.
   */
  create(organizationSlug: string, input: WebhooksCreateInput, options?: CallOptions): Call<CreatedWebhook>

  /**
   * Removes a webhook. Its waiting deliveries fail. Returns the removed webhook.
   *
   * `DELETE /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}`.
   */
  delete(organizationSlug: string, webhookUuid: string, options?: CallOptions): Call<Webhook>

  /**
   * Returns a webhook of the organization, without its secret.
   *
   * `GET /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}`.
   */
  get(organizationSlug: string, webhookUuid: string, options?: CallOptions): Call<Webhook>

  /**
   * Updates the fields of a webhook that are sent; null clears the description. Waiting deliveries go to the new address.
   *
   * Events that happen while a webhook is disabled are not delivered later. A delivery that is due while its webhook is disabled fails.
   *
   * `PATCH /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}`.
   */
  update(organizationSlug: string, webhookUuid: string, input?: WebhooksUpdateInput, options?: CallOptions): Call<Webhook>

  /**
   * Lists the deliveries of a webhook, the newest first.
   *
   * `GET /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}/deliveries`.
   */
  listDeliveries(organizationSlug: string, webhookUuid: string, input?: WebhooksListDeliveriesInput, options?: CallOptions): List<WebhookDelivery>

  /**
   * Sends the events of all finished deliveries of a time range again, in the background, each as a new delivery.
   *
   * `POST /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}/redeliver`.
   */
  redeliverRange(organizationSlug: string, webhookUuid: string, input: WebhooksRedeliverRangeInput, options?: CallOptions): Call<WebhooksRedeliverRangeResponse>

  /**
   * Replaces the secret of a webhook and shows the new one once.
   *
   * The new secret is valid at once, and the former one no longer. Later attempts of older deliveries are signed with the new secret too.
   *
   * `POST /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}/secret`.
   */
  rotateSecret(organizationSlug: string, webhookUuid: string, options?: CallOptions): Call<WebhookSecret>

  /**
   * Sends `webhook.test` to this webhook alone, whatever its events are.
   *
   * `POST /console/v1/organizations/{organization_slug}/webhooks/{webhook_uuid}/test`.
   */
  test(organizationSlug: string, webhookUuid: string, options?: CallOptions): Call<StartedDelivery>
}

/** Every noun of `client.console`. */
export interface ConsoleNouns {
  readonly allowedApps: ConsoleAllowedAppsApi
  readonly apps: ConsoleAppsApi
  readonly cards: ConsoleCardsApi
  readonly credentials: ConsoleCredentialsApi
  readonly invitations: ConsoleInvitationsApi
  readonly links: ConsoleLinksApi
  readonly paymentConnections: ConsolePaymentConnectionsApi
  readonly paymentEvents: ConsolePaymentEventsApi
  readonly platformProfileTemplates: ConsolePlatformProfileTemplatesApi
  readonly points: ConsolePointsApi
  readonly profilePages: ConsoleProfilePagesApi
  readonly profileTemplates: ConsoleProfileTemplatesApi
  readonly rewards: ConsoleRewardsApi
  readonly sessions: ConsoleSessionsApi
  readonly staff: ConsoleStaffApi
  readonly test: ConsoleTestApi
  readonly tickets: ConsoleTicketsApi
  readonly transactions: ConsoleTransactionsApi
  readonly users: ConsoleUsersApi
  readonly wallets: ConsoleWalletsApi
  readonly webhooks: ConsoleWebhooksApi
}

/** Every noun of the client. */
export interface Nouns {
  readonly activities: ActivitiesApi
  readonly assets: AssetsApi
  readonly cardModels: CardModelsApi
  readonly cards: CardsApi
  readonly contacts: ContactsApi
  readonly entitlements: EntitlementsApi
  readonly files: FilesApi
  readonly ledger: LedgerApi
  readonly memberships: MembershipsApi
  readonly oauth: OauthApi
  readonly organizations: OrganizationsApi
  readonly rewardTriggers: RewardTriggersApi
  readonly rewards: RewardsApi
  readonly sessions: SessionsApi
  readonly staff: StaffApi
  readonly tiers: TiersApi
  readonly transactions: TransactionsApi
  readonly users: UsersApi
  readonly wallets: WalletsApi
  readonly console: ConsoleNouns
}
