import { createCipheriv, createDecipheriv } from "node:crypto"
import { cipherKey } from "../kernel/cipher-key.ts"
import type { Ids } from "../ports/ids.ts"
import type { KeyVault, WrappedKey } from "../ports/key-vault.ts"

const cipher = "aes-256-gcm"
const dataKeySize = 32
const nonceSize = 12
const tagSize = 16

/** A secret at rest: AES-256-GCM under a data key of its own, which a {@link KeyVault} wrapped. */
export interface SealedBox {
  readonly wrapped: WrappedKey
  /** base64url of nonce (12 bytes), ciphertext and tag (16 bytes). */
  readonly box: string
}

/**
 * Seals `secret`; `aad` is bound to the ciphertext and to the wrapped data key, so that boxes
 * cannot be exchanged between rows.
 */
export const seal = async (
  vault: KeyVault,
  ids: Pick<Ids, "bytes">,
  secret: Uint8Array,
  aad: string,
): Promise<SealedBox> => {
  const dataKey = ids.bytes(dataKeySize)
  try {
    const nonce = ids.bytes(nonceSize)
    const sealing = createCipheriv(cipher, cipherKey(dataKey), nonce).setAAD(Buffer.from(aad))
    const box = Buffer.concat([
      nonce,
      sealing.update(secret),
      sealing.final(),
      sealing.getAuthTag(),
    ])
    return { wrapped: await vault.wrap(dataKey, aad), box: box.toString("base64url") }
  } finally {
    dataKey.fill(0)
  }
}

/**
 * Opens what {@link seal} sealed; the caller wipes it. Rejects when anything was changed, or when
 * it was bound to something else.
 */
export const unseal = async (
  vault: KeyVault,
  sealed: SealedBox,
  aad: string,
): Promise<Uint8Array> => {
  const box = Buffer.from(sealed.box, "base64url")
  if (box.length < nonceSize + tagSize) throw new Error("A sealed box is too short.")
  const dataKey = await vault.unwrap(sealed.wrapped, aad)
  try {
    const opening = createDecipheriv(cipher, cipherKey(dataKey), box.subarray(0, nonceSize), {
      authTagLength: tagSize,
    })
      .setAAD(Buffer.from(aad))
      .setAuthTag(box.subarray(-tagSize))
    return Buffer.concat([opening.update(box.subarray(nonceSize, -tagSize)), opening.final()])
  } finally {
    dataKey.fill(0)
  }
}
