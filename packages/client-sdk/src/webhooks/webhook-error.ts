/**
 * Shared by all copies of this package, so that {@link isWebhookError} recognizes errors of other
 * copies.
 */
const brand: unique symbol = Symbol.for("@symbolon/client-sdk/webhook-error")

/** Why a request was not accepted as a webhook. Later versions may add codes. */
export type WebhookErrorCode =
  /** A header of the webhook is absent or empty. */
  | "missing_header"
  /** A header of the webhook is not of its form, or was sent twice. */
  | "malformed_header"
  /** There is no body as it arrived: it was parsed, or read by somebody else. */
  | "missing_raw_body"
  /** The signature is not that of this body under any of the secrets. */
  | "bad_signature"
  /** The body is signed, and is not the envelope of a webhook. */
  | "malformed_body"
  /** The body was signed too long ago, or in the future. */
  | "stale"
  /** `X-Webhook-Timestamp` is not the time in the body. */
  | "timestamp_mismatch"
  /** `X-Webhook-Event` is not the event in the body. */
  | "event_mismatch"
  | (string & {})

/**
 * The one error of `verifyWebhook` about a request. Answer it with 400. Recognize it with
 * {@link isWebhookError}, which holds across copies of this package where `instanceof` does not.
 */
export class WebhookError extends Error {
  override readonly name = "WebhookError"
  /** What to branch on. The message says what to do. */
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(message)
    this.code = code
  }

  get [brand](): true {
    return true
  }
}

/** A {@link WebhookError} with a given code. */
export type WebhookErrorOf<C extends WebhookErrorCode> = WebhookError & { readonly code: C }

/** Whether a thrown value is a {@link WebhookError} and, if `code` is passed, has that code. */
export function isWebhookError(e: unknown): e is WebhookError
export function isWebhookError<C extends WebhookErrorCode>(
  e: unknown,
  code: C,
): e is WebhookErrorOf<C>
export function isWebhookError(e: unknown, code?: WebhookErrorCode): boolean {
  return (
    typeof e === "object" &&
    e !== null &&
    brand in e &&
    (code === undefined || (e as WebhookError).code === code)
  )
}
