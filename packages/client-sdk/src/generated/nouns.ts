// Generated from the contract by scripts/generate-sdk.ts; `npm test` fails when it is out of date.
import type { Call, CallOptions } from "../call.ts"
import type { List } from "../list.ts"
import type {
  Activity,
  AddMemberInput,
  AdmissionList,
  AdmissionRequest,
  AdmissionResult,
  AdmissionResults,
  Balance,
  CheckinManifest,
  CreateActivityInput,
  CreateMembershipTierInput,
  CreateOrganizationInput,
  CreateSessionInput,
  CreateTestOrganizationInput,
  CreateTestTokenInput,
  CreateTestTokenResponse,
  CreateTestUserResponse,
  EntitlementCheck,
  GetTestClockResponse,
  JwksResponse,
  LedgerKeys,
  ListActivitySessionsInput,
  ListMembersInput,
  ListMembershipTiersInput,
  ListOrganizationActivitiesInput,
  ListOrganizationsInput,
  ListScopesInput,
  ListScopesResponse,
  ListWalletTransactionsInput,
  ListWalletsInput,
  Member,
  MemberEntitlements,
  MembershipEntitlements,
  MembershipTier,
  MintPointsInput,
  Organization,
  Session,
  SetTestClockInput,
  SetTestClockResponse,
  Transaction,
  TransferPointsInput,
  TrustKeys,
  Wallet,
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
}

/** The calls of `client.memberships`. */
export interface MembershipsApi {
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
}

/** The calls of `client.tiers`. */
export interface TiersApi {
  /**
   * An organization's tiers; private ones only for its team.
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

/** The calls of `client.activities`. */
export interface ActivitiesApi {
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
   * Makes one session; settings left out are copied from the activity.
   *
   * `POST /activities/{activity_slug}/sessions`. Scope `session:write`.
   */
  create(activitySlug: string, input: CreateSessionInput, options?: CallOptions): Call<Session>

  /**
   * One session.
   *
   * `GET /sessions/{session_slug}`. Scope `session:read`.
   */
  get(sessionSlug: string, options?: CallOptions): Call<Session>

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
}

/** The calls of `client.wallets`. */
export interface WalletsApi {
  /**
   * The caller's wallets; for an organization's token, its treasury.
   *
   * `GET /wallets`. Scope `wallet:read`.
   */
  list(input?: ListWalletsInput, options?: CallOptions): List<Wallet>

  /**
   * One wallet.
   *
   * `GET /wallets/{wallet_address}`. Scope `wallet:read`.
   */
  get(walletAddress: string, options?: CallOptions): Call<Wallet>

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
   * Sends points. Repeating it under the same key moves them once.
   *
   * `POST /wallets/{wallet_address}/transfer`. Scope `wallet:transfer`. Safe to repeat: the client retries it.
   */
  transfer(walletAddress: string, input: TransferPointsInput, options?: CallOptions): Call<Transaction>
}

/** The calls of `client.transactions`. */
export interface TransactionsApi {
  /**
   * One transaction, for the wallets at either end.
   *
   * `GET /transactions/{transaction_id}`. Scope `wallet_transactions:read`.
   */
  get(transactionId: string, options?: CallOptions): Call<Transaction>
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
}

/** The calls of `client.console`. */
export interface ConsoleApi {
  /**
   * Issues points into the organization's treasury.
   *
   * `POST /console/v1/organizations/{organization_slug}/points`. Safe to repeat: the client retries it.
   */
  mintPoints(organizationSlug: string, input: MintPointsInput, options?: CallOptions): Call<Transaction>

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
}

/** Every noun of the client. */
export interface Nouns {
  readonly organizations: OrganizationsApi
  readonly memberships: MembershipsApi
  readonly tiers: TiersApi
  readonly entitlements: EntitlementsApi
  readonly activities: ActivitiesApi
  readonly sessions: SessionsApi
  readonly wallets: WalletsApi
  readonly transactions: TransactionsApi
  readonly ledger: LedgerApi
  readonly oauth: OauthApi
  readonly console: ConsoleApi
}
