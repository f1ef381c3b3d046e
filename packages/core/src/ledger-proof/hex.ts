const hashShape = /^[0-9a-f]{64}$/

/** Bytes as lower-case hex. */
export const hashText = (bytes: Uint8Array): string => {
  let text = ""
  for (const byte of bytes) text += (byte + 256).toString(16).slice(1)
  return text
}

/** Whether an untrusted value is a SHA-256 as this ledger writes one: 64 digits, lower case. */
export const isHashText = (value: unknown): value is string =>
  typeof value === "string" && hashShape.test(value)

/** Writes the bytes of a text that {@link isHashText} accepts into `bytes`, from `at` on. */
export const writeHash = (text: string, bytes: Uint8Array, at: number): void => {
  for (let index = 0; index < 32; index += 1)
    bytes[at + index] =
      (digitOf(text.charCodeAt(2 * index)) << 4) | digitOf(text.charCodeAt(2 * index + 1))
}

/** "0" to "9" are 48 to 57, "a" to "f" are 97 to 102. */
const digitOf = (code: number): number => (code < 58 ? code - 48 : code - 87)
