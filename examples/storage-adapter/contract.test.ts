/**
 * All an adapter's author writes: every case of the contract, in whatever runner they like. Run it
 * at the root with `npm run examples -- storage-adapter`.
 */
import { test } from "node:test"
import { modelCheck, storageContract } from "@symbolon/storage-contract"
import { openMyStorage } from "./my-storage.ts"

const open = () => Promise.resolve(openMyStorage())

for (const { name, run } of storageContract) void test(name, () => run(open))

void test("does what the reference adapter does, whatever the verbs", () =>
  modelCheck(open, { runs: 25 }))
