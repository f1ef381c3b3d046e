import type { JsonObject } from "../foundation/kernel/json.ts"
import type { TicketTerms } from "../ledger/tickets/ticket-terms.ts"
import type { RewardContentTemplate } from "./reward-content.ts"

/** `draft` is not issued yet, `archived` not any more. */
export type RewardTemplateStatus = "draft" | "active" | "archived"

/** Where the content of a reward comes from: the template itself, or a webhook of its organization. */
export type RewardStorageType = "internal" | "external"

/** When the content of another host is fetched, and how long it is kept. */
export type CacheStrategy = "none" | "on_demand" | "prefetch" | "permanent"

/** How a reward gets its content. The content itself is sealed beside it, since it has codes. */
export interface ContentSettings {
  readonly storageType: RewardStorageType
  /** The organization's own name of it, sent to the webhook. */
  readonly externalId: string | null
  /** The webhook that makes the content of an external reward. */
  readonly externalWebhookUuid: string | null
  readonly generatorParams: JsonObject | null
  readonly cacheStrategy: CacheStrategy
  readonly cacheTtlSeconds: number | null
  /** Whether images and documents of other hosts are copied. */
  readonly mirrorAssets: boolean
  /** The terms of the ticket among the items; `null` for a content without one. */
  readonly ticket: TicketTerms | null
  /** The sessions that this ticket is for; none named, or undefined, for all that ask for it. */
  readonly ticketSessionUuids?: readonly string[] | undefined
}

/** What rewards are issued of; a ticket is one. */
export interface RewardTemplate {
  readonly uuid: string
  /** Unique in the deployment, as its path names no organization. */
  readonly slug: string
  readonly organizationUuid: string
  /** The activity that it belongs to, if to one. */
  readonly activityUuid: string | undefined
  readonly name: string
  /** From 1; each correction of name, description or content raises it. */
  readonly version: number
  readonly description: string
  readonly category: string | undefined
  /** Points that come with it, before the multiplier of the receiver's tier. */
  readonly points: number
  /** How many can be issued; undefined for any number. */
  readonly supplyTotal: number | undefined
  /** How many were issued, less those that were returned. */
  readonly supplyRedeemed: number
  /** How many are set aside for deliveries under way. */
  readonly supplyReserved: number
  /** `member`, or a key that the receiver's tier must grant. */
  readonly requiredEntitlement: string | undefined
  /** Undefined for a ticket that was issued by a name alone. */
  readonly content: ContentSettings | undefined
  readonly status: RewardTemplateStatus
  readonly archivedAt: Date | undefined
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
}

/** What a new template is that was given nothing but a name: active, of any number. */
export const bareTemplate = {
  version: 1,
  description: "",
  category: undefined,
  points: 0,
  supplyTotal: undefined,
  supplyRedeemed: 0,
  supplyReserved: 0,
  requiredEntitlement: undefined,
  content: undefined,
  status: "active",
  archivedAt: undefined,
  updatedAt: undefined,
} as const satisfies Partial<RewardTemplate>

/** A template as it is shown to a caller. */
export interface RewardTemplateView extends RewardTemplate {
  /** What it issues, for the organization's staff alone, since it has codes; not in lists. */
  readonly contentTemplate: RewardContentTemplate | undefined
  /** Whether the caller reads drafts and contents. */
  readonly isForTeam: boolean
}
