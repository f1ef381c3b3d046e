import { Result } from "effect"
import { type OpenedCheckpoint, openCheckpoint } from "../../ledger-proof/signed-note.ts"
import { type ExportedLeaf, type LedgerKeys, parseLine } from "./export.ts"
import { beginCheck, type LedgerCheck, type SeenWallet } from "./ledger-check.ts"
import type { LeafFault } from "./read-leaf.ts"
import { nativeHost } from "../../foundation/kernel/native-host.ts"
import { rootOf } from "../log/merkle.ts"

/** What can be wrong with an export. */
export type LedgerFault = LeafFault | "checkpoint_signature" | "truncated" | "bad_root"

/** Three verdicts: a ledger that no saved checkpoint covers may be sound and still lack its end. */
export type Verdict = "verified" | "broken" | "unanchored"

export interface VerifyLedgerOptions {
  /**
   * Checkpoints kept elsewhere, as notes. The export must have them all in its history. One that
   * the same keys signed under an earlier name of the log counts as well: whose a log is its keys
   * say.
   */
  readonly checkpoints?: readonly string[]
  /** Raw Ed25519 keys to hold checkpoints against, instead of those the export names for itself. */
  readonly checkpointKeys?: readonly Uint8Array[]
  /** Told from time to time how many leaves were found sound. */
  readonly progress?: (leaves: number) => void
}

/** What was found. When broken, everything else tells of the leaves before the first error. */
export interface LedgerReport {
  readonly verdict: Verdict
  readonly leaves: number
  /** Over these leaves, lower-case hex. */
  readonly root: string
  /** By address. The balances add up to 0: an entry moves points and makes none. */
  readonly wallets: ReadonlyMap<string, SeenWallet>
  /**
   * `logIndex` is undefined when no one leaf is to blame: the head of the export, or a checkpoint.
   */
  readonly firstError:
    | { readonly code: LedgerFault; readonly logIndex: number | undefined }
    | undefined
}

/** So many signatures are verified at once. */
const batchSize = 256

/**
 * Verifies an export of the ledger (lines without their ends) with no database and no network:
 * every text, address, key, signature, both chains of every entry, every balance, and the Merkle
 * root against checkpoints. Reads it once, in a memory that grows with the wallets and not with the
 * leaves. docs/ledger-format.md#verification; RFC 9162; C2SP tlog-checkpoint.
 *
 * `verified` means that a checkpoint covers exactly these leaves. Unless `checkpointKeys` are
 * given, it is held against the key that the export itself names: then the report says that the
 * ledger is whole, not whose it is.
 *
 * @example
 * const lines = createInterface({ input: createReadStream("ledger.ndjson") })
 * const { verdict } = await verifyLedger(lines)
 */
export const verifyLedger = async (
  lines: AsyncIterable<string> | Iterable<string>,
  options: VerifyLedgerOptions = {},
): Promise<LedgerReport> => {
  const reading = readExport(lines)
  const first = await reading.next()
  if (first.done === true || first.value.kind !== "ledger") {
    const code = first.done !== true && first.value.kind === "fault" ? first.value.code : "schema"
    return report(beginCheck("", []), "broken", { code, logIndex: undefined })
  }
  const { ledger } = first.value
  const check = beginCheck(ledger.network, ledger.keys)
  const keys = checkpointKeys(ledger, options)
  const anchors = anchorsOf(options.checkpoints ?? [], keys)
  if (anchors === undefined)
    return report(check, "broken", { code: "checkpoint_signature", logIndex: undefined })

  let covered = reach(check, anchors)
  for await (const part of reading) {
    if (covered === "bad_root") break
    switch (part.kind) {
      case "ledger":
        return report(check, "broken", { code: "schema", logIndex: check.head().size })
      case "fault":
        return report(check, "broken", { code: part.code, logIndex: check.head().size })
      case "leaves": {
        for (const read of await Promise.all(part.leaves.map(check.read))) {
          const code = check.take(read)
          if (code !== undefined)
            return report(check, "broken", { code, logIndex: check.head().size })
          covered = reach(check, anchors)
          if (covered === "bad_root") break
        }
        options.progress?.(check.head().size)
        break
      }
      case "checkpoint": {
        const checkpoint = openCheckpoint(part.note, { origin: ledger.origin, keys }, nativeHost)
        if (checkpoint === null)
          return report(check, "broken", { code: "checkpoint_signature", logIndex: undefined })
        if (checkpoint.size > check.head().size)
          return report(check, "broken", { code: "truncated", logIndex: check.head().size })
        if (checkpoint.size < check.head().size)
          return report(check, "broken", { code: "bad_root", logIndex: checkpoint.size })
        covered = reach(check, [checkpoint])
      }
    }
  }
  if (covered === "bad_root")
    return report(check, "broken", { code: "bad_root", logIndex: undefined })
  const owed = check.end()
  if (owed !== undefined)
    return report(check, "broken", { code: owed, logIndex: check.head().size })
  const missing = anchors.some(({ size }) => size > check.head().size)
  if (missing) return report(check, "broken", { code: "truncated", logIndex: check.head().size })
  return report(check, covered === "covered" ? "verified" : "unanchored")
}

const report = (
  check: LedgerCheck,
  verdict: Verdict,
  firstError?: LedgerReport["firstError"],
): LedgerReport => ({
  verdict,
  leaves: check.head().size,
  root: rootOf(check.head()),
  wallets: check.wallets,
  firstError,
})

/** Whether checkpoints of this very size agree with the root, if there are any. */
const reach = (
  check: LedgerCheck,
  checkpoints: readonly OpenedCheckpoint[],
): "covered" | "uncovered" | "bad_root" => {
  const here = checkpoints.filter(({ size }) => size === check.head().size)
  if (here.length === 0) return "uncovered"
  const root = rootOf(check.head())
  return here.every((checkpoint) => checkpoint.root === root) ? "covered" : "bad_root"
}

const checkpointKeys = (
  ledger: LedgerKeys,
  { checkpointKeys: given }: VerifyLedgerOptions,
): readonly Uint8Array[] =>
  given ??
  ledger.keys
    .filter(({ purpose }) => purpose === "ledger_checkpoint")
    .map((key) => Buffer.from(key.public_key, "base64url"))

const anchorsOf = (
  notes: readonly string[],
  keys: readonly Uint8Array[],
): readonly OpenedCheckpoint[] | undefined => {
  const anchors = notes
    // Under the name that the note itself begins with.
    .map((note) => openCheckpoint(note, { origin: note.split("\n", 1)[0] ?? "", keys }, nativeHost))
    .filter((checkpoint) => checkpoint !== null)
  return anchors.length === notes.length ? anchors : undefined
}

type Part =
  | { readonly kind: "ledger"; readonly ledger: LedgerKeys }
  | { readonly kind: "leaves"; readonly leaves: readonly ExportedLeaf[] }
  | { readonly kind: "checkpoint"; readonly note: string }
  | { readonly kind: "fault"; readonly code: "bad_json" | "schema" }

/**
 * The lines as parts: leaves gathered into batches, and nothing after a checkpoint or a line that
 * is none.
 */
async function* readExport(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Part, void, undefined> {
  let leaves: ExportedLeaf[] = []
  let ended = false
  for await (const line of lines) {
    const parsed = parseLine(line)
    const part: Part | undefined = Result.isFailure(parsed)
      ? { kind: "fault", code: parsed.failure }
      : ended
        ? { kind: "fault", code: "schema" }
        : undefined
    if (part === undefined && Result.isSuccess(parsed) && parsed.success.kind === "leaf") {
      leaves.push(parsed.success.leaf)
      if (leaves.length < batchSize) continue
    }
    if (leaves.length > 0) yield { kind: "leaves", leaves }
    leaves = []
    if (part !== undefined) return yield part
    if (Result.isSuccess(parsed) && parsed.success.kind !== "leaf") {
      yield parsed.success
      ended = parsed.success.kind === "checkpoint"
    }
  }
  if (leaves.length > 0) yield { kind: "leaves", leaves }
}
