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
