import { claimantOf } from "../../cards/consent.ts"
import { step } from "../../foundation/step.ts"
import { Ports, Tx } from "../../foundation/unit-of-work.ts"
import type { CachedContent, ContentUse } from "../../ledger/content/cached-content.ts"
import type { SealedFor } from "../../ledger/content/seal-content.ts"
import type { Transaction } from "../../ledger/entries/transaction.ts"
import type { HeldWallets } from "../held-reward.ts"
import { issueOf } from "../item-uid.ts"

/** No user has more: a user has one wallet for each organization they deal with. */
const everyWallet = { page: 1, pageSize: 1000, sortBy: "created_at", sortOrder: "asc" } as const

/**
 * The wallets that a user reads as their own: theirs, and those of the cards that they claimed, each
 * without what a holder before got.
 */
export const heldWallets = step(function* (userUuid: string) {
  const tx = yield* Tx
  const { items } = yield* tx.wallets.list({ userUuid }, everyWallet)
  const cards = yield* tx.cards.heldBy([userUuid])
  const wallets: HeldWallets = new Map<string, number | undefined>([
    ...items.map(({ address }) => [address, undefined] as const),
    ...cards
      .filter((card) => claimantOf(card) === userUuid)
      .map(({ walletAddress, historyFrom }) => [walletAddress, historyFrom] as const),
  ])
  return wallets
})

/** What a transaction carries: a ticket that was handed on may still be sealed in its issue. */
export interface Carried {
  /** The transaction that brought it to its holder. */
  readonly transaction: Transaction
  /** The id of the transaction that issued it. */
  readonly issuedBy: string
  /** What is opened for it: the transaction itself, or the issue. */
  readonly sealed: SealedFor
  /** The service's copy of it, if another host has it. */
  readonly copy: CachedContent | undefined
  readonly use: ContentUse | undefined
}

/**
 * What transactions carry; those without a content are left out, and those that brought a ticket
 * which was moved on since: of a content they carry that ticket alone.
 */
export const carriedBy = step(function* (transactions: readonly Transaction[]) {
  const tx = yield* Tx
  const issues = yield* issuesOf(transactions)
  const found = transactions.flatMap((transaction) => {
    const issue = issues.get(transaction.body.id)
    if (issue === undefined) return []
    const source = transaction.encryptedData === "" ? issue : transaction
    return source.encryptedData === "" ? [] : [{ transaction, issuedBy: issue.body.id, source }]
  })
  const sealed = yield* sealedForReceivers(found.map(({ source }) => source))
  const ids = found.map(({ source }) => source.body.id)
  const copies = yield* tx.cachedContents.findAll(ids)
  const uses = yield* tx.cachedContents.usesOf(ids)
  return found.flatMap(({ transaction, issuedBy, source }, index): readonly Carried[] => {
    const ofSource = ({ transactionId }: { readonly transactionId: string }) =>
      transactionId === source.body.id
    const one = sealed[index]
    if (one === undefined) return []
    return [
      {
        transaction,
        issuedBy,
        sealed: one,
        copy: copies.find(ofSource),
        use: uses.find(ofSource),
      },
    ]
  })
})

/** Transactions, each with the keys of its receiver that open what it carries. */
export const sealedForReceivers = step(function* (transactions: readonly Transaction[]) {
  const tx = yield* Tx
  const { contentSealer } = yield* Ports
  const wanted = transactions.map((transaction) => ({
    transaction,
    kids: contentSealer
      .recipientsOf(transaction.encryptedData)
      .filter((kid) => kid.startsWith(`${transaction.body.to_address}#`)),
  }))
  const keys = yield* tx.decryptionKeys.findAll(wanted.flatMap(({ kids }) => kids))
  const sealed: readonly SealedFor[] = wanted.map(({ transaction, kids }) => ({
    transaction,
    keys: keys.filter(({ kid }) => kids.includes(kid)),
  }))
  return sealed
})

/**
 * The transactions that issued what these carry, by the id of the one that carries it: a ticket that
 * was handed on may still be sealed in the transaction that issued it. Nothing for one whose ticket
 * was moved on.
 */
const issuesOf = step(function* (transactions: readonly Transaction[]) {
  const tx = yield* Tx
  const moves = transactions.filter(({ body }) => body.transaction_type === "ticket_transfer")
  const tickets = yield* tx.tickets.among({
    uids: [],
    transactionIds: moves.map(({ body }) => body.id),
  })
  const issued = yield* tx.transactions.findAll(tickets.map(({ uid }) => issueOf(uid)))
  const byId = new Map(issued.map((each) => [each.body.id, each]))
  const found: ReadonlyMap<string, Transaction> = new Map(
    transactions.flatMap((transaction) => {
      if (transaction.body.transaction_type !== "ticket_transfer")
        return [[transaction.body.id, transaction] as const]
      const ticket = tickets.find(({ transactionId }) => transactionId === transaction.body.id)
      const issue = byId.get(issueOf(ticket?.uid ?? ""))
      return issue === undefined ? [] : [[transaction.body.id, issue] as const]
    }),
  )
  return found
})
