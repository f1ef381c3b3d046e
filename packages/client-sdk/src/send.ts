import type { CallOptions } from "./call.ts"
import { readErrorBody } from "./error-body.ts"
import { type Exchange, exchange, type Fetch } from "./exchange.ts"
import type { Logger } from "./logger.ts"
import type { WireRequest } from "./operation.ts"
import { toResponseInfo, type ResponseInfo } from "./response-info.ts"
import {
  type Failure,
  mayHaveRun,
  readRetryAfter,
  type RetrySettings,
  waitBefore,
} from "./retry.ts"
import { SymbolonError } from "./symbolon-error.ts"
import { wait } from "./wait.ts"

/** What all calls of a client share. */
export interface Transport {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** Of every request, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: Fetch
  readonly timeoutMs: number
  readonly retry: RetrySettings
  readonly logger: Logger | undefined
  /**
   * Returns the value of the `Authorization` header. `rejected` is the one that the server refused:
   * return another, or the same if there is no other.
   */
  readonly authorize: (
    rejected: string | undefined,
    signal: AbortSignal | undefined,
  ) => Promise<string | undefined>
}

/** An answer of success, as text. */
export interface Answer {
  readonly text: string
  readonly response: ResponseInfo
}

/**
 * Sends a request until it is answered or may not be repeated; rejects with a {@link SymbolonError}
 * or the reason of the signal.
 */
export const send = async (
  transport: Transport,
  request: WireRequest,
  { signal, timeoutMs = transport.timeoutMs }: CallOptions,
): Promise<Answer> => {
  signal?.throwIfAborted()
  const url = `${transport.baseUrl}${request.path}`
  const authorize = async (rejected?: string) =>
    request.isOpen ? undefined : transport.authorize(rejected, signal)
  let token = await authorize()
  let isRenewed = false
  let mightHaveRun = false
  for (let retry = 1; ; ) {
    const startedAt = performance.now()
    const result = await exchange(transport, url, request, token, timeoutMs, signal)
    log(transport, request, result, performance.now() - startedAt)
    const failure = failureOf(result)
    if (failure === undefined) return toAnswer(result)
    mightHaveRun ||= request.kind !== "read" && mayHaveRun(failure)

    if (failure.type === "status" && failure.status === 401 && token !== undefined && !isRenewed) {
      // A call with 401 did not run, so another token allows one more attempt.
      isRenewed = true
      const rejected = token
      token = await authorize(rejected)
      if (token !== rejected) continue
    }
    const waitMs = waitBefore(retry, request.kind, failure, transport.retry, Math.random())
    if (waitMs === undefined)
      throw toError(request, transport.baseUrl, result, failure, mightHaveRun)
    transport.logger?.warn(
      { operation: request.operation, retry, waitMs: Math.round(waitMs) },
      "trying again",
    )
    await wait(waitMs, signal)
    retry++
    token = await authorize()
  }
}

const failureOf = (result: Exchange): Failure | undefined => {
  if (result.type !== "answer") return { type: result.type }
  const { status, headers } = result
  if (status >= 200 && status < 300) return undefined
  return {
    type: "status",
    status,
    retryAfterSeconds: readRetryAfter(headers.get("retry-after"), headers.get("date")),
  }
}

const toAnswer = (result: Exchange): Answer => {
  if (result.type !== "answer") throw new TypeError("no answer")
  return { text: result.text, response: toResponseInfo(result.status, result.headers) }
}

const toError = (
  { operation }: WireRequest,
  baseUrl: string,
  result: Exchange,
  failure: Failure,
  mightHaveRun: boolean,
): SymbolonError => {
  const outcome = mightHaveRun ? "unknown" : "refused"
  if (result.type !== "answer") {
    const isTimeout = result.type === "lost" && result.isTimeout
    const happened = isTimeout
      ? `No answer came from ${baseUrl} in time.`
      : result.type === "unsent"
        ? `Could not connect to ${baseUrl}${beneath(result.cause)}.`
        : `The connection to ${baseUrl} broke before the answer${beneath(result.cause)}.`
    const message = mightHaveRun
      ? `${happened} The write may have been carried out: read before repeating it.`
      : happened
    return new SymbolonError(message, {
      code: isTimeout ? "timeout" : "connection_failed",
      outcome,
      operation,
      cause: result.cause,
    })
  }
  const response = toResponseInfo(result.status, result.headers)
  const { message, ...said } = readErrorBody(result.status, result.text, baseUrl)
  const retryAfterSeconds = failure.type === "status" ? failure.retryAfterSeconds : undefined
  return new SymbolonError(message, {
    ...said,
    status: result.status,
    requestId: response.requestId,
    retryAfterSeconds,
    outcome,
    operation,
    response,
  })
}

/** `fetch failed` says little; the innermost error names the address and the fault. */
const beneath = (cause: unknown): string => {
  let error = cause
  for (let depth = 0; error instanceof Error && error.cause instanceof Error && depth < 5; depth++)
    error = error.cause
  return error instanceof Error && error.message !== "" ? `: ${error.message}` : ""
}

const log = (
  { logger }: Transport,
  { operation }: WireRequest,
  result: Exchange,
  ms: number,
): void => {
  if (logger === undefined) return
  const answer =
    result.type === "answer"
      ? {
          status: result.status,
          requestId: toResponseInfo(result.status, result.headers).requestId,
        }
      : { failure: result.type }
  logger.debug({ operation, ...answer, durationMs: Math.round(ms) }, "called")
}
