import type { OutgoingResult } from "../foundation/ports/outgoing-http.ts"

/** What is wrong with an answer: a message for each field, as `content.items.0.title`. */
export type AnswerErrors = Readonly<Record<string, string>>

/** What an answer says, or what is wrong with it. */
export type AnswerReading<Answer> = { readonly value: Answer } | { readonly errors: AnswerErrors }

/** Where a delivery stands. */
export const deliveryStates = ["pending", "retrying", "success", "failed"] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** One event on its way to one webhook. */
export interface WebhookDelivery {
  /** Sent as `X-Webhook-Delivery`, the same in every attempt. */
  readonly uuid: string
  readonly organizationUuid: string
  readonly webhookUuid: string
  /** The event in the outbox. */
  readonly eventUuid: string
  /** Its type. */
  readonly event: string
  readonly state: DeliveryState
  readonly attemptCount: number
  /** Undefined when no attempt is to come. */
  readonly nextAttemptAt: Date | undefined
  /** Of the last attempt; undefined when it got no answer, and before the first. */
  readonly lastStatus: number | undefined
  readonly lastErrorCode: string | undefined
  readonly createdAt: Date
  /** When it succeeded or failed. */
  readonly finishedAt: Date | undefined
  /** The delivery whose event is sent again. */
  readonly redeliveryOf: string | undefined
}

/** One request of a delivery, and what came of it. */
export interface DeliveryAttempt {
  readonly deliveryUuid: string
  /** From 1. */
  readonly number: number
  readonly startedAt: Date
  readonly durationMs: number
  /** Undefined when there was no answer. */
  readonly status: number | undefined
  /** Undefined for an answer that is a success. */
  readonly errorCode: string | undefined
  /** The beginning of the answer's body, as text. */
  readonly responseSnippet: string | undefined
  /** Names the key that signed it. */
  readonly keyId: string
}

/** What an attempt came to. */
export interface AttemptVerdict {
  readonly status: number | undefined
  readonly errorCode: string | undefined
  /** Whether another attempt may succeed. */
  readonly outcome: "success" | "retry" | "failed"
}

/**
 * Judges an attempt, as docs/webhooks.md#answer-and-be-sent-it-again has it: any 2xx is a success;
 * 429, 5xx, a redirect, a timeout and a connection that fails are tried again; any other answer, and
 * an address that is not public, fail at once.
 */
export const judgeAttempt = (result: OutgoingResult): AttemptVerdict => {
  if (result.kind === "failure") {
    const isFinal = result.code === "blocked_address" || result.code === "url_refused"
    return {
      status: result.status,
      errorCode: result.code,
      outcome: isFinal ? "failed" : "retry",
    }
  }
  const { status } = result
  if (status >= 200 && status < 300) return { status, errorCode: undefined, outcome: "success" }
  if (status >= 300 && status < 400) return { status, errorCode: "redirect", outcome: "retry" }
  if (status === 429) return { status, errorCode: "rate_limited", outcome: "retry" }
  if (status >= 500) return { status, errorCode: "server_error", outcome: "retry" }
  return { status, errorCode: "refused", outcome: "failed" }
}

/**
 * When the attempts after the first one are made, in milliseconds after the first. Counted from the
 * end of the attempt before, so that attempts which time out do not bunch up.
 */
export const retryOffsetsMs = [0, 1_000, 5_000, 30_000, 120_000, 600_000] as const

/** How many attempts a delivery has at most. */
export const deliveryAttemptsMax = retryOffsetsMs.length + 1

/**
 * How long a delivery waits from the end of an attempt to the next; undefined when it was the last.
 */
export const pauseAfterAttempt = (attemptCount: number): number | undefined => {
  const offset = retryOffsetsMs[attemptCount - 1]
  return offset === undefined ? undefined : offset - (retryOffsetsMs[attemptCount - 2] ?? 0)
}

/** The delivery after one more attempt, which ended at `now`. */
export const afterAttempt = (
  delivery: WebhookDelivery,
  { status, errorCode, outcome }: AttemptVerdict,
  now: Date,
): WebhookDelivery => {
  const attemptCount = delivery.attemptCount + 1
  const known = { ...delivery, attemptCount, lastStatus: status, lastErrorCode: errorCode }
  const pauseMs = outcome === "retry" ? pauseAfterAttempt(attemptCount) : undefined
  if (pauseMs === undefined)
    return {
      ...known,
      state: outcome === "success" ? "success" : "failed",
      nextAttemptAt: undefined,
      finishedAt: now,
    }
  return { ...known, state: "retrying", nextAttemptAt: new Date(now.getTime() + pauseMs) }
}

/** The delivery when nobody attempts it any more. */
export const givenUp = (
  delivery: WebhookDelivery,
  errorCode: string,
  now: Date,
): WebhookDelivery => ({
  ...delivery,
  state: "failed",
  lastErrorCode: errorCode,
  nextAttemptAt: undefined,
  finishedAt: now,
})
