import { openRecent } from "../foundation/kernel/recent.ts"
import type { KeyVault } from "../foundation/ports/key-vault.ts"
import { openDecryptionKey } from "./decryption-key.ts"
import type { DecryptionKey } from "../foundation/ports/content-sealer.ts"
import type { WalletDecryptionKey } from "./wallet.ts"

/**
 * Opens the decryption keys of wallets and remembers the newest few. It reads no row itself:
 * the caller has found it just now, so that a key that was erased is not opened from memory.
 */
export interface DecryptionKeyring {
  /** Rejects when the vault does not open it. Never inside a transaction: the vault may be slow. */
  readonly open: (key: WalletDecryptionKey) => Promise<DecryptionKey>
}

/** `most` keys are remembered. */
export const openDecryptionKeyring = (vault: KeyVault, most: number): DecryptionKeyring => {
  const known = openRecent<Promise<DecryptionKey>>(most)
  return {
    open: ({ kid, address, version, sealed }) => {
      // By what is sealed too: what was written over a key must open by itself.
      const name = `${kid} ${sealed.box}`
      const remembered = known.get(name)
      if (remembered !== undefined) return remembered
      const key = openDecryptionKey(vault, { address, version }, sealed)
      known.set(name, key)
      key.catch(() => known.forget(name, key))
      return key
    },
  }
}
