import { decodeBase64url } from "../door/base64url.ts"

/**
 * The bytes of a padded base64 text (RFC 4648 section 4) in the one spelling of them, or null when
 * it is not one.
 */
export const decodeBase64 = (text: string): Uint8Array | null => {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  return decodeBase64url(text.replace(/=/g, "").replace(/\+/g, "-").replace(/\//g, "_"))
}
