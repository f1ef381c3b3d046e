import { type HostTimers, startTimer } from "./platform.ts"

/**
 * What came of one call. Only what the service itself has said counts as an answer; a page of a
 * hotel's Wi-Fi does not.
 */
export type ServiceAnswer =
  | {
      readonly kind: "answered"
      readonly text: string
      readonly body: unknown
      readonly etag: string | undefined
    }
  | { readonly kind: "unchanged" }
  /** An error envelope that will not change by asking again. */
  | {
      readonly kind: "refused"
      readonly status: number
      readonly code: string
      readonly message: string
    }
  /** 401 or 403: the token is not, or no more, good for this door. */
  | {
      readonly kind: "unauthorised"
      readonly status: number
      readonly code: string
      readonly message: string
    }
  | { readonly kind: "limited"; readonly retryAfterMs: number }
  /** No connection, no answer in time, 5xx, or an answer from another server. */
  | {
      readonly kind: "unreachable"
      readonly reason: string
      readonly status?: number
      readonly cause?: unknown
    }

/** One call. */
export interface ServiceCall {
  /** Below `/api/v1/sessions/{session}`. */
  readonly path: string
  readonly body?: unknown
  readonly etag?: string | undefined
  readonly deadlineMs: number
}

/** The service as a door sees it. Never rejects. */
export interface Service {
  readonly call: (call: ServiceCall) => Promise<ServiceAnswer>
  /** From now on calls carry this token. */
  readonly renew: (token: string) => void
}

/** The address of the service and the settings of its requests. */
export interface ServiceOptions {
  readonly baseUrl: string
  readonly session: string
  readonly token: string
  readonly fetch: typeof globalThis.fetch
  readonly timers: HostTimers
  /** Called with the rate limit of each reply. */
  readonly onAllowance: (remaining: number, resetMs: number) => void
}

const DEFAULT_RETRY_AFTER_MS = 10_000

/** Opens the service for one session. */
export const openService = (options: ServiceOptions): Service => {
  const base = `${options.baseUrl.replace(/\/+$/, "")}/api/v1/sessions/${encodeURIComponent(options.session)}`
  let { token } = options
  return {
    renew: (next) => {
      token = next
    },
    call: async ({ path, body, etag, deadlineMs }) => {
      const abort = new AbortController()
      const stop = startTimer(options.timers, () => abort.abort(), deadlineMs)
      // Raced as well as aborted: an injected fetch may not know of signals, and a door cannot
      // wait.
      const late = new Promise<ServiceAnswer>((resolve) =>
        abort.signal.addEventListener("abort", () =>
          resolve({ kind: "unreachable", reason: "no answer in time" }),
        ),
      )
      const init = {
        method: body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(etag === undefined ? {} : { "if-none-match": etag }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: "error",
        cache: "no-store",
        signal: abort.signal,
      } as const
      try {
        return await Promise.race([ask(`${base}${path}`, init, options), late])
      } finally {
        stop()
      }
    },
  }
}

const ask = async (
  url: string,
  init: RequestInit,
  { fetch, onAllowance }: ServiceOptions,
): Promise<ServiceAnswer> => {
  try {
    const reply = await fetch(url, init)
    const remaining = wholeNumber(reply.headers.get("ratelimit-remaining"))
    if (remaining !== undefined)
      onAllowance(remaining, (wholeNumber(reply.headers.get("ratelimit-reset")) ?? 60) * 1000)
    return reply.status === 304 ? { kind: "unchanged" } : judge(reply, await reply.text())
  } catch (error) {
    return {
      kind: "unreachable",
      reason: error instanceof Error ? error.message : "no connection",
      cause: error,
    }
  }
}

const judge = (reply: Response, text: string): ServiceAnswer => {
  const { status, headers } = reply
  const body = parsed(text)
  if (typeof body !== "object" || body === null)
    return { kind: "unreachable", reason: `status ${status} without JSON`, status }
  if (status >= 200 && status < 300)
    return { kind: "answered", text, body, etag: headers.get("etag") ?? undefined }
  if (!("code" in body) || typeof body.code !== "string" || status >= 500 || status < 400)
    return { kind: "unreachable", reason: `status ${status}`, status }
  const message = "message" in body && typeof body.message === "string" ? body.message : ""
  if (status === 401 || status === 403)
    return { kind: "unauthorised", status, code: body.code, message }
  if (status === 408 || status === 425)
    return { kind: "unreachable", reason: `status ${status}`, status }
  if (status === 429) {
    const seconds = wholeNumber(headers.get("retry-after"))
    return {
      kind: "limited",
      retryAfterMs: seconds === undefined ? DEFAULT_RETRY_AFTER_MS : seconds * 1000,
    }
  }
  return { kind: "refused", status, code: body.code, message }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
