/** What tests of Symbolon, and of programs that embed it, need. @module */
export { memoryKeyVault } from "../foundation/system/local-key-vault.ts"
export { type TestClock, testClock } from "./test-clock.ts"
