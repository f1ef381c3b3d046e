const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

/**
 * The bytes of a base64url text without padding (RFC 4648 section 5), or null when it is not one.
 * Bits beyond the last byte must be zero, so that one value has one spelling.
 */
export const decodeBase64url = (text: string): Uint8Array | null => {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let bits = 0
  let held = 0
  let at = 0
  for (let index = 0; index < text.length; index += 1) {
    const value = ALPHABET.indexOf(text.charAt(index))
    if (value < 0) return null
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held >= 8) {
      held -= 8
      bytes[at] = bits >> held
      at += 1
    }
  }
  return held === 6 || (bits & ((1 << held) - 1)) !== 0 ? null : bytes
}
