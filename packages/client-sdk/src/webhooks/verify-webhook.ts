import type { SeenDeliveries } from "./seen-deliveries.ts"
import { WebhookError } from "./webhook-error.ts"
import type { WebhookEvent } from "./webhook-event.ts"
import { readHeader, type WebhookHeaders } from "./webhook-headers.ts"

/** A request as a server framework gives it: headers, and the body as it arrived. */
export interface RawRequest {
  readonly headers: WebhookHeaders
  /**
   * The bytes that arrived, or their text. Not JSON that was parsed: written again, it is another
   * text.
   */
  readonly rawBody: string | Uint8Array | ArrayBuffer
}

/** What is needed of a Fetch `Request`. Its body is read. */
export interface FetchRequest {
  readonly headers: WebhookHeaders
  readonly bodyUsed: boolean
  readonly arrayBuffer: () => Promise<ArrayBuffer>
}

/** How webhooks are verified. */
export interface VerifyWebhookOptions {
  /**
   * The signing secret of the webhook, `whsec_...`, as it was shown when the webhook was created or
   * its secret rotated. Several while a secret is rotated.
   */
  readonly secret: string | readonly string[]
  /** How far the time in the body may be from this machine's, in seconds. Default 300. */
  readonly toleranceSeconds?: number
  /** The time to compare with, a date or milliseconds since 1970. Default: this machine's. */
  readonly now?: Date | number | (() => Date | number)
  /** Remembers deliveries, to tell those that were taken before. Asked once all else is right. */
  readonly seen?: Pick<SeenDeliveries, "add">
}

/** The body of a webhook that is the service's, and what its headers say. */
export type VerifiedWebhook = WebhookEvent & {
  /**
   * `X-Webhook-Delivery`: the same for every attempt of a delivery, another when somebody asks for
   * it to be delivered again. It is not signed.
   */
  readonly deliveryId: string
  /**
   * Whether `seen` knew the delivery. Answer 2xx, and do not do the work again. Always false without
   * `seen`.
   */
  readonly isRepeated: boolean
}

const defaultToleranceSeconds = 300

/**
 * Verifies that a request is a webhook of the service, and returns its body. Only the body is
 * signed. So the signature is checked first, by WebCrypto in constant time; then the time in the
 * body against the clock, which limits how long a copy can be sent again; then that the headers say
 * the same as the body.
 *
 * Rejects with a {@link WebhookError} whose `code` says what is wrong, or with a `TypeError` if the
 * options are.
 *
 * @example
 * ```ts
 * const webhook = await verifyWebhook(request, { secret })
 * if (webhook.event === "membership.joined") await welcome(webhook.data.user_uuid)
 * ```
 */
export const verifyWebhook = async (
  request: RawRequest | FetchRequest,
  {
    secret,
    toleranceSeconds = defaultToleranceSeconds,
    now = Date.now,
    seen,
  }: VerifyWebhookOptions,
): Promise<VerifiedWebhook> => {
  if (!(toleranceSeconds >= 0)) throw new TypeError("toleranceSeconds must be 0 or more.")
  const keys = await Promise.all(secretsIn(secret).map(keyOf))
  const signature = signatureIn(readHeader(request.headers, "X-Webhook-Signature"))
  const body = await rawBodyOf(request)
  if (!(await isSigned(body, signature, keys)))
    throw new WebhookError(
      "bad_signature",
      "The signature is not that of this body. Pass the raw body as it arrived, not JSON that was parsed and written again; and the secret of this webhook as it was shown (whsec_...), not its digest.",
    )
  // From here on the body is the service's.
  const webhook = envelopeIn(body)
  expectFresh(webhook.timestamp, millisecondsOf(now), toleranceSeconds)
  expectSameHeaders(webhook, request.headers)
  const deliveryId = readHeader(request.headers, "X-Webhook-Delivery")
  const isRepeated = seen !== undefined && !(await seen.add(deliveryId))
  return { ...webhook, deliveryId, isRepeated }
}

const utf8 = new TextEncoder()
/** A `CryptoKey`, by a name that does not need the types of a browser. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>
const algorithm = { name: "HMAC", hash: "SHA-256" }

const secretsIn = (secret: string | readonly string[]): readonly string[] => {
  const secrets = typeof secret === "string" ? [secret] : (secret ?? [])
  if (secrets.length === 0 || secrets.some((one) => typeof one !== "string" || one === ""))
    throw new TypeError(
      "secret is missing. Pass the signing secret of the webhook (whsec_...); is the environment variable set?",
    )
  return secrets
}

/** The key is the SHA-256 of the secret as hex text, in ASCII. */
const keyOf = async (secret: string): Promise<Key> => {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(secret)))
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return crypto.subtle.importKey("raw", utf8.encode(hex), algorithm, false, ["verify"])
}

const signatureIn = (header: string): Uint8Array<ArrayBuffer> => {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(header) ?? []
  if (hex === undefined)
    throw new WebhookError(
      "malformed_header",
      "X-Webhook-Signature is not sha256= and 64 lower-case hex digits. Is this request from Symbolon?",
    )
  return Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16))
}

/** Returns a copy, so that what is read is what was verified. */
const rawBodyOf = async (request: RawRequest | FetchRequest): Promise<Uint8Array<ArrayBuffer>> => {
  const body: unknown =
    "rawBody" in request ? request.rawBody : isUnread(request) ? await request.arrayBuffer() : null
  if (typeof body === "string") return utf8.encode(body)
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice()
  // Not instanceof: a test runner or a frame may have an ArrayBuffer of its own.
  if (Object.prototype.toString.call(body) === "[object ArrayBuffer]")
    return new Uint8Array(body as ArrayBuffer).slice()
  throw new WebhookError(
    "missing_raw_body",
    'There is no raw body. Pass a Request whose body was not read, or { headers, rawBody } with the body as it arrived: a string, Uint8Array or ArrayBuffer. In Express use express.raw({ type: "application/json" }) on this route, in place of express.json().',
  )
}

const isUnread = (request: FetchRequest): boolean =>
  typeof request.arrayBuffer === "function" && !request.bodyUsed

/** Tries every key, also after one fits: how long it takes says nothing about them. */
const isSigned = async (
  body: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  keys: readonly Key[],
): Promise<boolean> => {
  const fits = await Promise.all(
    keys.map((key) => crypto.subtle.verify(algorithm, key, signature, body)),
  )
  return fits.includes(true)
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

const envelopeIn = (body: Uint8Array<ArrayBuffer>): WebhookEvent => {
  const value = jsonIn(body)
  if (
    typeof value === "object" &&
    value !== null &&
    "event" in value &&
    typeof value.event === "string" &&
    "timestamp" in value &&
    typeof value.timestamp === "string" &&
    isoTime.test(value.timestamp) &&
    !Number.isNaN(Date.parse(value.timestamp)) &&
    "organization_uuid" in value &&
    typeof value.organization_uuid === "string" &&
    "data" in value
  )
    return value as WebhookEvent
  throw new WebhookError(
    "malformed_body",
    "The signature is right, but the body is not a webhook: JSON with event, timestamp, organization_uuid and data. Is the secret used for something else too?",
  )
}

const jsonIn = (body: Uint8Array<ArrayBuffer>): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

const millisecondsOf = (now: Date | number | (() => Date | number)): number => {
  const at = Number(typeof now === "function" ? now() : now)
  if (Number.isNaN(at)) throw new TypeError("now is not a time.")
  return at
}

const expectFresh = (timestamp: string, now: number, toleranceSeconds: number): void => {
  const seconds = (now - Date.parse(timestamp)) / 1000
  if (Math.abs(seconds) <= toleranceSeconds) return
  throw new WebhookError(
    "stale",
    `The body was signed ${Math.abs(seconds)} s ${seconds > 0 ? "ago" : "in the future"}, and ${toleranceSeconds} s are tolerated. It is a copy that was sent again, or a clock is wrong: compare the clock of this machine with that of the service.`,
  )
}

const expectSameHeaders = ({ timestamp, event }: WebhookEvent, headers: WebhookHeaders): void => {
  const time = readHeader(headers, "X-Webhook-Timestamp")
  if (time !== String(Math.floor(Date.parse(timestamp) / 1000)))
    throw new WebhookError(
      "timestamp_mismatch",
      "X-Webhook-Timestamp is not the time in the signed body, in Unix seconds: the header was changed on its way.",
    )
  if (readHeader(headers, "X-Webhook-Event") !== event)
    throw new WebhookError(
      "event_mismatch",
      "X-Webhook-Event is not the event in the signed body: the header was changed on its way.",
    )
}
