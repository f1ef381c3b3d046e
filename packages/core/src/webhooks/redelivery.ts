import { Result } from "effect"
import { Conflict, Invalid } from "../foundation/errors/refusals.ts"
import { type Job, workJob } from "../foundation/jobs/job.ts"
import { type WebhookDelivery, deliveryStates } from "./delivery.ts"
import type { RedeliveryRange } from "./delivery-repository.ts"
import { answeredEvents, isAnswered } from "./webhook.ts"

/** A delivery of the same event to the same webhook, under a new id, asked for at `now`. */
export const redeliveryOf = (
  uuid: string,
  before: WebhookDelivery,
  now: Date,
): WebhookDelivery => ({
  ...before,
  uuid,
  state: "pending",
  attemptCount: 0,
  nextAttemptAt: now,
  lastStatus: undefined,
  lastErrorCode: undefined,
  createdAt: now,
  finishedAt: undefined,
  redeliveryOf: before.uuid,
})

/**
 * The part of a range that exists at `now`, without its end in the future. {@link Invalid} unless it
 * ends after it begins.
 */
export const permitRange = (
  range: Omit<RedeliveryRange, "exceptEvents">,
  now: Date,
): Result.Result<RedeliveryRange, Invalid> =>
  range.from < range.to
    ? Result.succeed({
        ...range,
        exceptEvents: answeredEvents,
        to: new Date(Math.min(range.to.getTime(), now.getTime() + 1)),
      })
    : Result.fail(new Invalid({ errors: { to: "must be after from" } }))

/** Refuses to repeat a request whose answer somebody waited for: nobody waits any more. */
export const permitRepeating = ({
  event,
}: Pick<WebhookDelivery, "event">): Result.Result<void, Conflict> =>
  isAnswered(event)
    ? Result.fail(
        new Conflict({
          reason: "answer_not_awaited",
          message: "Nobody waits for the answer to this request any more. Make a new one.",
        }),
      )
    : Result.void

/** Deliveries that are sent again, slice by slice. */
export interface Redelivery {
  readonly range: RedeliveryRange
  /** The last delivery that was sent again; undefined before the first slice. */
  readonly after: string | undefined
  /** No delivery with a higher uuid is meant: it came after this was asked for. */
  readonly until: string
}

/** The kind of job that sends one slice again. */
export const redeliveryKind = "webhook-redelivery"

/** The job that sends the next slice again, at once. A webhook has one at a time. */
export const redeliveryJob = (
  uuid: string,
  { range, after, until }: Redelivery,
  now: Date,
): Job => {
  const { webhookUuid, state, from, to } = range
  const wire = {
    webhook: webhookUuid,
    state,
    from: from.toISOString(),
    to: to.toISOString(),
    until,
  }
  return workJob({
    uuid,
    kind: redeliveryKind,
    key: `${redeliveryKind} ${webhookUuid}`,
    payload: { ...wire, ...(after === undefined ? {} : { after }) },
    dueAt: now,
    createdAt: now,
  })
}

/** What a job of that kind says. */
export const redeliveryFrom = ({ payload }: Pick<Job, "payload">): Redelivery => ({
  range: {
    webhookUuid: String(payload["webhook"]),
    state: deliveryStates.find((state) => state === payload["state"]) ?? "failed",
    from: new Date(String(payload["from"])),
    to: new Date(String(payload["to"])),
    exceptEvents: answeredEvents,
  },
  after: typeof payload["after"] === "string" ? payload["after"] : undefined,
  until: String(payload["until"]),
})
