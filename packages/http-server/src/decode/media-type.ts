import type { Headers } from "../exchange.ts"
import { WireRefused } from "../wire-refusal.ts"

const utf8 = /^"?utf-?8"?$/i

/** Refuses a body of another media type, another charset than UTF-8, or with a content coding. */
export const expectMediaType = (
  headers: Headers,
  expected: "application/json" | "application/x-www-form-urlencoded",
): void => {
  const sent = headers["content-type"]
  // The media type of most requests.
  if (sent === expected && headers["content-encoding"] === undefined) return
  const [type = "", ...rest] = (sent ?? "").split(";").map((part) => part.trim())
  const charset = rest.find((part) => /^charset=/i.test(part))?.slice("charset=".length) ?? "utf-8"
  const coding = headers["content-encoding"] ?? "identity"
  if (type.toLowerCase() === expected && utf8.test(charset) && coding === "identity") return
  throw new WireRefused("unsupported_media_type", {
    message: `Send the body as ${expected}, in UTF-8 and without a content coding.`,
  })
}
