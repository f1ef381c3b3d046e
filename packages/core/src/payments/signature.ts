import { createHmac, timingSafeEqual } from "node:crypto"

/** HMAC-SHA256 (RFC 2104) of the parts, one after the other, under the UTF-8 bytes of `secret`. */
export const macOf = (secret: string, ...parts: readonly (string | Uint8Array)[]): Buffer =>
  parts.reduce((mac, part) => mac.update(part), createHmac("sha256", secret)).digest()

const hexMac = /^[0-9a-f]{64}$/i

/** Whether `hex` is that MAC, told in the same time whatever it is wrong about. */
export const isMac = (hex: string, mac: Uint8Array): boolean =>
  hexMac.test(hex) && timingSafeEqual(Buffer.from(hex, "hex"), mac)

/** Whether two texts are the same, told in a time that depends on the first one's length alone. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(macOf("symbolon/same-secret", given), macOf("symbolon/same-secret", secret))
