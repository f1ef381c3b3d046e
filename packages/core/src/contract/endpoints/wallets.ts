import * as z from "zod"
import { reads, writes } from "../access.ts"
import { endpoint, flag, line, listQuery, page, prose, text, wholeNumber } from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { IdentifierRef } from "../resources/identifier.ts"
import {
  Balance,
  DecryptedTransactionData,
  LedgerKeys,
  ListedWallet,
  RecentTransaction,
  Transaction,
  TransactionProof,
  TransactionStatus,
  TransactionType,
  Wallet,
  WalletDetails,
} from "../resources/wallet.ts"

export const listWallets = endpoint({
  id: "listWallets",
  base: "api",
  method: "GET",
  path: "/wallets",
  summary:
    "The caller's wallets; for an organization's token, its treasury and the acting user's wallet there.",
  description: "A member without the role staff lists their own wallet there alone.",
  access: reads("wallet:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  query: listQuery(["created_at"]).extend({ details: flag.default(false) }),
  response: page(ListedWallet),
  errors: ["NotFound"],
})

export const getWallet = endpoint({
  id: "getWallet",
  base: "api",
  method: "GET",
  path: "/wallets/{wallet_address}",
  summary: "One wallet.",
  access: reads("wallet:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.wallet),
  response: Wallet,
  errors: ["NotFound"],
})

export const getWalletDetails = endpoint({
  id: "getWalletDetails",
  base: "api",
  method: "GET",
  path: "/wallets/{wallet_address}/details",
  summary: "One wallet with its points, and the organization and membership behind it.",
  access: reads("wallet:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.wallet),
  response: WalletDetails,
  errors: ["NotFound"],
})

export const getWalletBalance = endpoint({
  id: "getWalletBalance",
  base: "api",
  method: "GET",
  path: "/wallets/{wallet_address}/balance",
  summary: "The points a wallet holds. The cheapest read there is; safe to poll.",
  access: reads("wallet:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.wallet),
  response: Balance,
  errors: ["NotFound"],
})

export const listWalletTransactions = endpoint({
  id: "listWalletTransactions",
  base: "api",
  method: "GET",
  path: "/wallets/{wallet_address}/transactions",
  summary: "Everything that touched a wallet, most recent first.",
  access: reads("wallet_transactions:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.wallet),
  query: listQuery(["created_at"], "desc"),
  response: page(Transaction),
  errors: ["NotFound"],
})

export const listRecentTransactions = endpoint({
  id: "listRecentTransactions",
  base: "api",
  method: "GET",
  path: "/wallets/{wallet_address}/transactions/recent",
  summary: "The same with who sent each.",
  access: reads("wallet_transactions:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.wallet),
  query: listQuery(["created_at"], "desc"),
  response: page(RecentTransaction),
  errors: ["NotFound"],
})

export const listTransactions = endpoint({
  id: "listTransactions",
  base: "api",
  method: "GET",
  path: "/transactions",
  summary:
    "Everything that touched the caller's wallets, most recent first; a transfer between two of them once.",
  access: reads("wallet_transactions:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  query: listQuery(["created_at"], "desc").extend({
    status: z
      .array(TransactionStatus)
      .optional()
      .describe("any of these; may be given several times"),
    transaction_type: TransactionType.optional(),
  }),
  response: page(Transaction),
  errors: ["NotFound"],
})

export const getTransaction = endpoint({
  id: "getTransaction",
  base: "api",
  method: "GET",
  path: "/transactions/{transaction_id}",
  summary: "One transaction, for the wallets at either end.",
  access: reads("wallet_transactions:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.transaction),
  response: Transaction,
  errors: ["NotFound"],
})

export const decryptTransaction = endpoint({
  id: "decryptTransaction",
  base: "api",
  method: "POST",
  path: "/transactions/{transaction_id}/decrypt",
  summary: "Opens what a transaction carries, for a wallet at one of its ends.",
  description:
    "Answers where the content is, and a key that is good for it for 15 minutes; who asked is noted. 404 for a transaction that carries none. " +
    "409 with `details.reason`: `reversed`; `content_invalid` when what is kept is not what was signed; `key_unavailable` when no key opens it any more.",
  access: writes("wallet:decrypt", "UO", "staff"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.transaction),
  body: z.strictObject({ wallet_address: line(limits.nameMax, 1) }),
  response: DecryptedTransactionData,
  errors: ["NotFound", "Conflict"],
})

export const transferPoints = endpoint({
  id: "transferPoints",
  base: "api",
  method: "POST",
  path: "/wallets/{wallet_address}/transfer",
  summary: "Sends points, or hands a ticket on. Repeating it under the same key moves them once.",
  description:
    "Exactly one of `amount` and `transaction_id`: the latter names the transaction by which the wallet has a ticket, and answers a `ticket_transfer`. " +
    "409 with `details.reason` `ticket_used`: the holder was admitted with the ticket, and that session has not ended or is its only one.",
  access: writes("wallet:transfer", "UOC", "manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.wallet),
  body: z
    .strictObject({
      to: IdentifierRef,
      amount: z.int().min(1).max(limits.amountMax).optional(),
      transaction_id: text(64, 1).optional(),
      description: prose(limits.descriptionMax).default(""),
      reference_id: line(limits.nameMax).default(""),
      tags: z.array(line(limits.nameMax)).max(50).default([]),
      idempotency_key: text(limits.idempotencyKeyMax, 1),
    })
    .refine(
      ({ amount, transaction_id }) => (amount === undefined) !== (transaction_id === undefined),
      {
        path: ["amount"],
        message: "send exactly one of amount and transaction_id",
      },
    ),
  response: Transaction,
  errors: [
    "NotFound",
    "IdentifierUnresolved",
    "BadRequest",
    "IdempotencyConflict",
    "InsufficientBalance",
    "Conflict",
    "RateLimited",
  ],
})

export const getTransactionProof = endpoint({
  id: "getTransactionProof",
  base: "api",
  method: "GET",
  path: "/transactions/{transaction_id}/proof",
  summary:
    "That a transaction stands in the log that everybody sees, for the wallets at either end.",
  description:
    "With `from_size`, the size of an earlier checkpoint, also that the log has only grown since.",
  access: reads("wallet_transactions:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.transaction),
  query: z.object({ from_size: wholeNumber(0).optional() }),
  response: TransactionProof,
  errors: ["NotFound", "BadRequest"],
})

export const getLedgerKeys = endpoint({
  id: "getLedgerKeys",
  base: "api",
  method: "GET",
  path: "/ledger/keys",
  summary: "The public keys of the ledger. No token needed: anybody may verify.",
  access: undefined,
  bucket: "read",
  status: 200,
  response: LedgerKeys,
  errors: [],
})
