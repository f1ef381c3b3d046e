import { hash } from "node:crypto"

/** SHA-256 as lower-case hex; a text is hashed as UTF-8. */
export const sha256 = (data: Uint8Array | string): string => hash("sha256", data, "hex")

/**
 * The bytes of base64 or base64url in the one spelling of them; `undefined` when the text is
 * another, or their number is not `size`.
 */
export const exactBytes = (
  text: string,
  encoding: "base64" | "base64url",
  size: number,
): Uint8Array | undefined => {
  const bytes = Buffer.from(text, encoding)
  return bytes.length === size && bytes.toString(encoding) === text ? bytes : undefined
}
