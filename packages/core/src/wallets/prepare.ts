import { Effect } from "effect"
import { Ports, prepare } from "../unit-of-work.ts"
import { addressOf } from "./address.ts"
import { generateKey, sealKey } from "./sealed-key.ts"
import type { SealedKey } from "./wallet.ts"

/** A fresh wallet key, sealed before any transaction begins, since the vault may be slow. */
export interface PreparedKey {
  readonly address: string
  /** Raw, base64url. */
  readonly publicKey: string
  readonly sealed: SealedKey
}

/** Makes a wallet key and the address that follows from it. Nothing is stored yet. */
export const prepareKey = Effect.fnUntraced(function* () {
  const { vault, ids, settings } = yield* Ports
  return yield* prepare(async (): Promise<PreparedKey> => {
    const { seed, publicKey } = generateKey(ids)
    const address = addressOf(publicKey, settings.network)
    const sealed = await sealKey(vault, ids, { address, version: 1 }, seed)
    seed.fill(0)
    return { address, publicKey: Buffer.from(publicKey).toString("base64url"), sealed }
  })
})
