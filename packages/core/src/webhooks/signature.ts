import { createHmac } from "node:crypto"
import { sha256 } from "../foundation/kernel/digest.ts"
import { packageVersion } from "../foundation/kernel/version.ts"
import type { Ids } from "../foundation/ports/ids.ts"

/**
 * Returns a new signing secret: `whsec_` and 32 random bytes in base64url. Show it once and keep
 * only its {@link secretDigest}.
 */
export const newSigningSecret = (ids: Pick<Ids, "secret">): string => ids.secret("whsec_")

/**
 * Returns the SHA-256 of a signing secret, 64 lower-case hex digits. The key of the HMAC is this
 * text in ASCII, not the 32 bytes that it spells, and not the secret.
 */
export const secretDigest = (secret: string): string => sha256(secret)

/**
 * Returns the name of a key, which an attempt is stored with: the first 8 hex digits of the SHA-256
 * of its {@link secretDigest}.
 */
export const keyIdOf = (digest: string): string => sha256(digest).slice(0, 8)

/** What a delivery says, whenever it is attempted. */
export interface WebhookMessage {
  /** The type of the event, such as `membership.joined`. */
  readonly event: string
  readonly organizationUuid: string
  /** Wire-shaped: exactly the published fields. */
  readonly data: Readonly<Record<string, unknown>>
}

/** What is different in each attempt. */
export interface AttemptSigning {
  /** The same for every attempt of a delivery. */
  readonly deliveryUuid: string
  /** {@link secretDigest} of the secret that is valid now. */
  readonly digest: string
  /** The time of the attempt; the body and the header both tell it. */
  readonly now: Date
}

/** A request that is ready to be sent by POST. */
export interface SignedAttempt {
  /** JSON in UTF-8. Send these bytes as they are: the signature is over them. */
  readonly body: Uint8Array
  /** By lower-case name. `content-length` is left to the transport. */
  readonly headers: Readonly<Record<string, string>>
}

const userAgent = `Symbolon/${packageVersion} (+https://github.com/symbolon/symbolon)`

/**
 * Writes and signs one attempt of a delivery, as docs/webhooks.md describes it. Only the body is
 * signed, so the time stands in the body too, in milliseconds; the header has the same moment in
 * whole Unix seconds, rounded down.
 */
export const signedAttempt = (
  { event, organizationUuid, data }: WebhookMessage,
  { deliveryUuid, digest, now }: AttemptSigning,
): SignedAttempt => {
  const envelope = {
    event,
    timestamp: now.toISOString(),
    organization_uuid: organizationUuid,
    user_uuid: null,
    data,
  }
  const body = Buffer.from(JSON.stringify(envelope))
  const signature = createHmac("sha256", digest).update(body).digest("hex")
  return {
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": userAgent,
      "x-webhook-event": event,
      "x-webhook-signature": `sha256=${signature}`,
      "x-webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "x-webhook-delivery": deliveryUuid,
    },
  }
}
