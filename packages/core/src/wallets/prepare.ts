import type { Ids } from "../foundation/ports/ids.ts"
import type { KeyVault } from "../foundation/ports/key-vault.ts"
import { step } from "../foundation/step.ts"
import { Ports, prepare } from "../foundation/unit-of-work.ts"
import { addressOf } from "./address.ts"
import { generateDecryptionKey, sealDecryptionKey } from "./decryption-key.ts"
import { generateKey, type KeyOwner, sealKey } from "./sealed-key.ts"
import type { SealedKey } from "./wallet.ts"

/**
 * The fresh keys of a wallet, sealed before any transaction begins, since the vault may be slow.
 */
export interface PreparedKey {
  readonly address: string
  /** Raw, base64url. */
  readonly publicKey: string
  readonly sealed: SealedKey
  /** The key that opens what will be sealed to the wallet. */
  readonly decryption: PreparedDecryptionKey
}

/** A fresh decryption key of a wallet, sealed for one version of it. */
export interface PreparedDecryptionKey {
  readonly version: number
  /** Raw X25519 public key, base64url. */
  readonly publicKey: string
  readonly sealed: SealedKey
}

/**
 * Makes the keys of a wallet, and the address that follows from the one that signs. Nothing is
 * stored yet.
 */
export const prepareKey = step(function* () {
  const { vault, ids, settings } = yield* Ports
  return yield* prepare(() => freshKey({ vault, ids, network: settings.network }))
})

/** Keys of wallets that are made at the same time: a vault may be a service far away. */
const keysAtOnce = 16

/** As {@link prepareKey}, for many wallets. */
export const prepareKeys = step(function* (count: number) {
  const { vault, ids, settings } = yield* Ports
  return yield* prepare(async (): Promise<readonly PreparedKey[]> => {
    const keys: PreparedKey[] = []
    while (keys.length < count) {
      const length = Math.min(keysAtOnce, count - keys.length)
      const some = Array.from({ length }, () => freshKey({ vault, ids, network: settings.network }))
      keys.push(...(await Promise.all(some)))
    }
    return keys
  })
})

interface KeyMaker {
  readonly vault: KeyVault
  readonly ids: Pick<Ids, "bytes">
  readonly network: string
}

const freshKey = async ({ vault, ids, network }: KeyMaker): Promise<PreparedKey> => {
  const { seed, publicKey } = generateKey(ids)
  const owner = { address: addressOf(publicKey, network), version: 1 }
  const [sealed, decryption] = await Promise.all([
    sealKey(vault, ids, owner, seed).finally(() => seed.fill(0)),
    freshDecryptionKey(vault, ids, owner),
  ])
  return {
    address: owner.address,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    sealed,
    decryption,
  }
}

/** Makes a decryption key for a version of a wallet and seals it. Slow, as the vault may be. */
export const freshDecryptionKey = async (
  vault: KeyVault,
  ids: Pick<Ids, "bytes">,
  owner: KeyOwner,
): Promise<PreparedDecryptionKey> => {
  const { secret, publicKey } = generateDecryptionKey(ids)
  try {
    return {
      version: owner.version,
      publicKey,
      sealed: await sealDecryptionKey(vault, ids, owner, secret),
    }
  } finally {
    secret.fill(0)
  }
}
