/**
 * The reference storage adapter: in memory, for tests and as the oracle of the storage contract.
 * @module
 */
export { type MemoryOptions, openMemory, WorkWaited } from "./open-memory.ts"
