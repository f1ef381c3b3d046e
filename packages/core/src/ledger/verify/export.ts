import { Result } from "effect"
import type { Leaf } from "../entries/change.ts"
import { exactBytes } from "../../foundation/kernel/digest.ts"
import { readJsonText } from "../../foundation/kernel/json-text.ts"
import {
  among,
  type Check,
  countFrom,
  hasMembers,
  hash,
  instant,
  isRecord,
  networkName,
  shaped,
  textUpTo,
  textWith,
} from "../../ledger-proof/shape.ts"

/**
 * The first line of an export: which ledger it is, and the keys that speak for it. Wire-shaped; the
 * same stands at `/ledger/keys`.
 */
export interface LedgerKeys {
  readonly v: 1
  readonly network: string
  /** The log's name in its checkpoints: no spaces, no plus sign. */
  readonly origin: string
  readonly keys: readonly LedgerKey[]
}

export interface LedgerKey {
  readonly key_id: string
  readonly purpose: "ledger_status" | "ledger_checkpoint"
  readonly algorithm: "Ed25519"
  /** Raw, base64url. */
  readonly public_key: string
  readonly not_before: string
  readonly not_after: string | null
}

/** A leaf as it is exported; its content only when it was asked for. */
export interface ExportedLeaf extends Leaf {
  readonly encryptedData?: string | undefined
}

/** A line of an export, read. */
export type ExportLine =
  | { readonly kind: "ledger"; readonly ledger: LedgerKeys }
  | { readonly kind: "leaf"; readonly leaf: ExportedLeaf }
  | { readonly kind: "checkpoint"; readonly note: string }

/**
 * An export of the ledger, line by line, without line ends (docs/ledger-format.md#exports): its
 * keys, the leaves in log order, and a checkpoint over exactly these leaves, if there is one.
 */
export async function* exportLines(
  ledger: LedgerKeys,
  leaves: AsyncIterable<ExportedLeaf> | Iterable<ExportedLeaf>,
  checkpoint?: string,
): AsyncGenerator<string, void, undefined> {
  yield JSON.stringify({ ledger })
  for await (const leaf of leaves) yield leafLine(leaf)
  if (checkpoint !== undefined) yield JSON.stringify({ checkpoint })
}

const leafLine = ({
  logIndex,
  kind,
  text,
  signature,
  leafHash,
  data,
  encryptedData,
}: ExportedLeaf): string =>
  JSON.stringify({
    log_index: logIndex,
    kind,
    body: text,
    signature,
    leaf_hash: leafHash,
    ...(data === undefined ? {} : { data }),
    ...(encryptedData === undefined ? {} : { encrypted_data: encryptedData }),
  })

/**
 * Reads an untrusted line. Members may stand in any order, since some tools
 * reorder them, but each exactly once and no others: a line means the same to every reader. What
 * the body says is not looked at here.
 */
export const parseLine = (line: string): Result.Result<ExportLine, "bad_json" | "schema"> => {
  const reading = readJsonText(line, levelsMax)
  if ("fault" in reading) return Result.fail("bad_json")
  const { value } = reading
  if (isLeaf(value)) return Result.succeed({ kind: "leaf", leaf: leafOf(value) })
  if (isHeader(value)) return Result.succeed({ kind: "ledger", ledger: value.ledger })
  if (isCheckpoint(value)) return Result.succeed({ kind: "checkpoint", note: value.checkpoint })
  return Result.fail("schema")
}

interface WireLeaf {
  readonly log_index: number
  readonly kind: "transaction" | "status"
  readonly body: string
  readonly signature: string
  readonly leaf_hash: string
  readonly data?: string
  readonly encrypted_data?: string
}

const text: Check = textWith((value) => value.isWellFormed())
const leafMembers: Readonly<Record<Exclude<keyof WireLeaf, "data" | "encrypted_data">, Check>> = {
  log_index: countFrom(0),
  kind: among(["transaction", "status"]),
  body: text,
  signature: text,
  leaf_hash: hash,
}
const keyMembers: Readonly<Record<keyof LedgerKey, Check>> = {
  key_id: textUpTo(128),
  purpose: among(["ledger_status", "ledger_checkpoint"]),
  algorithm: among(["Ed25519"]),
  public_key: textWith((value) => exactBytes(value, "base64url", 32) !== undefined),
  not_before: instant,
  not_after: (value) => value === null || instant(value),
}
const headerMembers: Readonly<Record<keyof LedgerKeys, Check>> = {
  v: among([1]),
  network: networkName,
  origin: shaped(/^[^\s+\p{Cc}]{1,255}$/u),
  keys: (value) =>
    Array.isArray(value) &&
    value.every((key: unknown) => isRecord(key) && hasMembers(key, keyMembers)),
}

const isLeaf = (value: unknown): value is WireLeaf =>
  isRecord(value) &&
  hasMembers(value, leafMembers, { data: text, encrypted_data: text }) &&
  (value["kind"] === "transaction" ||
    (value["data"] === undefined && value["encrypted_data"] === undefined))

const isHeader = (value: unknown): value is { readonly ledger: LedgerKeys } =>
  isRecord(value) &&
  hasMembers(value, { ledger: (ledger) => isRecord(ledger) && hasMembers(ledger, headerMembers) })

const isCheckpoint = (value: unknown): value is { readonly checkpoint: string } =>
  isRecord(value) && hasMembers(value, { checkpoint: text })

const leafOf = (wire: WireLeaf): ExportedLeaf => ({
  logIndex: wire.log_index,
  kind: wire.kind,
  text: wire.body,
  signature: wire.signature,
  leafHash: wire.leaf_hash,
  data: wire.data,
  encryptedData: wire.encrypted_data,
})

/** No line nests deeper: the header's keys do this deep. */
const levelsMax = 4
