import type { HeardHappening, TriggerSubject } from "./happening.ts"
import { subjectText } from "./happening.ts"
import { type RewardTrigger, type TriggerFiring, triggerDepthMax } from "./reward-trigger.ts"
import { scopeText, type TriggerScope } from "./trigger-scope.ts"

/** That a trigger has counted an event: it does so once. */
export interface NotedEvent {
  /** Of the trigger and the event. */
  readonly key: string
  readonly triggerUuid: string
  /** Whom it was counted for. */
  readonly subject: string
  readonly notedAt: Date
}

/** How often an event has happened to a subject, as a scope of a trigger counts it. */
export interface TriggerTally {
  /** Of the trigger, the scope and the subject. */
  readonly key: string
  readonly triggerUuid: string
  /** Whom it counts for. */
  readonly subject: string
  readonly count: number
}

/** The latest reward of a trigger for a subject, issued or about to be. */
export interface TriggerWindow {
  /** Of the trigger and the subject. */
  readonly key: string
  readonly triggerUuid: string
  /** Whose reward it was. */
  readonly subject: string
  readonly firingUuid: string
  readonly firedAt: Date
}

/** Which rows a counting needs. */
export interface CountingKeys {
  readonly events: readonly string[]
  readonly tallies: readonly string[]
  readonly windows: readonly string[]
}

/** What is stored of the counting of some triggers. */
export interface CountingRows {
  readonly events: readonly NotedEvent[]
  readonly tallies: readonly TriggerTally[]
  readonly windows: readonly TriggerWindow[]
}

/** Everything that a counting writes. */
export interface TriggerCount extends CountingRows {
  readonly firings: readonly TriggerFiring[]
}

/** A happening, with how many rewards led to it. */
export interface DeepHappening extends HeardHappening {
  readonly depth: number
}

/** The key of an event for a trigger. */
export const eventKey = (
  triggerUuid: string,
  { event, id }: Pick<HeardHappening, "event" | "id">,
): string => `${triggerUuid}:${event}:${id}`

const tallyKey = (triggerUuid: string, scope: TriggerScope, subject: string): string =>
  `${triggerUuid}:${scopeText(scope)}:${subject}`

/** The key of the latest reward of a trigger for a subject. */
export const windowKey = (triggerUuid: string, subject: TriggerSubject): string =>
  `${triggerUuid}:${subjectText(subject)}`

interface Counting {
  readonly trigger: RewardTrigger
  readonly happening: DeepHappening
  readonly scopes: readonly TriggerScope[]
  readonly key: string
  readonly subject: string
}

/** What is to be counted, in the order in which it came: each trigger with each of its events. */
const countingsOf = (
  triggers: readonly RewardTrigger[],
  happenings: readonly DeepHappening[],
): readonly Counting[] => {
  const byUuid = new Map(triggers.map((trigger) => [trigger.uuid, trigger]))
  return happenings.flatMap((happening) =>
    happening.triggers.flatMap((uuid) => {
      const trigger = byUuid.get(uuid)
      const scopes = trigger?.scopes.filter(({ event }) => event === happening.event) ?? []
      return trigger === undefined || scopes.length === 0
        ? []
        : [
            {
              trigger,
              happening,
              scopes,
              key: eventKey(uuid, happening),
              subject: subjectText(happening.subject),
            },
          ]
    }),
  )
}

/** The rows that {@link count} has to know. */
export const countingKeys = (
  triggers: readonly RewardTrigger[],
  happenings: readonly DeepHappening[],
): CountingKeys => {
  const countings = countingsOf(triggers, happenings)
  const distinct = (keys: readonly string[]) => [...new Set(keys)].sort()
  return {
    events: distinct(countings.map(({ key }) => key)),
    tallies: distinct(
      countings.flatMap(({ trigger, scopes, subject }) =>
        scopes.map((scope) => tallyKey(trigger.uuid, scope, subject)),
      ),
    ),
    windows: distinct(
      countings
        .filter(({ trigger }) => trigger.deduplicationWindowSeconds !== undefined)
        .map(({ trigger, happening }) => windowKey(trigger.uuid, happening.subject)),
    ),
  }
}

/**
 * Counts happenings, in the order in which they came. An event counts once for each trigger. A
 * trigger fires when the count of a scope becomes its number, so at most once for each scope and
 * subject. A firing within the window of another one is `deduplicated`, and does not prolong it.
 */
export const count = (
  triggers: readonly RewardTrigger[],
  happenings: readonly DeepHappening[],
  known: CountingRows,
  now: Date,
  nextUuid: () => string,
): TriggerCount => {
  const noted = new Set(known.events.map(({ key }) => key))
  const tallies = new Map(known.tallies.map((tally) => [tally.key, tally]))
  const windows = new Map(known.windows.map((window) => [window.key, window]))
  const events: NotedEvent[] = []
  const changed = new Map<string, TriggerTally>()
  const opened = new Map<string, TriggerWindow>()
  const firings: TriggerFiring[] = []
  for (const { trigger, happening, scopes, key, subject } of countingsOf(triggers, happenings)) {
    if (noted.has(key)) continue
    noted.add(key)
    events.push({ key, triggerUuid: trigger.uuid, subject, notedAt: now })
    for (const scope of scopes) {
      const at = tallyKey(trigger.uuid, scope, subject)
      const tally = {
        key: at,
        triggerUuid: trigger.uuid,
        subject,
        count: (tallies.get(at)?.count ?? 0) + 1,
      }
      tallies.set(at, tally)
      changed.set(at, tally)
      if (tally.count !== scope.count) continue
      const place = windowKey(trigger.uuid, happening.subject)
      const isWithin = isWithinWindow(trigger, windows.get(place), now)
      const firing = firingOf(trigger, happening, scope, isWithin, now, nextUuid())
      firings.push(firing)
      if (firing.outcome !== "pending" || trigger.deduplicationWindowSeconds === undefined) continue
      const window = {
        key: place,
        triggerUuid: trigger.uuid,
        subject,
        firingUuid: firing.uuid,
        firedAt: now,
      }
      windows.set(place, window)
      opened.set(place, window)
    }
  }
  return { events, tallies: [...changed.values()], windows: [...opened.values()], firings }
}

const isWithinWindow = (
  { deduplicationWindowSeconds: seconds }: RewardTrigger,
  window: TriggerWindow | undefined,
  now: Date,
): boolean =>
  seconds !== undefined &&
  window !== undefined &&
  now.getTime() - window.firedAt.getTime() < seconds * 1000

const firingOf = (
  trigger: RewardTrigger,
  { event, id, subject, depth }: DeepHappening,
  scope: TriggerScope,
  isDeduplicated: boolean,
  now: Date,
  uuid: string,
): TriggerFiring => {
  const isTooDeep = depth > triggerDepthMax
  const outcome = isTooDeep ? "failed" : isDeduplicated ? "deduplicated" : "pending"
  return {
    uuid,
    key: `trigger:${trigger.uuid}:${scopeText(scope)}:${subjectText(subject)}:${scope.count}`,
    triggerUuid: trigger.uuid,
    organizationUuid: trigger.organizationUuid,
    rewardTemplateUuid: trigger.rewardTemplateUuid,
    event,
    eventId: id,
    scope: scopeText(scope),
    userUuid: subject.userUuid,
    walletAddress: subject.userUuid === undefined ? subject.walletAddress : undefined,
    depth,
    outcome,
    reason: isTooDeep ? "too_deep" : undefined,
    transactionId: undefined,
    createdAt: now,
    endedAt: outcome === "pending" ? undefined : now,
  }
}
