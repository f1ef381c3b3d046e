// Generated from the contract by scripts/generate-sdk.ts; `npm test` fails when it is out of date.

/** `Account`, as it is on the wire. */
export interface Account {
  readonly uuid: string
  readonly username: string
  readonly account_type: AccountType
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
  /** ISO 8601 date and time. */
  readonly disabled_at: string | null
  /** ISO 8601 date and time. */
  readonly deleted_at: string | null
}

/** `AccountType`, as it is on the wire. */
export type AccountType = "user" | "organization" | "service" | (string & {})

/** What `activities.cancel` takes. */
export interface ActivitiesCancelInput {
  /** At most 500 characters. */
  readonly reason?: string | null | undefined
}

/** What `activities.create` takes. */
export interface ActivitiesCreateInput {
  readonly requires_ticket?: boolean | undefined
  /** At most 255 characters. */
  readonly ticket_template_uuid?: string | null | undefined
  readonly required_entitlement?: string | null | undefined
  /** At least 1. */
  readonly max_attendees?: number | null | undefined
  readonly enforces_checkin_window?: boolean | undefined
  readonly allow_reentry?: boolean | undefined
  readonly admits_frozen_cards?: boolean | undefined
  /** At most 255 characters. */
  readonly name: string
  /** At most 5000 characters. */
  readonly description: string | null
  /** uuid of an image that was uploaded for it or for its organization */
  readonly image_file_uuid?: string | null | undefined
  /** At most 255 characters. */
  readonly website_url?: string | null | undefined
  readonly additional_data?: Readonly<Record<string, unknown>> | null | undefined
  /** ISO 8601 date and time. */
  readonly start_time?: string | null | undefined
  /** after `start_time` ISO 8601 date and time. */
  readonly end_time?: string | null | undefined
  /** false closes the doors of all its sessions Default `true`. */
  readonly is_session_checkin_open?: boolean | undefined
  /** null means the organization's time zone */
  readonly timezone?: string | null | undefined
}

/** What `activities.delete` takes. */
export interface ActivitiesDeleteInput {
  readonly confirm_stranding_holders?: boolean | undefined
}

/** What `activities.listAttendees` takes. */
export interface ActivitiesListAttendeesInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"first_admitted_at"`. */
  readonly sort_by?: "first_admitted_at" | "last_admitted_at" | "sessions_attended" | "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `activities.listFiles` takes. */
export interface ActivitiesListFilesInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `activities.listForOrganization` takes. */
export interface ActivitiesListForOrganizationInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "name" | "start_time" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `activities.list` takes. */
export interface ActivitiesListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "name" | "start_time" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  readonly organization_uuid?: string | undefined
  /** only activities that end after this time, or have no end ISO 8601 date and time. */
  readonly from?: string | undefined
  /** only activities that start before this time, or have no start ISO 8601 date and time. */
  readonly to?: string | undefined
  /** `true`: only activities where the caller was admitted or has a valid ticket; `false`: all */
  readonly mine?: boolean | undefined
}

/** What `activities.update` takes. */
export interface ActivitiesUpdateInput {
  readonly requires_ticket?: boolean | undefined
  /** At most 255 characters. */
  readonly ticket_template_uuid?: string | null | undefined
  readonly required_entitlement?: string | null | undefined
  /** At least 1. */
  readonly max_attendees?: number | null | undefined
  readonly enforces_checkin_window?: boolean | undefined
  readonly allow_reentry?: boolean | undefined
  readonly admits_frozen_cards?: boolean | undefined
  /** At most 255 characters. */
  readonly name?: string | undefined
  /** At most 5000 characters. */
  readonly description?: string | null | undefined
  /** uuid of an image that was uploaded for it or for its organization */
  readonly image_file_uuid?: string | null | undefined
  /** At most 255 characters. */
  readonly website_url?: string | null | undefined
  readonly additional_data?: Readonly<Record<string, unknown>> | null | undefined
  /** ISO 8601 date and time. */
  readonly start_time?: string | null | undefined
  /** after `start_time` ISO 8601 date and time. */
  readonly end_time?: string | null | undefined
  /** false closes the doors of all its sessions */
  readonly is_session_checkin_open?: boolean | undefined
  /** null means the organization's time zone */
  readonly timezone?: string | null | undefined
  /** default: false */
  readonly apply_to_upcoming_sessions?: boolean | undefined
  /** default: false */
  readonly confirm_stranding_holders?: boolean | undefined
}

/** `Activity`, as it is on the wire. */
export interface Activity {
  readonly uuid: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly organization_uuid: string
  readonly image_file_uuid: string | null
  readonly image_file_url: string | null
  readonly website_url: string | null
  readonly additional_data: Readonly<Record<string, unknown>> | null
  /** ISO 8601 date and time. */
  readonly start_time: string | null
  /** ISO 8601 date and time. */
  readonly end_time: string | null
  readonly is_session_checkin_open: boolean
  /** ISO 8601 date and time. */
  readonly cancelled_at: string | null
  /** the reason that was given; null without a cancellation */
  readonly cancellation_reason: string | null
  readonly timezone: string | null
  readonly requires_ticket: boolean
  readonly ticket_template_uuid: string | null
  readonly required_entitlement: string | null
  readonly max_attendees: number | null
  readonly enforces_checkin_window: boolean
  readonly allow_reentry: boolean
  readonly admits_frozen_cards: boolean
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** `ActivityAttendee`, as it is on the wire. */
export interface ActivityAttendee {
  /** null for a card without a holder */
  readonly user: PublicUser | null
  readonly wallet_address: string
  readonly sessions_attended: number
  /** the earliest admission at any of the sessions ISO 8601 date and time. */
  readonly first_admitted_at: string
  /** the latest admission at any of the sessions ISO 8601 date and time. */
  readonly last_admitted_at: string
}

/** An activity was deleted. */
export interface ActivityDeletedEvent {
  readonly event: "activity.deleted"
  /** When this attempt was made; a retry has a later time. ISO 8601 date and time. */
  readonly timestamp: string
  /** The organization that owns the webhook. */
  readonly organization_uuid: string
  /** Always null for a webhook of an organization. */
  readonly user_uuid: null
  readonly data: {
    /** `admin` when the service's own staff made the change. */
    readonly origin: "user_app" | "admin" | (string & {})
    /** 1 today. A breaking change of `data` raises it. */
    readonly schema_version: number
    /** The activity, which the API no longer shows. */
    readonly activity_uuid: string
    /** The organization of the activity. */
    readonly organization_uuid: string
    /** Its name when it was deleted. */
    readonly activity_name: string
    /** Who deleted it; null if an app did, without a user. */
    readonly deleted_by_user_uuid: string | null
  }
}

/** `ActivitySessionContext`, as it is on the wire. */
export interface ActivitySessionContext {
  readonly session_uuid: string
  readonly session_name: string
  readonly session_slug: string
  readonly activity_uuid: string | null
  readonly activity_name: string | null
  readonly organization_uuid: string
  /** ISO 8601 date and time. */
  readonly start_time: string
  /** ISO 8601 date and time. */
  readonly end_time: string
}

/** `AdmissionList`, as it is on the wire. */
export interface AdmissionList {
  /** At most 100. */
  readonly admissions: readonly AdmissionRequest[]
}

/** `AdmissionRequest`, as it is on the wire. */
export interface AdmissionRequest {
  readonly identifier: IdentifierRef
  /** At most 190 characters. */
  readonly idempotency_key: string
  /** ISO 8601 date and time. */
  readonly occurred_at?: string | undefined
  /** At least 1. */
  readonly manifest_version?: number | null | undefined
  /** At most 255 characters. */
  readonly key_id?: string | null | undefined
  /** Default `false`. */
  readonly offline?: boolean | undefined
  /** At most 255 characters. */
  readonly device_reference?: string | null | undefined
}

/** `AdmissionResult`, as it is on the wire. */
export interface AdmissionResult {
  readonly decision: "admitted" | "blocked" | (string & {})
  readonly blocked_reason: string | null
  readonly disputed_reason: string | null
  readonly reentry: boolean
  readonly replayed: boolean
  readonly attendance_uuid: string | null
  readonly wallet_address: string | null
  /** ISO 8601 date and time. */
  readonly first_admitted_at: string | null
  /** ISO 8601 date and time. */
  readonly occurred_at: string
  /** ISO 8601 date and time. */
  readonly recorded_at: string
  readonly seat: "ticket" | "walk_in" | "none" | (string & {})
  readonly details: Readonly<Record<string, unknown>> | null
}

/** `AdmissionResults`, as it is on the wire. */
export interface AdmissionResults {
  readonly results: readonly (AdmissionResult | {
    readonly error: Readonly<Record<string, unknown>>
  })[]
}

/** What `console.allowedApps.list` answers. */
export interface AllowedAppsListResponse {
  readonly apps: readonly {
    readonly client_id: string
    readonly name: string
    readonly icon_url: string | null
    readonly website_url: string | null
    readonly scopes: readonly string[]
    /** ISO 8601 date and time. */
    readonly allowed_at: string
    /** ISO 8601 date and time. */
    readonly updated_at: string
  }[]
}

/** What `console.allowedApps.withdraw` answers. */
export interface AllowedAppsWithdrawResponse {
  readonly message: string
  readonly ended_sessions: number
}

/** `App`, as it is on the wire. */
export interface App {
  readonly client_id: string
  readonly organization_uuid: string | null
  readonly name: string
  readonly client_type: "confidential" | "public" | (string & {})
  readonly redirect_uris: readonly string[]
  readonly post_logout_redirect_uris: readonly string[]
  readonly grant_types: readonly string[]
  readonly scopes: readonly string[]
  readonly service_role: string | null
  readonly first_party: boolean
  readonly icon_url: string | null
  readonly website_url: string | null
  readonly policy_url: string | null
  readonly tos_url: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** `AppSecret`, as it is on the wire. */
export interface AppSecret {
  readonly client_id: string
  readonly client_secret: string
}

/** What `console.apps.create` takes. */
export interface AppsCreateInput {
  /** https, or http on 127.0.0.1, [::1] or localhost; for a public app also a private-use scheme with a dot At most 20. */
  readonly redirect_uris?: readonly string[] | undefined
  /** At most 20. */
  readonly post_logout_redirect_uris?: readonly string[] | undefined
  /** Default `["client_credentials"]`. */
  readonly grant_types?: readonly ("authorization_code" | "refresh_token" | "client_credentials" | "urn:ietf:params:oauth:grant-type:token-exchange" | (string & {}))[] | undefined
  readonly scopes?: readonly ("openid" | "profile" | "email" | "phone" | "offline_access" | "user:read" | "profile:read" | "subscription:read" | "organization:read" | "organization:create" | "organization:write" | "organization:staff:read" | "membership:read" | "membership:write" | "membership_tier:read" | "membership_tier:write" | "organization:memberships:read" | "organization:memberships:write" | "entitlement:read" | "activity:read" | "activity:write" | "session:read" | "session:write" | "session:attendees:read" | "session:admit" | "session:check_in" | "session:devices:write" | "wallet:read" | "wallet:transfer" | "wallet:decrypt" | "wallet_transactions:read" | "reward:read" | "reward:write" | "reward:claim" | "reward:issue" | "reward_trigger:read" | "reward_trigger:write" | "card:read" | "card:write" | "organization:cards:read" | "organization:cards:write" | "card_model:read" | "card_model:write" | "contact:read" | "contact:write" | "contact:drop" | "file:read" | "file:write" | "upload:user:write" | "upload:organization:write" | "upload:activity:write" | "upload:reward:write" | "asset:read" | "asset:write" | (string & {}))[] | undefined
  /** the app's role in the organization without a user; if omitted, it can only read */
  readonly service_role?: "owner" | "manager" | "staff" | "door" | (string & {}) | null | undefined
  /** an app of the service, which needs no consent; only service staff can set it */
  readonly first_party?: boolean | undefined
  /** At most 2048 characters. */
  readonly icon_url?: string | null | undefined
  /** At most 2048 characters. */
  readonly website_url?: string | null | undefined
  /** At most 2048 characters. */
  readonly policy_url?: string | null | undefined
  /** At most 2048 characters. */
  readonly tos_url?: string | null | undefined
  /** At most 100 characters. */
  readonly name: string
  /** Default `"confidential"`. */
  readonly client_type?: "confidential" | "public" | (string & {}) | undefined
}

/** What `console.apps.list` takes. */
export interface AppsListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "name" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `console.apps.update` takes. */
export interface AppsUpdateInput {
  /** At most 100 characters. */
  readonly name?: string | undefined
  /** https, or http on 127.0.0.1, [::1] or localhost; for a public app also a private-use scheme with a dot At most 20. */
  readonly redirect_uris?: readonly string[] | undefined
  /** At most 20. */
  readonly post_logout_redirect_uris?: readonly string[] | undefined
  readonly grant_types?: readonly ("authorization_code" | "refresh_token" | "client_credentials" | "urn:ietf:params:oauth:grant-type:token-exchange" | (string & {}))[] | undefined
  readonly scopes?: readonly ("openid" | "profile" | "email" | "phone" | "offline_access" | "user:read" | "profile:read" | "subscription:read" | "organization:read" | "organization:create" | "organization:write" | "organization:staff:read" | "membership:read" | "membership:write" | "membership_tier:read" | "membership_tier:write" | "organization:memberships:read" | "organization:memberships:write" | "entitlement:read" | "activity:read" | "activity:write" | "session:read" | "session:write" | "session:attendees:read" | "session:admit" | "session:check_in" | "session:devices:write" | "wallet:read" | "wallet:transfer" | "wallet:decrypt" | "wallet_transactions:read" | "reward:read" | "reward:write" | "reward:claim" | "reward:issue" | "reward_trigger:read" | "reward_trigger:write" | "card:read" | "card:write" | "organization:cards:read" | "organization:cards:write" | "card_model:read" | "card_model:write" | "contact:read" | "contact:write" | "contact:drop" | "file:read" | "file:write" | "upload:user:write" | "upload:organization:write" | "upload:activity:write" | "upload:reward:write" | "asset:read" | "asset:write" | (string & {}))[] | undefined
  /** the app's role in the organization without a user; if omitted, it can only read */
  readonly service_role?: "owner" | "manager" | "staff" | "door" | (string & {}) | null | undefined
  /** an app of the service, which needs no consent; only service staff can set it */
  readonly first_party?: boolean | undefined
  /** At most 2048 characters. */
  readonly icon_url?: string | null | undefined
  /** At most 2048 characters. */
  readonly website_url?: string | null | undefined
  /** At most 2048 characters. */
  readonly policy_url?: string | null | undefined
  /** At most 2048 characters. */
  readonly tos_url?: string | null | undefined
}

/** What `assets.equip` takes. */
export interface AssetsEquipInput {
  /** At most 64 characters. */
  readonly profile_uuid: string
  /** `character` for a part, which goes into the slot that it declares */
  readonly slot: "background" | "avatar_frame" | "sticker" | "character" | (string & {})
}

/** What `assets.install` takes. */
export interface AssetsInstallInput {
  /** At most 64 characters. */
  readonly transaction_id: string
}

/** What `assets.install` answers. */
export interface AssetsInstallResponse {
  readonly items: readonly InstalledAsset[]
}

/** What `assets.list` takes. */
export interface AssetsListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  readonly asset_type?: "background" | "avatar_frame" | "sticker" | "character_part" | (string & {}) | undefined
}

/** What `assets.listTemplateBackgrounds` takes. */
export interface AssetsListTemplateBackgroundsInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  /** default: the primary page At most 64 characters. */
  readonly profile_uuid?: string | undefined
}

/** What `assets.unequipCharacter` takes. */
export interface AssetsUnequipCharacterInput {
  /** At most 64 characters. */
  readonly profile_uuid: string
}

/** `Attendee`, as it is on the wire. */
export interface Attendee {
  readonly uuid: string
  /** null for a card without a holder */
  readonly user: PublicUser | null
  readonly wallet_address: string
  /** the card of the earliest admission */
  readonly card_identifier: string | null
  readonly seat: "ticket" | "walk_in" | "none" | (string & {})
  /** the time of the earliest admission ISO 8601 date and time. */
  readonly admitted_at: string
  /** the time of the latest admission ISO 8601 date and time. */
  readonly occurred_at: string
  /** when the earliest admission was recorded ISO 8601 date and time. */
  readonly recorded_at: string
  /** an online door, an offline door, the person's own check-in, or a staff member */
  readonly source: "online" | "offline" | "self" | "manual" | (string & {})
  readonly disputed_reason: string | null
  /** ISO 8601 date and time. */
  readonly undone_at: string | null
  /** the user who undid it; null for an app */
  readonly undone_by: string | null
}

/** `Balance`, as it is on the wire. */
export interface Balance {
  readonly balance: number
}

/** A content as its author writes it: at most 65536 bytes as JSON, one ticket, and 10 badges and certificates. */
export interface BaseRewardContent {
  readonly data: Readonly<Record<string, unknown>>
  /** At most 100. */
  readonly items?: readonly RewardItem[] | undefined
  /** At most 50 characters. */
  readonly content_version: string
  /** ISO 8601 date and time. */
  readonly generated_at?: string | null | undefined
}

/** `Card`, as it is on the wire. */
export interface Card {
  readonly uuid: string
  readonly identifier: string
  /** the holder's own name for the card, which only the holder sees, else the organization's */
  readonly name: string | null
  readonly card_type: "nfc" | "qr" | "virtual" | (string & {})
  readonly is_primary: boolean
  readonly is_frozen: boolean
  readonly organization_uuid: string | null
  /** the holder's own image, which only the holder sees, else that of the card model */
  readonly front_image_url: string | null
  readonly back_image_url: string | null
  /** for the holder alone */
  readonly custom_front_image_url: string | null
  /** the page of the holder that the card names; for the holder alone */
  readonly profile_page_uuid: string | null
  readonly card_model_uuid: string | null
  /** the tier that the card names itself */
  readonly membership_tier_uuid: string | null
  readonly card_model: {
    readonly uuid: string
    readonly name: string
    readonly front_image_url: string | null
    readonly back_image_url: string | null
    readonly is_active: boolean
  } | null
  /** the tier that claiming the card grants: its own, else that of its model */
  readonly membership_tier: MembershipTier | null
  readonly holder_user_uuid: string | null
  /** when the holder claimed it; null if it is only assigned or has no holder ISO 8601 date and time. */
  readonly claimed_at: string | null
  /** who froze it; only they can unfreeze it */
  readonly frozen_by: "holder" | "organization" | "both" | (string & {}) | null
  /** when the offer to another user lapses ISO 8601 date and time. */
  readonly offered_until: string | null
  /** ISO 8601 date and time. */
  readonly withdrawn_at: string | null
  /** the card's own wallet: it receives until the holder claims the card, and then what does not name the holder */
  readonly wallet_address: string
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** `CardModel`, as it is on the wire. */
export interface CardModel {
  readonly uuid: string
  readonly name: string
  readonly description: string | null
  readonly organization_uuid: string
  readonly front_image_url: string | null
  readonly back_image_url: string | null
  readonly order_site_template_id: string | null
  readonly membership_tier_uuid: string | null
  readonly is_active: boolean
  /** what the page starts with that the claimer of a card is issued */
  readonly profile_template_uuid: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** What `cardModels.create` takes. */
export interface CardModelsCreateInput {
  /** At most 255 characters. */
  readonly name: string
  /** At most 2000 characters. */
  readonly description?: string | null | undefined
  /** uuid of an image that was uploaded for it or for its organization */
  readonly front_image_file_uuid?: string | null | undefined
  /** uuid of an image that was uploaded for it or for its organization */
  readonly back_image_file_uuid?: string | null | undefined
  /** a template of the organization or of the platform: what the page starts with that the claimer of a card is issued; null issues none At most 64 characters. */
  readonly profile_template_uuid?: string | null | undefined
  /** the design on a fulfillment site; the service never resolves it At most 255 characters. */
  readonly order_site_template_id?: string | null | undefined
  /** the tier of the organization that claiming its cards grants At most 64 characters. */
  readonly membership_tier_uuid?: string | null | undefined
  /** whether cards can be given this model */
  readonly is_active?: boolean | undefined
}

/** What `cardModels.list` takes. */
export interface CardModelsListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "name" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  readonly include_inactive?: boolean | undefined
}

/** What `cardModels.update` takes. */
export interface CardModelsUpdateInput {
  /** At most 255 characters. */
  readonly name?: string | undefined
  /** At most 2000 characters. */
  readonly description?: string | null | undefined
  /** uuid of an image that was uploaded for it or for its organization */
  readonly front_image_file_uuid?: string | null | undefined
  /** uuid of an image that was uploaded for it or for its organization */
  readonly back_image_file_uuid?: string | null | undefined
  /** a template of the organization or of the platform: what the page starts with that the claimer of a card is issued; null issues none At most 64 characters. */
  readonly profile_template_uuid?: string | null | undefined
  /** the design on a fulfillment site; the service never resolves it At most 255 characters. */
  readonly order_site_template_id?: string | null | undefined
  /** the tier of the organization that claiming its cards grants At most 64 characters. */
  readonly membership_tier_uuid?: string | null | undefined
  /** whether cards can be given this model */
  readonly is_active?: boolean | undefined
}

/** What `cards.addToInventory` takes. */
export interface CardsAddToInventoryInput {
  /** At most 20. */
  readonly cards: readonly {
    /** as printed or as read by a scanner; it is normalised At most 190 characters. */
    readonly identifier: string
    /** the organization's name for the card At most 255 characters. */
    readonly name?: string | undefined
    /** an active card model At most 64 characters. */
    readonly card_model_uuid?: string | undefined
    /** the tier that claiming the card grants; without it, that of its model At most 64 characters. */
    readonly membership_tier_uuid?: string | undefined
  }[]
}

/** What `cards.addToInventory` answers. */
export interface CardsAddToInventoryResponse {
  readonly accepted: readonly Card[]
  readonly refused: readonly RefusedCard[]
}

/** What `cards.claim` takes. */
export interface CardsClaimInput {
  /** as printed or as read by a scanner; it is normalised At most 190 characters. */
  readonly identifier: string
  /** required for a card that was made with one; case is ignored At most 64 characters. */
  readonly claim_code?: string | undefined
}

/** What `cards.list` takes. */
export interface CardsListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "identifier" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  /** exact match; it is normalised At most 190 characters. */
  readonly identifier?: string | undefined
}

/** What `cards.listInventory` takes. */
export interface CardsListInventoryInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "identifier" | (string & {}) | undefined
  /** Default `"desc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  /** exact match; it is normalised At most 190 characters. */
  readonly identifier?: string | undefined
  /** text anywhere in the identifier; it is normalised At most 190 characters. */
  readonly search?: string | undefined
}

/** What `console.cards.manufacture` takes. */
export interface CardsManufactureInput {
  /** the organization that the cards are made for, which alone can take them; without it, the first that asks gets them At most 80 characters. */
  readonly organization_slug?: string | undefined
  /** At most 1000. */
  readonly cards: readonly ({
    /** At most 190 characters. */
    readonly identifier: string
    readonly card_type: "nfc" | "qr" | "virtual" | (string & {})
    /** the code that the holder needs to claim the card; case is ignored At most 64 characters. */
    readonly claim_code?: string | undefined
  })[]
}

/** What `console.cards.manufacture` answers. */
export interface CardsManufactureResponse {
  readonly made: readonly {
    readonly uuid: string
    readonly identifier: string
  }[]
  readonly refused: readonly RefusedCard[]
}

/** What `cards.update` takes. */
export interface CardsUpdateInput {
  /** shown to the caller alone, instead of the organization's name; null shows that. At most 255 characters. */
  readonly name?: string | null | undefined
  /** instead of the caller's primary card before */
  readonly is_primary?: true | undefined
  /** a frozen card opens no door and cannot send; it can still receive */
  readonly is_frozen?: boolean | undefined
  /** one of the caller's own pages: contacts by the card show it; null for none At most 64 characters. */
  readonly profile_page_uuid?: string | null | undefined
  /** an image of the caller; null shows the front of the card model */
  readonly custom_front_image_file_uuid?: string | null | undefined
  /** a user who may claim the card; null ends the offer */
  readonly offered_to?: IdentifierRef | null | undefined
}

/** What `cards.updateState` takes. */
export interface CardsUpdateStateInput {
  /** an active card model; null for none At most 64 characters. */
  readonly card_model_uuid?: string | null | undefined
  /** the tier that claiming the card grants; null for that of its model At most 64 characters. */
  readonly membership_tier_uuid?: string | null | undefined
  /** a frozen card opens no door and cannot send; it can still receive */
  readonly is_frozen?: boolean | undefined
  /** a live member of the organization; null removes the assignment At most 64 characters. */
  readonly holder_user_uuid?: string | null | undefined
  /** true takes the card out of use and from its holder; false returns it to the inventory */
  readonly withdrawn?: boolean | undefined
}

/** `ChangedActivity`, as it is on the wire. */
export interface ChangedActivity {
  readonly uuid: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly organization_uuid: string
  readonly image_file_uuid: string | null
  readonly image_file_url: string | null
  readonly website_url: string | null
  readonly additional_data: Readonly<Record<string, unknown>> | null
  /** ISO 8601 date and time. */
  readonly start_time: string | null
  /** ISO 8601 date and time. */
  readonly end_time: string | null
  readonly is_session_checkin_open: boolean
  /** ISO 8601 date and time. */
  readonly cancelled_at: string | null
  /** the reason that was given; null without a cancellation */
  readonly cancellation_reason: string | null
  readonly timezone: string | null
  readonly requires_ticket: boolean
  readonly ticket_template_uuid: string | null
  readonly required_entitlement: string | null
  readonly max_attendees: number | null
  readonly enforces_checkin_window: boolean
  readonly allow_reentry: boolean
  readonly admits_frozen_cards: boolean
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
  /** number of sessions that the settings were applied to; null if that was not requested */
  readonly sessions_updated: number | null
}

/** `CheckinManifest`, as it is on the wire. */
export interface CheckinManifest {
  readonly payload: Readonly<Record<string, unknown>>
  readonly key_id: string
  readonly signature: string
  readonly delta_cursor: string | null
}

/** `CheckinManifestDelta`, as it is on the wire. */
export interface CheckinManifestDelta {
  readonly payload: Readonly<Record<string, unknown>>
  readonly key_id: string
  readonly signature: string
  readonly next_cursor: string
}

/** `Checkout`, as it is on the wire. */
export interface Checkout {
  readonly uuid: string
  readonly purpose: "join" | "renew" | "change" | (string & {})
  readonly organization_uuid: string
  readonly user_uuid: string
  readonly membership_tier_uuid: string
  readonly amount_cents: number
  readonly currency: string
  /** null if the payment happens outside of the service */
  readonly checkout_url: string | null
  readonly status: "open" | "paid" | "expired" | "cancelled" | "failed" | "reversed" | (string & {})
  /** ISO 8601 date and time. */
  readonly expires_at: string
  /** ISO 8601 date and time. */
  readonly created_at: string
}

/** `CheckoutQuote`, as it is on the wire. */
export interface CheckoutQuote {
  readonly purpose: "join" | "renew" | "change" | (string & {})
  readonly amount_cents: number
  readonly currency: string
  /** the value of the remaining time, subtracted from the price */
  readonly credit_cents: number
  /** ISO 8601 date and time. */
  readonly valid_until: string | null
  /** ISO 8601 date and time. */
  readonly renewable_until: string | null
}

/** `ClaimedCard`, as it is on the wire. */
export interface ClaimedCard {
  readonly uuid: string
  readonly identifier: string
  /** the holder's own name for the card, which only the holder sees, else the organization's */
  readonly name: string | null
  readonly card_type: "nfc" | "qr" | "virtual" | (string & {})
  readonly is_primary: boolean
  readonly is_frozen: boolean
  readonly organization_uuid: string | null
  /** the holder's own image, which only the holder sees, else that of the card model */
  readonly front_image_url: string | null
  readonly back_image_url: string | null
  /** for the holder alone */
  readonly custom_front_image_url: string | null
  /** the page of the holder that the card names; for the holder alone */
  readonly profile_page_uuid: string | null
  readonly card_model_uuid: string | null
  /** the tier that the card names itself */
  readonly membership_tier_uuid: string | null
  readonly card_model: {
    readonly uuid: string
    readonly name: string
    readonly front_image_url: string | null
    readonly back_image_url: string | null
    readonly is_active: boolean
  } | null
  /** the tier that claiming the card grants: its own, else that of its model */
  readonly membership_tier: MembershipTier | null
  readonly holder_user_uuid: string | null
  /** when the holder claimed it; null if it is only assigned or has no holder ISO 8601 date and time. */
  readonly claimed_at: string | null
  /** who froze it; only they can unfreeze it */
  readonly frozen_by: "holder" | "organization" | "both" | (string & {}) | null
  /** when the offer to another user lapses ISO 8601 date and time. */
  readonly offered_until: string | null
  /** ISO 8601 date and time. */
  readonly withdrawn_at: string | null
  /** the card's own wallet: it receives until the holder claims the card, and then what does not name the holder */
  readonly wallet_address: string
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
  /** what the claim did to the caller's membership in the card's organization */
  readonly membership_effect: "joined" | "renewed" | "none" | (string & {})
}

/** `CompletedFile`, as it is on the wire. */
export interface CompletedFile {
  readonly uuid: string
  readonly slug: string
  readonly file_name: string
  readonly content_type: string
  readonly size_in_bytes: number
  /** permanent for images; signed, and valid for 15 minutes, for other files */
  readonly file_url: string | null
}

/** `CompletedPart`, as it is on the wire. */
export interface CompletedPart {
  /** 1 to 10000. */
  readonly part_number: number
  /** At most 200 characters. */
  readonly etag: string
}

/** `Contact`, as it is on the wire. */
export interface Contact {
  readonly uuid: string
  /** dropped: another person left it, and the caller has not saved it */
  readonly type: "saved" | "dropped" | (string & {})
  /** whether the contact is a user */
  readonly is_registered: boolean
  /** of a user, as the public profile has it now; else as it was typed */
  readonly name: string
  /** as it was typed; never a user's own */
  readonly email: string | null
  /** as it was typed; else of a user's public profile */
  readonly position: string | null
  /** as it was typed; else of a user's public profile */
  readonly company: string | null
  readonly phone_number: string | null
  /** of a user's public profile; else empty */
  readonly image_url: string
  readonly username: string | null
  /** the page that is shown: the one that the person gave, else the public one */
  readonly profile_page_uuid: string | null
  /** the caller's standing note */
  readonly notes: string | null
  readonly visit_count: number
  /** of a dropped contact, when it was dropped ISO 8601 date and time. */
  readonly saved_at: string
  /** ISO 8601 date and time. */
  readonly last_visited_at: string | null
  /** the session of the first encounter */
  readonly met_at: ActivitySessionContext | null
  /** a user's public profile; null in summaries */
  readonly profile: Profile | null
  /** the latest first; empty in lists */
  readonly visits: readonly ContactVisit[]
}

/** `ContactVisit`, as it is on the wire. */
export interface ContactVisit {
  readonly uuid: string
  /** ISO 8601 date and time. */
  readonly visited_at: string
  /** what was noted of this encounter */
  readonly notes: string | null
  readonly activity_session: ActivitySessionContext | null
  /** the app that recorded the encounter */
  readonly via_client_id: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
}

/** What `contacts.drop` takes. */
export interface ContactsDropInput {
  /** the receiver */
  readonly identifier: IdentifierRef
  /** one of the caller's own pages, instead of the public one At most 64 characters. */
  readonly profile_page_uuid?: string | null | undefined
  /** instead of the account; with email At most 255 characters. */
  readonly name?: string | undefined
  /** instead of the account; with name At most 255 characters. */
  readonly email?: string | undefined
  /** At most 255 characters. */
  readonly position?: string | undefined
  /** At most 255 characters. */
  readonly company?: string | undefined
  /** the receiver reads it with the encounter At most 1000 characters. */
  readonly notes?: string | undefined
}

/** What `contacts.list` takes. */
export interface ContactsListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "last_visited" | (string & {}) | undefined
  /** Default `"desc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  /** full: each user's public profile too Default `"summary"`. */
  readonly detail?: "full" | "summary" | (string & {}) | undefined
  /** beginnings of words of the name or the username; case and accents are ignored At most 255 characters. */
  readonly search?: string | undefined
  /** only contacts met at a session of this activity */
  readonly activity_uuid?: string | undefined
  readonly type?: "saved" | "dropped" | (string & {}) | undefined
  /** only contacts met after this moment ISO 8601 date and time. */
  readonly visited_after?: string | undefined
}

/** What `contacts.save` takes. */
export interface ContactsSaveInput {
  /** a registered person */
  readonly identifier?: IdentifierRef | undefined
  /** a public profile page of a registered person: instead of identifier, or of that person At most 64 characters. */
  readonly profile_page_uuid?: string | undefined
  /** required with email At most 255 characters. */
  readonly name?: string | undefined
  /** required with name At most 255 characters. */
  readonly email?: string | undefined
  /** At most 255 characters. */
  readonly position?: string | undefined
  /** At most 255 characters. */
  readonly company?: string | undefined
  /** between the year 2000 and now; default: now ISO 8601 date and time. */
  readonly visited_at?: string | undefined
  /** the session of the encounter; it takes the scope session:read At most 80 characters. */
  readonly activity_session_uuid?: string | undefined
  /** about this encounter At most 1000 characters. */
  readonly notes?: string | undefined
  /** ignored: the app of the token is recorded At most 255 characters. */
  readonly via_client_id?: string | null | undefined
}

/** What `contacts.update` takes. */
export interface ContactsUpdateInput {
  /** null for none At most 1000 characters. */
  readonly notes: string | null
}

/** What `contacts.updateVisit` takes. */
export interface ContactsUpdateVisitInput {
  /** null for none At most 1000 characters. */
  readonly notes?: string | null | undefined
  /** between the year 2000 and now ISO 8601 date and time. */
  readonly visited_at?: string | undefined
}

/** `ContentConfig`, as it is on the wire. */
export interface ContentConfig {
  readonly storage_type: "internal" | "external" | (string & {})
  /** null in lists */
  readonly content_template: RewardContent | null
  readonly external_id: string | null
  readonly external_webhook_uuid: string | null
  readonly generator_params: Readonly<Record<string, unknown>> | null
  readonly cache_strategy: "none" | "on_demand" | "prefetch" | "permanent" | (string & {})
  readonly cache_ttl_seconds: number | null
  readonly mirror_assets: boolean
}

/** `CreatedPaymentConnection`, as it is on the wire. */
export interface CreatedPaymentConnection {
  readonly connection_uuid: string
  readonly backend: string
  /** the URL for the backend's callbacks */
  readonly callback_url: string
  /** ISO 8601 date and time. */
  readonly created_at: string
  readonly secret: string | null
}

/** `CreatedWebhook`, as it is on the wire. */
export interface CreatedWebhook {
  readonly uuid: string
  readonly organization_uuid: string
  readonly url: string
  readonly description: string | null
  /** names of events, or `["*"]` for all of them */
  readonly events: readonly string[]
  /** nothing is sent to a disabled webhook */
  readonly enabled: boolean
  /** names the secret that signs now; each attempt has the `key_id` that signed it */
  readonly key_id: string
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string
  /** when the secret was last replaced ISO 8601 date and time. */
  readonly rotated_at: string | null
  /** signs every request; shown this once */
  readonly secret: string
}

/** `CredentialKey`, as it is on the wire. */
export interface CredentialKey {
  /** what follows the # in the `kid` of a credential */
  readonly key_id: string
  /** Ed25519, raw, base64url */
  readonly public_key: string
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly retired_at: string | null
}

/** What `console.credentials.rotateKey` answers. */
export interface CredentialsRotateKeyResponse {
  readonly key: CredentialKey
  readonly retired: CredentialKey | null
}

/** `CurrentUser`, as it is on the wire. */
export interface CurrentUser {
  readonly uuid: string
  readonly username: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  /** null without the scope phone */
  readonly phone_number: string | null
  readonly avatar_image_file_url: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** the user's identity at an external identity provider */
  readonly iam_user_id: string | null
  /** null without the scope email */
  readonly email: string | null
  /** null without the scope email, or without an address */
  readonly email_verified: boolean | null
  /** the scopes of the token */
  readonly scopes: readonly string[]
  /** the address of the primary wallet; null without the scope wallet:read */
  readonly wallet_address: string | null
  /** what the primary card is tapped with; null without the scope card:read */
  readonly primary_card_identifier: string | null
  /** whether other users can drop their contact details with this user */
  readonly accepts_contact_drops: boolean
  /** whether the user has a first name, a last name and a verified e-mail address */
  readonly profile_complete: boolean
  /** whether an external account has no first name, so that the app must ask for it */
  readonly onboarding_required: boolean
  readonly subscription: Subscription
}

/** `DecryptedTransactionData`, as it is on the wire. */
export interface DecryptedTransactionData {
  /** the URL of the content; fetch it with the access key */
  readonly manifest_url: string
  /** SHA-256 of the content's RFC 8785 text, lower-case hex */
  readonly content_hash: string | null
  /** of the access key ISO 8601 date and time. */
  readonly expires_at: string | null
  readonly access_key: string | null
  /** how to send the access key */
  readonly access_key_type: "none" | "bearer" | "query" | "header" | (string & {})
  /** `superseded_by` is the transaction that moved the ticket on, if this one brought a ticket that is no longer here */
  readonly additional_data: Readonly<Record<string, unknown>>
}

/** `DeviceToken`, as it is on the wire. */
export interface DeviceToken {
  readonly device_uuid: string
  readonly device_name: string | null
  readonly session_uuid: string
  readonly client_id: string | null
  readonly created_by_user_uuid: string | null
  /** ISO 8601 date and time. */
  readonly not_before: string
  /** ISO 8601 date and time. */
  readonly expires_at: string
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly revoked_at: string | null
}

/** `EntitlementCheck`, as it is on the wire. */
export interface EntitlementCheck {
  readonly user_uuid: string
  readonly organization_uuid: string
  readonly key: string
  readonly granted: boolean
  readonly reason: "no_membership" | "lapsed" | "not_granted" | (string & {}) | null
}

/** `EquipResult`, as it is on the wire. */
export interface EquipResult {
  readonly profile_uuid: string
  readonly asset_uuid: string
  readonly slot: "background" | "avatar_frame" | "sticker" | "head" | "face" | "body" | "legs" | "feet" | "hand" | "back" | (string & {})
  readonly image_url: string | null
}

/** `File`, as it is on the wire. */
export interface File {
  readonly uuid: string
  readonly slug: string
  readonly file_name: string
  readonly content_type: string
  readonly size_in_bytes: number
  /** permanent for images; signed, and valid for 15 minutes, for other files */
  readonly file_url: string | null
  readonly storage_id: string
  readonly storage_key: string
  readonly storage_bucket: string
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** `FileOwner`, as it is on the wire. */
export type FileOwner = "user" | "organization" | "activity" | "reward" | (string & {})

/** What `files.completeUpload` takes. */
export interface FilesCompleteUploadInput {
  /** all parts in their order, each with the ETag of its answer At most 10000. */
  readonly parts?: readonly CompletedPart[] | null | undefined
}

/** What `files.startUpload` takes. */
export interface FilesStartUploadInput {
  readonly owner_type: FileOwner
  /** At most 64 characters. */
  readonly owner_uuid: string
  /** control characters but NUL, which is refused, and folders are dropped from it At most 10000 characters. */
  readonly file_name: string
  /** such as `image/png` At most 100 characters. */
  readonly content_type: string
  /** at most what the deployment allows: 100 MiB, unless its settings have another number. At least 1. */
  readonly size_in_bytes: number
}

/** What a webhook answers to `reward.generate`, with any 2xx: the content, or where another host has it. Anything else fails the delivery of the reward, and its `errors` name the fields. */
export type GeneratedReward = {
  readonly content: BaseRewardContent
} | {
  /** On a public host. It answers with the content itself, always the same. At most 2048 characters. */
  readonly manifest_url: string
  /** Sent to that host as `Authorization: Bearer <access_key>`. At most 2048 characters. */
  readonly access_key: string
}

/** `GrantedRole`, as it is on the wire. */
export type GrantedRole = "manager" | "staff" | "door" | (string & {})

/** `HeldReward`, as it is on the wire. */
export interface HeldReward {
  readonly transaction_id: string
  readonly wallet_address: string
  readonly cached_content: IssuedRewardContent
  /** SHA-256 of the content as it was issued */
  readonly content_hash: string
  /** ISO 8601 date and time. */
  readonly cached_at: string
  /** ISO 8601 date and time. */
  readonly cache_expires_at: string | null
  /** how often it was opened by itself */
  readonly cache_hit_count: number
  /** ISO 8601 date and time. */
  readonly last_accessed_at: string | null
  readonly source_type: "internal" | "inline" | "hosted" | (string & {})
  readonly source_url: string | null
  readonly fetch_latency_ms: number | null
  /** whether data and items are left out of a list */
  readonly content_omitted: boolean
}

/** `IdentifierRef`, as it is on the wire. */
export interface IdentifierRef {
  readonly type: "card" | "wallet" | "username" | "user_id" | "link" | (string & {})
  /** At most 255 characters. */
  readonly value: string
}

/** `InstalledAsset`, as it is on the wire. */
export interface InstalledAsset {
  readonly uuid: string
  readonly asset_type: "background" | "avatar_frame" | "sticker" | "character_part" | (string & {})
  readonly source: "reward" | (string & {})
  readonly uploaded_file_uuid: string | null
  readonly external_url: string | null
  readonly url: string | null
  readonly transaction_id: string | null
  /** title, pack_id, rarity, slot and more */
  readonly metadata: Readonly<Record<string, unknown>>
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** null: revoked assets are not listed ISO 8601 date and time. */
  readonly revoked_at: string | null
  readonly equipped: readonly ({
    readonly profile_uuid: string
    readonly slot: "background" | "avatar_frame" | "sticker" | "head" | "face" | "body" | "legs" | "feet" | "hand" | "back" | (string & {})
  })[]
}

/** `Invitation`, as it is on the wire. */
export interface Invitation {
  readonly uuid: string
  readonly organization_uuid: string
  readonly role: GrantedRole
  readonly email: string | null
  /** the only user who can accept; null if an e-mail address was invited */
  readonly user: PublicUser | null
  readonly status: "open" | "accepted" | "withdrawn" | "expired" | (string & {})
  readonly invited_by_user_uuid: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly expires_at: string
}

/** What `console.invitations.accept` takes. */
export interface InvitationsAcceptInput {
  /** At most 255 characters. */
  readonly token: string
}

/** What `console.invitations.create` takes. */
export interface InvitationsCreateInput {
  /** At most 255 characters. */
  readonly email?: string | undefined
  /** At most 255 characters. */
  readonly username?: string | undefined
  /** At most 255 characters. */
  readonly user_uuid?: string | undefined
  readonly role: GrantedRole
}

/** What `console.invitations.list` takes. */
export interface InvitationsListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** `IssuedDeviceToken`, as it is on the wire. */
export interface IssuedDeviceToken {
  readonly device_uuid: string
  readonly device_name: string | null
  readonly session_uuid: string
  readonly token: string
  /** ISO 8601 date and time. */
  readonly not_before: string
  /** ISO 8601 date and time. */
  readonly expires_at: string
}

/** `IssuedInvitation`, as it is on the wire. */
export interface IssuedInvitation {
  readonly uuid: string
  readonly organization_uuid: string
  readonly role: GrantedRole
  readonly email: string | null
  /** the only user who can accept; null if an e-mail address was invited */
  readonly user: PublicUser | null
  readonly status: "open" | "accepted" | "withdrawn" | "expired" | (string & {})
  readonly invited_by_user_uuid: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly expires_at: string
  readonly token: string
  readonly link: string
}

/** `IssuedReward`, as it is on the wire. */
export interface IssuedReward {
  /** null until the content of an external reward has come */
  readonly transaction_id: string | null
  readonly status: "pending" | "confirmed" | "failed" | "cancelled" | "reversed" | (string & {})
  /** of an external reward: poll /rewards/deliveries/{delivery_uuid} */
  readonly delivery_uuid: string | null
  readonly wallet_address: string
  readonly reward_template_uuid: string
  /** after the multiplier of the receiver's tier */
  readonly points: number
  /** null for any number */
  readonly supply_remaining: number | null
}

/** `IssuedRewardContent`, as it is on the wire. */
export interface IssuedRewardContent {
  readonly data: Readonly<Record<string, unknown>>
  /** each with its `uid`; a badge or a certificate also with its `credential`, a VC-JWT */
  readonly items: readonly Readonly<Record<string, unknown>>[]
  readonly content_version: string
  readonly generated_at: string | null
  readonly template_slug: string | null
  readonly template_version: number | null
  readonly name: string
  readonly description: string
  readonly issuer: {
    readonly id: string
    readonly name: string
    readonly slug: string
    readonly logo_url: string | null
    readonly website: string | null
  } | null
  readonly activity: {
    readonly id: string
    readonly name: string
    readonly slug: string
    readonly description: string | null
    readonly image_url: string | null
    readonly start_time: string | null
    readonly end_time: string | null
    readonly timezone: string | null
  } | null
}

/** The body of a webhook. `event` tells which one it is. */
export type KnownWebhookEvent = ActivityDeletedEvent | MembershipJoinedEvent | MembershipLeftEvent | MembershipRenewedEvent | MembershipTierChangedEvent | RewardRedeemedEvent | WebhookTestEvent | RewardGenerateEvent

/** `LedgerKeys`, as it is on the wire. */
export interface LedgerKeys {
  readonly v: 1
  readonly network: string
  readonly origin: string
  readonly keys: readonly ({
    readonly key_id: string
    readonly purpose: "ledger_status" | "ledger_checkpoint" | (string & {})
    readonly algorithm: "Ed25519"
    readonly public_key: string
    /** ISO 8601 date and time. */
    readonly not_before: string
    /** ISO 8601 date and time. */
    readonly not_after: string | null
  })[]
}

/** `Link`, as it is on the wire. */
export interface Link {
  readonly token: string
  /** what the user hands out: {base_url}/l/{token} */
  readonly url: string
  /** the page that it opens */
  readonly profile_page_uuid: string | null
  /** the wallet that it opens */
  readonly wallet_address: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
}

/** What `console.links.create` takes. */
export interface LinksCreateInput {
  /** At most 64 characters. */
  readonly profile_page_uuid?: string | undefined
  /** At most 255 characters. */
  readonly wallet_address?: string | undefined
}

/** What `console.links.list` takes. */
export interface LinksListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** `ListedWallet`, as it is on the wire. */
export interface ListedWallet {
  readonly address: string
  readonly uuid: string
  readonly user_uuid: string | null
  readonly public_key_pem: string
  readonly wallet_uuid?: string
  readonly wallet_address?: string
  readonly balance?: number
  /** the balance without held points */
  readonly available?: number
  readonly is_primary?: boolean
  readonly organization?: {
    readonly uuid: string
    readonly name: string
    readonly slug: string
  } | null
  readonly membership?: {
    readonly uuid: string
    readonly tier_name: string
    /** ISO 8601 date and time. */
    readonly joined_at: string
  } | null
}

/** `Member`, as it is on the wire. */
export interface Member {
  readonly uuid: string
  readonly user_uuid: string
  readonly organization_uuid: string
  readonly tier_uuid: string
  readonly custom_tier_price_cents: number | null
  readonly custom_tier_payment_interval: PaymentInterval | null
  /** ISO 8601 date and time. */
  readonly valid_until: string | null
  /** ISO 8601 date and time. */
  readonly renewable_until: string | null
  /** ISO 8601 date and time. */
  readonly joined_at: string
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly cancelled_at: string | null
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
  readonly organization_name: string
  readonly organization_slug: string
  readonly tier_name: string
  readonly tier_slug: string
  readonly tier_price_cents: number
  readonly tier_currency: string
  readonly tier_payment_interval: PaymentInterval
  readonly tier_description: string | null
  readonly tier_inclusions: readonly string[]
  /** computed from the dates at the time of the answer */
  readonly status: "active" | "active_with_notice" | "lapsed" | "ended" | (string & {})
  /** ISO 8601 date and time. */
  readonly ended_at: string | null
  readonly ended_by: "left" | "removed" | "closed" | "lapsed" | (string & {}) | null
  readonly user: PublicUser
}

/** `MemberEntitlements`, as it is on the wire. */
export interface MemberEntitlements {
  readonly user_uuid: string
  readonly organization_uuid: string
  readonly tier_uuid: string | null
  readonly tier_slug: string | null
  readonly entitlements: Readonly<Record<string, boolean | number | string>>
  readonly is_member: boolean
}

/** `MemberWithHistory`, as it is on the wire. */
export interface MemberWithHistory {
  readonly uuid: string
  readonly user_uuid: string
  readonly organization_uuid: string
  readonly tier_uuid: string
  readonly custom_tier_price_cents: number | null
  readonly custom_tier_payment_interval: PaymentInterval | null
  /** ISO 8601 date and time. */
  readonly valid_until: string | null
  /** ISO 8601 date and time. */
  readonly renewable_until: string | null
  /** ISO 8601 date and time. */
  readonly joined_at: string
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly cancelled_at: string | null
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
  readonly organization_name: string
  readonly organization_slug: string
  readonly tier_name: string
  readonly tier_slug: string
  readonly tier_price_cents: number
  readonly tier_currency: string
  readonly tier_payment_interval: PaymentInterval
  readonly tier_description: string | null
  readonly tier_inclusions: readonly string[]
  /** computed from the dates at the time of the answer */
  readonly status: "active" | "active_with_notice" | "lapsed" | "ended" | (string & {})
  /** ISO 8601 date and time. */
  readonly ended_at: string | null
  readonly ended_by: "left" | "removed" | "closed" | "lapsed" | (string & {}) | null
  readonly user: PublicUser
  readonly history?: readonly MembershipChange[]
}

/** `Membership`, as it is on the wire. */
export interface Membership {
  readonly uuid: string
  readonly user_uuid: string
  readonly organization_uuid: string
  readonly tier_uuid: string
  readonly custom_tier_price_cents: number | null
  readonly custom_tier_payment_interval: PaymentInterval | null
  /** ISO 8601 date and time. */
  readonly valid_until: string | null
  /** ISO 8601 date and time. */
  readonly renewable_until: string | null
  /** ISO 8601 date and time. */
  readonly joined_at: string
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly cancelled_at: string | null
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
  readonly organization_name: string
  readonly organization_slug: string
  readonly tier_name: string
  readonly tier_slug: string
  readonly tier_price_cents: number
  readonly tier_currency: string
  readonly tier_payment_interval: PaymentInterval
  readonly tier_description: string | null
  readonly tier_inclusions: readonly string[]
  /** computed from the dates at the time of the answer */
  readonly status: "active" | "active_with_notice" | "lapsed" | "ended" | (string & {})
}

/** `MembershipChange`, as it is on the wire. */
export interface MembershipChange {
  readonly uuid: string
  /** ISO 8601 date and time. */
  readonly at: string
  readonly cause: "join" | "renew" | "tier_change" | "org_change" | "move" | "notice" | "resume" | "end" | "lapse" | "reversal" | "card" | (string & {})
  readonly actor: {
    readonly kind: "holder" | "organization" | "service" | "payment" | "clock" | (string & {})
    /** uuid of the user, app or connection */
    readonly uuid: string | null
  }
  /** the checkout that was paid */
  readonly payment_ref: string | null
  readonly note: string | null
  /** the rate at which the remaining time was converted */
  readonly converted_at: {
    readonly price_cents: number
    readonly currency: string
    readonly payment_interval: PaymentInterval
  } | null
  /** null for the change that created the membership */
  readonly before: MembershipState | null
  readonly after: MembershipState
}

/** `MembershipEntitlements`, as it is on the wire. */
export interface MembershipEntitlements {
  readonly user_uuid: string
  readonly organization_uuid: string
  readonly tier_uuid: string | null
  readonly tier_slug: string | null
  readonly entitlements: Readonly<Record<string, boolean | number | string>>
  readonly has_membership: boolean
}

/** A membership started. */
export interface MembershipJoinedEvent {
  readonly event: "membership.joined"
  /** When this attempt was made; a retry has a later time. ISO 8601 date and time. */
  readonly timestamp: string
  /** The organization that owns the webhook. */
  readonly organization_uuid: string
  /** Always null for a webhook of an organization. */
  readonly user_uuid: null
  readonly data: {
    /** `admin` when the service's own staff made the change. */
    readonly origin: "user_app" | "admin" | (string & {})
    /** 1 today. A breaking change of `data` raises it. */
    readonly schema_version: number
    /** The holder of the membership. */
    readonly user_uuid: string
    /** The organization of the membership. */
    readonly organization_uuid: string
    /** The tier on which it started. */
    readonly tier_slug: string
  }
}

/** A holder left or was removed, or the organization was deleted. Not sent when a term runs out. */
export interface MembershipLeftEvent {
  readonly event: "membership.left"
  /** When this attempt was made; a retry has a later time. ISO 8601 date and time. */
  readonly timestamp: string
  /** The organization that owns the webhook. */
  readonly organization_uuid: string
  /** Always null for a webhook of an organization. */
  readonly user_uuid: null
  readonly data: {
    /** `admin` when the service's own staff made the change. */
    readonly origin: "user_app" | "admin" | (string & {})
    /** 1 today. A breaking change of `data` raises it. */
    readonly schema_version: number
    /** The holder of the membership. */
    readonly user_uuid: string
    /** The organization of the membership. */
    readonly organization_uuid: string
    /** `left` by the holder, `removed` by the organization, `closed` with the organization. */
    readonly ended_by: "left" | "removed" | "closed" | (string & {})
  }
}

/** `MembershipMoveReport`, as it is on the wire. */
export interface MembershipMoveReport {
  /** false for a dry run */
  readonly scheduled: boolean
  /** number of members that move */
  readonly memberships: number
  readonly from_tier_uuid: string
  readonly to_tier_uuid: string
  /** the members that stay because their terms cannot be converted */
  readonly skipped: readonly {
    readonly user_uuid: string
    readonly username: string | null
    readonly reason: string
  }[]
  /** what still prevents the deletion of the old tier after the move */
  readonly still_blocking_delete: TierDeleteBlockers
}

/** A membership was renewed. */
export interface MembershipRenewedEvent {
  readonly event: "membership.renewed"
  /** When this attempt was made; a retry has a later time. ISO 8601 date and time. */
  readonly timestamp: string
  /** The organization that owns the webhook. */
  readonly organization_uuid: string
  /** Always null for a webhook of an organization. */
  readonly user_uuid: null
  readonly data: {
    /** `admin` when the service's own staff made the change. */
    readonly origin: "user_app" | "admin" | (string & {})
    /** 1 today. A breaking change of `data` raises it. */
    readonly schema_version: number
    /** The holder of the membership. */
    readonly user_uuid: string
    /** The organization of the membership. */
    readonly organization_uuid: string
  }
}

/** `MembershipState`, as it is on the wire. */
export interface MembershipState {
  readonly tier_uuid: string
  readonly tier_slug: string
  readonly custom_tier_price_cents: number | null
  readonly custom_tier_payment_interval: PaymentInterval | null
  /** ISO 8601 date and time. */
  readonly valid_until: string | null
  /** ISO 8601 date and time. */
  readonly renewable_until: string | null
  /** ISO 8601 date and time. */
  readonly cancelled_at: string | null
  /** ISO 8601 date and time. */
  readonly ended_at: string | null
  readonly ended_by: "left" | "removed" | "closed" | "lapsed" | (string & {}) | null
}

/** `MembershipTier`, as it is on the wire. */
export interface MembershipTier {
  readonly uuid: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly price_cents: number
  readonly currency: string
  readonly payment_interval: PaymentInterval
  readonly image_url: string | null
  readonly inclusions: readonly string[]
  readonly visibility: "public" | "private" | (string & {})
  readonly entitlements: Readonly<Record<string, boolean | number | string>>
  readonly reward_points_multiplier: string
  readonly grace_period_days: number | null
  readonly position: number
  readonly image_file_uuid: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** A membership moved to another tier: alone, with all members of its tier, or back because a payment was reversed. */
export interface MembershipTierChangedEvent {
  readonly event: "membership.tier_changed"
  /** When this attempt was made; a retry has a later time. ISO 8601 date and time. */
  readonly timestamp: string
  /** The organization that owns the webhook. */
  readonly organization_uuid: string
  /** Always null for a webhook of an organization. */
  readonly user_uuid: null
  readonly data: {
    /** `admin` when the service's own staff made the change. */
    readonly origin: "user_app" | "admin" | (string & {})
    /** 1 today. A breaking change of `data` raises it. */
    readonly schema_version: number
    /** The holder of the membership. */
    readonly user_uuid: string
    /** The organization of the membership. */
    readonly organization_uuid: string
    /** The new tier; empty when a reversal returned the membership to a deleted tier. */
    readonly tier_slug: string
  }
}

/** `MembershipTierDetails`, as it is on the wire. */
export interface MembershipTierDetails {
  readonly uuid: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly price_cents: number
  readonly currency: string
  readonly payment_interval: PaymentInterval
  readonly image_url: string | null
  readonly inclusions: readonly string[]
  readonly visibility: "public" | "private" | (string & {})
  readonly entitlements: Readonly<Record<string, boolean | number | string>>
  readonly reward_points_multiplier: string
  readonly grace_period_days: number | null
  readonly position: number
  readonly image_file_uuid: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
  /** active members, with or without notice */
  readonly member_count: number
  /** members whose term ran out and who can still renew */
  readonly lapsed_count: number
  /** for the organization's staff; null for all other callers */
  readonly delete_blockers: TierDeleteBlockers | null
  /** ISO 8601 date and time. */
  readonly deleted_at: string | null
}

/** What `memberships.add` takes. */
export interface MembershipsAddInput {
  /** At most 255 characters. */
  readonly user_uuid?: string | undefined
  readonly identifier?: IdentifierRef | undefined
  /** At most 255 characters. */
  readonly membership_tier_slug: string
  /** ISO 8601 date and time. */
  readonly valid_until?: string | null | undefined
  /** 0 to 99999999999. */
  readonly custom_tier_price_cents?: number | null | undefined
  readonly custom_tier_payment_interval?: PaymentInterval | null | undefined
}

/** What `memberships.changeTier` takes. */
export interface MembershipsChangeTierInput {
  /** a public tier of the organization At most 255 characters. */
  readonly membership_tier_slug: string
  /** Default `false`. */
  readonly dry_run?: boolean | undefined
}

/** What `memberships.checkout` takes. */
export interface MembershipsCheckoutInput {
  readonly purpose: "join" | "renew" | "change" | (string & {})
  /** the tier to join or to change to At most 255 characters. */
  readonly membership_tier_slug?: string | undefined
  /** At most 2048 characters. */
  readonly return_url?: string | undefined
  /** Default `false`. */
  readonly dry_run?: boolean | undefined
}

/** What `memberships.getMember` takes. */
export interface MembershipsGetMemberInput {
  readonly include?: "history" | (string & {}) | undefined
}

/** What `memberships.join` takes. */
export interface MembershipsJoinInput {
  /** a public tier of the organization At most 255 characters. */
  readonly membership_tier_slug: string
}

/** What `memberships.list` takes. */
export interface MembershipsListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "joined_at" | "valid_until" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `memberships.listMembers` takes. */
export interface MembershipsListMembersInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "joined_at" | "valid_until" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  /** Default `"current"`. */
  readonly status?: "current" | "ended" | "active" | "lapsed" | (string & {}) | undefined
  /** slug of a tier At most 255 characters. */
  readonly tier?: string | undefined
  /** beginnings of words of username and names, in any order At most 255 characters. */
  readonly search?: string | undefined
  /** ISO 8601 date and time. */
  readonly ends_before?: string | undefined
}

/** What `memberships.renewMember` takes. */
export interface MembershipsRenewMemberInput {
  /** 1 to 12. Default `1`. */
  readonly terms?: number | undefined
  /** stored in the history At most 500 characters. */
  readonly note?: string | undefined
}

/** What `memberships.updateMember` takes. */
export interface MembershipsUpdateMemberInput {
  /** At most 255 characters. */
  readonly membership_tier_slug?: string | undefined
  /** what happens to the remaining time when the tier changes */
  readonly term?: "keep" | "convert" | (string & {}) | undefined
  /** ISO 8601 date and time. */
  readonly valid_until?: string | null | undefined
  /** 0 to 99999999999. */
  readonly custom_tier_price_cents?: number | null | undefined
  readonly custom_tier_payment_interval?: PaymentInterval | null | undefined
  /** Default `false`. */
  readonly dry_run?: boolean | undefined
}

/** `Message`, as it is on the wire. */
export interface Message {
  readonly message: string
}

/** What `oauth.clientInfo` takes. */
export interface OauthClientInfoInput {
  /** At most 64 characters. */
  readonly client_id: string
}

/** What `oauth.clientInfo` answers. */
export interface OauthClientInfoResponse {
  readonly client_id: string
  readonly name: string
  readonly icon_url: string | null
  readonly website_url: string | null
  readonly policy_url: string | null
  readonly tos_url: string | null
  readonly organization: {
    readonly uuid: string
    readonly name: string
    readonly slug: string
    readonly logo_image_file_url: string | null
  } | null
  readonly is_first_party: boolean
}

/** What `oauth.jwks` answers. */
export interface OauthJwksResponse {
  readonly keys: readonly Readonly<Record<string, unknown>>[]
}

/** What `oauth.scopes` takes. */
export interface OauthScopesInput {
  /** At most 1024 characters. */
  readonly scope?: string | undefined
}

/** What `oauth.scopes` answers. */
export interface OauthScopesResponse {
  readonly scopes: readonly {
    readonly name: string
    readonly description: string
    readonly group: string
    readonly audience: readonly string[]
    readonly sensitive: boolean
  }[]
}

/** What `oauth.userinfo` answers. */
export interface OauthUserinfoResponse {
  readonly sub: string
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly preferred_username?: string
  readonly updated_at?: number
  readonly email?: string
  readonly email_verified?: boolean
  readonly phone_number?: string
  readonly phone_number_verified?: boolean
  readonly organizations?: readonly {
    readonly uuid: string
    readonly slug: string
    readonly name: string
    readonly role: string
  }[]
}

/** `Organization`, as it is on the wire. */
export interface Organization {
  readonly uuid: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly website: string | null
  readonly logo_image_file_uuid: string | null
  readonly logo_image_file_url: string | null
  readonly timezone: string | null
  readonly owner_uuid: string | null
  readonly role: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** What `organizations.create` takes. */
export interface OrganizationsCreateInput {
  /** At most 100 characters. */
  readonly name: string
  /** At most 500 characters. */
  readonly description?: string | null | undefined
  /** At most 255 characters. */
  readonly owner_uuid: string
}

/** What `organizations.delete` takes. */
export interface OrganizationsDeleteInput {
  /** the slug again, as a confirmation At most 80 characters. */
  readonly confirm: string
}

/** What `organizations.listFiles` takes. */
export interface OrganizationsListFilesInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `organizations.list` takes. */
export interface OrganizationsListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "name" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `organizations.update` takes. */
export interface OrganizationsUpdateInput {
  /** At most 100 characters. */
  readonly name?: string | null | undefined
  /** At most 500 characters. */
  readonly description?: string | null | undefined
  /** At most 200 characters. */
  readonly website?: string | null | undefined
  /** uuid of an image that was uploaded for it or for its organization */
  readonly logo_image_file_uuid?: string | null | undefined
  readonly timezone?: string | null | undefined
}

/** `OwnStaffRole`, as it is on the wire. */
export interface OwnStaffRole {
  readonly organization_uuid: string
  readonly organization_slug: string
  /** null for a user without a role; `admin` for service staff, who need no role */
  readonly role: "owner" | "manager" | "staff" | "door" | "admin" | (string & {}) | null
}

/** `PaymentConnection`, as it is on the wire. */
export interface PaymentConnection {
  readonly connection_uuid: string
  readonly backend: string
  /** the URL for the backend's callbacks */
  readonly callback_url: string
  /** ISO 8601 date and time. */
  readonly created_at: string
}

/** What `console.paymentConnections.create` takes. */
export interface PaymentConnectionsCreateInput {
  /** At most 64 characters. */
  readonly backend: string
  /** the secret that the backend shows for its callbacks, if the backend creates it At most 255 characters. */
  readonly secret?: string | undefined
}

/** What `console.paymentConnections.list` takes. */
export interface PaymentConnectionsListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** `PaymentEvent`, as it is on the wire. */
export interface PaymentEvent {
  readonly uuid: string
  readonly connection_uuid: string
  readonly backend: string
  /** the backend's own id */
  readonly event_id: string
  readonly type: "paid" | "failed" | "expired" | "reversed" | (string & {})
  /** the backend's reference for the payment, or the reference in the event if no checkout matches */
  readonly reference: string | null
  readonly amount_cents: number
  readonly currency: string
  readonly outcome: "mismatched" | "unapplied" | (string & {})
  readonly reason: string | null
  readonly checkout: Checkout | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly settled_at: string | null
  readonly settled_by_user_uuid: string | null
  readonly note: string | null
}

/** What `console.paymentEvents.list` takes. */
export interface PaymentEventsListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  readonly outcome?: "mismatched" | "unapplied" | (string & {}) | undefined
  /** Default `"waiting"`. */
  readonly status?: "waiting" | "settled" | (string & {}) | undefined
}

/** What `console.paymentEvents.settle` takes. */
export interface PaymentEventsSettleInput {
  /** At most 500 characters. */
  readonly note?: string | undefined
}

/** `PaymentInterval`, as it is on the wire. */
export type PaymentInterval = "one_time" | "weekly" | "monthly" | "quarterly" | "semiannual" | "yearly" | (string & {})

/** What `console.platformProfileTemplates.create` takes. */
export interface PlatformProfileTemplatesCreateInput {
  /** for the team alone At most 255 characters. */
  readonly name: string
  /** for the team alone At most 2000 characters. */
  readonly description?: string | null | undefined
  /** At most 500 characters. */
  readonly short_description?: string | undefined
  /** At most 5000 characters. */
  readonly long_description?: string | undefined
  readonly call_to_action?: {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
    /** At most 50 characters. */
    readonly type: string
  } | null | undefined
  readonly current_role?: {
    /** At most 255 characters. */
    readonly title: string
    /** At most 255 characters. */
    readonly company: string
  } | null | undefined
  /** At most 2048 characters. */
  readonly avatar_frame?: string | null | undefined
  /** At most 50. */
  readonly social_links?: readonly {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
  }[] | undefined
  /** At most 50. */
  readonly links?: readonly {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
  }[] | undefined
  /** At most 100. */
  readonly long_description_content?: readonly Readonly<Record<string, unknown>>[] | undefined
  /** At most 100. */
  readonly stickers?: readonly Readonly<Record<string, unknown>>[] | undefined
  readonly image_file_uuid?: null | undefined
  /** values of CSS properties */
  readonly custom_background?: {
    /** At most 500 characters. */
    readonly background?: string | undefined
    /** At most 500 characters. */
    readonly background_color?: string | undefined
    /** At most 500 characters. */
    readonly background_image?: string | undefined
    /** At most 500 characters. */
    readonly background_position?: string | undefined
    /** At most 500 characters. */
    readonly background_size?: string | undefined
    /** At most 500 characters. */
    readonly background_repeat?: string | undefined
    /** At most 500 characters. */
    readonly background_attachment?: string | undefined
  } | null | undefined
}

/** What `console.platformProfileTemplates.list` takes. */
export interface PlatformProfileTemplatesListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "name" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `console.platformProfileTemplates.update` takes. */
export interface PlatformProfileTemplatesUpdateInput {
  /** for the team alone At most 255 characters. */
  readonly name?: string | undefined
  /** for the team alone At most 2000 characters. */
  readonly description?: string | null | undefined
  /** At most 500 characters. */
  readonly short_description?: string | undefined
  /** At most 5000 characters. */
  readonly long_description?: string | undefined
  readonly call_to_action?: {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
    /** At most 50 characters. */
    readonly type: string
  } | null | undefined
  readonly current_role?: {
    /** At most 255 characters. */
    readonly title: string
    /** At most 255 characters. */
    readonly company: string
  } | null | undefined
  /** At most 2048 characters. */
  readonly avatar_frame?: string | null | undefined
  /** At most 50. */
  readonly social_links?: readonly {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
  }[] | undefined
  /** At most 50. */
  readonly links?: readonly {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
  }[] | undefined
  /** At most 100. */
  readonly long_description_content?: readonly Readonly<Record<string, unknown>>[] | undefined
  /** At most 100. */
  readonly stickers?: readonly Readonly<Record<string, unknown>>[] | undefined
  readonly image_file_uuid?: null | undefined
  /** values of CSS properties */
  readonly custom_background?: {
    /** At most 500 characters. */
    readonly background?: string | undefined
    /** At most 500 characters. */
    readonly background_color?: string | undefined
    /** At most 500 characters. */
    readonly background_image?: string | undefined
    /** At most 500 characters. */
    readonly background_position?: string | undefined
    /** At most 500 characters. */
    readonly background_size?: string | undefined
    /** At most 500 characters. */
    readonly background_repeat?: string | undefined
    /** At most 500 characters. */
    readonly background_attachment?: string | undefined
  } | null | undefined
}

/** `PointsAllowance`, as it is on the wire. */
export interface PointsAllowance {
  /** the points that the organization may issue, net At least 0. */
  readonly allowance: number
  /** the points that it has issued, net; negative if it burned more than it issued */
  readonly issued: number
  /** the points that it may still issue At least 0. */
  readonly available: number
}

/** What `console.points.burn` takes. */
export interface PointsBurnInput {
  /** At least 1. */
  readonly amount: number
  /** At most 5000 characters. */
  readonly description?: string | undefined
  /** At most 190 characters. */
  readonly idempotency_key: string
}

/** What `console.points.mint` takes. */
export interface PointsMintInput {
  /** At least 1. */
  readonly amount: number
  /** At most 5000 characters. */
  readonly description?: string | undefined
  /** At most 190 characters. */
  readonly idempotency_key: string
}

/** What `console.points.setAllowance` takes. */
export interface PointsSetAllowanceInput {
  /** At least 0. */
  readonly allowance: number
}

/** `Profile`, as it is on the wire. */
export interface Profile {
  /** empty without an image */
  readonly imageUrl: string
  readonly name: string
  readonly first_name: string
  readonly last_name: string
  readonly shortDescription: string
  readonly longDescription: string
  readonly callToAction: {
    readonly type: string
    readonly label: string
    readonly url: string
  } | null
  readonly currentRole: {
    readonly title: string
    readonly company: string
  } | null
  /** values of CSS properties, as their owner wrote them */
  readonly customBackground: {
    readonly background?: string
    readonly backgroundColor?: string
    readonly backgroundImage?: string
    readonly backgroundPosition?: string
    readonly backgroundSize?: string
    readonly backgroundRepeat?: string
    readonly backgroundAttachment?: string
  } | null
  readonly avatarFrame: string | null
  readonly socialLinks: readonly {
    readonly label: string
    readonly url: string
  }[]
  readonly links: readonly {
    readonly label: string
    readonly url: string
  }[]
  readonly longDescriptionContent: readonly Readonly<Record<string, unknown>>[]
  readonly stickers: readonly Readonly<Record<string, unknown>>[]
  /** null when the profile is made of the names and image of the account */
  readonly profile_page_uuid: string | null
  /** whether an organization issued the page and its owner has no active membership there */
  readonly is_locked: boolean
  /** the uuid of the primary card, if the page shows it; never its identifier */
  readonly primary_card_uid: string | null
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** `ProfilePage`, as it is on the wire. */
export interface ProfilePage {
  readonly uuid: string
  readonly name: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly short_description: string
  readonly long_description: string
  readonly call_to_action: {
    readonly type: string
    readonly label: string
    readonly url: string
  } | null
  readonly current_role: {
    readonly title: string
    readonly company: string
  } | null
  readonly custom_background: {
    readonly background?: string
    readonly background_color?: string
    readonly background_image?: string
    readonly background_position?: string
    readonly background_size?: string
    readonly background_repeat?: string
    readonly background_attachment?: string
  } | null
  readonly avatar_frame: string | null
  readonly social_links: readonly {
    readonly label: string
    readonly url: string
  }[]
  readonly links: readonly {
    readonly label: string
    readonly url: string
  }[]
  readonly long_description_content: readonly Readonly<Record<string, unknown>>[]
  readonly stickers: readonly Readonly<Record<string, unknown>>[]
  readonly image_file_uuid: string | null
  readonly image_url: string | null
  readonly shows_primary_card: boolean
  /** whether it is the user's public profile */
  readonly is_primary: boolean
  /** whether an organization issued the page and its owner has no active membership there */
  readonly is_locked: boolean
  /** the organization that issued it */
  readonly organization_uuid: string | null
  /** the card with which it was issued */
  readonly card_uuid: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** What `console.profilePages.create` takes. */
export interface ProfilePagesCreateInput {
  /** null follows the account At most 255 characters. */
  readonly name?: string | null | undefined
  /** null follows the account At most 255 characters. */
  readonly first_name?: string | null | undefined
  /** null follows the account At most 255 characters. */
  readonly last_name?: string | null | undefined
  /** At most 500 characters. */
  readonly short_description?: string | undefined
  /** At most 5000 characters. */
  readonly long_description?: string | undefined
  readonly call_to_action?: {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
    /** At most 50 characters. */
    readonly type: string
  } | null | undefined
  readonly current_role?: {
    /** At most 255 characters. */
    readonly title: string
    /** At most 255 characters. */
    readonly company: string
  } | null | undefined
  /** values of CSS properties; needs the entitlement custom_backgrounds */
  readonly custom_background?: {
    /** At most 500 characters. */
    readonly background?: string | undefined
    /** At most 500 characters. */
    readonly background_color?: string | undefined
    /** At most 500 characters. */
    readonly background_image?: string | undefined
    /** At most 500 characters. */
    readonly background_position?: string | undefined
    /** At most 500 characters. */
    readonly background_size?: string | undefined
    /** At most 500 characters. */
    readonly background_repeat?: string | undefined
    /** At most 500 characters. */
    readonly background_attachment?: string | undefined
  } | null | undefined
  /** At most 2048 characters. */
  readonly avatar_frame?: string | null | undefined
  /** At most 50. */
  readonly social_links?: readonly {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
  }[] | undefined
  /** At most 50. */
  readonly links?: readonly {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
  }[] | undefined
  /** At most 100. */
  readonly long_description_content?: readonly Readonly<Record<string, unknown>>[] | undefined
  /** At most 100. */
  readonly stickers?: readonly Readonly<Record<string, unknown>>[] | undefined
  /** an image of the user; null follows the account */
  readonly image_file_uuid?: string | null | undefined
  /** whether the public page names the uuid of the primary card */
  readonly shows_primary_card?: boolean | undefined
}

/** What `console.profilePages.list` takes. */
export interface ProfilePagesListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `console.profilePages.update` takes. */
export interface ProfilePagesUpdateInput {
  /** null follows the account At most 255 characters. */
  readonly name?: string | null | undefined
  /** null follows the account At most 255 characters. */
  readonly first_name?: string | null | undefined
  /** null follows the account At most 255 characters. */
  readonly last_name?: string | null | undefined
  /** At most 500 characters. */
  readonly short_description?: string | undefined
  /** At most 5000 characters. */
  readonly long_description?: string | undefined
  readonly call_to_action?: {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
    /** At most 50 characters. */
    readonly type: string
  } | null | undefined
  readonly current_role?: {
    /** At most 255 characters. */
    readonly title: string
    /** At most 255 characters. */
    readonly company: string
  } | null | undefined
  /** values of CSS properties; needs the entitlement custom_backgrounds */
  readonly custom_background?: {
    /** At most 500 characters. */
    readonly background?: string | undefined
    /** At most 500 characters. */
    readonly background_color?: string | undefined
    /** At most 500 characters. */
    readonly background_image?: string | undefined
    /** At most 500 characters. */
    readonly background_position?: string | undefined
    /** At most 500 characters. */
    readonly background_size?: string | undefined
    /** At most 500 characters. */
    readonly background_repeat?: string | undefined
    /** At most 500 characters. */
    readonly background_attachment?: string | undefined
  } | null | undefined
  /** At most 2048 characters. */
  readonly avatar_frame?: string | null | undefined
  /** At most 50. */
  readonly social_links?: readonly {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
  }[] | undefined
  /** At most 50. */
  readonly links?: readonly {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
  }[] | undefined
  /** At most 100. */
  readonly long_description_content?: readonly Readonly<Record<string, unknown>>[] | undefined
  /** At most 100. */
  readonly stickers?: readonly Readonly<Record<string, unknown>>[] | undefined
  /** an image of the user; null follows the account */
  readonly image_file_uuid?: string | null | undefined
  /** whether the public page names the uuid of the primary card */
  readonly shows_primary_card?: boolean | undefined
}

/** `ProfileTemplate`, as it is on the wire. */
export interface ProfileTemplate {
  readonly uuid: string
  /** null for a template of the platform, which every organization can use */
  readonly organization_uuid: string | null
  /** for the team alone */
  readonly name: string
  /** for the team alone */
  readonly description: string | null
  readonly short_description: string
  readonly long_description: string
  readonly call_to_action: {
    readonly type: string
    readonly label: string
    readonly url: string
  } | null
  readonly current_role: {
    readonly title: string
    readonly company: string
  } | null
  readonly custom_background: {
    readonly background?: string
    readonly background_color?: string
    readonly background_image?: string
    readonly background_position?: string
    readonly background_size?: string
    readonly background_repeat?: string
    readonly background_attachment?: string
  } | null
  readonly avatar_frame: string | null
  readonly social_links: readonly {
    readonly label: string
    readonly url: string
  }[]
  readonly links: readonly {
    readonly label: string
    readonly url: string
  }[]
  readonly long_description_content: readonly Readonly<Record<string, unknown>>[]
  readonly stickers: readonly Readonly<Record<string, unknown>>[]
  readonly image_file_uuid: string | null
  readonly image_url: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** What `console.profileTemplates.create` takes. */
export interface ProfileTemplatesCreateInput {
  /** for the team alone At most 255 characters. */
  readonly name: string
  /** for the team alone At most 2000 characters. */
  readonly description?: string | null | undefined
  /** At most 500 characters. */
  readonly short_description?: string | undefined
  /** At most 5000 characters. */
  readonly long_description?: string | undefined
  readonly call_to_action?: {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
    /** At most 50 characters. */
    readonly type: string
  } | null | undefined
  readonly current_role?: {
    /** At most 255 characters. */
    readonly title: string
    /** At most 255 characters. */
    readonly company: string
  } | null | undefined
  /** At most 2048 characters. */
  readonly avatar_frame?: string | null | undefined
  /** At most 50. */
  readonly social_links?: readonly {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
  }[] | undefined
  /** At most 50. */
  readonly links?: readonly {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
  }[] | undefined
  /** At most 100. */
  readonly long_description_content?: readonly Readonly<Record<string, unknown>>[] | undefined
  /** At most 100. */
  readonly stickers?: readonly Readonly<Record<string, unknown>>[] | undefined
  /** an image of the organization; null leaves the image to the owner of the page */
  readonly image_file_uuid?: string | null | undefined
  /** values of CSS properties */
  readonly custom_background?: {
    /** At most 500 characters. */
    readonly background?: string | undefined
    /** At most 500 characters. */
    readonly background_color?: string | undefined
    /** At most 500 characters. */
    readonly background_image?: string | undefined
    /** At most 500 characters. */
    readonly background_position?: string | undefined
    /** At most 500 characters. */
    readonly background_size?: string | undefined
    /** At most 500 characters. */
    readonly background_repeat?: string | undefined
    /** At most 500 characters. */
    readonly background_attachment?: string | undefined
  } | null | undefined
}

/** What `console.profileTemplates.list` takes. */
export interface ProfileTemplatesListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "name" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `console.profileTemplates.update` takes. */
export interface ProfileTemplatesUpdateInput {
  /** for the team alone At most 255 characters. */
  readonly name?: string | undefined
  /** for the team alone At most 2000 characters. */
  readonly description?: string | null | undefined
  /** At most 500 characters. */
  readonly short_description?: string | undefined
  /** At most 5000 characters. */
  readonly long_description?: string | undefined
  readonly call_to_action?: {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
    /** At most 50 characters. */
    readonly type: string
  } | null | undefined
  readonly current_role?: {
    /** At most 255 characters. */
    readonly title: string
    /** At most 255 characters. */
    readonly company: string
  } | null | undefined
  /** At most 2048 characters. */
  readonly avatar_frame?: string | null | undefined
  /** At most 50. */
  readonly social_links?: readonly {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
  }[] | undefined
  /** At most 50. */
  readonly links?: readonly {
    /** At most 100 characters. */
    readonly label: string
    /** At most 2048 characters. */
    readonly url: string
  }[] | undefined
  /** At most 100. */
  readonly long_description_content?: readonly Readonly<Record<string, unknown>>[] | undefined
  /** At most 100. */
  readonly stickers?: readonly Readonly<Record<string, unknown>>[] | undefined
  /** an image of the organization; null leaves the image to the owner of the page */
  readonly image_file_uuid?: string | null | undefined
  /** values of CSS properties */
  readonly custom_background?: {
    /** At most 500 characters. */
    readonly background?: string | undefined
    /** At most 500 characters. */
    readonly background_color?: string | undefined
    /** At most 500 characters. */
    readonly background_image?: string | undefined
    /** At most 500 characters. */
    readonly background_position?: string | undefined
    /** At most 500 characters. */
    readonly background_size?: string | undefined
    /** At most 500 characters. */
    readonly background_repeat?: string | undefined
    /** At most 500 characters. */
    readonly background_attachment?: string | undefined
  } | null | undefined
}

/** `PropagatedReward`, as it is on the wire. */
export interface PropagatedReward {
  /** null for a dry run */
  readonly batch_uuid: string | null
  /** how many people and cards the audience has */
  readonly matched: number
  /** how many of them get the reward */
  readonly scheduled: number
  /** why the others do not */
  readonly skipped: readonly {
    /** the code of a refusal, or `already_issued`, `duplicate`, `identifier_unresolved`, `account_unavailable` */
    readonly reason: string
    readonly count: number
    /** which of the `identifiers`, from 0; null for every other audience */
    readonly positions: readonly number[] | null
  }[]
}

/** `PublicUser`, as it is on the wire. */
export interface PublicUser {
  readonly uuid: string
  readonly username: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly avatar_image_file_url: string | null
}

/** `RecentTransaction`, as it is on the wire. */
export interface RecentTransaction {
  readonly id: string
  readonly from_address: string
  readonly to_address: string
  readonly amount: number
  readonly transaction_type: "mint" | "burn" | "transfer" | "reward" | "ticket_transfer" | "spend" | "adjustment" | "expiration" | "reversal" | "refund" | "key_rotation" | (string & {})
  readonly status: "pending" | "confirmed" | "failed" | "cancelled" | "reversed" | (string & {})
  readonly transaction_hash: string
  readonly previous_hash: string
  readonly to_previous_hash: string
  readonly from_sequence: number
  readonly to_sequence: number
  readonly log_index: number
  readonly signature: string
  readonly public_key: string
  readonly encrypted_data: string
  readonly data_hash: string
  /** the public data behind `data_hash`: the new key of a `key_rotation`, otherwise empty */
  readonly data: string
  readonly effect: "posted" | "pending" | "post" | "void" | (string & {})
  readonly meta_hash: string
  readonly description: string
  readonly reference_id: string
  readonly original_transaction_id: string
  readonly failure_reason: string
  readonly reversal_reason: string
  /** the amount that was refunded */
  readonly refunded_amount: number
  /** for a hold: when it expires ISO 8601 date and time. */
  readonly expires_at: string | null
  /** ISO 8601 date and time. */
  readonly failed_at: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly confirmed_at: string | null
  readonly tags: readonly string[]
  readonly sender: {
    readonly user_uuid: string | null
    readonly username: string | null
    readonly first_name: string | null
    readonly last_name: string | null
    readonly avatar_image_file_url: string | null
    readonly organization: {
      readonly uuid: string
      readonly name: string
      readonly slug: string
    } | null
  } | null
}

/** `Redemption`, as it is on the wire. */
export interface Redemption {
  readonly transaction_id: string
  readonly status: "pending" | "confirmed" | "failed" | "cancelled" | "reversed" | (string & {})
  readonly wallet_address: string
  /** null for a wallet that does not name its user to the organization */
  readonly user_uuid: string | null
  readonly points: number
  readonly issued_by: "claim" | "redeem" | "propagate" | "trigger" | (string & {})
  /** ISO 8601 date and time. */
  readonly created_at: string
}

/** `RefusedCard`, as it is on the wire. */
export interface RefusedCard {
  /** as it was sent */
  readonly identifier: string
  readonly code: "unknown" | "taken" | "duplicate" | "invalid" | (string & {})
  readonly message: string
}

/** `RegisteredApp`, as it is on the wire. */
export interface RegisteredApp {
  readonly client_id: string
  readonly organization_uuid: string | null
  readonly name: string
  readonly client_type: "confidential" | "public" | (string & {})
  readonly redirect_uris: readonly string[]
  readonly post_logout_redirect_uris: readonly string[]
  readonly grant_types: readonly string[]
  readonly scopes: readonly string[]
  readonly service_role: string | null
  readonly first_party: boolean
  readonly icon_url: string | null
  readonly website_url: string | null
  readonly policy_url: string | null
  readonly tos_url: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
  readonly client_secret: string | null
}

/** Something for a profile: `url` or `uploaded_file_uuid`, not both; a character part has a `slot`. */
export interface RewardAsset {
  /** ignored: each issued item gets a uid of its own */
  readonly uid?: unknown | undefined
  /** At most 255 characters. */
  readonly title?: string | undefined
  /** At most 5000 characters. */
  readonly description?: string | undefined
  /** At most 2048 characters. */
  readonly image_url?: string | undefined
  readonly image_file_uuid?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** 0 to 100. */
  readonly display_order?: number | undefined
  readonly asset_type: "background" | "avatar_frame" | "sticker" | "character_part" | (string & {})
  /** At most 2048 characters. */
  readonly url?: string | undefined
  readonly uploaded_file_uuid?: string | undefined
  readonly slot?: "head" | "face" | "body" | "legs" | "feet" | "hand" | "back" | (string & {}) | undefined
  /** At most 255 characters. */
  readonly rarity?: string | undefined
  readonly type: "asset"
  /** At most 255 characters. */
  readonly pack_id?: string | undefined
  /** At most 50. */
  readonly parts?: readonly ({
    readonly asset_type: "background" | "avatar_frame" | "sticker" | "character_part" | (string & {})
    /** At most 2048 characters. */
    readonly url?: string | undefined
    readonly uploaded_file_uuid?: string | undefined
    readonly slot?: "head" | "face" | "body" | "legs" | "feet" | "hand" | "back" | (string & {}) | undefined
    /** At most 255 characters. */
    readonly rarity?: string | undefined
    /** At most 255 characters. */
    readonly title?: string | undefined
  })[] | undefined
  readonly installable?: boolean | undefined
}

/** A file or a page: `url` or `uploaded_file_uuid`, not both. */
export interface RewardAttachment {
  /** ignored: each issued item gets a uid of its own */
  readonly uid?: unknown | undefined
  /** At most 255 characters. */
  readonly title?: string | undefined
  /** At most 5000 characters. */
  readonly description?: string | undefined
  /** At most 2048 characters. */
  readonly image_url?: string | undefined
  readonly image_file_uuid?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** 0 to 100. */
  readonly display_order?: number | undefined
  readonly type: "attachment"
  /** At most 2048 characters. */
  readonly url?: string | undefined
  readonly uploaded_file_uuid?: string | undefined
  /** At most 255 characters. */
  readonly file_name?: string | undefined
  /** At most 100 characters. */
  readonly content_type?: string | undefined
  /** At least 0. */
  readonly size_in_bytes?: number | undefined
  readonly sha256?: string | undefined
  /** At most 2048 characters. */
  readonly preview_url?: string | undefined
}

/** `RewardAudience`, as it is on the wire. */
export type RewardAudience = {
  readonly type: "members"
} | {
  readonly type: "tier"
  /** At most 255 characters. */
  readonly membership_tier_slug: string
} | {
  readonly type: "session_attendees"
  /** At most 64 characters. */
  readonly session_slug: string
} | {
  readonly type: "activity_attendees"
  /** At most 64 characters. */
  readonly activity_slug: string
} | {
  readonly type: "ticket_holders"
  /** At most 64 characters. */
  readonly reward_slug: string
} | {
  readonly type: "identifiers"
  /** At most 500. */
  readonly identifiers: readonly IdentifierRef[]
}

/** A badge. `criteria` has an `id` or a `narrative`. */
export interface RewardBadge {
  /** ignored: each issued item gets a uid of its own */
  readonly uid?: unknown | undefined
  /** At most 255 characters. */
  readonly title: string
  /** At most 5000 characters. */
  readonly description?: string | undefined
  /** At most 2048 characters. */
  readonly image_url?: string | undefined
  readonly image_file_uuid?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** 0 to 100. */
  readonly display_order?: number | undefined
  readonly type: "badge"
  readonly criteria: {
    /** At most 2048 characters. */
    readonly id?: string | undefined
    /** At most 5000 characters. */
    readonly narrative?: string | undefined
  }
  /** At most 255 characters. */
  readonly achievement_type?: string | undefined
  /** an absolute URI, such as `urn:uuid:…` or a web address; none whose scheme is for scripts, data or files At most 2048 characters. */
  readonly achievement_id?: string | undefined
  /** At most 50. */
  readonly tags?: readonly string[] | undefined
  /** At most 50. */
  readonly alignment?: readonly {
    /** At most 255 characters. */
    readonly target_name: string
    /** At most 2048 characters. */
    readonly target_url: string
    /** At most 255 characters. */
    readonly target_code?: string | undefined
    /** At most 255 characters. */
    readonly target_framework?: string | undefined
    /** At most 255 characters. */
    readonly target_type?: string | undefined
  }[] | undefined
  /** At most 50. */
  readonly evidence?: readonly {
    /** At most 2048 characters. */
    readonly id?: string | undefined
    /** At most 255 characters. */
    readonly name?: string | undefined
    /** At most 5000 characters. */
    readonly description?: string | undefined
    /** At most 5000 characters. */
    readonly narrative?: string | undefined
  }[] | undefined
  /** At most 255 characters. */
  readonly level?: string | undefined
  /** At most 50. */
  readonly result?: readonly {
    /** At most 255 characters. */
    readonly value: string
    /** At most 5000 characters. */
    readonly description?: string | undefined
  }[] | undefined
  /** ISO 8601 date and time. */
  readonly expires_at?: string | undefined
}

/** `RewardBatch`, as it is on the wire. */
export interface RewardBatch {
  readonly batch_uuid: string
  readonly reward_template_uuid: string
  /** `stopped`: nobody else could get it any more */
  readonly status: "collecting" | "issuing" | "finished" | "stopped" | (string & {})
  /** why it was stopped, as a code */
  readonly stop_reason: string | null
  readonly matched: number
  readonly scheduled: number
  readonly skipped: readonly {
    /** the code of a refusal, or `already_issued`, `duplicate`, `identifier_unresolved`, `account_unavailable` */
    readonly reason: string
    readonly count: number
    /** which of the `identifiers`, from 0; null for every other audience */
    readonly positions: readonly number[] | null
  }[]
  /** of an external reward: how many were asked for */
  readonly issued: number
  /** why others of the audience got nothing */
  readonly refused: readonly {
    /** the code of a refusal, or `already_issued`, `duplicate`, `identifier_unresolved`, `account_unavailable` */
    readonly reason: string
    readonly count: number
    /** which of the `identifiers`, from 0; null for every other audience */
    readonly positions: readonly number[] | null
  }[]
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly finished_at: string | null
}

/** A certificate. `image_file_uuid` stands for `image_url`, `document_file_uuid` for `document_url`: one of them. */
export interface RewardCertificate {
  /** ignored: each issued item gets a uid of its own */
  readonly uid?: unknown | undefined
  /** At most 255 characters. */
  readonly title: string
  /** At most 5000 characters. */
  readonly description?: string | undefined
  /** At most 2048 characters. */
  readonly image_url?: string | undefined
  readonly image_file_uuid?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** 0 to 100. */
  readonly display_order?: number | undefined
  readonly type: "certificate"
  /** At most 255 characters. */
  readonly recipient_name: string
  readonly issued_on?: string | undefined
  readonly expires_on?: string | undefined
  /** At most 255 characters. */
  readonly certificate_number?: string | undefined
  /** 0 to 1000000. */
  readonly credits_earned?: number | undefined
  /** At most 255 characters. */
  readonly license_number?: string | undefined
  /** At most 2048 characters. */
  readonly document_url?: string | undefined
  readonly document_file_uuid?: string | undefined
  /** At most 50. */
  readonly signatories?: readonly {
    /** At most 255 characters. */
    readonly name: string
    /** At most 255 characters. */
    readonly title?: string | undefined
    /** At most 2048 characters. */
    readonly signature_image_url?: string | undefined
  }[] | undefined
  readonly criteria?: {
    /** At most 2048 characters. */
    readonly id?: string | undefined
    /** At most 5000 characters. */
    readonly narrative?: string | undefined
  } | undefined
  /** At most 50. */
  readonly evidence?: readonly {
    /** At most 2048 characters. */
    readonly id?: string | undefined
    /** At most 255 characters. */
    readonly name?: string | undefined
    /** At most 5000 characters. */
    readonly description?: string | undefined
    /** At most 5000 characters. */
    readonly narrative?: string | undefined
  }[] | undefined
}

/** `RewardContent`, as it is on the wire. */
export interface RewardContent {
  readonly data: Readonly<Record<string, unknown>>
  readonly items: readonly Readonly<Record<string, unknown>>[]
  readonly content_version: string
  /** ISO 8601 date and time. */
  readonly generated_at: string | null
}

/** A coupon. `valid_until` is after `valid_from`. */
export interface RewardCoupon {
  /** ignored: each issued item gets a uid of its own */
  readonly uid?: unknown | undefined
  /** At most 255 characters. */
  readonly title?: string | undefined
  /** At most 5000 characters. */
  readonly description?: string | undefined
  /** At most 2048 characters. */
  readonly image_url?: string | undefined
  readonly image_file_uuid?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** 0 to 100. */
  readonly display_order?: number | undefined
  /** ISO 8601 date and time. */
  readonly valid_from?: string | undefined
  /** ISO 8601 date and time. */
  readonly valid_until?: string | undefined
  readonly type: "coupon"
  /** At most 255 characters. */
  readonly code: string
  readonly discount?: {
    readonly type: "percent"
    /** 1 to 100. */
    readonly value: number
  } | {
    readonly type: "amount"
    /** 0 to 99999999999. */
    readonly amount_cents: number
    readonly currency: string
  } | {
    readonly type: "free_item"
    /** At most 255 characters. */
    readonly item: string
  } | {
    readonly type: "free_shipping"
  } | undefined
  readonly min_order?: {
    /** 0 to 99999999999. */
    readonly amount_cents: number
    readonly currency: string
  } | undefined
  readonly max_discount?: {
    /** 0 to 99999999999. */
    readonly amount_cents: number
    readonly currency: string
  } | undefined
  /** At most 50. */
  readonly applies_to?: readonly string[] | undefined
  /** At least 1. */
  readonly usage_limit?: number | undefined
  /** At most 5000 characters. */
  readonly terms?: string | undefined
  /** At most 2048 characters. */
  readonly redeem_url?: string | undefined
  readonly barcode?: {
    readonly format: "qr" | "aztec" | "pdf417" | "code128" | "ean13" | "text" | (string & {})
    /** At most 2000 characters. */
    readonly value: string
  } | undefined
}

/** `RewardDelivery`, as it is on the wire. */
export interface RewardDelivery {
  readonly delivery_uuid: string
  readonly status: "pending" | "processing" | "completed" | "failed" | (string & {})
  readonly reward_template_uuid: string
  /** once it is completed */
  readonly transaction_id: string | null
  /** as a code, once it failed */
  readonly failure_reason: string | null
  /** what is wrong with the answer by its field, of `bad_answer`; for the organization's staff alone */
  readonly errors: Readonly<Record<string, string>> | null
  /** how often the webhook was asked */
  readonly attempts: number
  /** ISO 8601 date and time. */
  readonly next_attempt_at: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** when it was completed or failed ISO 8601 date and time. */
  readonly completed_at: string | null
}

/** `RewardFile`, as it is on the wire. */
export interface RewardFile {
  readonly transaction_id: string
  readonly content_version: string
  readonly generated_at: string | null
  readonly template_slug: string | null
  readonly reward_name: string
  readonly reward_description: string
  readonly issuer: {
    readonly id: string
    readonly name: string
    readonly slug: string
    readonly logo_url: string | null
    readonly website: string | null
  } | null
  readonly activity: {
    readonly id: string
    readonly name: string
    readonly slug: string
    readonly description: string | null
    readonly image_url: string | null
    readonly start_time: string | null
    readonly end_time: string | null
    readonly timezone: string | null
  } | null
  /** the item */
  readonly data: Readonly<Record<string, unknown>>
  readonly preview_url: string | null
  readonly installable: boolean
}

/** A request for the content of a reward. Sent only to the webhook that the reward names. */
export interface RewardGenerateEvent {
  readonly event: "reward.generate"
  /** When this attempt was made; a retry has a later time. ISO 8601 date and time. */
  readonly timestamp: string
  /** The organization that owns the webhook. */
  readonly organization_uuid: string
  /** Always null for a webhook of an organization. */
  readonly user_uuid: null
  readonly data: {
    /** The template of the reward. */
    readonly reward_template_id: string
    /** The name of the template. */
    readonly reward_template_name: string
    /** `content_config.external_id` of the template. */
    readonly external_id: string | null
    /** The wallet that receives the reward. */
    readonly wallet_address: string
    /** The uuid of the user; null for a wallet that does not name its user to you. */
    readonly user_id: string | null | null
    /** Username of that user. */
    readonly username: string | null
    /** Always empty: the transaction is made after your answer. */
    readonly transaction_id: string
  }
}

/** One item of a content, by its `type`. `image_file_uuid` stands for `image_url`: one of them. Files are those of the organization or of the reward. */
export type RewardItem = RewardAttachment | RewardCertificate | RewardBadge | RewardCoupon | RewardVoucher | RewardTicket | RewardAsset

/** The ledger transfer of a reward was confirmed, to the wallet of a user. */
export interface RewardRedeemedEvent {
  readonly event: "reward.redeemed"
  /** When this attempt was made; a retry has a later time. ISO 8601 date and time. */
  readonly timestamp: string
  /** The organization that owns the webhook. */
  readonly organization_uuid: string
  /** Always null for a webhook of an organization. */
  readonly user_uuid: null
  readonly data: {
    /** `admin` when the service's own staff made the change. */
    readonly origin: "user_app" | "admin" | (string & {})
    /** 1 today. A breaking change of `data` raises it. */
    readonly schema_version: number
    /** The wallet that receives the reward. */
    readonly wallet_address: string
    /** The uuid of the user whose wallet it is; null where the organization does not know them. */
    readonly user_id: string | null
    /** Username of that user. */
    readonly username: string | null
    /** First name of the user. */
    readonly first_name: string | null
    /** Last name of the user. */
    readonly last_name: string | null
    /** What kind of user. */
    readonly account_type: "user" | "organization" | "service" | (string & {})
    /** The template of the reward. */
    readonly reward_template_id: string
    /** The transaction of the ledger that transferred it. */
    readonly transaction_id: string
    /** The organization of the template. */
    readonly organization_uuid: string
    /** Points of the reward. They differ from the template when the holder's tier multiplies rewards. */
    readonly points: number | null
  }
}

/** `RewardTemplate`, as it is on the wire. */
export interface RewardTemplate {
  readonly uuid: string
  readonly slug: string
  readonly organization_uuid: string
  readonly activity_uuid: string | null
  readonly name: string
  /** rises by one with each correction of name, description or content */
  readonly version: number
  readonly description: string
  readonly category: string | null
  /** before the multiplier of the receiver's tier */
  readonly points: number
  /** null for any number */
  readonly supply_total: number | null
  readonly supply_redeemed: number
  readonly required_entitlement: string | null
  /** for the organization's staff, by a first-party app or with reward:write; else null */
  readonly content_config: ContentConfig | null
  readonly status: "draft" | "active" | "archived" | (string & {})
  readonly is_draft: boolean
  /** ISO 8601 date and time. */
  readonly archived_at: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** A ticket that doors accept. `valid_until` is after `valid_from`. */
export interface RewardTicket {
  /** ignored: each issued item gets a uid of its own */
  readonly uid?: unknown | undefined
  /** At most 255 characters. */
  readonly title: string
  /** At most 5000 characters. */
  readonly description?: string | undefined
  /** At most 2048 characters. */
  readonly image_url?: string | undefined
  readonly image_file_uuid?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** 0 to 100. */
  readonly display_order?: number | undefined
  /** ISO 8601 date and time. */
  readonly valid_from?: string | undefined
  /** ISO 8601 date and time. */
  readonly valid_until?: string | undefined
  readonly type: "ticket"
  /** At most 255 characters. */
  readonly ticket_number: string
  /** At most 255 characters. */
  readonly ticket_type?: string | undefined
  /** At most 255 characters. */
  readonly holder_name?: string | undefined
  /** At most 64 characters. */
  readonly activity_uuid?: string | undefined
  /** At most 50. */
  readonly session_uuids?: readonly string[] | undefined
  readonly seat?: {
    /** At most 255 characters. */
    readonly section?: string | undefined
    /** At most 255 characters. */
    readonly row?: string | undefined
    /** At most 255 characters. */
    readonly number?: string | undefined
    /** At most 255 characters. */
    readonly entrance?: string | undefined
  } | undefined
  readonly price?: {
    /** 0 to 99999999999. */
    readonly amount_cents: number
    readonly currency: string
  } | undefined
  readonly transferable?: boolean | undefined
  /** 0 to 1000. */
  readonly transfer_limit?: number | undefined
  /** ISO 8601 date and time. */
  readonly transfer_until?: string | undefined
  /** 1 to 1000. */
  readonly max_admissions?: number | undefined
  readonly barcode?: {
    readonly format: "qr" | "aztec" | "pdf417" | "code128" | "ean13" | "text" | (string & {})
    /** At most 2000 characters. */
    readonly value: string
  } | undefined
}

/** `RewardTrigger`, as it is on the wire. */
export interface RewardTrigger {
  readonly uuid: string
  readonly organization_uuid: string
  readonly name: string
  readonly description: string | null
  readonly enabled: boolean
  readonly reward_template_uuid: string
  /** `<event>:count:<n>`; the reward is issued when one of them matches */
  readonly trigger_scopes: readonly string[]
  readonly reward_metadata: Readonly<Record<string, unknown>>
  /** null: no deduplication */
  readonly deduplication_window_seconds: number | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** `RewardTriggerFiring`, as it is on the wire. */
export interface RewardTriggerFiring {
  readonly uuid: string
  readonly trigger_uuid: string
  readonly event: string
  /** of the event that the count was reached with */
  readonly event_id: string
  /** the scope that matched */
  readonly scope: string
  /** null for a wallet that does not name its user to the organization */
  readonly user_uuid: string | null
  /** of a card or link without an account; null for a user */
  readonly wallet_address: string | null
  /** `pending` until the reward is issued or refused */
  readonly outcome: "pending" | "issued" | "deduplicated" | "no_supply" | "not_entitled" | "failed" | (string & {})
  /** why it was refused, as a code */
  readonly reason: string | null
  /** of the reward that was issued */
  readonly transaction_id: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly ended_at: string | null
}

/** What `rewardTriggers.create` takes. */
export interface RewardTriggersCreateInput {
  /** At most 255 characters. */
  readonly name: string
  /** At most 5000 characters. */
  readonly description?: string | null | undefined
  /** `<event>:count:<n>` with n from 1 to 9999999, or `<event>:first`; the reward is issued when one of them matches At most 20. */
  readonly trigger_scopes: readonly string[]
  /** JSON of the organization's own; `match` in it narrows the trigger to events with these: activity_uuid, session_uuid, tier_uuid */
  readonly reward_metadata?: Readonly<Record<string, unknown>> | undefined
  /** what happens while a trigger is not enabled is never counted */
  readonly enabled?: boolean | undefined
  /** for so long after a reward, further matches of the same person issue none; null: no deduplication 1 to 31536000. */
  readonly deduplication_window_seconds?: number | null | undefined
  /** At most 64 characters. */
  readonly reward_template_uuid: string
  /** At most 64 characters. */
  readonly organization_uuid?: string | undefined
}

/** What `rewardTriggers.listFirings` takes. */
export interface RewardTriggersListFiringsInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"desc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `rewardTriggers.list` takes. */
export interface RewardTriggersListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "name" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `rewardTriggers.update` takes. */
export interface RewardTriggersUpdateInput {
  /** At most 255 characters. */
  readonly name?: string | undefined
  /** At most 5000 characters. */
  readonly description?: string | null | undefined
  /** `<event>:count:<n>` with n from 1 to 9999999, or `<event>:first`; the reward is issued when one of them matches At most 20. */
  readonly trigger_scopes?: readonly string[] | undefined
  /** JSON of the organization's own; `match` in it narrows the trigger to events with these: activity_uuid, session_uuid, tier_uuid */
  readonly reward_metadata?: Readonly<Record<string, unknown>> | undefined
  /** what happens while a trigger is not enabled is never counted */
  readonly enabled?: boolean | undefined
  /** for so long after a reward, further matches of the same person issue none; null: no deduplication 1 to 31536000. */
  readonly deduplication_window_seconds?: number | null | undefined
}

/** A voucher: `value` or `benefit`, not both. `valid_until` is after `valid_from`. */
export interface RewardVoucher {
  /** ignored: each issued item gets a uid of its own */
  readonly uid?: unknown | undefined
  /** At most 255 characters. */
  readonly title?: string | undefined
  /** At most 5000 characters. */
  readonly description?: string | undefined
  /** At most 2048 characters. */
  readonly image_url?: string | undefined
  readonly image_file_uuid?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** 0 to 100. */
  readonly display_order?: number | undefined
  /** ISO 8601 date and time. */
  readonly valid_from?: string | undefined
  /** ISO 8601 date and time. */
  readonly valid_until?: string | undefined
  readonly type: "voucher"
  /** At most 255 characters. */
  readonly code: string
  readonly value?: {
    /** 0 to 99999999999. */
    readonly amount_cents: number
    readonly currency: string
  } | undefined
  /** At most 255 characters. */
  readonly benefit?: string | undefined
  readonly balance?: {
    /** 0 to 99999999999. */
    readonly amount_cents: number
    readonly currency: string
  } | undefined
  /** At most 255 characters. */
  readonly pin?: string | undefined
  /** At most 255 characters. */
  readonly merchant?: string | undefined
  /** At most 2048 characters. */
  readonly redeem_url?: string | undefined
  readonly barcode?: {
    readonly format: "qr" | "aztec" | "pdf417" | "code128" | "ean13" | "text" | (string & {})
    /** At most 2000 characters. */
    readonly value: string
  } | undefined
}

/** What `rewards.claim` takes. */
export interface RewardsClaimInput {
  /** a wallet of the caller At most 64 characters. */
  readonly wallet_address?: string | undefined
  /** At most 190 characters. */
  readonly idempotency_key?: string | undefined
  /** JSON of the caller's own, sealed beside the content; `superseded_by` is a reserved name */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** What `rewards.create` takes. */
export interface RewardsCreateInput {
  /** At most 64 characters. */
  readonly organization_uuid: string
  /** an activity of the organization At most 64 characters. */
  readonly activity_uuid?: string | null | undefined
  /** At most 255 characters. */
  readonly name: string
  /** At most 5000 characters. */
  readonly description?: string | undefined
  /** At most 255 characters. */
  readonly category?: string | null | undefined
  /** how many can be issued; null for any number 1 to 1000000000. */
  readonly supply_total?: number | null | undefined
  /** null: everybody; `member`: active members; else a key that the tier must grant */
  readonly required_entitlement?: string | null | undefined
  /** internal: content_template is issued. external: the webhook is asked for the content */
  readonly content_config: {
    readonly storage_type: "internal" | "external" | (string & {})
    readonly content_template?: BaseRewardContent | null | undefined
    /** At most 255 characters. */
    readonly external_id?: string | null | undefined
    /** At most 64 characters. */
    readonly external_webhook_uuid?: string | null | undefined
    readonly generator_params?: Readonly<Record<string, unknown>> | null | undefined
    /** Default `"on_demand"`. */
    readonly cache_strategy?: "none" | "on_demand" | "prefetch" | "permanent" | (string & {}) | undefined
    /** 1 to 31536000. */
    readonly cache_ttl_seconds?: number | null | undefined
    /** Default `true`. */
    readonly mirror_assets?: boolean | undefined
  }
  /** a draft is not issued, and only staff see it */
  readonly is_draft?: boolean | undefined
  /** 0: points are set by an update */
  readonly points?: 0 | undefined
}

/** What `rewards.listFiles` takes. */
export interface RewardsListFilesInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `rewards.listForActivity` takes. */
export interface RewardsListForActivityInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "name" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  /** drafts and archived ones are listed for the organization's staff alone */
  readonly status?: "draft" | "active" | "archived" | (string & {}) | undefined
}

/** What `rewards.listForOrganization` takes. */
export interface RewardsListForOrganizationInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "name" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  /** drafts and archived ones are listed for the organization's staff alone */
  readonly status?: "draft" | "active" | "archived" | (string & {}) | undefined
}

/** What `rewards.list` takes. */
export interface RewardsListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"desc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `rewards.listRedemptions` takes. */
export interface RewardsListRedemptionsInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"desc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `rewards.propagate` takes. */
export interface RewardsPropagateInput {
  readonly audience: RewardAudience
  /** passes over who has the reward, or waits for it Default `true`. */
  readonly skip_existing?: boolean | undefined
  /** Default `false`. */
  readonly dry_run?: boolean | undefined
  /** At most 190 characters. */
  readonly idempotency_key?: string | undefined
  /** JSON of the caller's own, sealed beside the content; `superseded_by` is a reserved name */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** What `rewards.redeem` takes. */
export interface RewardsRedeemInput {
  /** the receiver */
  readonly identifier: IdentifierRef
  /** At most 190 characters. */
  readonly idempotency_key?: string | undefined
  /** JSON of the caller's own, sealed beside the content; `superseded_by` is a reserved name */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** on the transaction; default: the uuid of the template At most 255 characters. */
  readonly reference_id?: string | undefined
}

/** What `rewards.trigger` takes. */
export interface RewardsTriggerInput {
  /** a name of the list of events, or `custom.<name>` At most 100 characters. */
  readonly event: string
  readonly identifier: IdentifierRef
  /** the organization's own id of the event At most 190 characters. */
  readonly event_id: string
  /** not later than now ISO 8601 date and time. */
  readonly occurred_at?: string | undefined
  /** what triggers can be narrowed to: activity_uuid, session_uuid, tier_uuid */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** What `rewards.update` takes. */
export interface RewardsUpdateInput {
  /** an activity of the organization At most 64 characters. */
  readonly activity_uuid?: string | null | undefined
  /** At most 255 characters. */
  readonly name?: string | undefined
  /** At most 5000 characters. */
  readonly description?: string | undefined
  /** At most 255 characters. */
  readonly category?: string | null | undefined
  /** how many can be issued; null for any number 1 to 1000000000. */
  readonly supply_total?: number | null | undefined
  /** null: everybody; `member`: active members; else a key that the tier must grant */
  readonly required_entitlement?: string | null | undefined
  /** internal: content_template is issued. external: the webhook is asked for the content */
  readonly content_config?: {
    readonly storage_type: "internal" | "external" | (string & {})
    readonly content_template?: BaseRewardContent | null | undefined
    /** At most 255 characters. */
    readonly external_id?: string | null | undefined
    /** At most 64 characters. */
    readonly external_webhook_uuid?: string | null | undefined
    readonly generator_params?: Readonly<Record<string, unknown>> | null | undefined
    /** Default `"on_demand"`. */
    readonly cache_strategy?: "none" | "on_demand" | "prefetch" | "permanent" | (string & {}) | undefined
    /** 1 to 31536000. */
    readonly cache_ttl_seconds?: number | null | undefined
    /** Default `true`. */
    readonly mirror_assets?: boolean | undefined
  } | undefined
  /** a draft is not issued, and only staff see it */
  readonly is_draft?: boolean | undefined
  /** paid from the organization's treasury with each reward 0 to 1000000000. */
  readonly points?: number | undefined
}

/** `Role`, as it is on the wire. */
export type Role = "owner" | "manager" | "staff" | "door" | (string & {})

/** `Session`, as it is on the wire. */
export interface Session {
  readonly uuid: string
  readonly slug: string
  readonly activity_uuid: string | null
  readonly name: string
  readonly description: string | null
  /** ISO 8601 date and time. */
  readonly start_time: string
  /** ISO 8601 date and time. */
  readonly end_time: string
  readonly is_checkin_open: boolean
  /** ISO 8601 date and time. */
  readonly cancelled_at: string | null
  readonly cancellation_reason: string | null
  readonly required_prior_session_uuid: string | null
  readonly series_uuid: string | null
  readonly sequence_number: number
  readonly requires_ticket: boolean
  readonly ticket_template_uuid: string | null
  readonly required_entitlement: string | null
  readonly max_attendees: number | null
  readonly enforces_checkin_window: boolean
  readonly allow_reentry: boolean
  readonly admits_frozen_cards: boolean
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** `SessionBatch`, as it is on the wire. */
export interface SessionBatch {
  readonly series: SessionSeries
  readonly sessions: readonly Session[]
}

/** `SessionSeries`, as it is on the wire. */
export interface SessionSeries {
  readonly uuid: string
  readonly activity_uuid: string
  readonly name: string
  readonly session_count: number
  /** number of these that are not over */
  readonly upcoming_count: number
  /** ISO 8601 date and time. */
  readonly first_start_time: string | null
  /** ISO 8601 date and time. */
  readonly last_start_time: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** `SessionSeriesDetails`, as it is on the wire. */
export interface SessionSeriesDetails {
  readonly uuid: string
  readonly activity_uuid: string
  readonly name: string
  readonly session_count: number
  /** number of these that are not over */
  readonly upcoming_count: number
  /** ISO 8601 date and time. */
  readonly first_start_time: string | null
  /** ISO 8601 date and time. */
  readonly last_start_time: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
  readonly sessions: readonly Session[]
}

/** What `sessions.cancel` takes. */
export interface SessionsCancelInput {
  /** At most 500 characters. */
  readonly reason?: string | null | undefined
}

/** What `sessions.checkIn` takes. */
export interface SessionsCheckInInput {
  /** At most 190 characters. */
  readonly idempotency_key: string
  readonly position?: {
    /** -90 to 90. */
    readonly latitude: number
    /** -180 to 180. */
    readonly longitude: number
  } | null | undefined
}

/** What `sessions.checkinManifestDelta` takes. */
export interface SessionsCheckinManifestDeltaInput {
  readonly cursor: string
}

/** What `sessions.createBatch` takes. */
export interface SessionsCreateBatchInput {
  readonly requires_ticket?: boolean | undefined
  /** At most 255 characters. */
  readonly ticket_template_uuid?: string | null | undefined
  readonly required_entitlement?: string | null | undefined
  /** At least 1. */
  readonly max_attendees?: number | null | undefined
  readonly enforces_checkin_window?: boolean | undefined
  readonly allow_reentry?: boolean | undefined
  readonly admits_frozen_cards?: boolean | undefined
  /** At most 255 characters. */
  readonly name: string
  /** At most 5000 characters. */
  readonly description?: string | null | undefined
  /** Default `true`. */
  readonly is_checkin_open?: boolean | undefined
  /** if omitted, the name of the sessions At most 255 characters. */
  readonly series_name?: string | undefined
  /** At most 366. */
  readonly dates?: readonly {
    /** ISO 8601 date and time. */
    readonly start_time: string
    /** ISO 8601 date and time. */
    readonly end_time: string
  }[] | undefined
  /** Repeats a session in the activity's time zone, or else the organization's, or else UTC: it begins and ends at the same wall-clock time. A time that a day skips moves forward by the gap; of a repeated time, the first counts. A month without the day has no session. */
  readonly recurrence?: {
    /** ISO 8601 date and time. */
    readonly start_time: string
    /** ISO 8601 date and time. */
    readonly end_time: string
    readonly frequency: "daily" | "weekly" | "monthly" | (string & {})
    /** the interval in days, weeks or months 1 to 366. Default `1`. */
    readonly interval?: number | undefined
    /** only for `weekly`; if omitted, the day of start_time. Weeks begin on Monday. At most 7. */
    readonly weekdays?: readonly ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | (string & {}))[] | undefined
    /** 1 to 366. */
    readonly count?: number | undefined
    /** the latest start of a session ISO 8601 date and time. */
    readonly until?: string | undefined
  } | undefined
}

/** What `sessions.createDeviceToken` takes. */
export interface SessionsCreateDeviceTokenInput {
  /** At most 255 characters. */
  readonly device_name?: string | null | undefined
  /** an expiry earlier than the default ISO 8601 date and time. */
  readonly expires_at?: string | undefined
  /** the device of this session whose token to renew; if omitted, a new device is created At most 64 characters. */
  readonly device_uuid?: string | undefined
}

/** What `sessions.create` takes. */
export interface SessionsCreateInput {
  readonly requires_ticket?: boolean | undefined
  /** At most 255 characters. */
  readonly ticket_template_uuid?: string | null | undefined
  readonly required_entitlement?: string | null | undefined
  /** At least 1. */
  readonly max_attendees?: number | null | undefined
  readonly enforces_checkin_window?: boolean | undefined
  readonly allow_reentry?: boolean | undefined
  readonly admits_frozen_cards?: boolean | undefined
  /** At most 255 characters. */
  readonly name: string
  /** At most 5000 characters. */
  readonly description?: string | null | undefined
  /** Default `true`. */
  readonly is_checkin_open?: boolean | undefined
  /** ISO 8601 date and time. */
  readonly start_time: string
  /** ISO 8601 date and time. */
  readonly end_time: string
  /** At most 64 characters. */
  readonly required_prior_session_uuid?: string | null | undefined
}

/** What `sessions.createStandalone` takes. */
export interface SessionsCreateStandaloneInput {
  readonly requires_ticket?: boolean | undefined
  /** At most 255 characters. */
  readonly ticket_template_uuid?: string | null | undefined
  readonly required_entitlement?: string | null | undefined
  /** At least 1. */
  readonly max_attendees?: number | null | undefined
  readonly enforces_checkin_window?: boolean | undefined
  readonly allow_reentry?: boolean | undefined
  readonly admits_frozen_cards?: boolean | undefined
  /** At most 255 characters. */
  readonly name: string
  /** At most 5000 characters. */
  readonly description?: string | null | undefined
  /** Default `true`. */
  readonly is_checkin_open?: boolean | undefined
  /** ISO 8601 date and time. */
  readonly start_time: string
  /** ISO 8601 date and time. */
  readonly end_time: string
}

/** What `sessions.listAttendees` takes. */
export interface SessionsListAttendeesInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"first_admitted_at"`. */
  readonly sort_by?: "first_admitted_at" | "recorded_at" | "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  /** Default `"present"`. */
  readonly status?: "present" | "undone" | (string & {}) | undefined
  /** `true`: only disputed people; `false`: only undisputed ones */
  readonly disputed?: boolean | undefined
}

/** What `console.sessions.listDeviceTokens` takes. */
export interface SessionsListDeviceTokensInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "name" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `sessions.listForActivity` takes. */
export interface SessionsListForActivityInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"start_time"`. */
  readonly sort_by?: "start_time" | "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  /** `true`: only sessions that are not over; `false`: only sessions that are over */
  readonly upcoming?: boolean | undefined
  readonly series_uuid?: string | undefined
}

/** What `sessions.listForOrganization` takes. */
export interface SessionsListForOrganizationInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"start_time"`. */
  readonly sort_by?: "start_time" | "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  /** only sessions that end after this time ISO 8601 date and time. */
  readonly from?: string | undefined
  /** only sessions that start before this time ISO 8601 date and time. */
  readonly to?: string | undefined
  /** `true`: only sessions without an activity; `false`: only sessions of an activity */
  readonly standalone?: boolean | undefined
}

/** What `sessions.listSeries` takes. */
export interface SessionsListSeriesInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "name" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `sessions.update` takes. */
export interface SessionsUpdateInput {
  readonly requires_ticket?: boolean | undefined
  /** At most 255 characters. */
  readonly ticket_template_uuid?: string | null | undefined
  readonly required_entitlement?: string | null | undefined
  /** At least 1. */
  readonly max_attendees?: number | null | undefined
  readonly enforces_checkin_window?: boolean | undefined
  readonly allow_reentry?: boolean | undefined
  readonly admits_frozen_cards?: boolean | undefined
  /** At most 255 characters. */
  readonly name?: string | undefined
  /** At most 5000 characters. */
  readonly description?: string | null | undefined
  readonly is_checkin_open?: boolean | undefined
  /** ISO 8601 date and time. */
  readonly start_time?: string | undefined
  /** ISO 8601 date and time. */
  readonly end_time?: string | undefined
  /** null removes it from its activity; if omitted, the activity does not change At most 64 characters. */
  readonly activity_uuid?: string | null | undefined
  /** At most 64 characters. */
  readonly required_prior_session_uuid?: string | null | undefined
  /** confirms that the ticket may change although people hold the former one */
  readonly confirm_stranding_holders?: boolean | undefined
}

/** What `console.staff.changeRole` takes. */
export interface StaffChangeRoleInput {
  readonly role: GrantedRole
}

/** What `staff.list` takes. */
export interface StaffListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "joined_at" | "updated_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** `StaffListItem`, as it is on the wire. */
export interface StaffListItem {
  readonly uuid: string
  readonly user_uuid: string
  readonly organization_uuid: string
  readonly role: Role
  /** ISO 8601 date and time. */
  readonly joined_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
  readonly user: PublicUser
}

/** `StaffMember`, as it is on the wire. */
export interface StaffMember {
  readonly uuid: string
  readonly user_uuid: string
  readonly organization_uuid: string
  readonly role: Role
  /** ISO 8601 date and time. */
  readonly joined_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** What `console.staff.transferOwnership` takes. */
export interface StaffTransferOwnershipInput {
  /** At most 255 characters. */
  readonly user_uuid: string
}

/** `StartedDelivery`, as it is on the wire. */
export interface StartedDelivery {
  readonly delivery_uuid: string
}

/** `StartedUpload`, as it is on the wire. */
export interface StartedUpload {
  readonly upload_id: string
  readonly upload_type: "single" | "multipart" | (string & {})
  /** PUT the whole file there, with its content type; null for an upload in parts */
  readonly upload_url: string | null
  /** PUT each part to its own URL */
  readonly parts: readonly UploadPart[] | null
  /** ISO 8601 date and time. */
  readonly expires_at: string
}

/** `Subscription`, as it is on the wire. */
export interface Subscription {
  readonly tier: "free" | "plus" | "pro" | (string & {})
  readonly display_name: string
  readonly status: "active" | (string & {})
  /** ISO 8601 date and time. */
  readonly started_at: string
  /** ISO 8601 date and time. */
  readonly valid_until: string | null
  readonly entitlements: {
    readonly custom_backgrounds: boolean
    readonly max_profiles: number
    readonly extras: Readonly<Record<string, unknown>>
  }
}

/** `TemplateBackground`, as it is on the wire. */
export interface TemplateBackground {
  readonly profile_template_uuid: string
  readonly name: string
  /** values of CSS properties */
  readonly custom_background: Readonly<Record<string, string>>
}

/** What `console.test.createOrganization` takes. */
export interface TestCreateOrganizationInput {
  /** At most 100 characters. */
  readonly name: string
  /** At most 255 characters. */
  readonly owner_uuid: string
}

/** What `console.test.createToken` takes. */
export interface TestCreateTokenInput {
  /** At most 255 characters. */
  readonly user_uuid: string
  /** At most 1024 characters. */
  readonly scope?: string | undefined
  /** At most 255 characters. */
  readonly organization_uuid?: string | undefined
}

/** What `console.test.createToken` answers. */
export interface TestCreateTokenResponse {
  readonly access_token: string
  readonly token_type: "Bearer"
  readonly expires_in: number
  readonly scope: string
}

/** What `console.test.createUser` answers. */
export interface TestCreateUserResponse {
  readonly uuid: string
  readonly username: string
  readonly password: string
  readonly wallet_address: string
}

/** What `console.test.getClock` answers. */
export interface TestGetClockResponse {
  /** ISO 8601 date and time. */
  readonly now: string
}

/** What `console.test.setClock` takes. */
export interface TestSetClockInput {
  /** ISO 8601 date and time. */
  readonly now?: string | undefined
  /** 0 to 3153600000000. */
  readonly advance_ms?: number | undefined
  /** Default `false`. */
  readonly force?: boolean | undefined
}

/** What `console.test.setClock` answers. */
export interface TestSetClockResponse {
  /** ISO 8601 date and time. */
  readonly now: string
}

/** What `console.tickets.issue` takes. */
export interface TicketsIssueInput {
  /** At most 64 characters. */
  readonly reward_template_uuid?: string | undefined
  /** At most 255 characters. */
  readonly name?: string | undefined
  /** At most 64 characters. */
  readonly activity_uuid?: string | undefined
  readonly to: IdentifierRef
  /** At most 190 characters. */
  readonly idempotency_key: string
}

/** `TierDeleteBlockers`, as it is on the wire. */
export interface TierDeleteBlockers {
  readonly memberships: number
  readonly cards: number
  readonly card_models: number
}

/** What `tiers.create` takes. */
export interface TiersCreateInput {
  /** At most 191 characters. */
  readonly name: string
  /** At most 2000 characters. */
  readonly description?: string | null | undefined
  /** per term, in the currency's minor unit; 0 is free 0 to 99999999999. Default `0`. */
  readonly price_cents?: number | undefined
  /** Default `"PHP"`. */
  readonly currency?: string | undefined
  /** Default `"one_time"`. */
  readonly payment_interval?: PaymentInterval | undefined
  /** whether users may join the tier themselves Default `"public"`. */
  readonly visibility?: "public" | "private" | (string & {}) | undefined
  /** uuid of an image that was uploaded for it or for its organization */
  readonly image_file_uuid?: string | null | undefined
  /** for display only; entitlements decide about access At most 50. */
  readonly inclusions?: readonly string[] | undefined
  readonly entitlements?: Readonly<Record<string, boolean | number | string>> | undefined
  /** Default `"1"`. */
  readonly reward_points_multiplier?: string | undefined
  /** number of days in which a lapsed membership can be renewed; null means the default of the interval 0 to 365. */
  readonly grace_period_days?: number | null | undefined
  /** its position among the organization's tiers 0 to 100000. Default `0`. */
  readonly position?: number | undefined
}

/** What `tiers.list` takes. */
export interface TiersListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | "name" | "price_cents" | "position" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  readonly visibility?: "public" | "private" | (string & {}) | undefined
}

/** What `tiers.moveMemberships` takes. */
export interface TiersMoveMembershipsInput {
  /** the target tier At most 255 characters. */
  readonly membership_tier_slug: string
  /** `convert` converts the remaining time at each tier's price per day Default `"keep"`. */
  readonly term?: "keep" | "convert" | (string & {}) | undefined
  /** what happens to agreed prices and intervals; `refuse` moves no members if any has one Default `"refuse"`. */
  readonly custom_pricing?: "refuse" | "carry" | "clear" | (string & {}) | undefined
  /** Default `false`. */
  readonly dry_run?: boolean | undefined
}

/** What `tiers.update` takes. */
export interface TiersUpdateInput {
  /** At most 191 characters. */
  readonly name?: string | undefined
  /** At most 2000 characters. */
  readonly description?: string | null | undefined
  /** per term, in the currency's minor unit; 0 is free 0 to 99999999999. */
  readonly price_cents?: number | undefined
  readonly currency?: string | undefined
  readonly payment_interval?: PaymentInterval | undefined
  /** whether users may join the tier themselves */
  readonly visibility?: "public" | "private" | (string & {}) | undefined
  /** uuid of an image that was uploaded for it or for its organization */
  readonly image_file_uuid?: string | null | undefined
  /** for display only; entitlements decide about access At most 50. */
  readonly inclusions?: readonly string[] | undefined
  readonly entitlements?: Readonly<Record<string, boolean | number | string>> | undefined
  readonly reward_points_multiplier?: string | undefined
  /** number of days in which a lapsed membership can be renewed; null means the default of the interval 0 to 365. */
  readonly grace_period_days?: number | null | undefined
  /** its position among the organization's tiers 0 to 100000. */
  readonly position?: number | undefined
  /** with a new price: current members keep the old one as an agreed price */
  readonly keep_current_members?: boolean | undefined
}

/** `ToldEvent`, as it is on the wire. */
export interface ToldEvent {
  readonly matched: readonly ({
    readonly trigger_uuid: string
    readonly scope: string
    /** `not_matched`: counted, and the number is not reached, or was before. `pending`: the reward is issued in the background */
    readonly outcome: "issued" | "deduplicated" | "not_matched" | "refused" | "pending" | (string & {})
    readonly transaction_id: string | null
  })[]
}

/** `Transaction`, as it is on the wire. */
export interface Transaction {
  readonly id: string
  readonly from_address: string
  readonly to_address: string
  readonly amount: number
  readonly transaction_type: "mint" | "burn" | "transfer" | "reward" | "ticket_transfer" | "spend" | "adjustment" | "expiration" | "reversal" | "refund" | "key_rotation" | (string & {})
  readonly status: "pending" | "confirmed" | "failed" | "cancelled" | "reversed" | (string & {})
  readonly transaction_hash: string
  readonly previous_hash: string
  readonly to_previous_hash: string
  readonly from_sequence: number
  readonly to_sequence: number
  readonly log_index: number
  readonly signature: string
  readonly public_key: string
  readonly encrypted_data: string
  readonly data_hash: string
  /** the public data behind `data_hash`: the new key of a `key_rotation`, otherwise empty */
  readonly data: string
  readonly effect: "posted" | "pending" | "post" | "void" | (string & {})
  readonly meta_hash: string
  readonly description: string
  readonly reference_id: string
  readonly original_transaction_id: string
  readonly failure_reason: string
  readonly reversal_reason: string
  /** the amount that was refunded */
  readonly refunded_amount: number
  /** for a hold: when it expires ISO 8601 date and time. */
  readonly expires_at: string | null
  /** ISO 8601 date and time. */
  readonly failed_at: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly confirmed_at: string | null
  readonly tags: readonly string[]
}

/** `TransactionProof`, as it is on the wire. */
export interface TransactionProof {
  readonly transaction_id: string
  readonly log_index: number
  readonly leaf_hash: string
  /** number of leaves in the log of the checkpoint */
  readonly size: number
  /** a signed note, C2SP tlog-checkpoint */
  readonly checkpoint: string
  /** RFC 9162 section 2.1.3, nearest first */
  readonly inclusion: readonly string[]
  /** RFC 9162 section 2.1.4, from `from_size`; null if it was not requested */
  readonly consistency: readonly string[] | null
}

/** What `transactions.decrypt` takes. */
export interface TransactionsDecryptInput {
  /** At most 255 characters. */
  readonly wallet_address: string
}

/** What `transactions.list` takes. */
export interface TransactionsListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"desc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  /** filter by status; repeatable */
  readonly status?: readonly ("pending" | "confirmed" | "failed" | "cancelled" | "reversed" | (string & {}))[] | undefined
  readonly transaction_type?: "mint" | "burn" | "transfer" | "reward" | "ticket_transfer" | "spend" | "adjustment" | "expiration" | "reversal" | "refund" | "key_rotation" | (string & {}) | undefined
}

/** What `transactions.proof` takes. */
export interface TransactionsProofInput {
  /** At least 0. */
  readonly from_size?: number | undefined
}

/** What `console.transactions.refund` takes. */
export interface TransactionsRefundInput {
  /** At least 1. */
  readonly amount: number
  /** At most 500 characters. */
  readonly reason?: string | undefined
  /** At most 190 characters. */
  readonly idempotency_key: string
}

/** What `console.transactions.reverse` takes. */
export interface TransactionsReverseInput {
  /** At most 500 characters. */
  readonly reason?: string | undefined
  /** Default `"refuse"`. */
  readonly on_insufficient?: "refuse" | "partial" | (string & {}) | undefined
  /** At most 190 characters. */
  readonly idempotency_key: string
}

/** `TrustKeys`, as it is on the wire. */
export interface TrustKeys {
  readonly keys: readonly ({
    readonly key_id: string
    readonly algorithm: "Ed25519"
    readonly public_key: string
    readonly purpose: "checkin_manifest"
    /** ISO 8601 date and time. */
    readonly not_before: string
    /** ISO 8601 date and time. */
    readonly not_after: string | null
    readonly status: "next" | "active" | "retiring" | (string & {})
  })[]
}

/** `UploadPart`, as it is on the wire. */
export interface UploadPart {
  readonly part_number: number
  readonly upload_url: string
  readonly size_in_bytes: number
}

/** `User`, as it is on the wire. */
export interface User {
  readonly uuid: string
  readonly username: string
  readonly first_name: string
  readonly last_name: string | null
  readonly account_type: AccountType
  readonly avatar_image_file_uuid: string | null
  readonly avatar_image_file_url: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string | null
}

/** What `console.users.changePassword` takes. */
export interface UsersChangePasswordInput {
  /** Required if the sign-in is older than five minutes. At most 512 characters. */
  readonly current_password?: string | undefined
  /** At most 512 characters. */
  readonly new_password: string
  /** Also ends the calling session. Default `false`. */
  readonly sign_out_everywhere?: boolean | undefined
}

/** What `console.users.delete` takes. */
export interface UsersDeleteInput {
  /** The caller's password. Required if the sign-in is older than five minutes. At most 512 characters. */
  readonly current_password?: string | undefined
}

/** What `console.users.exportMe` answers. */
export interface UsersExportMeResponse {
  /** What the line is about, such as `membership`. */
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

/** What `users.listFiles` takes. */
export interface UsersListFilesInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `console.users.updateProfile` takes. */
export interface UsersUpdateProfileInput {
  /** At most 255 characters. */
  readonly first_name?: string | undefined
  /** At most 255 characters. */
  readonly last_name?: string | null | undefined
  /** At most 255 characters. */
  readonly phone_number?: string | null | undefined
  /** At most 255 characters. */
  readonly email?: string | null | undefined
  /** uuid of an image that was uploaded for it or for its organization */
  readonly avatar_image_file_uuid?: string | null | undefined
  /** False refuses contacts that other users drop; the senders do not notice. */
  readonly accepts_contact_drops?: boolean | undefined
  /** Required for another email if the sign-in is older than five minutes. At most 512 characters. */
  readonly current_password?: string | undefined
}

/** `Wallet`, as it is on the wire. */
export interface Wallet {
  readonly address: string
  readonly uuid: string
  readonly user_uuid: string | null
  readonly public_key_pem: string
}

/** `WalletDetails`, as it is on the wire. */
export interface WalletDetails {
  readonly wallet_uuid: string
  readonly wallet_address: string
  readonly balance: number
  /** the balance without held points */
  readonly available: number
  readonly is_primary: boolean
  readonly organization: {
    readonly uuid: string
    readonly name: string
    readonly slug: string
  } | null
  readonly membership: {
    readonly uuid: string
    readonly tier_name: string
    /** ISO 8601 date and time. */
    readonly joined_at: string
  } | null
}

/** What `wallets.list` takes. */
export interface WalletsListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  readonly details?: boolean | undefined
}

/** What `wallets.listRecentTransactions` takes. */
export interface WalletsListRecentTransactionsInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"desc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `wallets.listTransactions` takes. */
export interface WalletsListTransactionsInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"desc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `console.wallets.rotateKey` takes. */
export interface WalletsRotateKeyInput {
  /** At most 190 characters. */
  readonly idempotency_key: string
}

/** What `wallets.transfer` takes. */
export interface WalletsTransferInput {
  readonly to: IdentifierRef
  /** At least 1. */
  readonly amount?: number | undefined
  /** At most 64 characters. */
  readonly transaction_id?: string | undefined
  /** At most 5000 characters. */
  readonly description?: string | undefined
  /** At most 255 characters. */
  readonly reference_id?: string | undefined
  /** At most 50. */
  readonly tags?: readonly string[] | undefined
  /** At most 190 characters. */
  readonly idempotency_key: string
}

/** `Webhook`, as it is on the wire. */
export interface Webhook {
  readonly uuid: string
  readonly organization_uuid: string
  readonly url: string
  readonly description: string | null
  /** names of events, or `["*"]` for all of them */
  readonly events: readonly string[]
  /** nothing is sent to a disabled webhook */
  readonly enabled: boolean
  /** names the secret that signs now; each attempt has the `key_id` that signed it */
  readonly key_id: string
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** ISO 8601 date and time. */
  readonly updated_at: string
  /** when the secret was last replaced ISO 8601 date and time. */
  readonly rotated_at: string | null
}

/** `WebhookAttempt`, as it is on the wire. */
export interface WebhookAttempt {
  /** from 1 */
  readonly n: number
  /** ISO 8601 date and time. */
  readonly started_at: string
  readonly duration_ms: number
  /** null if there was no answer */
  readonly status: number | null
  /** why the attempt failed; null if it succeeded */
  readonly error_code: string | null
  /** the start of the answer's body */
  readonly response_snippet: string | null
  /** names the secret that signed it */
  readonly key_id: string
}

/** `WebhookDelivery`, as it is on the wire. */
export interface WebhookDelivery {
  /** `X-Webhook-Delivery` of every attempt */
  readonly uuid: string
  readonly webhook_uuid: string
  readonly event: string
  readonly state: WebhookDeliveryState
  readonly attempt_count: number
  /** ISO 8601 date and time. */
  readonly next_attempt_at: string | null
  /** of the last attempt; null if it got no answer */
  readonly last_status: number | null
  readonly last_error_code: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** when it succeeded or failed ISO 8601 date and time. */
  readonly finished_at: string | null
  /** the delivery whose event is sent again */
  readonly redelivery_of: string | null
}

/** `WebhookDeliveryDetails`, as it is on the wire. */
export interface WebhookDeliveryDetails {
  /** `X-Webhook-Delivery` of every attempt */
  readonly uuid: string
  readonly webhook_uuid: string
  readonly event: string
  readonly state: WebhookDeliveryState
  readonly attempt_count: number
  /** ISO 8601 date and time. */
  readonly next_attempt_at: string | null
  /** of the last attempt; null if it got no answer */
  readonly last_status: number | null
  readonly last_error_code: string | null
  /** ISO 8601 date and time. */
  readonly created_at: string
  /** when it succeeded or failed ISO 8601 date and time. */
  readonly finished_at: string | null
  /** the delivery whose event is sent again */
  readonly redelivery_of: string | null
  /** what is wrong with the answer to a `reward.generate` by its field, of `bad_answer` */
  readonly errors: Readonly<Record<string, string>> | null
  readonly attempts: readonly WebhookAttempt[]
}

/** `WebhookDeliveryState`, as it is on the wire. */
export type WebhookDeliveryState = "pending" | "retrying" | "success" | "failed" | (string & {})

/** `WebhookSecret`, as it is on the wire. */
export interface WebhookSecret {
  /** valid at once; the former one no longer is */
  readonly secret: string
}

/** Somebody of the organization asked for a test delivery. */
export interface WebhookTestEvent {
  readonly event: "webhook.test"
  /** When this attempt was made; a retry has a later time. ISO 8601 date and time. */
  readonly timestamp: string
  /** The organization that owns the webhook. */
  readonly organization_uuid: string
  /** Always null for a webhook of an organization. */
  readonly user_uuid: null
  readonly data: {
    /** Always true. */
    readonly test: true
    /** A fixed text. */
    readonly message: string
    /** When the test was asked for. ISO 8601 date and time. */
    readonly timestamp: string
  }
}

/** What `console.webhooks.create` takes. */
export interface WebhooksCreateInput {
  /** where events are sent by POST: http or https, with a host on the public internet, without user name and fragment At most 2048 characters. */
  readonly url: string
  /** At most 500 characters. */
  readonly description?: string | null | undefined
  /** names of events, or `["*"]` for all of them, later ones too; empty for a webhook that is only asked for the contents of rewards At most 8. */
  readonly events: readonly ("*" | "activity.deleted" | "membership.joined" | "membership.left" | "membership.renewed" | "membership.tier_changed" | "reward.redeemed" | "reward.generate" | (string & {}))[]
  /** nothing is sent to a disabled webhook Default `true`. */
  readonly enabled?: boolean | undefined
}

/** What `console.webhooks.listDeliveries` takes. */
export interface WebhooksListDeliveriesInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"desc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
  readonly state?: WebhookDeliveryState | undefined
  readonly event?: "activity.deleted" | "membership.joined" | "membership.left" | "membership.renewed" | "membership.tier_changed" | "reward.redeemed" | "webhook.test" | "reward.generate" | (string & {}) | undefined
}

/** What `console.webhooks.list` takes. */
export interface WebhooksListInput {
  /** At least 1. Default `1`. */
  readonly page?: number | undefined
  /** 1 to 100. Default `20`. */
  readonly page_size?: number | undefined
  /** Default `"created_at"`. */
  readonly sort_by?: "created_at" | (string & {}) | undefined
  /** Default `"asc"`. */
  readonly sort_order?: "asc" | "desc" | (string & {}) | undefined
}

/** What `console.webhooks.redeliverRange` takes. */
export interface WebhooksRedeliverRangeInput {
  /** deliveries that were created at this time or later ISO 8601 date and time. */
  readonly from: string
  /** deliveries that were created before this time; after `from`. Deliveries that do not exist yet are not included ISO 8601 date and time. */
  readonly to: string
  /** Default `"failed"`. */
  readonly state?: "success" | "failed" | (string & {}) | undefined
}

/** What `console.webhooks.redeliverRange` answers. */
export interface WebhooksRedeliverRangeResponse {
  /** how many deliveries are sent again */
  readonly scheduled: number
}

/** What `console.webhooks.update` takes. */
export interface WebhooksUpdateInput {
  /** where events are sent by POST: http or https, with a host on the public internet, without user name and fragment At most 2048 characters. */
  readonly url?: string | undefined
  /** At most 500 characters. */
  readonly description?: string | null | undefined
  /** names of events, or `["*"]` for all of them, later ones too; empty for a webhook that is only asked for the contents of rewards At most 8. */
  readonly events?: readonly ("*" | "activity.deleted" | "membership.joined" | "membership.left" | "membership.renewed" | "membership.tier_changed" | "reward.redeemed" | "reward.generate" | (string & {}))[] | undefined
  /** nothing is sent to a disabled webhook */
  readonly enabled?: boolean | undefined
}
