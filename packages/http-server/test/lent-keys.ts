import type { Storage } from "@symbolon/core"

const purposes = ["tokens", "checkin_manifest", "ledger_status", "ledger_checkpoint"] as const
type Keys = Awaited<
  ReturnType<Parameters<Parameters<Storage["transact"]>[1]>[0]["serviceKeys"]["list"]>
>
let lent: Keys | undefined

/**
 * Gives a new storage the service's keys of the one before it in the same file: making them is most
 * of the work of opening a world. The vault must be the same.
 */
export const borrowKeys = async (storage: Storage): Promise<void> => {
  const keys = lent ?? []
  await storage.transact("write", async (tx) => {
    for (const key of keys) await tx.serviceKeys.add(key)
  })
}

/** Keeps the keys that a core has made in its storage, for the next one. */
export const lendKeys = async (storage: Storage): Promise<void> => {
  lent ??= await storage.transact("read", async (tx) => {
    const keys: Keys[number][] = []
    for (const purpose of purposes) keys.push(...(await tx.serviceKeys.list(purpose)))
    return keys
  })
}
