import * as z from "zod"
import { reads, writes } from "../access.ts"
import { endpoint, flag, listQuery, page, text } from "../endpoint.ts"
import { limits } from "../../kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { IdentifierRef } from "../resources/identifier.ts"
import {
  Balance,
  LedgerKeys,
  RecentTransaction,
  Transaction,
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
  summary: "The caller's wallets; for an organization's token, its treasury.",
  access: reads("wallet:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  query: listQuery(["created_at"]).extend({ details: flag.default(false) }),
  response: page(z.union([WalletDetails, Wallet])),
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
  summary: "Everything that touched the caller's wallets, most recent first; a transfer between two of them once.",
  access: reads("wallet_transactions:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  query: listQuery(["created_at"], "desc").extend({
    status: z.array(TransactionStatus).optional().describe("any of these; may be given several times"),
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

export const transferPoints = endpoint({
  id: "transferPoints",
  base: "api",
  method: "POST",
  path: "/wallets/{wallet_address}/transfer",
  summary: "Sends points. Repeating it under the same key moves them once.",
  access: writes("wallet:transfer", "UOC", "manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.wallet),
  body: z.strictObject({
    to: IdentifierRef,
    amount: z.int().min(1).max(limits.amountMax),
    description: text(limits.descriptionMax).default(""),
    reference_id: text(limits.nameMax).default(""),
    tags: z.array(text(limits.nameMax)).max(50).default([]),
    idempotency_key: text(limits.idempotencyKeyMax, 1),
  }),
  response: Transaction,
  errors: ["NotFound", "IdentifierUnresolved", "BadRequest", "IdempotencyConflict", "InsufficientBalance", "Conflict", "RateLimited"],
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
