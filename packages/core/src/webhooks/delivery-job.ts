import type { JobKind, JobRun } from "../foundation/jobs/job-kind.ts"
import { type ClaimedJob, originFields } from "../foundation/jobs/job.ts"
import type { OutboxEvent } from "../foundation/outbox/event.ts"
import type { Clock } from "../foundation/ports/clock.ts"
import type { KeyVault } from "../foundation/ports/key-vault.ts"
import type { Logger } from "../foundation/ports/logger.ts"
import type { Observer } from "../foundation/ports/observer.ts"
import type { OutgoingHttp, OutgoingResult } from "../foundation/ports/outgoing-http.ts"
import type { Repositories } from "../foundation/storage/storage.ts"
import { unseal } from "../foundation/sealing/sealed-box.ts"
import {
  afterAttempt,
  type AnswerReading,
  type AttemptVerdict,
  type DeliveryAttempt,
  givenUp,
  judgeAttempt,
  type WebhookDelivery,
} from "./delivery.ts"
import {
  boundedErrors,
  type Exchange,
  type Exchanges,
  exchangeAnswerMaxBytes,
  readAnswer,
} from "./exchange.ts"
import { signedAttempt } from "./signature.ts"
import { type Webhook, webhookBinding } from "./webhook.ts"

/** How much of a mere receipt is read, and of any answer how much is stored with the attempt. */
const receiptMaxBytes = 16_384
const snippetMaxCharacters = 1_024

/** What an attempt needs to know. */
interface Errand {
  readonly delivery: WebhookDelivery
  readonly event: OutboxEvent
  readonly webhook: Webhook
}

/** A delivery after an attempt, or after it was found that there is nobody to send it to. */
interface Attempted {
  readonly delivery: WebhookDelivery
  readonly attempt: DeliveryAttempt | undefined
  /** Of an exchange: what it was answered, or why that is no answer. */
  readonly answer?: AnswerReading<unknown> | undefined
}

interface DeliveryParts {
  readonly clock: Clock
  readonly vault: KeyVault
  readonly outgoingHttp: OutgoingHttp
  readonly timeoutMs: number
  readonly exchanges: Exchanges
  readonly observer?: Pick<Observer, "deliveryAttempt">
  readonly logger?: Logger | undefined
}

/**
 * How deliveries are attempted: what they need is read in the transaction that claims their jobs,
 * each is one request outside of any, and what came of it is written in the transaction that ends
 * them. An exchange gets its answer in that transaction too.
 */
export const webhookDelivery = (parts: DeliveryParts): JobKind<Errand, Attempted | undefined> => {
  const digests = openDigests(parts.vault)
  return {
    load: async (tx, jobs) => {
      const deliveries = await tx.deliveries.findAll(jobs.map(deliveryOf))
      const events = byUuid(await tx.outbox.findAll(distinct(deliveries, "eventUuid")))
      const webhooks = byUuid(await tx.webhooks.findAll(distinct(deliveries, "webhookUuid")))
      const errands = new Map<string, Errand>()
      const known = byUuid(deliveries)
      for (const job of jobs) {
        const delivery = known.get(deliveryOf(job))
        const event = delivery && events.get(delivery.eventUuid)
        const webhook = delivery && webhooks.get(delivery.webhookUuid)
        if (delivery && event && webhook) errands.set(job.uuid, { delivery, event, webhook })
      }
      return errands
    },
    run: async (job, errand, signal) => {
      if (errand === undefined || errand.delivery.finishedAt !== undefined)
        return { result: undefined }
      const obstacle = obstacleOf(errand.webhook)
      return obstacle === undefined
        ? attempted(parts, job, { ...errand, digest: await digests.open(errand.webhook) }, signal)
        : {
            result: {
              delivery: givenUp(errand.delivery, obstacle, parts.clock.now()),
              attempt: undefined,
            },
          }
    },
    finish: async (tx, ended) => {
      const changes = ended.flatMap(({ result }) => (result === undefined ? [] : [result]))
      await tx.deliveries.record(changes)
      for (const change of changes) await handOver(parts.exchanges, tx, change)
    },
  }
}

const attempted = async (
  parts: DeliveryParts,
  job: ClaimedJob,
  { delivery, event, webhook, digest }: Errand & { readonly digest: string },
  signal: AbortSignal,
): Promise<JobRun<Attempted | undefined>> => {
  const { clock, outgoingHttp, timeoutMs, exchanges } = parts
  const startedAt = clock.now()
  const message = { event: event.type, organizationUuid: event.organizationUuid, data: event.data }
  const { body, headers } = signedAttempt(message, {
    deliveryUuid: delivery.uuid,
    digest,
    now: startedAt,
  })
  const exchange = exchanges.get(event.type)
  const maxBodyBytes = exchange === undefined ? receiptMaxBytes : exchangeAnswerMaxBytes
  const answer = await outgoingHttp.send(
    { url: webhook.url, method: "POST", headers, body, timeoutMs, maxBodyBytes },
    signal,
  )
  // The process stops, or another worker has it: this was no attempt.
  if (answer.kind === "failure" && answer.code === "aborted")
    return { result: undefined, again: { dueAt: startedAt } }
  const judged = judgeAttempt(answer)
  const reading =
    exchange !== undefined && judged.outcome === "success" && answer.kind === "answer"
      ? await accepted(exchange, delivery, answer)
      : undefined
  const verdict: AttemptVerdict =
    reading !== undefined && "errors" in reading
      ? { ...judged, outcome: "failed", errorCode: "bad_answer" }
      : judged
  const next = afterAttempt(delivery, verdict, clock.now())
  const attempt: DeliveryAttempt = {
    deliveryUuid: delivery.uuid,
    number: next.attemptCount,
    startedAt,
    durationMs: Math.round(answer.durationMs),
    status: verdict.status,
    errorCode: verdict.errorCode,
    // What an exchange is answered may be a secret.
    responseSnippet: exchange === undefined ? snippetOf(answer) : undefined,
    keyId: webhook.keyId,
  }
  noteAttempt(parts, job, attempt, verdict)
  return {
    result: { delivery: next, attempt, answer: reading },
    again: next.nextAttemptAt && { dueAt: next.nextAttemptAt, queue: "webhook-retries" },
  }
}

/** What an exchange makes of an answer. */
const accepted = async (
  exchange: Exchange<unknown>,
  delivery: WebhookDelivery,
  answer: { readonly body: Uint8Array; readonly isCut: boolean },
): Promise<AnswerReading<unknown>> => {
  const read = readAnswer(exchange, answer)
  return "errors" in read || exchange.prepare === undefined
    ? read
    : exchange.prepare(delivery, read.value)
}

/** Tells an exchange what its delivery ended with. */
const handOver = async (
  exchanges: Exchanges,
  tx: Repositories,
  { delivery, answer }: Attempted,
): Promise<void> => {
  const exchange = exchanges.get(delivery.event)
  if (exchange === undefined || delivery.finishedAt === undefined) return
  if (delivery.state === "success" && answer !== undefined && "value" in answer)
    await exchange.answered(tx, delivery, answer.value)
  else
    await exchange.failed(
      tx,
      delivery,
      answer !== undefined && "errors" in answer ? boundedErrors(answer.errors) : undefined,
    )
}

/** Counts an attempt, and logs one that failed: never its address, which may hold a secret. */
const noteAttempt = (
  { observer, logger }: Pick<DeliveryParts, "observer" | "logger">,
  job: ClaimedJob,
  { deliveryUuid, number, durationMs }: DeliveryAttempt,
  { outcome, errorCode, status }: AttemptVerdict,
): void => {
  observer?.deliveryAttempt({ outcome, errorCode, ms: durationMs })
  if (outcome === "success") return
  logger?.info(
    {
      job: job.uuid,
      ...originFields(job),
      delivery: deliveryUuid,
      attempt: number,
      outcome,
      error_code: errorCode,
      status: status ?? null,
      duration_ms: durationMs,
    },
    "a webhook attempt failed",
  )
}

/** Why nothing can be sent to a webhook any more. */
const obstacleOf = ({ deletedAt, isEnabled }: Webhook): string | undefined =>
  deletedAt !== undefined ? "webhook_deleted" : isEnabled ? undefined : "webhook_disabled"

const decoder = new TextDecoder()
// Control characters, without tab and line breaks.
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

const snippetOf = (answer: OutgoingResult): string | undefined =>
  answer.kind === "failure" || answer.body.length === 0
    ? undefined
    : decoder.decode(answer.body).replaceAll(unprintable, "").slice(0, snippetMaxCharacters)

const deliveryOf = ({ payload }: ClaimedJob): string => String(payload["delivery"])

const byUuid = <T extends { readonly uuid: string }>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.uuid, one]))

const distinct = (
  deliveries: readonly WebhookDelivery[],
  member: "eventUuid" | "webhookUuid",
): readonly string[] => [...new Set(deliveries.map((delivery) => delivery[member]))]

const digestsMax = 1_000

/** The digests that sign, opened once for each key of a webhook. */
const openDigests = (vault: KeyVault) => {
  const opened = new Map<string, Promise<string>>()
  const unsealed = async ({ uuid, sealed }: Webhook): Promise<string> => {
    const digest = await unseal(vault, sealed, webhookBinding(uuid))
    try {
      return Buffer.from(digest).toString("ascii")
    } finally {
      digest.fill(0)
    }
  }
  return {
    open: (webhook: Webhook): Promise<string> => {
      const name = `${webhook.uuid} ${webhook.keyId}`
      const known = opened.get(name) ?? unsealed(webhook)
      opened.delete(name)
      opened.set(name, known)
      // What a vault refused once is asked again.
      known.catch(() => opened.delete(name))
      const [eldest] = opened.keys()
      if (opened.size > digestsMax && eldest !== undefined) opened.delete(eldest)
      return known
    },
  }
}
