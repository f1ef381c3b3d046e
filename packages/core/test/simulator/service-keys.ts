import { createSymbolon } from "../../src/index.ts"
import { openMemory } from "../../src/memory/index.ts"
import { keyPurposes, type ServiceKey } from "../../src/service-keys/service-key.ts"
import type { MigratedStorage, Storage } from "../../src/foundation/storage/storage.ts"
import { memoryKeyVault, testClock } from "../../src/testing/index.ts"
import { start } from "../fixtures/world.ts"

// An RSA key takes longer to make than a whole run: one process's keys serve them all.
let serviceKeys: readonly ServiceKey[] | undefined

/** Gives a store that is empty the keys of another process, before one is started on it. */
export const copyServiceKeys = async (to: Storage): Promise<void> => {
  if ("migrations" in to) await (to as MigratedStorage).migrations.up()
  if (serviceKeys === undefined) {
    const from = openMemory()
    await createSymbolon({
      storage: from,
      vault: memoryKeyVault(new Uint8Array(32).fill(7)),
      testClock: testClock(start),
    })
    serviceKeys = (
      await Promise.all(
        keyPurposes.map((purpose) => from.transact("read", (tx) => tx.serviceKeys.list(purpose))),
      )
    ).flat()
  }
  const keys = serviceKeys
  await to.transact("write", async (tx) => {
    for (const key of keys) await tx.serviceKeys.add(key)
  })
}
