/**
 * The format of the ledger, and what a holder needs to check their own part of it: nothing of a
 * platform, and no package.
 * @module
 */
export { portableHost, type ProofHost } from "./host.ts"
export { bodyTextOf, type ShownTransaction } from "./shown-transaction.ts"
export { emptyHistory, type HistoryState, type LogState } from "./history-state.ts"
export { provesConsistency, provesInclusion } from "./merkle.ts"
export {
  cosignaturesOf,
  isWitnessed,
  type NoteSigner,
  openCheckpoint,
  type OpenedCheckpoint,
} from "./signed-note.ts"
export {
  type HistoryEntry,
  type HistoryFault,
  type HistoryQuestion,
  type HistoryReport,
  needsFullLog,
  verifyHistory,
} from "./verify-history.ts"
