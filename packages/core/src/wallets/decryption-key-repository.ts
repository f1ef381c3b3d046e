import type { WalletDecryptionKey } from "./wallet.ts"

/**
 * The keys that open what was sealed to wallets. The ledger's committer adds those of rotations,
 * with the entry that tells of them.
 */
export interface DecryptionKeyRepository {
  /** Rejects when the wallet has a key of this version already. */
  readonly add: (key: WalletDecryptionKey) => Promise<void>
  /** As {@link add}, for many, in few statements however many they are. */
  readonly addAll: (keys: readonly WalletDecryptionKey[]) => Promise<void>
  /** By `kid`, in no order; unknown ones are left out. */
  readonly findAll: (kids: readonly string[]) => Promise<readonly WalletDecryptionKey[]>
}
