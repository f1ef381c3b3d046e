import * as z from "zod"
import { dateTime } from "../endpoint.ts"

/** A wallet on the wire. */
export const Wallet = z
  .object({
    address: z.string(),
    uuid: z.string(),
    user_uuid: z.string().nullable(),
    public_key_pem: z.string(),
  })
  .meta({ id: "Wallet" })

export const Balance = z.object({ balance: z.int() }).meta({ id: "Balance" })

/** A wallet with its details on the wire. */
export const WalletDetails = z
  .object({
    wallet_uuid: z.string(),
    wallet_address: z.string(),
    balance: z.int(),
    available: z.int().describe("the balance without held points"),
    is_primary: z.boolean(),
    organization: z.object({ uuid: z.string(), name: z.string(), slug: z.string() }).nullable(),
    membership: z
      .object({ uuid: z.string(), tier_name: z.string(), joined_at: dateTime })
      .nullable(),
  })
  .meta({ id: "WalletDetails" })

/** A wallet in a list: with its details where they are asked for. */
export const ListedWallet = Wallet.extend(WalletDetails.partial().shape).meta({
  id: "ListedWallet",
})

export const TransactionStatus = z.enum(["pending", "confirmed", "failed", "cancelled", "reversed"])
export const TransactionType = z.enum([
  "mint",
  "burn",
  "transfer",
  "reward",
  "ticket_transfer",
  "spend",
  "adjustment",
  "expiration",
  "reversal",
  "refund",
  "key_rotation",
])

/** A transaction on the wire, and additively both chains' positions and the place in the log. */
export const Transaction = z
  .object({
    id: z.string(),
    from_address: z.string(),
    to_address: z.string(),
    amount: z.int(),
    transaction_type: TransactionType,
    status: TransactionStatus,
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
    data: z
      .string()
      .describe(
        "the public data behind `data_hash`: the new key of a `key_rotation`, otherwise empty",
      ),
    effect: z.enum(["posted", "pending", "post", "void"]),
    meta_hash: z.string(),
    description: z.string(),
    reference_id: z.string(),
    original_transaction_id: z.string(),
    failure_reason: z.string(),
    reversal_reason: z.string(),
    refunded_amount: z.int().describe("the amount that was refunded"),
    expires_at: dateTime.nullable().describe("for a hold: when it expires"),
    failed_at: dateTime.nullable(),
    created_at: dateTime,
    confirmed_at: dateTime.nullable(),
    tags: z.array(z.string()),
  })
  .meta({ id: "Transaction" })

/** A transaction with its sender; null where the sender is not known. */
export const RecentTransaction = Transaction.extend({
  sender: z
    .object({
      user_uuid: z.string().nullable(),
      username: z.string().nullable(),
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
      avatar_image_file_url: z.string().nullable(),
      organization: z.object({ uuid: z.string(), name: z.string(), slug: z.string() }).nullable(),
    })
    .nullable(),
}).meta({ id: "RecentTransaction" })

/** Proof that a transaction is in the public log. Hashes are lower-case hex. */
export const TransactionProof = z
  .object({
    transaction_id: z.string(),
    log_index: z.int(),
    leaf_hash: z.string(),
    size: z.int().describe("number of leaves in the log of the checkpoint"),
    checkpoint: z.string().describe("a signed note, C2SP tlog-checkpoint"),
    inclusion: z.array(z.string()).describe("RFC 9162 section 2.1.3, nearest first"),
    consistency: z
      .array(z.string())
      .nullable()
      .describe("RFC 9162 section 2.1.4, from `from_size`; null if it was not requested"),
  })
  .meta({ id: "TransactionProof" })

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

/** What decrypting a transaction shows on the wire. */
export const DecryptedTransactionData = z
  .object({
    manifest_url: z.string().describe("the URL of the content; fetch it with the access key"),
    content_hash: z
      .string()
      .nullable()
      .describe("SHA-256 of the content's RFC 8785 text, lower-case hex"),
    expires_at: dateTime.nullable().describe("of the access key"),
    access_key: z.string().nullable(),
    access_key_type: z
      .enum(["none", "bearer", "query", "header"])
      .describe("how to send the access key"),
    additional_data: z
      .record(z.string(), z.unknown())
      .describe(
        "`superseded_by` is the transaction that moved the ticket on, if this one brought a ticket that is no longer here",
      ),
  })
  .meta({ id: "DecryptedTransactionData" })

export const PointsAllowance = z
  .object({
    allowance: z.int().min(0).describe("the points that the organization may issue, net"),
    issued: z
      .int()
      .describe("the points that it has issued, net; negative if it burned more than it issued"),
    available: z.int().min(0).describe("the points that it may still issue"),
  })
  .meta({ id: "PointsAllowance" })
