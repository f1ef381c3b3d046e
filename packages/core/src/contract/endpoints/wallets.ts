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
  name: "wallets.list",
  base: "api",
  method: "GET",
  path: "/wallets",
  summary:
    "Lists the caller's wallets. For an org-scoped token: the treasury and the acting user's wallet there.",
  description: "A member without the role staff sees only their own wallet there.",
  access: reads("wallet:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  query: listQuery(["created_at"]).extend({ details: flag.default(false) }),
  response: page(ListedWallet),
  errors: ["NotFound"],
})

export const getWallet = endpoint({
  name: "wallets.get",
  base: "api",
  method: "GET",
  path: "/wallets/{wallet_address}",
  summary: "Returns a wallet.",
  access: reads("wallet:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.wallet),
  response: Wallet,
  errors: ["NotFound"],
})

export const details = endpoint({
  name: "wallets.details",
  base: "api",
  method: "GET",
  path: "/wallets/{wallet_address}/details",
  summary: "Returns a wallet with its points, its organization and its membership.",
  access: reads("wallet:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.wallet),
  response: WalletDetails,
  errors: ["NotFound"],
})

export const balance = endpoint({
  name: "wallets.balance",
  base: "api",
  method: "GET",
  path: "/wallets/{wallet_address}/balance",
  summary: "Returns the balance of a wallet. This call is cheap and safe to poll.",
  access: reads("wallet:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.wallet),
  response: Balance,
  errors: ["NotFound"],
})

export const listWalletTransactions = endpoint({
  name: "wallets.listTransactions",
  base: "api",
  method: "GET",
  path: "/wallets/{wallet_address}/transactions",
  summary: "Lists the transactions of a wallet, newest first.",
  access: reads("wallet_transactions:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.wallet),
  query: listQuery(["created_at"], "desc"),
  response: page(Transaction),
  errors: ["NotFound"],
})

export const listRecentTransactions = endpoint({
  name: "wallets.listRecentTransactions",
  base: "api",
  method: "GET",
  path: "/wallets/{wallet_address}/transactions/recent",
  summary: "Lists the transactions of a wallet with their senders.",
  access: reads("wallet_transactions:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.wallet),
  query: listQuery(["created_at"], "desc"),
  response: page(RecentTransaction),
  errors: ["NotFound"],
})

export const listTransactions = endpoint({
  name: "transactions.list",
  base: "api",
  method: "GET",
  path: "/transactions",
  summary:
    "Lists the transactions of the caller's wallets, newest first. A transfer between two of them appears once.",
  access: reads("wallet_transactions:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  query: listQuery(["created_at"], "desc").extend({
    status: z.array(TransactionStatus).optional().describe("filter by status; repeatable"),
    transaction_type: TransactionType.optional(),
  }),
  response: page(Transaction),
  errors: ["NotFound"],
})

export const getTransaction = endpoint({
  name: "transactions.get",
  base: "api",
  method: "GET",
  path: "/transactions/{transaction_id}",
  summary: "Returns a transaction, for its two wallets.",
  access: reads("wallet_transactions:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.transaction),
  response: Transaction,
  errors: ["NotFound"],
})

export const decrypt = endpoint({
  name: "transactions.decrypt",
  isSafeToRepeat: true,
  base: "api",
  method: "POST",
  path: "/transactions/{transaction_id}/decrypt",
  summary: "Decrypts the content of a transaction, for one of its two wallets.",
  description:
    "Returns the URL of the content and an access key for 15 minutes. The call is recorded. 404 for a transaction without content. " +
    "409 with `details.reason`: `reversed`; `content_invalid` if the content does not match its signed hash; `key_unavailable` if no key can decrypt it any more.",
  access: writes("wallet:decrypt", "UO", "staff"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.transaction),
  body: z.strictObject({ wallet_address: line(limits.nameMax, 1) }),
  response: DecryptedTransactionData,
  errors: ["NotFound", "Conflict"],
})

export const transfer = endpoint({
  name: "wallets.transfer",
  base: "api",
  method: "POST",
  path: "/wallets/{wallet_address}/transfer",
  summary:
    "Sends points, or hands on a ticket. Repeating the call with the same key has no second effect.",
  description:
    "Send exactly one of `amount` and `transaction_id`. `transaction_id` names the transaction that gave the wallet its ticket; the answer is a `ticket_transfer`. " +
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
    "MembershipRequired",
    "Conflict",
    "RateLimited",
  ],
})

export const proof = endpoint({
  name: "transactions.proof",
  base: "api",
  method: "GET",
  path: "/transactions/{transaction_id}/proof",
  summary: "Returns the proof that a transaction is in the public log, for its two wallets.",
  description:
    "With `from_size`, the size of an earlier checkpoint, it also proves that the log extends that checkpoint.",
  access: reads("wallet_transactions:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.transaction),
  query: z.object({ from_size: wholeNumber(0).optional() }),
  response: TransactionProof,
  errors: ["NotFound", "BadRequest"],
})

export const keys = endpoint({
  name: "ledger.keys",
  base: "api",
  method: "GET",
  path: "/ledger/keys",
  summary: "Lists the public keys of the ledger. No token is needed.",
  access: undefined,
  bucket: "read",
  status: 200,
  response: LedgerKeys,
  errors: [],
})
