/** What verifies a ledger from outside: exports, tiles, checkpoints, witnesses. @module */
export type { LedgerKey, LedgerKeys } from "./verify/export.ts"
export {
  type LedgerFault,
  type LedgerReport,
  type Verdict,
  verifyLedger,
  type VerifyLedgerOptions,
} from "./verify/verify-ledger.ts"
export {
  consistencyPlan,
  type HashRange,
  inclusionPlan,
  type ProofPlan,
  rootPlan,
} from "./log/proof-from-tiles.ts"
export { parseTile, type TileAddress, tileOf, tilePath, tileWidth } from "./log/tiles.ts"
export {
  cosign,
  type Cosigned,
  type Cosigner,
  type CosignRefusal,
  type Offer,
  type WitnessedLog,
} from "./log/witness.ts"
export type { LogState } from "../ledger-proof/history-state.ts"
export {
  isNoteName,
  noteKeyId,
  type OpenedCheckpoint,
  readCheckpoint,
  readNote,
} from "../ledger-proof/signed-note.ts"
