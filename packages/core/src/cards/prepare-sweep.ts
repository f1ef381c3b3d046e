import { step } from "../foundation/step.ts"
import { Ports, prepare, read } from "../foundation/unit-of-work.ts"
import type { Signing } from "../ledger/entries/post.ts"
import { availableOf } from "../ledger-proof/chain.ts"

/** With what the wallet of a card is emptied; undefined while there is nothing in it. */
export type PreparedSweep = Omit<Signing, "now"> | undefined

/**
 * Opens the key of a card's wallet, if the wallet holds anything: the vault may be slow, so this
 * runs before the transaction. What arrives later is the next holder's.
 */
export const prepareSweep = step(function* (walletAddress: string) {
  const { walletKeys, serviceKeys, settings } = yield* Ports
  const isEmpty = yield* read(function* (tx) {
    const wallet = yield* tx.wallets.find(walletAddress)
    if (wallet === undefined || availableOf(wallet) > 0) return wallet === undefined
    return (yield* tx.tickets.listValid({ walletAddress }, undefined, 1)).length === 0
  })
  if (isEmpty) return undefined
  const key = yield* prepare(() => walletKeys.open(walletAddress))
  if (key === undefined) return undefined
  const { privateKey: statusKey } = serviceKeys.signer("ledger_status")
  const prepared: PreparedSweep = { key, statusKey, network: settings.network }
  return prepared
})
