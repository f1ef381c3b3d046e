import { openRecent } from "../foundation/kernel/recent.ts"
import { openNextRead } from "../foundation/next-read.ts"
import type { Storage } from "../foundation/storage/storage.ts"
import type { WalletIdentity } from "./wallet.ts"

/**
 * Whose wallets are. It never changes, so it needs no asking again for those that were asked for
 * last.
 */
export interface WalletDirectory {
  /**
   * Whose the wallet at an address is, which may cost a read: calls that wait share one. Undefined
   * where there is none. Never inside a transaction.
   */
  readonly find: (
    address: string,
  ) => WalletIdentity | undefined | Promise<WalletIdentity | undefined>
}

const readsAtOnce = 1
const addressesTogether = 256

/** `most` wallets are remembered, some 300 bytes each. */
export const openWalletDirectory = (storage: Storage, most: number): WalletDirectory => {
  const known = openRecent<WalletIdentity>(most)
  // What does change (balance, key, place in the chain) is left behind.
  const identitiesAt = (addresses: readonly string[]): Promise<readonly WalletIdentity[]> =>
    storage.transact("read", async (tx) =>
      (await tx.wallets.findAll([...new Set(addresses)])).map(
        ({ address, kind, userUuid, organizationUuid }) => ({
          address,
          kind,
          userUuid,
          organizationUuid,
        }),
      ),
    )
  const ask = openNextRead(
    async (addresses: readonly string[]): Promise<readonly (WalletIdentity | undefined)[]> => {
      const found = new Map(
        (await identitiesAt(addresses)).map((identity) => [identity.address, identity]),
      )
      for (const [address, identity] of found) known.set(address, identity)
      return addresses.map((address) => found.get(address))
    },
    { atOnce: readsAtOnce, together: addressesTogether },
  )
  return { find: (address) => known.get(address) ?? ask(address) }
}
