// Generated from the contract by scripts/generate-sdk.ts; `npm test` fails when it is out of date.
import type { Call, CallOptions } from "../call.ts"
import type { List } from "../list.ts"
import type {
  AcceptInvitationInput,
  Account,
  Activity,
  ActivityAttendee,
  AddCardsToInventoryInput,
  AddCardsToInventoryResponse,
  AddMemberInput,
  AdmissionList,
  AdmissionRequest,
  AdmissionResult,
  AdmissionResults,
  AmendMemberInput,
  App,
  AppSecret,
  Attendee,
  Balance,
  BurnPointsInput,
  CancelActivityInput,
  CancelSessionInput,
  ChangeCardInput,
  ChangeOwnTierInput,
  ChangePasswordInput,
  ChangeStaffRoleInput,
  ChangedActivity,
  CheckInInput,
  CheckinManifest,
  CheckinManifestDelta,
  Checkout,
  CheckoutQuote,
  ClientInfoInput,
  ClientInfoResponse,
  ConsoleCard,
  CreateActivityInput,
  CreateAppInput,
  CreateCheckoutInput,
  CreateDeviceTokenInput,
  CreateInvitationInput,
  CreateMembershipTierInput,
  CreateOrganizationInput,
  CreatePaymentConnectionInput,
  CreateSessionBatchInput,
  CreateSessionInput,
  CreateStandaloneSessionInput,
  CreateTestOrganizationInput,
  CreateTestTokenInput,
  CreateTestTokenResponse,
  CreateTestUserResponse,
  CreatedPaymentConnection,
  CurrentUser,
  DecryptTransactionInput,
  DecryptedTransactionData,
  DeleteAccountInput,
  DeleteActivityInput,
  DeleteOrganizationInput,
  DeviceToken,
  EntitlementCheck,
  GetCheckinManifestDeltaInput,
  GetMemberInput,
  GetTestClockResponse,
  GetTransactionProofInput,
  Invitation,
  IssueTicketInput,
  IssuedDeviceToken,
  IssuedInvitation,
  JoinOrganizationInput,
  JwksResponse,
  LedgerKeys,
  ListActivitiesInput,
  ListActivityAttendeesInput,
  ListActivitySessionsInput,
  ListAllowedAppsResponse,
  ListAppsInput,
  ListDeviceTokensInput,
  ListInvitationsInput,
  ListMembersInput,
  ListMembershipTiersInput,
  ListOrganizationActivitiesInput,
  ListOrganizationSessionsInput,
  ListOrganizationsInput,
  ListOwnMembershipsInput,
  ListPaymentConnectionsInput,
  ListPaymentEventsInput,
  ListRecentTransactionsInput,
  ListScopesInput,
  ListScopesResponse,
  ListSessionAttendeesInput,
  ListSessionSeriesInput,
  ListStaffInput,
  ListTransactionsInput,
  ListWalletTransactionsInput,
  ListWalletsInput,
  ListedWallet,
  ManufactureCardsInput,
  ManufactureCardsResponse,
  Member,
  MemberEntitlements,
  MemberWithHistory,
  Membership,
  MembershipEntitlements,
  MembershipMoveReport,
  MembershipTier,
  MembershipTierDetails,
  Message,
  MintPointsInput,
  MoveMembershipsInput,
  Organization,
  OwnStaffRole,
  PaymentConnection,
  PaymentEvent,
  PointsAllowance,
  RecentTransaction,
  RefundTransactionInput,
  RegisteredApp,
  RenewMemberInput,
  ReverseTransactionInput,
  RotateWalletKeyInput,
  Session,
  SessionBatch,
  SessionSeries,
  SessionSeriesDetails,
  SetPointsAllowanceInput,
  SetTestClockInput,
  SetTestClockResponse,
  SettlePaymentEventInput,
  StaffListItem,
  StaffMember,
  Subscription,
  Transaction,
  TransactionProof,
  TransferOwnershipInput,
  TransferPointsInput,
  TrustKeys,
  UpdateActivityInput,
  UpdateAppInput,
  UpdateMembershipTierInput,
  UpdateOrganizationInput,
  UpdateProfileInput,
  UpdateSessionInput,
  User,
  UserinfoResponse,
  Wallet,
  WalletDetails,
  WithdrawAllowedAppResponse,
} from "./types.ts"

/** The calls of `client.organizations`. */
export interface OrganizationsApi {
  /**
   * Organizations where the caller has a role or a live membership; an org-scoped token sees only its own.
   *
   * `GET /organizations`. Scope `organization:read`.
   */
  list(input?: ListOrganizationsInput, options?: CallOptions): List<Organization>

  /**
   * Founds an organization, with its treasury wallet.
   *
   * `POST /organizations`. Scope `organization:create`.
   */
  create(input: CreateOrganizationInput, options?: CallOptions): Call<Organization>

  /**
   * One organization.
   *
   * `GET /organizations/{organization_slug}`. Scope `organization:read`.
   */
  get(organizationSlug: string, options?: CallOptions): Call<Organization>

  /**
   * Changes what is sent of an organization; null clears.
   *
   * The slug stays, whatever the name. An organization always has a name: null leaves it.
   *
   * `PATCH /organizations/{organization_slug}`. Scope `organization:write`.
   */
  update(organizationSlug: string, input?: UpdateOrganizationInput, options?: CallOptions): Call<Organization>

  /**
   * Deletes an organization, for good: it is absent from then on, and its memberships end.
   *
   * Refused while members are being moved to another tier, and while a checkout is open. Its name is never given again. What its members have in their wallets stays theirs.
   *
   * `DELETE /organizations/{organization_slug}`. Scope `organization:write`.
   */
  delete(organizationSlug: string, input: DeleteOrganizationInput, options?: CallOptions): Call<Message>
}

/** The calls of `client.staff`. */
export interface StaffApi {
  /**
   * The organization's team. `created_at` is when somebody joined it.
   *
   * `GET /organizations/{organization_slug}/staff`. Scope `organization:staff:read`.
   */
  list(organizationSlug: string, input?: ListStaffInput, options?: CallOptions): List<StaffListItem>

  /**
   * Somebody on the organization's team; whoever is not on it reads as absent.
   *
   * `GET /organizations/{organization_slug}/staff/{user_uuid}`. Scope `organization:staff:read`.
   */
  get(organizationSlug: string, userUuid: string, options?: CallOptions): Call<StaffMember>

  /**
   * The caller's own role: an answer about what to offer. Every write is checked again.
   *
   * `GET /organizations/{organization_slug}/staff/me`. Scope `organization:read`.
   */
  me(organizationSlug: string, options?: CallOptions): Call<OwnStaffRole>
}

/** The calls of `client.users`. */
export interface UsersApi {
  /**
   * The user behind the token; their e-mail address and phone number with those scopes alone.
   *
   * `GET /users/me`. Scope `user:read`.
   */
  me(options?: CallOptions): Call<CurrentUser>

  /**
   * The user's subscription to the service, and what it grants.
   *
   * `GET /users/me/subscription`. Scope `subscription:read`.
   */
  subscription(options?: CallOptions): Call<Subscription>

  /**
   * Somebody, by username. An organization's name is nobody's.
   *
   * `GET /users/{username}`. Scope `user:read`.
   */
  get(username: string, options?: CallOptions): Call<User>
}

/** The calls of `client.memberships`. */
export interface MembershipsApi {
  /**
   * The caller's memberships that are active, with or without notice given.
   *
   * An org-scoped token sees the one in its organization alone.
   *
   * `GET /memberships`. Scope `membership:read`.
   */
  list(input?: ListOwnMembershipsInput, options?: CallOptions): List<Membership>

  /**
   * The caller's live membership in an organization; also one whose term ran out and can still be renewed.
   *
   * `GET /memberships/{organization_slug}`. Scope `membership:read`.
   */
  get(organizationSlug: string, options?: CallOptions): Call<Membership>

  /**
   * Joins an organization on a tier that is offered to all.
   *
   * A tier that costs something answers 402 with the amount: open a checkout, and the membership begins when it is paid.
   *
   * `POST /memberships/{organization_slug}`. Scope `membership:write`.
   */
  join(organizationSlug: string, input: JoinOrganizationInput, options?: CallOptions): Call<Membership>

  /**
   * Goes to another tier that is offered to all.
   *
   * The time left is expressed in the new tier's days at each tier's price per day; no money changes hands, and a price that was agreed is dropped. What needs money answers 402. With `dry_run` the answer is the membership as it would be.
   *
   * `PATCH /memberships/{organization_slug}`. Scope `membership:write`.
   */
  changeTier(organizationSlug: string, input: ChangeOwnTierInput, options?: CallOptions): Call<Membership>

  /**
   * Gives notice: the membership lasts until its term ends. What was paid once, never ends or has lapsed ends at once.
   *
   * `DELETE /memberships/{organization_slug}`. Scope `membership:write`.
   */
  leave(organizationSlug: string, options?: CallOptions): Call<Membership>

  /**
   * Withdraws the notice while it runs.
   *
   * `POST /memberships/{organization_slug}/resume`. Scope `membership:write`.
   */
  resume(organizationSlug: string, options?: CallOptions): Call<Membership>

  /**
   * Renews what costs nothing for another term, and withdraws a notice. What costs something answers 402.
   *
   * `POST /memberships/{organization_slug}/renew`. Scope `membership:write`.
   */
  renew(organizationSlug: string, options?: CallOptions): Call<Membership>

  /**
   * Opens a checkout for what is owed: to join, to renew, or to change to another tier.
   *
   * Asking again while one is open answers the same one, with 200. The membership changes when its payment has arrived. With `dry_run` nothing is opened: the answer says what would be owed, and until when the membership would last.
   *
   * `POST /memberships/{organization_slug}/checkout`. Scope `membership:write`.
   */
  checkout(organizationSlug: string, input: CreateCheckoutInput, options?: CallOptions): Call<Checkout | CheckoutQuote>

  /**
   * One of the caller's own checkouts: to ask again after coming back from paying.
   *
   * `GET /memberships/{organization_slug}/checkout/{checkout_uuid}`. Scope `membership:read`.
   */
  getCheckout(organizationSlug: string, checkoutUuid: string, options?: CallOptions): Call<Checkout>

  /**
   * The members of an organization with their tier; `active` and `lapsed` split `current`.
   *
   * `GET /organizations/{organization_slug}/memberships`. Scope `organization:memberships:read`.
   */
  listMembers(organizationSlug: string, input?: ListMembersInput, options?: CallOptions): List<Member>

  /**
   * The organization makes somebody a member, on any of its tiers and without a payment.
   *
   * `POST /organizations/{organization_slug}/memberships`. Scope `organization:memberships:write`.
   */
  add(organizationSlug: string, input: AddMemberInput, options?: CallOptions): Call<Member>

  /**
   * One member's newest membership; with `include=history` also what happened to it, the newest first.
   *
   * Members may ask for themselves, and see one that is live; the organization's staff see one that has ended too.
   *
   * `GET /organizations/{organization_slug}/memberships/{user_uuid}`. Scope `organization:memberships:read`.
   */
  getMember(organizationSlug: string, userUuid: string, input?: GetMemberInput, options?: CallOptions): Call<MemberWithHistory>

  /**
   * The organization changes a member's tier, date, price or interval.
   *
   * A price or interval holds from the next renewal on; `null` goes back to the tier's. Somebody with a price or interval of their own who changes tier needs both fields sent. With `dry_run` the answer is the membership as it would be.
   *
   * `PATCH /organizations/{organization_slug}/memberships/{user_uuid}`. Scope `organization:memberships:write`.
   */
  updateMember(organizationSlug: string, userUuid: string, input?: AmendMemberInput, options?: CallOptions): Call<Member>

  /**
   * The organization ends a membership at once. Nothing is refunded.
   *
   * `DELETE /organizations/{organization_slug}/memberships/{user_uuid}`. Scope `organization:memberships:write`.
   */
  removeMember(organizationSlug: string, userUuid: string, options?: CallOptions): Call<Member>

  /**
   * The organization renews a membership for some terms, paid at the desk or given.
   *
   * `POST /organizations/{organization_slug}/memberships/{user_uuid}/renew`. Scope `organization:memberships:write`.
   */
  renewMember(organizationSlug: string, userUuid: string, input?: RenewMemberInput, options?: CallOptions): Call<Member>
}

/** The calls of `client.tiers`. */
export interface TiersApi {
  /**
   * An organization's tiers; private ones only for its staff, and for those who are on them.
   *
   * `GET /organizations/{organization_slug}/membership-tiers`. Scope `membership_tier:read`.
   */
  list(organizationSlug: string, input?: ListMembershipTiersInput, options?: CallOptions): List<MembershipTier>

  /**
   * Makes a tier. Its slug follows from the name and never moves.
   *
   * `POST /organizations/{organization_slug}/membership-tiers`. Scope `membership_tier:write`.
   */
  create(organizationSlug: string, input: CreateMembershipTierInput, options?: CallOptions): Call<MembershipTier>

  /**
   * One tier with its members counted, by which a move can be followed.
   *
   * `GET /organizations/{organization_slug}/membership-tiers/{tier_uuid}`. Scope `membership_tier:read`.
   */
  get(organizationSlug: string, tierUuid: string, options?: CallOptions): Call<MembershipTierDetails>

  /**
   * Changes what is sent of a tier; null clears. The slug stays.
   *
   * A new price or recurring interval holds for its members from their next renewal on, entitlements at once. While there are live members, the currency stays, and a one-time tier does not become a recurring one or the other way round (409). While members are moved from or to the tier, its price, currency, interval and grace period stay (409).
   *
   * `PATCH /organizations/{organization_slug}/membership-tiers/{tier_uuid}`. Scope `membership_tier:write`.
   */
  update(organizationSlug: string, tierUuid: string, input?: UpdateMembershipTierInput, options?: CallOptions): Call<MembershipTier>

  /**
   * Deletes a tier that nobody is on any more.
   *
   * 409 with the delete blockers in `details` otherwise. Retiring a tier is: make it private, move its members, delete it.
   *
   * `DELETE /organizations/{organization_slug}/membership-tiers/{tier_uuid}`. Scope `membership_tier:write`.
   */
  delete(organizationSlug: string, tierUuid: string, options?: CallOptions): Call<Message>

  /**
   * Moves all members of a tier to another, in the background; lapsed ones too, unrevived.
   *
   * A dry run answers 200 with the same report and changes nothing. Everybody is judged as of the moment it was asked for, and `member_count` of the two tiers tells how far it has come. 409 where the tiers cannot be crossed or converted, where something is agreed with members and `custom_pricing` says to refuse (`details.members`), and while another move from or to either tier runs.
   *
   * `POST /organizations/{organization_slug}/membership-tiers/{tier_uuid}/memberships/move`. Scope `membership_tier:write`.
   */
  moveMemberships(organizationSlug: string, tierUuid: string, input: MoveMembershipsInput, options?: CallOptions): Call<MembershipMoveReport>
}

/** The calls of `client.entitlements`. */
export interface EntitlementsApi {
  /**
   * What a user's membership grants now. Without one, nothing.
   *
   * `GET /organizations/{organization_slug}/memberships/{user_uuid}/entitlements`. Scope `entitlement:read`.
   */
  get(organizationSlug: string, userUuid: string, options?: CallOptions): Call<MembershipEntitlements>

  /**
   * Whether a user's membership grants one thing now, and if not, why not.
   *
   * `GET /organizations/{organization_slug}/memberships/{user_uuid}/entitlements/{key}`. Scope `entitlement:read`.
   */
  check(organizationSlug: string, userUuid: string, key: string, options?: CallOptions): Call<EntitlementCheck>

  /**
   * The same for a member.
   *
   * `GET /organizations/{organization_slug}/members/{user_uuid}/entitlements`. Scope `entitlement:read`.
   */
  getMember(organizationSlug: string, userUuid: string, options?: CallOptions): Call<MemberEntitlements>

  /**
   * The same check for a member.
   *
   * `GET /organizations/{organization_slug}/members/{user_uuid}/entitlements/{key}`. Scope `entitlement:read`.
   */
  checkMember(organizationSlug: string, userUuid: string, key: string, options?: CallOptions): Call<EntitlementCheck>
}

/** The calls of `client.cards`. */
export interface CardsApi {
  /**
   * Takes manufactured cards into the organization's inventory.
   *
   * A card must exist and belong to no organization yet. One that cannot be taken is listed under `refused` and the others are taken. Up to 20 cards a call; each card is charged to the expensive bucket.
   *
   * `POST /organizations/{organization_slug}/cards`. Scope `organization:cards:write`.
   */
  addToInventory(organizationSlug: string, input: AddCardsToInventoryInput, options?: CallOptions): Call<AddCardsToInventoryResponse>
}

/** The calls of `client.activities`. */
export interface ActivitiesApi {
  /**
   * Activities of every organization; a token that acts for an organization sees those of that one.
   *
   * `GET /activities`. Scope `activity:read`.
   */
  list(input?: ListActivitiesInput, options?: CallOptions): List<Activity>

  /**
   * An organization's activities.
   *
   * `GET /organizations/{organization_slug}/activities`. Scope `activity:read`.
   */
  listForOrganization(organizationSlug: string, input?: ListOrganizationActivitiesInput, options?: CallOptions): List<Activity>

  /**
   * Makes an activity; its door settings are the defaults of its sessions.
   *
   * `POST /organizations/{organization_slug}/activities`. Scope `activity:write`.
   */
  create(organizationSlug: string, input: CreateActivityInput, options?: CallOptions): Call<Activity>

  /**
   * One activity.
   *
   * `GET /activities/{activity_slug}`. Scope `activity:read`.
   */
  get(activitySlug: string, options?: CallOptions): Call<Activity>

  /**
   * Changes what is sent of an activity; null clears. The slug stays.
   *
   * Door settings are the defaults of sessions made from now on. With `apply_to_upcoming_sessions` exactly those that are sent go to every session that has not ended, too, all of them or none: 400 when the ticket gate would be on somewhere with no ticket named, 409 `stranding_holders` when somebody holds a valid ticket that such a session would not take any more, unless that is confirmed.
   *
   * `PATCH /activities/{activity_slug}`. Scope `activity:write`.
   */
  update(activitySlug: string, input?: UpdateActivityInput, options?: CallOptions): Call<ChangedActivity>

  /**
   * Deletes an activity, and its sessions with it; attendance is kept.
   *
   * 409 `stranding_holders` while there are valid tickets that name it, or are of the template that it or one of its unfinished sessions names. The organization's webhooks are told: `activity.deleted`.
   *
   * `DELETE /activities/{activity_slug}`. Scope `activity:write`.
   */
  delete(activitySlug: string, input?: DeleteActivityInput, options?: CallOptions): Call<Message>

  /**
   * Calls an activity off: none of its sessions admits anybody. 409 when it is cancelled already.
   *
   * `POST /activities/{activity_slug}/cancellation`. Scope `activity:write`.
   */
  cancel(activitySlug: string, input?: CancelActivityInput, options?: CallOptions): Call<Activity>

  /**
   * Withdraws the cancellation of an activity; sessions that were cancelled on their own stay so. 409 when it is not cancelled.
   *
   * `DELETE /activities/{activity_slug}/cancellation`. Scope `activity:write`.
   */
  withdrawCancellation(activitySlug: string, options?: CallOptions): Call<Activity>

  /**
   * Who was present at the sessions of an activity, each person once.
   *
   * `created_at` sorts as `first_admitted_at` does.
   *
   * `GET /activities/{activity_slug}/attendees`. Scope `session:attendees:read`.
   */
  listAttendees(activitySlug: string, input?: ListActivityAttendeesInput, options?: CallOptions): List<ActivityAttendee>
}

/** The calls of `client.sessions`. */
export interface SessionsApi {
  /**
   * The sessions of an activity.
   *
   * `GET /activities/{activity_slug}/sessions`. Scope `session:read`.
   */
  listForActivity(activitySlug: string, input?: ListActivitySessionsInput, options?: CallOptions): List<Session>

  /**
   * An organization's sessions, those of its activities among them.
   *
   * `GET /organizations/{organization_slug}/sessions`. Scope `session:read`.
   */
  listForOrganization(organizationSlug: string, input?: ListOrganizationSessionsInput, options?: CallOptions): List<Session>

  /**
   * Makes one session; settings left out are copied from the activity.
   *
   * `POST /activities/{activity_slug}/sessions`. Scope `session:write`.
   */
  create(activitySlug: string, input: CreateSessionInput, options?: CallOptions): Call<Session>

  /**
   * Makes a run of sessions and the series that they are, all or none; settings left out are copied from the activity.
   *
   * Between 1 and 366 of them, by exactly one of `dates` and `recurrence`; a call is charged once, however many they are.
   *
   * `POST /activities/{activity_slug}/sessions/batch`. Scope `session:write`.
   */
  createBatch(activitySlug: string, input: CreateSessionBatchInput, options?: CallOptions): Call<SessionBatch>

  /**
   * Makes a session of no activity; settings left out take their defaults.
   *
   * `POST /organizations/{organization_slug}/sessions`. Scope `session:write`.
   */
  createStandalone(organizationSlug: string, input: CreateStandaloneSessionInput, options?: CallOptions): Call<Session>

  /**
   * The series of an activity, each with its sessions counted.
   *
   * `GET /activities/{activity_slug}/session-series`. Scope `session:read`.
   */
  listSeries(activitySlug: string, input?: ListSessionSeriesInput, options?: CallOptions): List<SessionSeries>

  /**
   * One series with its sessions, in the order in which they start.
   *
   * `GET /activities/{activity_slug}/session-series/{series_uuid}`. Scope `session:read`.
   */
  getSeries(activitySlug: string, seriesUuid: string, options?: CallOptions): Call<SessionSeriesDetails>

  /**
   * One session.
   *
   * `GET /sessions/{session_slug}`. Scope `session:read`.
   */
  get(sessionSlug: string, options?: CallOptions): Call<Session>

  /**
   * Changes what is sent of a session; null clears. The slug stays.
   *
   * A session that is over keeps its times and settings (400), but for an end that moves later. In another activity it takes the next sequence number there and leaves its series; it cannot take a ticket along that belongs to the activity it leaves. Sessions that require one another start one after the other. 409 with `details.reason`: `ticket_of_activity`, `required_by_session`, `moved_meanwhile`.
   *
   * `PATCH /sessions/{session_slug}`. Scope `session:write`.
   */
  update(sessionSlug: string, input?: UpdateSessionInput, options?: CallOptions): Call<Session>

  /**
   * Cancels a session: it admits nobody and takes no new seats. It is kept, and so is who was admitted.
   *
   * 409 with `details.reason`: `finished`, `already_cancelled`.
   *
   * `POST /sessions/{session_slug}/cancellation`. Scope `session:write`.
   */
  cancel(sessionSlug: string, input?: CancelSessionInput, options?: CallOptions): Call<Session>

  /**
   * Withdraws the cancellation of a session that is not over.
   *
   * 409 with `details.reason`: `finished`, `not_cancelled`.
   *
   * `DELETE /sessions/{session_slug}/cancellation`. Scope `session:write`.
   */
  withdrawCancellation(sessionSlug: string, options?: CallOptions): Call<Session>

  /**
   * The signed roster a door needs to admit offline.
   *
   * `GET /sessions/{session_slug}/checkin-manifest`. Scope `session:attendees:read`.
   */
  checkinManifest(sessionSlug: string, options?: CallOptions): Call<CheckinManifest>

  /**
   * The signed roster a door needs to admit offline. As the text that was sent, to be verified as it is.
   *
   * `GET /sessions/{session_slug}/checkin-manifest`. Scope `session:attendees:read`.
   */
  checkinManifestText(sessionSlug: string, options?: CallOptions): Call<string>

  /**
   * What changed since a manifest or a delta, signed.
   *
   * For walk-in sessions and for rosters of members. 410 `resync_required`: fetch the whole manifest. A delta has a version of its own and goes out from the one that its cursor came with.
   *
   * `GET /sessions/{session_slug}/checkin-manifest/delta`. Scope `session:attendees:read`.
   */
  checkinManifestDelta(sessionSlug: string, input: GetCheckinManifestDeltaInput, options?: CallOptions): Call<CheckinManifestDelta>

  /**
   * What changed since a manifest or a delta, signed. As the text that was sent, to be verified as it is.
   *
   * For walk-in sessions and for rosters of members. 410 `resync_required`: fetch the whole manifest. A delta has a version of its own and goes out from the one that its cursor came with.
   *
   * `GET /sessions/{session_slug}/checkin-manifest/delta`. Scope `session:attendees:read`.
   */
  checkinManifestDeltaText(sessionSlug: string, input: GetCheckinManifestDeltaInput, options?: CallOptions): Call<string>

  /**
   * The public keys that verify manifests.
   *
   * `GET /sessions/{session_slug}/checkin-manifest/trust-keys`. Scope `session:read`.
   */
  checkinTrustKeys(sessionSlug: string, options?: CallOptions): Call<TrustKeys>

  /**
   * Judges a tap, or takes over what a door judged offline. Refusals are answers: `decision: blocked`.
   *
   * `POST /sessions/{session_slug}/admit`. Scope `session:admit`. Safe to repeat: the client retries it.
   */
  admit(sessionSlug: string, input: AdmissionRequest, options?: CallOptions): Call<AdmissionResult>
  /**
   * Judges a tap, or takes over what a door judged offline. Refusals are answers: `decision: blocked`.
   *
   * `POST /sessions/{session_slug}/admit`. Scope `session:admit`. Safe to repeat: the client retries it.
   */
  admit(sessionSlug: string, input: AdmissionList, options?: CallOptions): Call<AdmissionResults>

  /**
   * The caller checks in by themself, by the rules of the door. Refusals are answers: `decision: blocked`.
   *
   * Safe to repeat under the same key. A position is taken and not kept: a session does not say where it takes place.
   *
   * `POST /sessions/{session_slug}/check-in`. Scope `session:check_in`. Safe to repeat: the client retries it.
   */
  checkIn(sessionSlug: string, input: CheckInInput, options?: CallOptions): Call<AdmissionResult>

  /**
   * Who is present at a session.
   *
   * With `status=undone` those whose admission was taken back. `created_at` sorts as `recorded_at` does.
   *
   * `GET /sessions/{session_slug}/attendees`. Scope `session:attendees:read`.
   */
  listAttendees(sessionSlug: string, input?: ListSessionAttendeesInput, options?: CallOptions): List<Attendee>

  /**
   * Takes an admission back. It stays in the list of those undone; the seat is free, and the person may be admitted again.
   *
   * `DELETE /sessions/{session_slug}/attendees/{attendance_uuid}`. Scope `session:admit`.
   */
  undoAdmission(sessionSlug: string, attendanceUuid: string, options?: CallOptions): Call<Attendee>

  /**
   * Makes a token for a device at the session's door, or renews it; it is shown this once.
   *
   * The token opens the manifest, the trust keys and the admissions of this session alone, until a day after the session ends, for four weeks at most, or until it is revoked. It is counted under limits of its own. Its term is that of the session as it is now: when the session is moved, renew it. With `device_uuid` the device keeps its idempotency keys, so that what it uploads again after a lost answer is known, and its former token ends.
   *
   * `POST /sessions/{session_slug}/device-tokens`. Scope `session:devices:write`.
   */
  createDeviceToken(sessionSlug: string, input?: CreateDeviceTokenInput, options?: CallOptions): Call<IssuedDeviceToken>
}

/** The calls of `client.wallets`. */
export interface WalletsApi {
  /**
   * The caller's wallets; for an organization's token, its treasury and the acting user's wallet there.
   *
   * A member without the role staff lists their own wallet there alone.
   *
   * `GET /wallets`. Scope `wallet:read`.
   */
  list(input?: ListWalletsInput, options?: CallOptions): List<ListedWallet>

  /**
   * One wallet.
   *
   * `GET /wallets/{wallet_address}`. Scope `wallet:read`.
   */
  get(walletAddress: string, options?: CallOptions): Call<Wallet>

  /**
   * One wallet with its points, and the organization and membership behind it.
   *
   * `GET /wallets/{wallet_address}/details`. Scope `wallet:read`.
   */
  details(walletAddress: string, options?: CallOptions): Call<WalletDetails>

  /**
   * The points a wallet holds. The cheapest read there is; safe to poll.
   *
   * `GET /wallets/{wallet_address}/balance`. Scope `wallet:read`.
   */
  balance(walletAddress: string, options?: CallOptions): Call<Balance>

  /**
   * Everything that touched a wallet, most recent first.
   *
   * `GET /wallets/{wallet_address}/transactions`. Scope `wallet_transactions:read`.
   */
  listTransactions(walletAddress: string, input?: ListWalletTransactionsInput, options?: CallOptions): List<Transaction>

  /**
   * The same with who sent each.
   *
   * `GET /wallets/{wallet_address}/transactions/recent`. Scope `wallet_transactions:read`.
   */
  listRecentTransactions(walletAddress: string, input?: ListRecentTransactionsInput, options?: CallOptions): List<RecentTransaction>

  /**
   * Sends points, or hands a ticket on. Repeating it under the same key moves them once.
   *
   * Exactly one of `amount` and `transaction_id`: the latter names the transaction by which the wallet has a ticket, and answers a `ticket_transfer`. 409 with `details.reason` `ticket_used`: the holder was admitted with the ticket, and that session has not ended or is its only one.
   *
   * `POST /wallets/{wallet_address}/transfer`. Scope `wallet:transfer`. Safe to repeat: the client retries it.
   */
  transfer(walletAddress: string, input: TransferPointsInput, options?: CallOptions): Call<Transaction>
}

/** The calls of `client.transactions`. */
export interface TransactionsApi {
  /**
   * Everything that touched the caller's wallets, most recent first; a transfer between two of them once.
   *
   * `GET /transactions`. Scope `wallet_transactions:read`.
   */
  list(input?: ListTransactionsInput, options?: CallOptions): List<Transaction>

  /**
   * One transaction, for the wallets at either end.
   *
   * `GET /transactions/{transaction_id}`. Scope `wallet_transactions:read`.
   */
  get(transactionId: string, options?: CallOptions): Call<Transaction>

  /**
   * Opens what a transaction carries, for a wallet at one of its ends.
   *
   * Answers where the content is, and a key that is good for it for 15 minutes; who asked is noted. 404 for a transaction that carries none. 409 with `details.reason`: `reversed`; `content_invalid` when what is kept is not what was signed; `key_unavailable` when no key opens it any more.
   *
   * `POST /transactions/{transaction_id}/decrypt`. Scope `wallet:decrypt`. Safe to repeat: the client retries it.
   */
  decrypt(transactionId: string, input: DecryptTransactionInput, options?: CallOptions): Call<DecryptedTransactionData>

  /**
   * That a transaction stands in the log that everybody sees, for the wallets at either end.
   *
   * With `from_size`, the size of an earlier checkpoint, also that the log has only grown since.
   *
   * `GET /transactions/{transaction_id}/proof`. Scope `wallet_transactions:read`.
   */
  proof(transactionId: string, input?: GetTransactionProofInput, options?: CallOptions): Call<TransactionProof>
}

/** The calls of `client.ledger`. */
export interface LedgerApi {
  /**
   * The public keys of the ledger. No token needed: anybody may verify.
   *
   * `GET /ledger/keys`. Takes no token.
   */
  keys(options?: CallOptions): Call<LedgerKeys>
}

/** The calls of `client.oauth`. */
export interface OauthApi {
  /**
   * Claims about the user behind the token, by its scopes (OpenID Connect Core section 5.3).
   *
   * `GET /oauth2/userinfo`. Scope `openid`.
   */
  userinfo(options?: CallOptions): Call<UserinfoResponse>

  /**
   * What this authorization server can do (OpenID Connect Discovery, RFC 8414).
   *
   * `GET /oauth2/.well-known/openid-configuration`. Takes no token.
   */
  configuration(options?: CallOptions): Call<Readonly<Record<string, unknown>>>

  /**
   * Public keys that verify access tokens (RFC 7517).
   *
   * `GET /oauth2/.well-known/jwks.json`. Takes no token.
   */
  jwks(options?: CallOptions): Call<JwksResponse>

  /**
   * Scope names in words a person understands; all of them, or those asked for.
   *
   * `GET /oauth2/scopes`. Takes no token.
   */
  scopes(input?: ListScopesInput, options?: CallOptions): Call<ListScopesResponse>

  /**
   * What an app shows of itself.
   *
   * `GET /oauth2/client-info`. Takes no token.
   */
  clientInfo(input: ClientInfoInput, options?: CallOptions): Call<ClientInfoResponse>
}

/** The calls of `client.console`. */
export interface ConsoleApi {
  /**
   * Freezes a card, or assigns it to a member. A card of another organization reads as absent.
   *
   * An assigned card opens the doors of its organization for its holder while the holder is a live member there. It shows and pays nothing until the holder claims it. Once claimed, the organization may freeze it, but cannot give it to another person (409 `card_claimed`).
   *
   * `PATCH /console/v1/cards/{card_uuid}`.
   */
  changeCard(cardUuid: string, input?: ChangeCardInput, options?: CallOptions): Call<ConsoleCard>

  /**
   * Makes cards, each with a wallet of its own, in no organization's inventory yet. For service staff.
   *
   * Identifiers are unique in the deployment: upper case, without outer spaces, control characters and scanner prefixes, as doors read them. A card that cannot be made is listed under `refused` and the others are made. On a server with a test clock the bootstrap client may call this.
   *
   * `POST /console/v1/cards`.
   */
  manufactureCards(input: ManufactureCardsInput, options?: CallOptions): Call<ManufactureCardsResponse>

  /**
   * Ends a device's token: its next call is refused.
   *
   * `DELETE /console/v1/device-tokens/{device_uuid}`.
   */
  revokeDeviceToken(deviceUuid: string, options?: CallOptions): Call<DeviceToken>

  /**
   * Takes the place on the team that an invitation holds out, for the user behind the token.
   *
   * `POST /console/v1/invitations/accept`.
   */
  acceptInvitation(input: AcceptInvitationInput, options?: CallOptions): Call<StaffMember>

  /**
   * Another secret, answered here, once. The one before it lives on; a third ends the oldest.
   *
   * `POST /console/v1/organizations/{organization_slug}/apps/{client_id}/secrets`.
   */
  createAppSecret(organizationSlug: string, clientId: string, options?: CallOptions): Call<AppSecret>

  /**
   * Removes an app for good; all its tokens end. Answers it as it was.
   *
   * `DELETE /console/v1/organizations/{organization_slug}/apps/{client_id}`.
   */
  removeApp(organizationSlug: string, clientId: string, options?: CallOptions): Call<App>

  /**
   * One app of the organization.
   *
   * `GET /console/v1/organizations/{organization_slug}/apps/{client_id}`.
   */
  getApp(organizationSlug: string, clientId: string, options?: CallOptions): Call<App>

  /**
   * Changes what is sent of an app; null clears. What it loses, its tokens lose from their next call on.
   *
   * `PATCH /console/v1/organizations/{organization_slug}/apps/{client_id}`.
   */
  updateApp(organizationSlug: string, clientId: string, input?: UpdateAppInput, options?: CallOptions): Call<App>

  /**
   * The organization's apps.
   *
   * `GET /console/v1/organizations/{organization_slug}/apps`.
   */
  listApps(organizationSlug: string, input?: ListAppsInput, options?: CallOptions): List<App>

  /**
   * Registers an app of the organization; its secret is answered here, once.
   *
   * Nobody registers an app with a stronger service_role than their own role in the organization.
   *
   * `POST /console/v1/organizations/{organization_slug}/apps`.
   */
  createApp(organizationSlug: string, input: CreateAppInput, options?: CallOptions): Call<RegisteredApp>

  /**
   * Takes an invitation back: its token is good for nothing any more.
   *
   * `DELETE /console/v1/organizations/{organization_slug}/invitations/{invitation_uuid}`.
   */
  withdrawInvitation(organizationSlug: string, invitationUuid: string, options?: CallOptions): Call<Invitation>

  /**
   * The invitations that can still be accepted; without their tokens.
   *
   * `GET /console/v1/organizations/{organization_slug}/invitations`.
   */
  listInvitations(organizationSlug: string, input?: ListInvitationsInput, options?: CallOptions): List<Invitation>

  /**
   * Holds out a place on the team; the token and its link are shown this once.
   *
   * An invitation to a username or a user is good for that user alone; one to an e-mail address for whoever has its token. It can be accepted once, for seven days, and a mail tells of it where an address is known. Managers invite staff and doors, the owner managers too. At most 100 are open at a time. Mails to addresses that callers choose are 20 an hour for one user or app, and 5 to one address; looking for an account by e-mail or username counts among 15 a minute for the whole service. Beyond that the call is 429.
   *
   * `POST /console/v1/organizations/{organization_slug}/invitations`.
   */
  createInvitation(organizationSlug: string, input: CreateInvitationInput, options?: CallOptions): Call<IssuedInvitation>

  /**
   * Makes somebody on the team the owner, and the owner a manager, in one moment. Answers the new owner's place.
   *
   * `POST /console/v1/organizations/{organization_slug}/ownership`.
   */
  transferOwnership(organizationSlug: string, input: TransferOwnershipInput, options?: CallOptions): Call<StaffMember>

  /**
   * Removes a connection: its callbacks answer 404 from now on, and its open checkouts are cancelled. Answers it as it was.
   *
   * `DELETE /console/v1/organizations/{organization_slug}/payment-connections/{connection_uuid}`.
   */
  removePaymentConnection(organizationSlug: string, connectionUuid: string, options?: CallOptions): Call<PaymentConnection>

  /**
   * The organization's payment connections, without their secrets.
   *
   * `GET /console/v1/organizations/{organization_slug}/payment-connections`.
   */
  listPaymentConnections(organizationSlug: string, input?: ListPaymentConnectionsInput, options?: CallOptions): List<PaymentConnection>

  /**
   * Connects the organization to a payment backend; the secret of its callbacks is shown this once.
   *
   * `manual` is always there: a program of the organization tells of payments that it took itself. It signs each callback with the secret: `X-Payment-Signature: sha256=` and the hex HMAC-SHA256 of the raw body. Where the backend makes the secret (`stripe`), it is sent along instead. Checkouts go by the newest connection.
   *
   * `POST /console/v1/organizations/{organization_slug}/payment-connections`.
   */
  createPaymentConnection(organizationSlug: string, input: CreatePaymentConnectionInput, options?: CallOptions): Call<CreatedPaymentConnection>

  /**
   * Notes that somebody has dealt with a payment that waited: gave the money back, or something for it. Moves no money.
   *
   * `POST /console/v1/organizations/{organization_slug}/payment-events/{payment_event_uuid}/settle`.
   */
  settlePaymentEvent(organizationSlug: string, paymentEventUuid: string, input?: SettlePaymentEventInput, options?: CallOptions): Call<PaymentEvent>

  /**
   * Payments that wait for a person: of other money than was asked for, or that nothing could be given for.
   *
   * `GET /console/v1/organizations/{organization_slug}/payment-events`.
   */
  listPaymentEvents(organizationSlug: string, input?: ListPaymentEventsInput, options?: CallOptions): List<PaymentEvent>

  /**
   * How many points the organization may issue, and how many it has issued.
   *
   * `issued` is net: what was burnt, or taken back into the issuance, is not among it. `available` may still be issued.
   *
   * `GET /console/v1/organizations/{organization_slug}/points-allowance`.
   */
  getPointsAllowance(organizationSlug: string, options?: CallOptions): Call<PointsAllowance>

  /**
   * Sets how many points the organization may issue. By service staff alone.
   *
   * Less than what is issued takes nothing back: nothing more is issued until enough was burnt, or the allowance is raised.
   *
   * `PATCH /console/v1/organizations/{organization_slug}/points-allowance`.
   */
  setPointsAllowance(organizationSlug: string, input: SetPointsAllowanceInput, options?: CallOptions): Call<PointsAllowance>

  /**
   * Takes points out of the organization's treasury for good.
   *
   * `POST /console/v1/organizations/{organization_slug}/points/burn`. Safe to repeat: the client retries it.
   */
  burnPoints(organizationSlug: string, input: BurnPointsInput, options?: CallOptions): Call<Transaction>

  /**
   * Issues points into the organization's treasury.
   *
   * Up to the organization's allowance, which service staff set; they issue without one. Beyond it 409 with `details`: `reason` `points_allowance_exceeded`, `allowance`, `issued`, `available`. That answer is kept under the idempotency key.
   *
   * `POST /console/v1/organizations/{organization_slug}/points`. Safe to repeat: the client retries it.
   */
  mintPoints(organizationSlug: string, input: MintPointsInput, options?: CallOptions): Call<Transaction>

  /**
   * Takes somebody off the team; everybody but the owner may take themselves off. Answers the place they had.
   *
   * `DELETE /console/v1/organizations/{organization_slug}/staff/{user_uuid}`.
   */
  removeStaffMember(organizationSlug: string, userUuid: string, options?: CallOptions): Call<StaffMember>

  /**
   * Gives somebody on the team another role, from the next call on.
   *
   * `PATCH /console/v1/organizations/{organization_slug}/staff/{user_uuid}`.
   */
  changeStaffRole(organizationSlug: string, userUuid: string, input: ChangeStaffRoleInput, options?: CallOptions): Call<StaffMember>

  /**
   * Issues a ticket to a person or a card, out of the treasury.
   *
   * Of a reward template, or of a name, under which a template is made if there is none. The transaction is a `reward` of 0 points: its `reference_id` is the template's uuid, and a tag names the activity.
   *
   * `POST /console/v1/organizations/{organization_slug}/tickets`. Safe to repeat: the client retries it.
   */
  issueTicket(organizationSlug: string, input: IssueTicketInput, options?: CallOptions): Call<Transaction>

  /**
   * The devices of a session's door, revoked ones too; without their tokens.
   *
   * `GET /console/v1/sessions/{session_slug}/device-tokens`.
   */
  listDeviceTokens(sessionSlug: string, input?: ListDeviceTokensInput, options?: CallOptions): List<DeviceToken>

  /**
   * The time on the test clock.
   *
   * `GET /console/v1/test/clock`.
   */
  getTestClock(options?: CallOptions): Call<GetTestClockResponse>

  /**
   * Moves the test clock; answers when the background work due by then has run.
   *
   * `POST /console/v1/test/clock`.
   */
  setTestClock(input?: SetTestClockInput, options?: CallOptions): Call<SetTestClockResponse>

  /**
   * Makes another organization, owned by a user.
   *
   * `POST /console/v1/test/organizations`.
   */
  createTestOrganization(input: CreateTestOrganizationInput, options?: CallOptions): Call<Organization>

  /**
   * A token for a user, as a first-party app would get it.
   *
   * `POST /console/v1/test/tokens`.
   */
  createTestToken(input: CreateTestTokenInput, options?: CallOptions): Call<CreateTestTokenResponse>

  /**
   * Makes a user with a password.
   *
   * `POST /console/v1/test/users`.
   */
  createTestUser(options?: CallOptions): Call<CreateTestUserResponse>

  /**
   * Gives part of a transaction back, or all of it; its status stays.
   *
   * By the user who received it, or the organization whose treasury did; 404 to a caller who may not see it. All refunds together are at most what it moved.
   *
   * `POST /console/v1/transactions/{transaction_id}/refund`. Safe to repeat: the client retries it.
   */
  refundTransaction(transactionId: string, input: RefundTransactionInput, options?: CallOptions): Call<Transaction>

  /**
   * Takes a transaction back, once: the points return, and its status is `reversed`.
   *
   * By the organization whose treasury sent it; 404 to a caller who may not see it. When the receiver has spent the points, `refuse` answers 409, and `partial` takes back what is there.
   *
   * `POST /console/v1/transactions/{transaction_id}/reversal`. Safe to repeat: the client retries it.
   */
  reverseTransaction(transactionId: string, input: ReverseTransactionInput, options?: CallOptions): Call<Transaction>

  /**
   * Takes back what an app was allowed; its tokens of this user end at once.
   *
   * `DELETE /console/v1/users/me/apps/{client_id}`.
   */
  withdrawAllowedApp(clientId: string, options?: CallOptions): Call<WithdrawAllowedAppResponse>

  /**
   * The apps that the user has allowed something.
   *
   * `GET /console/v1/users/me/apps`.
   */
  listAllowedApps(options?: CallOptions): Call<ListAllowedAppsResponse>

  /**
   * Sends the mail that verifies the user's address once more; earlier links end.
   *
   * Mails to addresses that callers choose are 20 an hour for one user or app, and 5 to one address; beyond that the call is 429.
   *
   * `POST /console/v1/users/me/email-verification`.
   */
  requestEmailVerification(options?: CallOptions): Call<Account>

  /**
   * Replaces the user's own password, or sets the first one.
   *
   * Takes current_password or a sign-in at most five minutes old (403, details.reason recent_sign_in_required). Every browser and every other session of the user ends, refresh tokens with them; a mail tells of it. A session may send five passwords a minute.
   *
   * `POST /console/v1/users/me/password`.
   */
  changePassword(input: ChangePasswordInput, options?: CallOptions): Call<Account>

  /**
   * Changes what is sent of the user's own profile; null clears.
   *
   * Another e-mail address, or the same in other capitals, takes current_password or a sign-in at most five minutes old (403, details.reason recent_sign_in_required). It is not verified: a mail with a link goes to it, and one that tells of the change to the old one. Mails to addresses that callers choose are 20 an hour for one user or app, and 5 to one address; beyond that the call is 429.
   *
   * `PATCH /console/v1/users/me`.
   */
  updateProfile(input?: UpdateProfileInput, options?: CallOptions): Call<CurrentUser>

  /**
   * Lets somebody in again. For the service's staff.
   *
   * `DELETE /console/v1/users/{user_uuid}/disabled`.
   */
  enableAccount(userUuid: string, options?: CallOptions): Call<Account>

  /**
   * Shuts somebody out and keeps their account as it is; every browser and token of it ends. For the service's staff.
   *
   * `POST /console/v1/users/{user_uuid}/disabled`.
   */
  disableAccount(userUuid: string, options?: CallOptions): Call<Account>

  /**
   * Deletes an account: one's own, or anybody's for the service's staff.
   *
   * Every browser and token of it ends in the same moment; name, address and number are forgotten, the row stays under a pseudonym for what refers to it. Takes the caller's current_password or a sign-in at most five minutes old (403, details.reason recent_sign_in_required). Whoever owns an organization hands it over first (409).
   *
   * `DELETE /console/v1/users/{user_uuid}`.
   */
  deleteAccount(userUuid: string, input?: DeleteAccountInput, options?: CallOptions): Call<Account>

  /**
   * Gives a wallet a new signing key; the entry that says so is signed by the old one.
   *
   * `POST /console/v1/wallets/{wallet_address}/key-rotation`. Safe to repeat: the client retries it.
   */
  rotateWalletKey(walletAddress: string, input: RotateWalletKeyInput, options?: CallOptions): Call<Transaction>
}

/** Every noun of the client. */
export interface Nouns {
  readonly organizations: OrganizationsApi
  readonly staff: StaffApi
  readonly users: UsersApi
  readonly memberships: MembershipsApi
  readonly tiers: TiersApi
  readonly entitlements: EntitlementsApi
  readonly cards: CardsApi
  readonly activities: ActivitiesApi
  readonly sessions: SessionsApi
  readonly wallets: WalletsApi
  readonly transactions: TransactionsApi
  readonly ledger: LedgerApi
  readonly oauth: OauthApi
  readonly console: ConsoleApi
}
