import { createHash } from "node:crypto"

/** The entity tag of a text that is made anew for each request: the same text has the same tag. */
export const etagOf = (text: string): string =>
  `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`

/** Whether an `If-None-Match` header names an entity tag (RFC 9110, section 13.1.2). */
export const matchesEtag = (sent: string | undefined, etag: string): boolean =>
  sent !== undefined &&
  (sent === "*" || sent.split(",").some((each) => each.trim().replace(/^W\//, "") === etag))

/**
 * The `Range` header of a request, undefined where it is to be ignored: the sender has the whole of
 * it already, or has a part of something else (RFC 9110, sections 13.1.5 and 13.2.2). We send no
 * dates, so none matches.
 */
export const rangeAskedFor = (
  headers: Readonly<Record<string, string>>,
  etag: string,
): string | undefined => {
  if (matchesEtag(headers["if-none-match"], etag)) return undefined
  const condition = headers["if-range"]
  return condition === undefined || condition.trim() === etag ? headers["range"] : undefined
}
