import assert from "node:assert/strict"
import { verifyLedger } from "../../src/ledger/index.ts"
import type { Wallet } from "../../src/wallets/wallet.ts"
import type { Model } from "./model.ts"
import type { TestLedger } from "../fixtures/ledger.ts"
import { portsOf } from "../../src/effect.ts"

/**
 * What holds of any ledger at any time: it verifies, its balances are the fold of its log and add
 * up to 0, and nobody is below 0.
 */
export const mustBeSound = async (
  { symbolon }: TestLedger,
  wallets: readonly Wallet[],
): Promise<void> => {
  const report = await verifyLedger(symbolon.exportLedger())
  assert.deepEqual([report.verdict, report.firstError], ["verified", undefined])
  assert.equal(
    [...report.wallets.values()].reduce((sum, { balance }) => sum + balance, 0),
    0,
    "the sum of all balances",
  )
  for (const { address, kind, balance, held, sequence, head } of wallets) {
    const inLog = report.wallets.get(address) ?? { balance: 0, held: 0, sequence: 0, head }
    const folded = {
      balance: inLog.balance,
      held: inLog.held,
      sequence: inLog.sequence,
      head: inLog.head,
    }
    assert.deepEqual({ balance, held, sequence, head }, folded, `the wallet ${address}`)
    assert.ok(
      held >= 0 && (kind === "issuance" || balance >= held),
      `${address} has ${balance}, and ${held} held`,
    )
  }
}

/** The wallets of a test ledger as they are stored. */
export const walletsOf = async ({ symbolon, wallets }: TestLedger): Promise<readonly Wallet[]> => {
  const found = await portsOf(symbolon).storage.transact("read", (tx) =>
    tx.wallets.findAll([...wallets]),
  )
  return wallets.map((address) => {
    const wallet = found.find((one) => one.address === address)
    if (wallet === undefined) throw new Error(`The wallet ${address} is gone.`)
    return wallet
  })
}

/**
 * The stored ledger is what the model says: every wallet, every transaction, no transaction more.
 */
export const mustEqual = async (ledger: TestLedger, model: Model): Promise<void> => {
  const wallets = await walletsOf(ledger)
  await mustBeSound(ledger, wallets)
  assert.deepEqual(
    wallets.map(({ balance, held, sequence }) => ({ balance, held, sequence })),
    model.wallets,
  )
  const { storage } = portsOf(ledger.symbolon)
  const leaves = await storage.transact("read", (tx) => tx.transactions.leaves(0, 100_000))
  assert.equal(
    leaves.filter(({ kind }) => kind === "transaction").length,
    model.transactions.size,
    "transactions in the log",
  )
  const stored = await storage.transact("read", async (tx) => {
    const found = []
    for (const [key, id] of ledger.ids) found.push([key, await tx.transactions.find(id)] as const)
    return found
  })
  for (const [key, found] of stored) {
    const { effect, type, amount, status, moved, refunded } = model.transactions.get(key) ?? {}
    const { body } = found ?? {}
    const facts = [
      key,
      body?.effect,
      body?.transaction_type,
      body?.amount,
      found?.status,
      found?.movedAmount,
      found?.refundedAmount,
    ]
    assert.deepEqual(facts, [key, effect, type, amount, status, moved, refunded])
  }
}
