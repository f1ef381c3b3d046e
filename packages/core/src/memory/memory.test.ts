import { describe, test } from "vitest"
import { storageContract } from "../storage-contract/index.ts"
import { openMemory } from "./index.ts"

describe("the storage contract, strict", () => {
  for (const { name, run } of storageContract) test(name, () => run(async () => openMemory({ strict: true })))
})
