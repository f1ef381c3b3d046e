import { canonicalJson, isWellFormed } from "../door/canonical.ts"
import { readInstant } from "../door/instant.ts"
import { encodeUtf8 } from "../door/utf8.ts"
import { type TransactionBody, transactionTypes } from "../ledger/entries/transaction.ts"
import { isAddress } from "./address.ts"
import { hashText, isHashText } from "./hex.ts"
import { rawPublicKey } from "./public-key.ts"
import { sha256 } from "./sha256.ts"

const domain = "symbolon/ledger-tx/v1\0"

/** Why an untrusted text is no body. */
export type BodyFault = "bad_json" | "schema" | "bad_address" | "bad_public_key"

/** A body, and everything about it that its bytes alone decide. */
export interface SignedBody {
  readonly body: TransactionBody
  /** The bytes that are signed. */
  readonly input: Uint8Array
  /** Lower-case hex SHA-256 of `input`; the head of both chains after it. */
  readonly transactionHash: string
  /** Of the Merkle log, lower-case hex (RFC 9162). */
  readonly leafHash: string
  /** The raw key that `public_key` spells. */
  readonly publicKey: Uint8Array
}

/**
 * Reads a body that anybody may have written: canonical (RFC 8785), exactly its members, each
 * within its limits. Never throws.
 */
export const readBody = (text: string): SignedBody | BodyFault => {
  let value: unknown
  try {
    value = JSON.parse(text)
    if (canonicalJson(value) !== text) return "bad_json"
  } catch {
    return "bad_json"
  }
  if (!isBody(value)) return "schema"
  if (!isAddress(value.from_address, value.network) || !isAddress(value.to_address, value.network))
    return "bad_address"
  const publicKey = rawPublicKey(value.public_key)
  if (publicKey === null) return "bad_public_key"
  const input = encodeUtf8(domain + text)
  const leaf = new Uint8Array(input.length + 1)
  leaf.set(input, 1)
  return {
    body: value,
    input,
    transactionHash: hashText(sha256(input)),
    leafHash: hashText(sha256(leaf)),
    publicKey,
  }
}

type Check = (value: unknown) => boolean

const isBody = (value: unknown): value is TransactionBody => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  const given = new Map<string, unknown>(Object.entries(value))
  if (given.size !== checks.length || !checks.every(([name, holds]) => holds(given.get(name))))
    return false
  return given.get("from_address") !== given.get("to_address")
}

const among =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)
const shaped =
  (shape: RegExp): Check =>
  (value) =>
    typeof value === "string" && shape.test(value)
const countFrom =
  (least: number): Check =>
  (value) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= least
const textUpTo =
  (longest: number): Check =>
  (value) =>
    typeof value === "string" && value.length <= longest && isWellFormed(value)
const hashOrNone: Check = (value) => value === "" || isHashText(value)
const instant: Check = (value) =>
  typeof value === "string" && value.length === 24 && Number.isFinite(readInstant(value))

/** One check a member; the type demands all of them. */
const members: Readonly<Record<keyof TransactionBody, Check>> = {
  v: among([1]),
  network: shaped(/^[a-z0-9-]{1,32}$/),
  id: shaped(/^[a-z][a-z0-9]{23}$/),
  effect: among(["posted", "pending", "post", "void"]),
  transaction_type: among(transactionTypes),
  from_address: shaped(/^[a-z0-9]{1,64}$/),
  from_sequence: countFrom(1),
  previous_hash: isHashText,
  to_address: shaped(/^[a-z0-9]{1,64}$/),
  to_sequence: countFrom(1),
  to_previous_hash: isHashText,
  amount: countFrom(0),
  data_hash: hashOrNone,
  meta_hash: hashOrNone,
  reference_id: textUpTo(255),
  original_transaction_id: shaped(/^(?:[a-z][a-z0-9]{23})?$/),
  created_at: instant,
  public_key: textUpTo(128),
}
const checks = Object.entries(members)
