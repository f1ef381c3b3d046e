import { wallets as endpoints } from "@symbolon/core/contract"
import { ledger, wallets } from "@symbolon/core/effect"
import { Effect } from "effect"
import { encodeLedgerKeys } from "../encode/ledger-keys.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeRecentTransaction, encodeTransaction } from "../encode/transaction.ts"
import { encodeWallet, encodeWalletDetails } from "../encode/wallet.ts"
import { openRoute, route, type Route } from "../route.ts"
import { tellPosted } from "./posted.ts"

export const walletRoutes: readonly Route[] = [
  route(endpoints.listWallets, (input, caller) =>
    input.details
      ? Effect.map(wallets.listDetails(caller, { page: pageRequest(input) }), (page) => encodePage(input, page, encodeWalletDetails))
      : Effect.map(wallets.list(caller, { page: pageRequest(input) }), (page) => encodePage(input, page, encodeWallet)),
  ),
  route(endpoints.getWalletDetails, (input, caller) =>
    Effect.map(wallets.details(caller, { wallet: input.wallet_address }), encodeWalletDetails),
  ),
  route(endpoints.getWallet, (input, caller) => Effect.map(wallets.find(caller, { wallet: input.wallet_address }), encodeWallet)),
  route(endpoints.getWalletBalance, (input, caller) =>
    Effect.map(wallets.balance(caller, { wallet: input.wallet_address }), (balance) => ({ balance })),
  ),
  route(endpoints.listWalletTransactions, (input, caller) =>
    Effect.map(ledger.listTransactions(caller, { wallet: input.wallet_address, page: pageRequest(input) }), (page) =>
      encodePage(input, page, encodeTransaction),
    ),
  ),
  route(endpoints.listRecentTransactions, (input, caller) =>
    Effect.map(ledger.listRecent(caller, { wallet: input.wallet_address, page: pageRequest(input) }), (page) =>
      encodePage(input, page, encodeRecentTransaction),
    ),
  ),
  route(endpoints.listTransactions, (input, caller) =>
    Effect.map(
      ledger.listAllTransactions(caller, { statuses: input.status, type: input.transaction_type, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeTransaction),
    ),
  ),
  route(endpoints.getTransaction, (input, caller) =>
    Effect.map(ledger.findTransaction(caller, { transaction: input.transaction_id }), encodeTransaction),
  ),
  route(endpoints.transferPoints, (input, caller) =>
    tellPosted(
      ledger.transfer(caller, {
        wallet: input.wallet_address,
        to: input.to,
        amount: input.amount,
        description: input.description,
        referenceId: input.reference_id,
        tags: input.tags,
        idempotencyKey: input.idempotency_key,
      }),
    ),
  ),
  openRoute(endpoints.getLedgerKeys, () => Effect.map(ledger.publicKeys(), encodeLedgerKeys)),
]
