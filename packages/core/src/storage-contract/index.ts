/**
 * The contract of a storage adapter, as data: run each case with any test runner, or all of them with {@link runContract}.
 *
 * @example
 * for (const { name, run } of storageContract) test(name, () => run(() => openMyStorage()))
 * @module
 */
export { ContractBroken } from "./claims.ts"
export { storageContract } from "./storage-contract.ts"
export type { OpenStorage, StorageCase } from "./storage-case.ts"
