import { openRecent } from "../foundation/kernel/recent.ts"
import type { KeyVault } from "../foundation/ports/key-vault.ts"
import type { Storage } from "../foundation/storage/storage.ts"
import { openKey, type SigningKey } from "./sealed-key.ts"

/**
 * Opens the signing keys of wallets and remembers the newest few: opening asks the vault, parsing
 * costs five signatures.
 */
export interface WalletKeyring {
  /**
   * `undefined` when there is no such wallet. Never inside a transaction: the vault may be slow.
   */
  readonly open: (address: string) => Promise<SigningKey | undefined>
  /** Forgets a key, when a view showed that the wallet has another by now. */
  readonly forget: (address: string) => void
}

/** `most` keys are remembered. */
export const openWalletKeyring = (
  storage: Storage,
  vault: KeyVault,
  most: number,
): WalletKeyring => {
  const known = openRecent<Promise<SigningKey | undefined>>(most)

  const load = async (address: string): Promise<SigningKey | undefined> => {
    const found = await storage.transact("read", async (tx) => ({
      wallet: await tx.wallets.find(address),
      sealed: await tx.wallets.sealedKey(address),
    }))
    if (found.wallet === undefined || found.sealed === undefined) return undefined
    return openKey(vault, { address, version: found.wallet.keyVersion }, found.sealed)
  }

  return {
    open: (address) => {
      const remembered = known.get(address)
      if (remembered !== undefined) return remembered
      const key = load(address)
      known.set(address, key)
      // What failed or found nothing must be asked again next time; what came in its place
      // meanwhile stays.
      key.then(
        (opened) => opened ?? known.forget(address, key),
        () => known.forget(address, key),
      )
      return key
    },
    forget: (address) => known.forget(address),
  }
}
