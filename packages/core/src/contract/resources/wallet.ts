import * as z from "zod"
import { dateTime } from "../endpoint.ts"

/** Specification, "Wallet". */
export const Wallet = z
  .object({ address: z.string(), uuid: z.string(), user_uuid: z.string().nullable(), public_key_pem: z.string() })
  .meta({ id: "Wallet" })

export const Balance = z.object({ balance: z.int() }).meta({ id: "Balance" })

/** Specification, "Transaction", and additively both chains' positions and the place in the log. */
export const Transaction = z
  .object({
    id: z.string(),
    from_address: z.string(),
    to_address: z.string(),
    amount: z.int(),
    transaction_type: z.string(),
    status: z.string(),
    transaction_hash: z.string(),
    previous_hash: z.string(),
    to_previous_hash: z.string(),
    from_sequence: z.int(),
    to_sequence: z.int(),
    log_index: z.int(),
    signature: z.string(),
    public_key: z.string(),
    encrypted_data: z.string(),
    data_hash: z.string(),
    description: z.string(),
    reference_id: z.string(),
    original_transaction_id: z.string(),
    failure_reason: z.string(),
    reversal_reason: z.string(),
    failed_at: dateTime.nullable(),
    created_at: dateTime,
    confirmed_at: dateTime.nullable(),
    tags: z.array(z.string()),
  })
  .meta({ id: "Transaction" })

/** Public keys of the ledger itself, the same as in the head of an export. */
export const LedgerKeys = z
  .object({
    v: z.literal(1),
    network: z.string(),
    origin: z.string(),
    keys: z.array(
      z.object({
        key_id: z.string(),
        purpose: z.enum(["ledger_status", "ledger_checkpoint"]),
        algorithm: z.literal("Ed25519"),
        public_key: z.string(),
        not_before: dateTime,
        not_after: dateTime.nullable(),
      }),
    ),
  })
  .meta({ id: "LedgerKeys" })
