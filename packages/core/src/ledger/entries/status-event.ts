import canonicalize from "canonicalize"
import { Result } from "effect"
import { isSha256, sha256 } from "./digest.ts"
import { leafHash } from "../log/merkle.ts"
import {
  among,
  type Check,
  hash,
  instant,
  isRecord,
  networkName,
  shaped,
  textWith,
} from "./shape.ts"
import type { TransactionStatus } from "./transaction.ts"

const domain = "symbolon/ledger-status/v1\0"

/**
 * The signed part of a status event: exactly these members, RFC 8785
 * (docs/ledger-format.md#statuses).
 */
export interface StatusBody {
  readonly v: 1
  readonly network: string
  readonly transaction_id: string
  readonly transaction_hash: string
  readonly from_status: TransactionStatus
  readonly to_status: TransactionStatus
  readonly at: string
  /** Lower-case hex, {@link reasonHash}; `""` where nothing was said. */
  readonly reason_hash: string
}

/** Why a status changed; erasable, since the body holds only its salted hash. */
export interface StatusReason {
  readonly reason: string
  /** 16 random bytes, base64url. */
  readonly salt: string
}

/**
 * A status that changed after its transaction was entered: a leaf of the log, right behind the
 * entry that caused it, signed by the ledger's own key.
 */
export interface StatusEvent {
  readonly body: StatusBody
  /** The canonical bytes of `body`, as text, exactly as they were signed. */
  readonly text: string
  /** Ed25519, base64url without padding. */
  readonly signature: string
  /** Lower-case hex, RFC 9162. */
  readonly leafHash: string
  /** Position in the log, from 0. */
  readonly logIndex: number
  /** Undefined where nothing was said, or once erased. */
  readonly reason: StatusReason | undefined
}

/** Which status may follow which (docs/ledger-format.md#statuses): the others are final. */
const transitions: Readonly<Partial<Record<TransactionStatus, readonly TransactionStatus[]>>> = {
  pending: ["confirmed", "failed", "cancelled"],
  confirmed: ["reversed"],
}

/** Whether a status may follow another. */
export const isTransition = (from: TransactionStatus, to: TransactionStatus): boolean =>
  transitions[from]?.includes(to) ?? false

/** The canonical text of a status body: its members in the order of their names (RFC 8785). */
export const statusText = (body: StatusBody): string =>
  JSON.stringify({
    at: body.at,
    from_status: body.from_status,
    network: body.network,
    reason_hash: body.reason_hash,
    to_status: body.to_status,
    transaction_hash: body.transaction_hash,
    transaction_id: body.transaction_id,
    v: body.v,
  })

/** The bytes of a status body that are signed, and their hash as a leaf. */
export const sealedStatus = (
  text: string,
): { readonly input: Uint8Array; readonly leafHash: string } => {
  const input = Buffer.from(domain + text)
  return { input, leafHash: leafHash(input) }
}

/** Commits to a reason without telling it. */
export const reasonHash = (reason: StatusReason): string => sha256(canonicalize(reason) ?? "")

/**
 * Reads a text that anybody may have written, and refuses all but the one spelling of a status
 * body.
 */
export const parseStatus = (text: string): Result.Result<StatusBody, "bad_json" | "schema"> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return Result.fail("bad_json")
  }
  return isStatusBody(value) && statusText(value) === text
    ? Result.succeed(value)
    : Result.fail("schema")
}

const status = among(["pending", "confirmed", "failed", "cancelled", "reversed"])

const members: Readonly<Record<keyof StatusBody, Check>> = {
  v: among([1]),
  network: networkName,
  transaction_id: shaped(/^[a-z][a-z0-9]{23}$/),
  transaction_hash: hash,
  from_status: status,
  to_status: status,
  at: instant,
  reason_hash: textWith((text) => text === "" || isSha256(text)),
}

const memberChecks = Object.entries(members)

const isStatusBody = (value: unknown): value is StatusBody =>
  isRecord(value) && memberChecks.every(([name, holds]) => holds(value[name]))
