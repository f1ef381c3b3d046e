import type { ProofHost } from "./host.ts"
import { leafHash } from "./merkle.ts"
import {
  among,
  type Check,
  entryId,
  hash,
  hashOrNone,
  instant,
  isRecord,
  networkName,
} from "./shape.ts"

export const transactionStatuses = [
  "pending",
  "confirmed",
  "failed",
  "cancelled",
  "reversed",
] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

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
  /** Lower-case hex, `reasonHash`; `""` where no reason was given. */
  readonly reason_hash: string
}

const domain = "symbolon/ledger-status/v1\0"

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
export const sealStatus = (
  text: string,
  host: ProofHost,
): { readonly input: Uint8Array; readonly leafHash: string } => {
  const input = host.utf8(domain + text)
  return { input, leafHash: leafHash(input, host) }
}

/**
 * Reads a status body from an untrusted text, and refuses all but the one spelling of it. Never
 * throws.
 */
export const readStatus = (text: string): StatusBody | "bad_json" | "schema" => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return "bad_json"
  }
  return isStatusBody(value) && statusText(value) === text ? value : "schema"
}

const status = among(transactionStatuses)

const members: Readonly<Record<keyof StatusBody, Check>> = {
  v: among([1]),
  network: networkName,
  transaction_id: entryId,
  transaction_hash: hash,
  from_status: status,
  to_status: status,
  at: instant,
  reason_hash: hashOrNone,
}

const memberChecks = Object.entries(members)

const isStatusBody = (value: unknown): value is StatusBody =>
  isRecord(value) && memberChecks.every(([name, holds]) => holds(value[name]))
