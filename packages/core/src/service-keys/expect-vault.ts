import type { KeyVault } from "../foundation/ports/key-vault.ts"
import type { Storage } from "../foundation/storage/storage.ts"
import { keyPurposes } from "./service-key.ts"

/** The vault does not open what a database was sealed with. */
export class WrongVault extends Error {
  override readonly name = "WrongVault"
  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`The vault key does not belong to this database, so nothing was written. ${why}`, {
      cause,
    })
  }
}

/**
 * Does nothing when the vault opens the keys that the service signs with, or when there are none
 * yet. Writes nothing.
 *
 * @throws {WrongVault} when it does not.
 */
export const expectVault = async (
  storage: Storage,
  vault: Pick<KeyVault, "unwrap">,
): Promise<void> => {
  for (const purpose of keyPurposes) {
    const keys = await storage.transact("read", (tx) => tx.serviceKeys.list(purpose))
    const newest = keys.findLast(({ status }) => status !== "gone")
    if (newest === undefined) continue
    const { wrapped } = newest.sealed
    await vault.unwrap(wrapped, newest.keyId).then(
      (dataKey) => dataKey.fill(0),
      (reason: unknown) => {
        throw new WrongVault(reason)
      },
    )
  }
}
