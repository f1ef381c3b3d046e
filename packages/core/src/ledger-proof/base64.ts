import { decodeBase64url } from "../door/base64url.ts"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/**
 * The bytes of a padded base64 text (RFC 4648 section 4) in the one spelling of them, or null when
 * it is not one.
 */
export const decodeBase64 = (text: string): Uint8Array | null => {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  return decodeBase64url(text.replace(/=/g, "").replace(/\+/g, "-").replace(/\//g, "_"))
}

/** Bytes as padded base64 (RFC 4648 section 4). */
export const encodeBase64 = (bytes: Uint8Array): string => {
  let text = ""
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
    const bits = (a << 16) | (b << 8) | c
    const letters = Math.min(bytes.length - at, 3) + 1
    for (let n = 0; n < 4; n += 1)
      text += n < letters ? alphabet.charAt((bits >> (18 - 6 * n)) & 63) : "="
  }
  return text
}
