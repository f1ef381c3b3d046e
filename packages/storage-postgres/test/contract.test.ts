import { modelCheck, storageContract } from "@symbolon/storage-contract"
import { describe, expect, it } from "vitest"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const open = () => databases.openFresh()

it("is not an empty contract", () => expect(storageContract.length).toBeGreaterThan(150))

describe("the storage contract", () => {
  it.for(storageContract.map((one) => [one.name, one.run] as const))("%s", ([, run]) => run(open))

  it("does what memory does", () => modelCheck(open, { runs: 25 }))

  it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
})
