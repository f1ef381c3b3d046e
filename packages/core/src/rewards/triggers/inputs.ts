import type { JsonObject } from "../../foundation/kernel/json.ts"
import type { OrganizationInput, PageInput, RewardInput } from "../../foundation/kernel/inputs.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import type { RewardTriggerOrder } from "./reward-trigger-repository.ts"

/** What a trigger can be given; undefined leaves a field as it is, `null` clears it. */
interface TriggerFields {
  /** At most 5,000 characters. */
  readonly description?: string | null | undefined
  /**
   * JSON of the organization's own, at most 8,192 characters. `match` in it narrows the trigger:
   * `activity_uuid`, `session_uuid`, `tier_uuid`.
   */
  readonly rewardMetadata?: JsonObject | undefined
  /** What happens while a trigger is not enabled is never counted. Enabled by default. */
  readonly isEnabled?: boolean | undefined
  /** Seconds, 1 to 31,536,000; `null` for no deduplication, which is the default. */
  readonly deduplicationWindowSeconds?: number | null | undefined
}

/** A trigger to be created. */
export interface CreateRewardTriggerInput extends OrganizationInput, TriggerFields {
  /** At most 255 characters. */
  readonly name: string
  /** Uuid of a reward template of the organization. */
  readonly rewardTemplateUuid: string
  /** 1 to 20 patterns: `<event>:count:<n>` or `<event>:first`. */
  readonly triggerScopes: readonly string[]
  /** Uuid of the same organization. */
  readonly organizationUuid?: string | undefined
}

/** Names a trigger. */
export interface RewardTriggerInput {
  /** Uuid of the trigger. */
  readonly triggerUuid: string
}

/** A change of a trigger. */
export interface UpdateRewardTriggerInput extends RewardTriggerInput, TriggerFields {
  /** At most 255 characters. */
  readonly name?: string | undefined
  /** Replaced as a whole: as for {@link CreateRewardTriggerInput}. */
  readonly triggerScopes?: readonly string[] | undefined
}

/** Which triggers. */
export interface ListRewardTriggersInput extends OrganizationInput, PageInput<RewardTriggerOrder> {}

/** Which firings. */
export interface ListTriggerFiringsInput extends RewardTriggerInput, PageInput<"created_at"> {}

/** An event that an organization tells of, for the triggers of one reward. */
export interface TriggerRewardInput extends RewardInput {
  /** A name of the list of events, or `custom.<name>`. */
  readonly event: string
  /** To whom it happened: a user, a wallet or a card. */
  readonly identifier: IdentifierRef
  /** The organization's own id of the event: it counts once. At most 190 characters. */
  readonly eventId: string
  /** Not later than now. Events count as they arrive, whatever it says. */
  readonly occurredAt?: Date | undefined
  /** JSON: `activity_uuid`, `session_uuid` and `tier_uuid` in it are what triggers match. */
  readonly metadata?: JsonObject | undefined
}

/** Names a firing whose reward is to be issued. */
export interface IssueFiredInput {
  /** Uuid of the firing. */
  readonly firingUuid: string
}
