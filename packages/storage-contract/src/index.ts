/**
 * The contract of a storage adapter, as data: run each case with any test runner, or all of them
 * with {@link runContract}; {@link modelCheck} then plays random work against the reference
 * adapter.
 *
 * @example
 * for (const { name, run } of storageContract) test(name, () => run(() => openMyStorage()))
 * test("does what memory does", () => modelCheck(() => openMyStorage(), { runs: 50 }))
 * @module
 */
export { ContractBroken } from "./claims.ts"
export { type ModelCheckOptions, modelCheck } from "./model-check.ts"
export { type CaseOutcome, runContract, type Skip } from "./run-contract.ts"
export { storageContract } from "./storage-contract.ts"
export type { OpenStorage, StorageCase } from "./storage-case.ts"
