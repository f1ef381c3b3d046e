import { storageContract } from "@symbolon/core/storage-contract"
import { describe, expect, it } from "vitest"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()

describe("the storage contract", () => {
  for (const { name, run } of storageContract) it(name, () => run(() => databases.openFresh()))

  it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
})
