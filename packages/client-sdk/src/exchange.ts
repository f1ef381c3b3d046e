import type { WireRequest } from "./operation.ts"
import { startDeadline, abortable } from "./wait.ts"

/** What the client needs of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How one attempt ended. */
export type Exchange =
  | { readonly type: "answer"; readonly status: number; readonly headers: Headers; readonly text: string }
  /** No connection came about: the server knows of nothing. */
  | { readonly type: "unsent"; readonly cause: unknown }
  /** The request may have arrived, its answer did not. */
  | { readonly type: "lost"; readonly cause: unknown; readonly isTimeout: boolean }

/** Sends a request once and reads the whole answer. Rejects only with the reason of the caller's signal. */
export const exchange = async (
  fetch: Fetch,
  url: string,
  request: WireRequest,
  token: string | undefined,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Exchange> => {
  const deadline = startDeadline(timeoutMs, signal)
  let response: Response | undefined
  try {
    const init: RequestInit = {
      method: request.method,
      headers: { accept: "application/json", ...request.headers, ...(token === undefined ? {} : { authorization: token }) },
      signal: deadline.signal,
      // Following a redirect would turn a POST into a GET.
      redirect: "manual",
      ...(request.body === undefined ? {} : { body: request.body }),
    }
    // The race is for a `fetch` of the caller's that knows nothing of signals.
    response = await abortable(fetch(url, init), deadline.signal)
    const text = await abortable(response.text(), deadline.signal)
    return { type: "answer", status: response.status, headers: response.headers, text }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    if (deadline.isOver()) return { type: "lost", cause, isTimeout: true }
    // A refusal stands though its words were lost.
    if (response !== undefined && response.status >= 300) return { type: "answer", status: response.status, headers: response.headers, text: "" }
    return isUnsent(cause) ? { type: "unsent", cause } : { type: "lost", cause, isTimeout: false }
  } finally {
    deadline.end()
  }
}

/** Node and undici, then Bun: the name was not found, or nobody accepted the connection. */
const unsentCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
])

/** Whether a failed `fetch` surely never reached the server. Browsers do not say; then the answer is no. */
const isUnsent = (cause: unknown): boolean => {
  for (let error = cause, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown }
    if (unsentCodes.has(code) || syscall === "connect" || syscall === "getaddrinfo") return true
    // Deno says it in words only.
    if (/client error \(Connect\)/.test(error.message)) return true
  }
  return false
}
