import type { LedgerHead, LedgerRepository, Needs, Outcome, OutboxEvent, Transaction, View, Wallet, Writes } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { first, rows, type Executor } from "../executor.ts"
import { namesOf, type Columns } from "../schema/columns.ts"
import {
  ledgerColumns,
  outcomeColumns,
  transactionColumns,
  walletColumns,
  type StoredLedger,
  type StoredTransaction,
} from "../schema/ledger.ts"
import { outboxColumns } from "../schema/work.ts"
import { compiled, insertEach, rowStatement, statement, updateEach } from "../statement.ts"
import type { Opens } from "./opens.ts"

/** What a posting may change of a wallet. */
type Moved = Pick<Wallet, "address" | "publicKey" | "keyVersion" | "balance" | "sequence" | "head">

const movedColumns: Columns<Moved> = {
  address: "text",
  publicKey: "text",
  keyVersion: "integer",
  balance: "integer",
  sequence: "integer",
  head: "text",
}

/** The key of the ledger's one row, which the migration made. */
const singleton = 1

const walletsByAddress = ({ db, flavor }: Engine, p: { readonly addresses: readonly string[] }) =>
  db
    .selectFrom("wallets")
    .select(namesOf(walletColumns))
    .where((eb) => flavor.among(eb.ref("address"), eb.val(p.addresses)))
    .orderBy("address")

const headOf = ({ db }: Engine) => db.selectFrom("ledger").select(["size", "frontier"]).where("singleton", "=", singleton)

const statements = {
  wallets: statement<{ addresses: readonly string[] }>()(walletsByAddress),
  lockWallets: statement<{ addresses: readonly string[] }>()((engine, p) => engine.flavor.locked(walletsByAddress(engine, p))),
  head: statement<object>()(headOf),
  lockHead: statement<object>()((engine) => engine.flavor.locked(headOf(engine))),
  outcomes: statement<{ keys: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("outcomes")
      .select(namesOf(outcomeColumns))
      .where((eb) => flavor.among(eb.ref("key"), eb.val(p.keys))),
  ),
  addTransactions: insertEach<StoredTransaction>("transactions", transactionColumns),
  addOutcomes: insertEach<Outcome>("outcomes", outcomeColumns),
  addEvents: insertEach<OutboxEvent>("outbox", outboxColumns),
  moveWallets: updateEach<Moved>("wallets", movedColumns, "address"),
  moveHead: rowStatement<StoredLedger>(ledgerColumns)(({ db }, row) =>
    db.updateTable("ledger").set(row).where("singleton", "=", row.singleton),
  ),
}

export const ledger: Opens<LedgerRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    load: (needs) => load(run, tx, needs),
    write: (writes) => write(run, tx, writes),
  })
}

type Statements = ReturnType<typeof compiled<typeof statements>>

// Asked all at once, which is one journey to the database, and answered in this order. Outcomes are read last, under the lock of
// the ledger's row: whoever posted the same key before has committed by then, so that the key is found, and does not surface
// later as a broken constraint.
const load = async (run: Statements, tx: Executor, { keys, wallets: addresses }: Needs): Promise<View> => {
  const [readWallets, readHead] = tx.mode === "write" ? [run.lockWallets, run.lockHead] : [run.wallets, run.head]
  const [wallets, head, outcomes] = await Promise.all([
    addresses.length === 0 ? [] : rows(readWallets(tx, { addresses })),
    first(readHead(tx, {})),
    keys.length === 0 ? [] : rows(run.outcomes(tx, { keys })),
  ])
  return {
    keys: new Map(outcomes.map((outcome) => [outcome.key, outcome])),
    wallets: new Map(wallets.map((wallet) => [wallet.address, wallet])),
    ledger: present(head),
  }
}

const write = async (run: Statements, tx: Executor, { transactions, outcomes, events, wallets, ledger: head }: Writes): Promise<void> => {
  const [, , , moved] = await Promise.all([
    run.addTransactions(tx, transactions.map(storedTransaction)),
    run.addOutcomes(tx, outcomes),
    run.addEvents(tx, events),
    // In the one order of locks, also for who did not load what it writes.
    run.moveWallets(
      tx,
      wallets.toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    ),
    run.moveHead(tx, { ...head, singleton }),
  ])
  if (moved !== wallets.length) throw new Error(`Of ${wallets.length} wallets of the batch only ${moved} exist`)
}

const storedTransaction = (transaction: Transaction): StoredTransaction => {
  const { id, from_address, from_sequence, to_address, to_sequence } = transaction.body
  return { ...transaction, id, fromAddress: from_address, fromSequence: from_sequence, toAddress: to_address, toSequence: to_sequence }
}

/** The head, which every migrated store has. */
export const present = (head: LedgerHead | undefined): LedgerHead => {
  if (head === undefined) throw new Error("The ledger's row is missing: the store was not migrated, or was tampered with")
  return head
}
