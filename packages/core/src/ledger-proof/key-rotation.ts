import { isAcceptablePublicKey } from "../door/ed25519.ts"
import type { TransactionBody } from "./body.ts"
import { rawPublicKey } from "./public-key.ts"
import { isRecord } from "./shape.ts"

/**
 * What a `key_rotation` says of its new key, in the one spelling that is hashed: RFC 8785
 * `{"public_key": PEM}` (docs/ledger-format.md#key-rotation).
 */
export const rotationData = (publicKeyPem: string): string =>
  JSON.stringify({ public_key: publicKeyPem })

/**
 * The key (PEM) that a rotation names; undefined unless the rotation moves nothing and its key is
 * whole, acceptable and a new one.
 */
export const newKeyOf = (body: TransactionBody, data: string): string | undefined => {
  if (body.transaction_type !== "key_rotation" || body.effect !== "posted" || body.amount !== 0)
    return undefined
  const pem = pemOf(data)
  if (pem === undefined || pem === body.public_key || rotationData(pem) !== data) return undefined
  const raw = rawPublicKey(pem)
  return raw !== null && isAcceptablePublicKey(raw) ? pem : undefined
}

const pemOf = (data: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(data)
    return isRecord(value) && typeof value["public_key"] === "string"
      ? value["public_key"]
      : undefined
  } catch {
    return undefined
  }
}
