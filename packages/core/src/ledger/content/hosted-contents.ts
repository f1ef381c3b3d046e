import { readJsonText } from "../../foundation/kernel/json-text.ts"
import { openRecent } from "../../foundation/kernel/recent.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import type { Clock } from "../../foundation/ports/clock.ts"
import type { OutgoingHttp } from "../../foundation/ports/outgoing-http.ts"

/** Where the content of a transaction is. */
export interface ContentPlace {
  readonly transactionId: string
  readonly manifestUrl: string
  /** Sent as a bearer token; undefined for none. */
  readonly accessKey: string | undefined
  /** Whether the caller has a copy, and wants a newer answer. */
  readonly hasCopy: boolean
}

/** What another host answered, or why there is nothing. */
export type FetchedContent =
  | {
      readonly kind: "fetched"
      readonly body: unknown
      readonly latencyMs: number
      /** When the answer had come. */
      readonly fetchedAt: Date
    }
  | {
      readonly kind: "failed"
      /** Such as `timeout`, `blocked_address`, `status_404`, `too_large` or `content_invalid`. */
      readonly reason: string
    }

/**
 * Fetches contents that other hosts have: one request at a time for each transaction, however many
 * wait for it. For a second after it, the answer of one that failed is given again, and that of one
 * that did not to callers who have no copy: the copy may be on its way.
 */
export interface HostedContents {
  /** `accepts` says whether the JSON of an answer is a content. */
  readonly fetch: (
    place: ContentPlace,
    accepts: (body: unknown) => boolean,
  ) => Promise<FetchedContent>
}

/** Fetches remembered at once; of those with a body fewer. */
const rememberedMax = 1000
const bodiesMax = 50

interface Ended {
  readonly at: number
  readonly answer: FetchedContent
}
const failures = ["failed"] as const
const anyEnd = ["failed", "fetched"] as const

const decoder = new TextDecoder("utf-8", { fatal: true })

export const openHostedContents = (
  http: Pick<OutgoingHttp, "send">,
  clock: Clock,
): HostedContents => {
  const underWay = openRecent<Promise<FetchedContent>>(rememberedMax)
  const ended = {
    failed: openRecent<Ended>(rememberedMax),
    fetched: openRecent<Ended>(bodiesMax),
  }
  const fetched: HostedContents["fetch"] = async (place, accepts) => {
    const received = await fetchOnce(http, clock, place)
    const isContent = received.kind === "failed" || accepts(received.body)
    const answer: FetchedContent = isContent
      ? received
      : { kind: "failed", reason: "content_invalid" }
    ended[answer.kind].set(place.transactionId, { at: clock.now().getTime(), answer })
    return answer
  }
  return {
    fetch: (place, accepts) => {
      const { transactionId } = place
      const running = underWay.get(transactionId)
      if (running !== undefined) return running
      for (const kind of place.hasCopy ? failures : anyEnd) {
        const before = ended[kind].get(transactionId)
        if (before !== undefined && isWithinPause(before, clock.now()))
          return Promise.resolve(before.answer)
      }
      const fetching = fetched(place, accepts).finally(() =>
        underWay.forget(transactionId, fetching),
      )
      underWay.set(transactionId, fetching)
      return fetching
    },
  }
}

// Where the clock was set back, nothing is remembered for longer than that.
const isWithinPause = ({ at }: Ended, now: Date): boolean =>
  Math.abs(now.getTime() - at) < limits.manifestRefetchMs

const fetchOnce = async (
  http: Pick<OutgoingHttp, "send">,
  clock: Clock,
  { manifestUrl, accessKey }: ContentPlace,
): Promise<FetchedContent> => {
  // A key that no header takes was sealed by somebody else.
  if (accessKey !== undefined && !/^[\x21-\x7e]{1,4096}$/.test(accessKey))
    return { kind: "failed", reason: "access_key_refused" }
  const answer = await http.send({
    url: manifestUrl,
    method: "GET",
    headers: {
      accept: "application/json",
      ...(accessKey === undefined ? {} : { authorization: `Bearer ${accessKey}` }),
    },
    timeoutMs: limits.manifestFetchTimeoutMs,
    maxBodyBytes: limits.contentBytesMax,
  })
  if (answer.kind === "failure") return { kind: "failed", reason: answer.code }
  if (answer.status < 200 || answer.status > 299)
    return { kind: "failed", reason: `status_${answer.status}` }
  if (answer.isCut) return { kind: "failed", reason: "too_large" }
  let text: string
  try {
    text = decoder.decode(answer.body)
  } catch {
    return { kind: "failed", reason: "not_json" }
  }
  const reading = readJsonText(text)
  if ("value" in reading)
    return {
      kind: "fetched",
      body: reading.value,
      latencyMs: Math.round(answer.durationMs),
      fetchedAt: clock.now(),
    }
  return {
    kind: "failed",
    reason: reading.fault === "not_json" ? "not_json" : "content_invalid",
  }
}
