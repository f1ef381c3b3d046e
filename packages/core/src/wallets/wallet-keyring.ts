import type { KeyVault } from "../ports/key-vault.ts"
import type { Storage } from "../storage/storage.ts"
import { openKey, type SigningKey } from "./sealed-key.ts"

/** Opens the signing keys of wallets and remembers the newest few: opening asks the vault, parsing costs five signatures. */
export interface WalletKeyring {
  /** `undefined` when there is no such wallet. Never inside a transaction: the vault may be slow. */
  readonly open: (address: string) => Promise<SigningKey | undefined>
  /** Forgets a key, when a view showed that the wallet has another by now. */
  readonly forget: (address: string) => void
}

const keysMost = 10_000

export const openWalletKeyring = (storage: Storage, vault: KeyVault): WalletKeyring => {
  const known = new Map<string, Promise<SigningKey | undefined>>()

  const load = async (address: string): Promise<SigningKey | undefined> => {
    const found = await storage.transact("read", async (tx) => ({
      wallet: await tx.wallets.find(address),
      sealed: await tx.wallets.sealedKey(address),
    }))
    if (found.wallet === undefined || found.sealed === undefined) return undefined
    return openKey(vault, { address, version: found.wallet.keyVersion }, found.sealed)
  }

  const remember = (address: string, key: Promise<SigningKey | undefined>): Promise<SigningKey | undefined> => {
    // A Map keeps the order of insertion: what was used last stands last, so the first is the one to let go.
    known.delete(address)
    known.set(address, key)
    if (known.size > keysMost)
      for (const oldest of known.keys()) {
        known.delete(oldest)
        break
      }
    return key
  }

  return {
    open: (address) => {
      const key = known.get(address) ?? load(address)
      // What failed or found nothing must be asked again next time.
      key.then(
        (opened) => opened ?? known.delete(address),
        () => known.delete(address),
      )
      return remember(address, key)
    },
    forget: (address) => void known.delete(address),
  }
}
