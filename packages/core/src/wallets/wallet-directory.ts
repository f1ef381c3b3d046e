import { openRecent } from "../foundation/kernel/recent.ts"
import type { WalletIdentity } from "./wallet.ts"

/** Whose the wallets are that were used last. It never changes, so it needs no asking again. */
export interface WalletDirectory {
  readonly find: (address: string) => WalletIdentity | undefined
  readonly note: (wallet: WalletIdentity) => void
}

/** `most` wallets are remembered, some 300 bytes each. */
export const openWalletDirectory = (most: number): WalletDirectory => {
  const known = openRecent<WalletIdentity>(most)
  return {
    find: known.get,
    // What does change (balance, key, place in the chain) is left behind.
    note: ({ address, kind, userUuid, organizationUuid }) =>
      known.set(address, { address, kind, userUuid, organizationUuid }),
  }
}
