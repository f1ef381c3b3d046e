import type { WireRequest } from "./operation.ts"
import { abortable, startDeadline } from "./wait.ts"

/** What the client needs of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How one attempt ended. */
export type Exchange =
  | {
      readonly type: "answer"
      readonly status: number
      readonly headers: Headers
      readonly text: string
    }
  /** No connection was made, so the server received nothing. */
  | { readonly type: "unsent"; readonly cause: unknown }
  /** The request may have arrived, its answer did not. */
  | { readonly type: "lost"; readonly cause: unknown; readonly isTimeout: boolean }

/**
 * Sends a request once and reads the whole answer. Rejects only with the reason of the caller's
 * signal.
 */
export const exchange = async (
  { fetch, headers }: { readonly fetch: Fetch; readonly headers: Readonly<Record<string, string>> },
  url: string,
  request: WireRequest,
  token: string | undefined,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Exchange> => {
  const deadline = startDeadline(timeoutMs, signal)
  let response: Response | undefined
  try {
    // The races are for a `fetch` of the caller's that knows nothing of signals.
    response = await abortable(
      fetch(url, toInit(headers, request, token, deadline.signal)),
      deadline.signal,
    )
    return toAnswer(response, await abortable(response.text(), deadline.signal))
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    // The status alone proves the refusal, even if its body was lost.
    if (response !== undefined && !response.ok) return toAnswer(response, "")
    if (deadline.isOver()) return { type: "lost", cause, isTimeout: true }
    return isUnsent(cause) ? { type: "unsent", cause } : { type: "lost", cause, isTimeout: false }
  } finally {
    deadline.end()
  }
}

const toInit = (
  always: Readonly<Record<string, string>>,
  { method, headers, body }: WireRequest,
  token: string | undefined,
  signal: AbortSignal,
): RequestInit => ({
  method,
  headers: {
    accept: "application/json",
    ...always,
    ...headers,
    ...(token === undefined ? {} : { authorization: token }),
  },
  signal,
  // Following a redirect would turn a POST into a GET.
  redirect: "manual",
  ...(body === undefined ? {} : { body }),
})

const toAnswer = (response: Response, text: string): Exchange => ({
  type: "answer",
  // Browsers hide the status of a redirect that is not followed.
  status: response.type === "opaqueredirect" ? 302 : response.status,
  headers: response.headers,
  text,
})

/** Node and undici, then Bun: the host was not found, or the connection was refused. */
const unsentCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
])

/**
 * Whether a failed `fetch` surely never reached the server. Browsers do not say; then the answer is
 * no.
 */
const isUnsent = (cause: unknown): boolean => {
  for (
    let error = cause, depth = 0;
    error instanceof Error && depth < 5;
    error = error.cause, depth++
  ) {
    const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown }
    if (unsentCodes.has(code) || syscall === "connect" || syscall === "getaddrinfo") return true
    // Deno says it in words only.
    if (/client error \(Connect\)/.test(error.message)) return true
  }
  return false
}
