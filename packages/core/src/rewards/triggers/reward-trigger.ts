import type { JsonObject } from "../../foundation/kernel/json.ts"
import { factsOfEvent, type TriggerFact, triggerFacts } from "./trigger-events.ts"
import type { TriggerScope } from "./trigger-scope.ts"

/** What an event must tell for a trigger to count it; facts that are left out do not matter. */
export type TriggerMatch = Readonly<Partial<Record<TriggerFact, string>>>

/** What an event tells beside whom it happened to. */
export type TriggerFacts = Readonly<Partial<Record<TriggerFact, string>>>

/** A rule by which a reward is issued: when an event has happened so often to a person or a card. */
export interface RewardTrigger {
  readonly uuid: string
  readonly organizationUuid: string
  readonly rewardTemplateUuid: string
  readonly name: string
  readonly description: string | undefined
  /** What happens while a trigger is not enabled is never counted. */
  readonly isEnabled: boolean
  /** Any of them issues the reward; each is counted by itself. */
  readonly scopes: readonly TriggerScope[]
  /** JSON of the organization's own; `match` in it narrows the trigger. */
  readonly rewardMetadata: JsonObject
  /** For so many seconds after a reward, matches of the same subject issue no other one. */
  readonly deduplicationWindowSeconds: number | undefined
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
  readonly deletedAt: Date | undefined
}

/**
 * What became of a match: `pending` until the reward is issued or refused. `deduplicated`: another
 * reward had been issued within the window. `no_supply`, `not_entitled` and `failed` are refusals.
 */
export type FiringOutcome =
  | "pending"
  | "issued"
  | "deduplicated"
  | "no_supply"
  | "not_entitled"
  | "failed"

/** That a counter of a trigger reached its count, and what became of it. */
export interface TriggerFiring {
  readonly uuid: string
  /** The idempotency key under which the reward is issued; no two firings share one. */
  readonly key: string
  readonly triggerUuid: string
  readonly organizationUuid: string
  readonly rewardTemplateUuid: string
  readonly event: string
  /** Id of the event that the counter reached its count with. */
  readonly eventId: string
  /** The scope that matched, as it is counted: `first` is a count of 1. */
  readonly scope: string
  readonly userUuid: string | undefined
  /** Of a subject that is a wallet alone. */
  readonly walletAddress: string | undefined
  /** How many rewards led to this one, each by a trigger that counts rewards. */
  readonly depth: number
  readonly outcome: FiringOutcome
  /** Why it was refused, as a code; undefined when it was not. */
  readonly reason: string | undefined
  readonly transactionId: string | undefined
  readonly createdAt: Date
  readonly endedAt: Date | undefined
}

/** What a trigger listens to: `key` is of an event of its organization. */
export interface TriggerListener {
  readonly key: string
  readonly triggerUuid: string
  readonly match: TriggerMatch
}

/** At most so many rewards in a row by triggers that count rewards. */
export const triggerDepthMax = 5

/** What `reward_metadata.match` says, for metadata that passed {@link matchFault}. */
export const matchOf = ({ rewardMetadata }: Pick<RewardTrigger, "rewardMetadata">): TriggerMatch =>
  isObject(rewardMetadata["match"]) ? (rewardMetadata["match"] as TriggerMatch) : {}

/**
 * Why `match` of metadata cannot be met by some scope: its member, and the reason. Undefined for
 * metadata without one, and for one that can be met.
 */
export const matchFault = (
  metadata: JsonObject,
  scopes: readonly TriggerScope[],
): { readonly field: string; readonly reason: string } | undefined => {
  const { match } = metadata
  if (match === undefined) return undefined
  if (!isObject(match)) return { field: "match", reason: "must be an object" }
  for (const [name, value] of Object.entries(match)) {
    const fact = triggerFacts.find((known) => known === name)
    if (fact === undefined)
      return { field: `match.${name}`, reason: `must be one of ${triggerFacts.join(", ")}` }
    if (typeof value !== "string" || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value))
      return { field: `match.${name}`, reason: "must be a uuid in lower case" }
    const mute = scopes.find(({ event }) => !factsOfEvent(event).includes(fact))
    if (mute !== undefined)
      return { field: `match.${name}`, reason: `is not told of \`${mute.event}\`` }
  }
  return undefined
}

/** Whether what an event tells is what a trigger is narrowed to. */
export const isMet = (match: TriggerMatch, facts: TriggerFacts): boolean =>
  triggerFacts.every((fact) => match[fact] === undefined || match[fact] === facts[fact])

/**
 * What a trigger listens to, none for one that is off. A narrowed one listens to the rarest of its
 * facts alone, so that an event finds those triggers that it may concern, however many others the
 * organization has.
 */
export const listenersOf = (trigger: RewardTrigger): readonly TriggerListener[] => {
  if (!trigger.isEnabled || trigger.deletedAt !== undefined) return []
  const match = matchOf(trigger)
  const rarest = match.session_uuid ?? match.activity_uuid ?? match.tier_uuid ?? ""
  const events = new Set(trigger.scopes.map(({ event }) => event))
  return [...events].sort().map((event) => ({
    key: listenerKey(trigger.organizationUuid, event, rarest),
    triggerUuid: trigger.uuid,
    match,
  }))
}

/** What an event is listened to under: `fact` is one that it tells, or empty for all of its kind. */
export const listenerKey = (organizationUuid: string, event: string, fact: string): string =>
  `${organizationUuid}:${event}:${fact}`

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
