import type { JsonObject } from "../foundation/kernel/json.ts"
import type {
  ActivityInput,
  IdempotentInput,
  OnBehalfInput,
  OrganizationInput,
  PageInput,
  RewardInput,
  RemarksInput,
  TransactionInput,
  WalletInput,
} from "../foundation/kernel/inputs.ts"
import type { IdentifierRef } from "../identifiers/identifier.ts"
import type { AuthoredRewardContent } from "./reward-content.ts"
import type { RewardTemplateOrder } from "./reward-template-repository.ts"
import type { CacheStrategy, RewardStorageType, RewardTemplateStatus } from "./reward-template.ts"

/** Lists the rewards of a user. */
export interface ListRewardsInput extends OnBehalfInput, PageInput<"created_at"> {}

/** Names a reward by the transaction that brought it. */
export interface HeldRewardInput extends OnBehalfInput, TransactionInput {}

/** Names one item of a reward. */
export interface RewardItemInput extends OnBehalfInput {
  /** The `uid` of the item. */
  readonly item: string
}

/** A ticket, and who receives it. */
export interface IssueTicketInput extends OrganizationInput, IdempotentInput {
  /** The template by its uuid, or by a name; a template of that name is made if there is none. */
  readonly of: { readonly rewardTemplateUuid: string } | { readonly name: string }
  /** Uuid of the activity that it admits to. Default: the template's. */
  readonly activityUuid?: string | undefined
  /** The receiver: a user, a wallet or a card. */
  readonly to: IdentifierRef
}

/** A ticket that its holder gives to another user; `wallet` is the holder's. */
export interface TransferTicketInput
  extends WalletInput,
    TransactionInput,
    RemarksInput,
    IdempotentInput {
  /** The receiver: a user, a wallet or a card. */
  readonly to: IdentifierRef
  /** Id of the transaction that put the ticket into the wallet. */
  readonly transaction: string
}

/** What a reward template issues, and how. */
export interface ContentConfigInput {
  /** `internal`: the template is issued. `external`: a webhook is asked for the content. */
  readonly storageType: RewardStorageType
  /** At most 64 KiB as JSON. It is sealed at rest. */
  readonly contentTemplate?: AuthoredRewardContent | null | undefined
  /** The organization's own name of the reward, sent to the webhook. */
  readonly externalId?: string | null | undefined
  /** Uuid of the webhook that is asked for the content of an external reward. */
  readonly externalWebhookUuid?: string | null | undefined
  /** JSON of the organization's own, kept for the webhook. */
  readonly generatorParams?: JsonObject | null | undefined
  /** Default `on_demand`. */
  readonly cacheStrategy?: CacheStrategy | undefined
  /** Seconds; `null` for the default of the strategy. */
  readonly cacheTtlSeconds?: number | null | undefined
  /** Whether images and documents of other hosts are copied. Default `true`. */
  readonly mirrorAssets?: boolean | undefined
}

/** What a reward template can be given; undefined leaves a field as it is, `null` clears it. */
interface RewardFields {
  /** Uuid of an activity of the organization. */
  readonly activityUuid?: string | null | undefined
  /** At most 5,000 characters. */
  readonly description?: string | undefined
  /** At most 255 characters. */
  readonly category?: string | null | undefined
  /** How many can be issued, at least 1; `null` for any number. */
  readonly supplyTotal?: number | null | undefined
  /** `member`, or a key that the receiver's tier must grant; `null` for everybody. */
  readonly requiredEntitlement?: string | null | undefined
  /** `false` publishes a draft, for good. Default of a new template: `false`. */
  readonly isDraft?: boolean | undefined
}

/** A reward template to be created. */
export interface CreateRewardInput extends OrganizationInput, RewardFields {
  /** Uuid of the same organization. */
  readonly organizationUuid: string
  /** At most 255 characters. */
  readonly name: string
  /** What it issues; a draft may leave that out. */
  readonly contentConfig: ContentConfigInput
}

/** A change of a reward template. */
export interface UpdateRewardInput extends RewardInput, RewardFields {
  /** At most 255 characters. */
  readonly name?: string | undefined
  /** Points that come with each, paid from the organization's treasury. */
  readonly points?: number | undefined
  /** Replaced as a whole. */
  readonly contentConfig?: ContentConfigInput | undefined
}

/** A reward that a user claims for themself. */
export interface ClaimRewardInput extends RewardInput {
  /** An own wallet; default: the one in the organization, made on first need. */
  readonly wallet?: string | undefined
  /** See {@link IdempotentInput}; without one, each call is a new request. */
  readonly idempotencyKey?: string | undefined
  /** JSON of the caller's own, sealed beside the content: at most 4 KiB. */
  readonly metadata?: JsonObject | undefined
  /** For whom the host claims; for every other caller it is the user. */
  readonly userUuid?: string | undefined
}

/** A reward that an organization issues to somebody. */
export interface RedeemRewardInput extends RewardInput {
  /** The receiver: a user, a wallet or a card. */
  readonly identifier: IdentifierRef
  /** See {@link IdempotentInput}; without one, each call is a new request. */
  readonly idempotencyKey?: string | undefined
  /** JSON of the caller's own, sealed beside the content: at most 4 KiB. */
  readonly metadata?: JsonObject | undefined
  /** The caller's own name of it, on the transaction. Default: the uuid of the template. */
  readonly referenceId?: string | undefined
}

/** To whom a reward is propagated, as of the request. */
export type RewardAudienceInput =
  /** Active members of the organization. */
  | { readonly type: "members" }
  /** Active members on a tier of this slug. */
  | { readonly type: "tier"; readonly membershipTierSlug: string }
  /** Who is present at a session of the organization: slug or uuid. */
  | { readonly type: "session_attendees"; readonly sessionSlug: string }
  /** Who is present at any session of an activity of the organization: slug or uuid. */
  | { readonly type: "activity_attendees"; readonly activitySlug: string }
  /** Who holds a valid ticket that was issued of a reward of the organization: slug or uuid. */
  | { readonly type: "ticket_holders"; readonly rewardSlug: string }
  /** These receivers: at most 500 users, wallets and cards. */
  | { readonly type: "identifiers"; readonly identifiers: readonly IdentifierRef[] }

/** A reward that an organization issues to many. */
export interface PropagateRewardInput extends RewardInput {
  /** See {@link IdempotentInput}. Needed, but for a dry run. */
  readonly idempotencyKey?: string | undefined
  /** To whom. */
  readonly audience: RewardAudienceInput
  /** Whether who has the reward already is passed over. Default: `true`. */
  readonly skipExisting?: boolean | undefined
  /** Only says what would happen. Default: `false`. */
  readonly dryRun?: boolean | undefined
  /** JSON of the caller's own, sealed beside each content: at most 4 KiB. */
  readonly metadata?: JsonObject | undefined
}

/** A reward on its way to an audience. */
export interface RewardBatchInput extends OrganizationInput {
  /** What propagate answered. */
  readonly batchUuid: string
}

/** A delivery of an external reward. */
export interface RewardDeliveryInput {
  /** What claim or redeem answered. */
  readonly deliveryUuid: string
}

/** Which issued rewards. */
export interface ListRedemptionsInput extends RewardInput, PageInput<"created_at"> {}

/** Which reward templates of an activity. */
export interface ListActivityRewardsInput extends ActivityInput, PageInput<RewardTemplateOrder> {
  /** Default: active ones, and drafts for the organization's team. */
  readonly status?: RewardTemplateStatus | undefined
}

/** Which reward templates of an organization. */
export interface ListOrganizationRewardsInput
  extends OrganizationInput,
    PageInput<RewardTemplateOrder> {
  /** Default: active ones, and drafts for the organization's team. */
  readonly status?: RewardTemplateStatus | undefined
}
