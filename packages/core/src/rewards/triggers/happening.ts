import type { Job } from "../../foundation/jobs/job.ts"
import type { Ids } from "../../foundation/ports/ids.ts"
import { isMet, listenerKey, type TriggerFacts, type TriggerListener } from "./reward-trigger.ts"
import type { TriggerEvent } from "./trigger-events.ts"

/** Whom an event happened to: a user, or else a wallet that names nobody to the organization. */
export interface TriggerSubject {
  readonly userUuid: string | undefined
  /** The wallet that it happened with, where there is one; without a user, always. */
  readonly walletAddress: string | undefined
}

/** Something that happened in an organization, which triggers may count. */
export interface Happening {
  readonly event: TriggerEvent
  readonly organizationUuid: string
  /** Of the same event always the same, so that it counts once. */
  readonly id: string
  readonly subject: TriggerSubject
  readonly facts: TriggerFacts
  /** It counts only if the subject's wallet is at every session of this activity by then. */
  readonly completes?: string | undefined
  /** The idempotency key of the issuing that it tells of; undefined for other events. */
  readonly issueKey?: string | undefined
}

/** A happening with the triggers that listened to it when it happened. */
export interface HeardHappening extends Happening {
  readonly triggers: readonly string[]
}

/** The kind of job that counts what happened. */
export const countingKind = "reward-trigger-counting"
/** The kind of job that issues a reward whose trigger fired. */
export const firingKind = "reward-trigger-firing"

/** How many happenings a job counts at most. */
const happeningsPerJob = 100

/** The text that a subject is counted under. */
export const subjectText = ({ userUuid, walletAddress }: TriggerSubject): string =>
  userUuid === undefined ? `wallet:${walletAddress ?? ""}` : `user:${userUuid}`

/** Under which keys happenings are listened to, each once. */
export const keysOf = (happenings: readonly Happening[]): readonly string[] => [
  ...new Set(
    happenings.flatMap(({ organizationUuid, event, facts }) =>
      ["", ...Object.values(facts)].map((fact) => listenerKey(organizationUuid, event, fact)),
    ),
  ),
]

/** The happenings that some listener listens to, with their triggers. */
export const heardBy = (
  happenings: readonly Happening[],
  listeners: readonly TriggerListener[],
): readonly HeardHappening[] => {
  if (listeners.length === 0) return []
  const byKey = Map.groupBy(listeners, ({ key }) => key)
  return happenings.flatMap((happening) => {
    const triggers = keysOf([happening])
      .flatMap((key) => byKey.get(key) ?? [])
      .filter(({ match }) => isMet(match, happening.facts))
      .map(({ triggerUuid }) => triggerUuid)
    return triggers.length === 0 ? [] : [{ ...happening, triggers: [...new Set(triggers)].sort() }]
  })
}

/** The jobs that count what was heard, each for one organization. */
export const countingJobs = (
  heard: readonly HeardHappening[],
  ids: Pick<Ids, "uuid">,
  now: Date,
  requestId: string | undefined,
): readonly Job[] =>
  [...Map.groupBy(heard, ({ organizationUuid }) => organizationUuid)].flatMap(
    ([organizationUuid, own]) =>
      Array.from({ length: Math.ceil(own.length / happeningsPerJob) }, (_, index) => ({
        ...triggerJob(ids.uuid(), countingKind, organizationUuid, now),
        payload: {
          happenings: own.slice(index * happeningsPerJob, (index + 1) * happeningsPerJob),
        },
        requestId,
      })),
  )

/** The job that issues the reward of a firing. */
export const firingJob = (
  uuid: string,
  firing: { readonly uuid: string; readonly organizationUuid: string },
  dueAt: Date,
  requestId: string | undefined,
): Job => ({
  ...triggerJob(uuid, firingKind, firing.organizationUuid, dueAt),
  payload: { firing: firing.uuid },
  requestId,
})

/** What a counting job counts. */
export const happeningsIn = ({ payload }: Pick<Job, "payload">): readonly HeardHappening[] =>
  payload["happenings"] as readonly HeardHappening[]

/** The firing whose reward a job issues. */
export const firingIn = ({ payload }: Pick<Job, "payload">): string => String(payload["firing"])

const triggerJob = (
  uuid: string,
  kind: string,
  organizationUuid: string,
  dueAt: Date,
): Omit<Job, "payload" | "requestId"> => ({
  uuid,
  queue: "work",
  groupKey: kind,
  organizationUuid,
  kind,
  key: undefined,
  dueAt,
  attempts: 0,
  createdAt: dueAt,
})
