import type { Client, Dispatcher } from "undici"
import type { OutgoingAnswer, OutgoingFailure, OutgoingRequest } from "../ports/outgoing-http.ts"
import { codeOf, transportFailureOf } from "./transport-failure.ts"

/** What became of a request, before it is known how long it took. */
export type Ended = Omit<OutgoingAnswer, "durationMs"> | Omit<OutgoingFailure, "durationMs">

/**
 * Sends a request and reads its answer. Settles when `timeoutMs` is over or the signal ends it. The
 * client must then be destroyed, as after every failure and every answer that was cut.
 *
 * @throws {TypeError} when undici cannot send such a request.
 */
export const exchange = (
  client: Client,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    let begun: Pick<OutgoingAnswer, "status" | "headers"> | undefined
    let hasEnded = false
    const body = bodyReader(request.maxBodyBytes)
    const end = (settle: () => void) => {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(timer)
      signal.removeEventListener("abort", onAbort)
      settle()
    }
    const fail = (code: OutgoingFailure["code"], detail?: string) =>
      end(() => resolve({ kind: "failure", code, detail, status: begun?.status }))
    const answer = (isCut: boolean) => {
      const head = begun
      if (head !== undefined)
        end(() => resolve({ kind: "answer", ...head, body: body.bytes(), isCut }))
    }
    const onAbort = () => fail("aborted")
    const timer = setTimeout(() => fail("timeout"), request.timeoutMs)
    signal.addEventListener("abort", onAbort, { once: true })
    if (signal.aborted) return onAbort()
    client.dispatch(dispatchOf(request), {
      // It shows undici that the names below are meant, and not those of its older interface.
      onRequestStart: () => {},
      onResponseStart: (_, status, headers) => {
        // 103 and its like come before the answer.
        if (status >= 200) begun = { status, headers: shownHeaders(headers) }
      },
      onResponseData: (_, chunk) => {
        if (!body.add(chunk)) answer(true)
      },
      onResponseEnd: () => answer(false),
      onResponseError: (_, error) => {
        if (codeOf(error) === "UND_ERR_INVALID_ARG")
          return end(() => reject(new TypeError(error.message, { cause: error })))
        const { failure, detail } = transportFailureOf(error, begun !== undefined)
        fail(failure, detail)
      },
    })
  })

const dispatchOf = ({
  url,
  method,
  headers,
  body,
}: OutgoingRequest): Dispatcher.DispatchOptions => {
  const { origin, pathname, search } = new URL(url)
  return {
    origin,
    path: `${pathname}${search}`,
    method,
    // A compressed answer would be bytes that nobody here unpacks.
    headers: { ...headers, "accept-encoding": "identity" },
    body: body ?? null,
  }
}

const shown = ["content-type", "content-encoding", "location", "retry-after"] as const
const headerMax = 1_024

const shownHeaders = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): OutgoingAnswer["headers"] =>
  Object.fromEntries(
    shown.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, String(value).slice(0, headerMax)]]
    }),
  )

/**
 * Copies a body together, up to `most` bytes. The chunks themselves are not kept: an answer may
 * come in chunks of one byte, each an object that holds the packet it came in.
 */
const bodyReader = (most: number) => {
  let held = Buffer.alloc(0)
  let length = 0
  return {
    /** Returns whether all of a chunk fitted. */
    add: (chunk: Buffer): boolean => {
      const part = chunk.subarray(0, most - length)
      if (length + part.length > held.length) {
        const larger = Math.min(most, Math.max(1_024, 2 * (length + part.length)))
        held = Buffer.concat([held.subarray(0, length)], larger)
      }
      length += part.copy(held, length)
      return part.length === chunk.length
    },
    bytes: (): Uint8Array => held.subarray(0, length),
  }
}
