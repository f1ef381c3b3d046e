import type { KeyObject } from "node:crypto"
import { calculateJwkThumbprint } from "jose"
import { openRecent } from "../foundation/kernel/recent.ts"
import type { Ids } from "../foundation/ports/ids.ts"
import type { KeyVault } from "../foundation/ports/key-vault.ts"
import { seal, unseal } from "../foundation/sealing/sealed-box.ts"
import { generateKey, signingKey } from "../wallets/sealed-key.ts"
import { type CredentialKey, credentialKeyBinding } from "./credential-key.ts"

/** A key that is made and sealed, and not stored yet. */
export type NewCredentialKey = Pick<CredentialKey, "keyId" | "publicKey" | "sealed">

/** Makes the keys of credentials, and opens them; it remembers the newest few. */
export interface CredentialKeyring {
  /** Rejects when the vault does not open it. Never inside a transaction: the vault may be slow. */
  readonly open: (key: Pick<CredentialKey, "keyId" | "sealed">) => Promise<KeyObject>
  /** Makes a key and seals its private half; nothing is stored. */
  readonly make: () => Promise<NewCredentialKey>
}

/** `most` keys are remembered. */
export const openCredentialKeyring = (
  vault: KeyVault,
  ids: Pick<Ids, "bytes">,
  most: number,
): CredentialKeyring => {
  const known = openRecent<Promise<KeyObject>>(most)
  return {
    open: ({ keyId, sealed }) => {
      const remembered = known.get(keyId)
      if (remembered !== undefined) return remembered
      const key = unseal(vault, sealed, credentialKeyBinding(keyId)).then(privateKeyOf)
      known.set(keyId, key)
      key.catch(() => known.forget(keyId, key))
      return key
    },
    make: async () => {
      const { seed, publicKey: raw } = generateKey(ids)
      const publicKey = Buffer.from(raw).toString("base64url")
      const keyId = await calculateJwkThumbprint({ kty: "OKP", crv: "Ed25519", x: publicKey })
      const sealed = await seal(vault, ids, seed, credentialKeyBinding(keyId))
      seed.fill(0)
      return { keyId, publicKey, sealed }
    },
  }
}

const privateKeyOf = (seed: Uint8Array): KeyObject => {
  try {
    return signingKey(seed, 1).privateKey
  } finally {
    seed.fill(0)
  }
}
