import type { Page, PageRequest } from "../../foundation/kernel/page.ts"
import type { NotedEvent, TriggerCount, TriggerTally, TriggerWindow } from "./count.ts"
import type { Forgotten } from "./forgetting.ts"
import type { RewardTrigger, TriggerFiring, TriggerListener } from "./reward-trigger.ts"

/** What a list of triggers is sorted by. */
export type RewardTriggerOrder = "created_at" | "name"

/**
 * Reward triggers, what they have counted, and what they issued. Deleted triggers are found no more;
 * what they counted stays until it is forgotten.
 */
export interface RewardTriggerRepository {
  readonly add: (trigger: RewardTrigger) => Promise<void>
  readonly find: (uuid: string) => Promise<RewardTrigger | undefined>
  /**
   * Finds many by uuid and locks them until the transaction ends, in ascending order of uuid, in
   * which they are answered. A transaction that counts for a trigger, or changes one, locks it
   * first. In a read it locks nothing.
   */
  readonly lockAll: (uuids: readonly string[]) => Promise<readonly RewardTrigger[]>
  /** Writes all fields of the trigger of that uuid; `false` when there is none, or it is deleted. */
  readonly change: (trigger: RewardTrigger) => Promise<boolean>
  /** Replaces what a trigger listens to. */
  readonly listen: (triggerUuid: string, to: readonly TriggerListener[]) => Promise<void>
  /** Who listens to one of these keys, by key and trigger, in no order. */
  readonly listening: (keys: readonly string[]) => Promise<readonly TriggerListener[]>
  /** The enabled triggers of a reward template, in ascending order of uuid. */
  readonly ofTemplate: (rewardTemplateUuid: string) => Promise<readonly RewardTrigger[]>
  readonly list: (
    organizationUuid: string,
    page: PageRequest<RewardTriggerOrder>,
  ) => Promise<Page<RewardTrigger>>
  /** How many triggers an organization has. */
  readonly count: (organizationUuid: string) => Promise<number>
  /** The events of these keys that were counted, in no order. */
  readonly events: (keys: readonly string[]) => Promise<readonly NotedEvent[]>
  /** In no order. */
  readonly tallies: (keys: readonly string[]) => Promise<readonly TriggerTally[]>
  /** In no order. */
  readonly windows: (keys: readonly string[]) => Promise<readonly TriggerWindow[]>
  /**
   * Writes what was counted: events and firings are new, tallies and windows take the place of
   * those of the same key.
   */
  readonly record: (counted: TriggerCount) => Promise<void>
  readonly firing: (uuid: string) => Promise<TriggerFiring | undefined>
  /** Firings by the keys under which they are issued, in no order. */
  readonly firingsByKey: (keys: readonly string[]) => Promise<readonly TriggerFiring[]>
  /** Firings of some triggers with one event, in no order. */
  readonly firingsWith: (
    triggerUuids: readonly string[],
    eventId: string,
  ) => Promise<readonly TriggerFiring[]>
  readonly firings: (
    triggerUuid: string,
    page: PageRequest<"created_at">,
  ) => Promise<Page<TriggerFiring>>
  /** Writes all fields of a firing that is `pending`; `false` when it is not, or there is none. */
  readonly settle: (firing: TriggerFiring) => Promise<boolean>
  /** Removes the window of that key where it is of that firing. */
  readonly closeWindow: (key: string, firingUuid: string) => Promise<void>
  /**
   * Removes what was counted for a trigger or a user: at most `limit` each of events, tallies,
   * windows, and firings that are not `pending`. Answers how many rows were removed; what others
   * have locked may stay.
   */
  readonly forget: (gone: Forgotten, limit: number) => Promise<number>
}
