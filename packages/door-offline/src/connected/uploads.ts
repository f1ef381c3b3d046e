import type { OutboxItem } from "../index.ts"
import type { DurableDoor } from "./durable-door.ts"
import type { RefusedUpload } from "./durable-record.ts"
import type { ServiceAnswer } from "./service.ts"
import { isResult } from "./verdict.ts"

/** As many as one call takes. */
const UPLOADS_PER_CALL = 100

/**
 * Errors after which asking again would bring the same answer: who cannot be found, and what cannot
 * be used.
 */
const FINAL_CODES = new Set([
  "identifier_unresolved",
  "idempotency_conflict",
  "conflict",
  "validation_error",
  "bad_request",
])

/** What came of one upload. `done` says how many admissions are settled. */
export interface UploadOutcome {
  readonly done: number
  readonly refused: readonly RefusedUpload[]
  /** The answer that stopped it, if it was stopped. */
  readonly answer: ServiceAnswer | undefined
}

/** Sends bodies to `/admit`. */
export type SendUploads = (body: unknown) => Promise<ServiceAnswer>

/**
 * Uploads the oldest admissions in one call, and takes those off the outbox whose answer is final:
 * a verdict, whatever it is, or an error that will not change. Nothing else takes an upload off, so
 * none is lost; an answer that got lost brings the same upload again, which the service knows by
 * its key.
 */
export const uploadOldest = async (
  door: DurableDoor,
  send: SendUploads,
): Promise<UploadOutcome> => {
  const items = await door.outbox(UPLOADS_PER_CALL)
  if (items.length === 0) return { done: 0, refused: [], answer: undefined }
  const answer = await send({ admissions: items })
  if (answer.kind === "refused" && FINAL_CODES.has(answer.code))
    return uploadSingly(door, items, send)
  const results = answer.kind === "answered" ? resultsOf(answer.body, items.length) : undefined
  if (results === undefined)
    return { done: 0, refused: [], answer: answer.kind === "answered" ? NONSENSE : answer }
  return settle(door, items, results)
}

const NONSENSE: ServiceAnswer = {
  kind: "unreachable",
  reason: "an answer that does not match the uploads",
}

/** One upload that spoils the list must not hold up the others: each goes by itself then. */
const uploadSingly = async (
  door: DurableDoor,
  items: readonly OutboxItem[],
  send: SendUploads,
): Promise<UploadOutcome> => {
  const settled: OutboxItem[] = []
  const results: unknown[] = []
  let stop: ServiceAnswer | undefined
  for (const item of items) {
    const answer = await send(item)
    const result =
      answer.kind === "answered"
        ? answer.body
        : answer.kind === "refused"
          ? { error: { code: answer.code } }
          : undefined
    if (finalReason(result) === undefined) {
      stop = answer
      break
    }
    settled.push(item)
    results.push(result)
  }
  return { ...(await settle(door, settled, results)), answer: stop }
}

const settle = async (
  door: DurableDoor,
  items: readonly OutboxItem[],
  results: readonly unknown[],
): Promise<UploadOutcome> => {
  const final = items.filter((_, index) => finalReason(results[index]) !== undefined)
  const refused = items.flatMap(({ identifier, idempotency_key, occurred_at }, index) => {
    const reason = finalReason(results[index])
    return reason === undefined || reason === null
      ? []
      : [{ identifier, idempotency_key, occurred_at, reason }]
  })
  await door.ack(final, refused)
  return { done: final.length, refused, answer: undefined }
}

/** Why an upload was not counted, null when it was, and undefined when the answer is not final. */
const finalReason = (result: unknown): string | null | undefined => {
  if (isResult(result))
    return result.decision === "admitted" ? null : (result.blocked_reason ?? "blocked")
  if (typeof result !== "object" || result === null || !("error" in result)) return undefined
  const { error } = result
  if (
    typeof error !== "object" ||
    error === null ||
    !("code" in error) ||
    typeof error.code !== "string"
  )
    return undefined
  return FINAL_CODES.has(error.code) ? error.code : undefined
}

const resultsOf = (body: unknown, length: number): readonly unknown[] | undefined =>
  typeof body === "object" &&
  body !== null &&
  "results" in body &&
  Array.isArray(body.results) &&
  body.results.length === length
    ? body.results
    : undefined
