/**
 * Your adapter. Here the reference adapter plays its part; `BREAK=membership` makes it forget that
 * a person has one place.
 */
import { openMemory } from "@symbolon/core/memory"
import type { Repositories, Storage } from "@symbolon/core/storage"

export const openMyStorage = (): Storage => {
  const storage = openMemory({ strict: true })
  if (process.env["BREAK"] !== "membership") return storage
  const broken = (tx: Repositories): Repositories => ({
    ...tx,
    memberships: {
      ...tx.memberships,
      add: async (membership) => (await tx.memberships.add(membership), true),
    },
  })
  return { ...storage, transact: (mode, work) => storage.transact(mode, (tx) => work(broken(tx))) }
}
