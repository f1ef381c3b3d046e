import { host } from "@symbolon/core"
import { wallets as endpoints } from "@symbolon/core/contract"
import { mapAnswer, ledger, tickets, transactions, wallets } from "@symbolon/core/effect"
import { encodeDecryptedData } from "../encode/decrypted-data.ts"
import { encodeLedgerKeys } from "../encode/ledger-keys.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeRecentTransaction, encodeTransaction } from "../encode/transaction.ts"
import { encodeTransactionProof } from "../encode/transaction-proof.ts"
import { encodeListedWallet, encodeWallet, encodeWalletDetails } from "../encode/wallet.ts"
import { openRoute, route, type Route } from "../route.ts"
import { encodePosted } from "./posted.ts"

export const walletRoutes: readonly Route[] = [
  route(endpoints.listWallets, (input, caller) =>
    input.details
      ? mapAnswer(wallets.listWithDetails(caller, { page: pageRequest(input) }), (page) =>
          encodePage(input, page, encodeListedWallet),
        )
      : mapAnswer(wallets.list(caller, { page: pageRequest(input) }), (page) =>
          encodePage(input, page, encodeWallet),
        ),
  ),
  route(endpoints.details, (input, caller) =>
    mapAnswer(wallets.details(caller, { wallet: input.wallet_address }), encodeWalletDetails),
  ),
  route(endpoints.getWallet, (input, caller) =>
    mapAnswer(wallets.get(caller, { wallet: input.wallet_address }), encodeWallet),
  ),
  route(endpoints.balance, (input, caller) =>
    mapAnswer(wallets.balance(caller, { wallet: input.wallet_address }), (balance) => ({
      balance,
    })),
  ),
  route(endpoints.listWalletTransactions, (input, caller) =>
    mapAnswer(
      wallets.listTransactions(caller, { wallet: input.wallet_address, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeTransaction),
    ),
  ),
  route(endpoints.listRecentTransactions, (input, caller, imageUrl) =>
    mapAnswer(
      wallets.listRecentTransactions(caller, {
        wallet: input.wallet_address,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeRecentTransaction(imageUrl)),
    ),
  ),
  route(endpoints.decrypt, (input, caller) =>
    mapAnswer(
      transactions.decrypt(caller, {
        transaction: input.transaction_id,
        wallet: input.wallet_address,
      }),
      encodeDecryptedData,
    ),
  ),
  route(endpoints.listTransactions, (input, caller) =>
    mapAnswer(
      transactions.list(caller, {
        statuses: input.status,
        type: input.transaction_type,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeTransaction),
    ),
  ),
  route(endpoints.getTransaction, (input, caller) =>
    mapAnswer(transactions.get(caller, { transaction: input.transaction_id }), encodeTransaction),
  ),
  route(endpoints.transfer, (input, caller) => {
    const sent = {
      wallet: input.wallet_address,
      to: input.to,
      description: input.description,
      referenceId: input.reference_id,
      tags: input.tags,
      idempotencyKey: input.idempotency_key,
    }
    // The contract lets exactly one of the two through.
    return input.transaction_id === undefined
      ? encodePosted(wallets.transfer(caller, { ...sent, amount: input.amount ?? 0 }))
      : encodePosted(tickets.transfer(caller, { ...sent, transaction: input.transaction_id }))
  }),
  route(endpoints.proof, (input, caller) =>
    mapAnswer(
      transactions.proof(caller, {
        transaction: input.transaction_id,
        fromSize: input.from_size,
      }),
      encodeTransactionProof,
    ),
  ),
  openRoute(endpoints.keys, () => mapAnswer(ledger.keys(host, {}), encodeLedgerKeys)),
]
