import { emptyHistory, type LogState } from "../src/holder/history-state.ts"
import {
  type HistoryEntry,
  type HistoryQuestion,
  type HistoryReport,
  verifyHistory,
} from "../src/holder/verify-history.ts"
import { appended, emptyLedger, rootOf } from "../src/ledger/log/merkle.ts"
import type { TransactionBody } from "../src/ledger/entries/transaction.ts"
import { nativeEd25519 } from "../src/ledger/log/witness.ts"
import type { SigningKey } from "../src/wallets/sealed-key.ts"
import { inclusionPath } from "./merkle-oracle.ts"
import { leafOf, playedSample, resigned, type SampleLedger } from "./sample-ledger.ts"

/**
 * What a service shows of a wallet, with or without the proofs that it stands in the log of `size`
 * leaves.
 */
export const historyOf = (
  { transactions, addresses }: SampleLedger,
  wallet: number,
  size?: number,
): HistoryEntry[] => {
  const address = addresses[wallet] ?? ""
  const leaves = transactions.slice(0, size).map(({ leafHash }) => leafHash)
  return transactions
    .filter(({ body }) => body.from_address === address || body.to_address === address)
    .map(({ text, signature, encryptedData, logIndex }) => ({
      text,
      signature,
      encryptedData,
      ...(size === undefined || logIndex >= size
        ? {}
        : { inclusion: { logIndex, path: inclusionPath(leaves, logIndex) } }),
    }))
}

/** The log after so many leaves, as its checkpoint shows it. */
export const logOf = ({ transactions }: SampleLedger, size = transactions.length): LogState => ({
  size,
  root: rootOf(
    transactions
      .slice(0, size)
      .reduce((head, { leafHash }) => appended(head, leafHash), emptyLedger),
  ),
})

/** A ledger in which the wallet of a member sends and receives. */
export const sample = playedSample(16)
export const wallet = 2
export const address = sample.addresses[wallet] ?? ""
export const size = sample.transactions.length
export const bare = historyOf(sample, wallet)
export const proved = historyOf(sample, wallet, size)
export const checkpoint = logOf(sample)
export const now = sample.wallets.get(address) ?? emptyHistory(address)
/** The platform's arithmetic: ours is held to it in the door's tests, and by the vectors. */
export const verify = nativeEd25519.verify

/** What is found of the member's history. */
export const look = (
  entries: readonly HistoryEntry[],
  question: Partial<HistoryQuestion> = {},
): Promise<HistoryReport> =>
  verifyHistory(entries, { address, network: "test", verify, ...question })

/** Verdict, code and sequence in one, for short expectations. */
export const judge = async (
  entries: readonly HistoryEntry[],
  question: Partial<HistoryQuestion> = {},
): Promise<string> => {
  const { verdict, firstError } = await look(entries, question)
  return firstError === undefined ? verdict : `${firstError.code} ${firstError.sequence ?? "-"}`
}

/** The item there; a test that asks for another is wrong. */
export const at = <T>(items: readonly T[], index: number): T => {
  const item = items[index]
  if (item === undefined) throw new Error("There is no such item.")
  return item
}

/** An entry that says something else, signed anew by whoever has the key. */
export const forged = (
  index: number,
  change: Partial<TransactionBody>,
  key = keyOfSender(index),
): HistoryEntry => {
  const { text, signature } = resigned(
    { ...leafOf(at(sample.transactions, 0)), text: at(bare, index).text },
    change,
    key,
  )
  return { text, signature }
}
export const bodyAt = (index: number): TransactionBody => JSON.parse(at(bare, index).text)
export const keyOfSender = (index: number): SigningKey =>
  at(sample.keys, sample.addresses.indexOf(bodyAt(index).from_address))
