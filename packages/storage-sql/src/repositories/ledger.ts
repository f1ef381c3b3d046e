import type {
  ConsumedReservation,
  Issuance,
  LedgerHead,
  LedgerRepository,
  LedgerWrites,
  Needs,
  Outcome,
  RewardDelivery,
  RotatedKey,
  StatusEvent,
  TicketHolding,
  TileHash,
  Transaction,
  View,
  Wallet,
} from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, first, rows, type Executor } from "../executor.ts"
import { namesOf, type Columns } from "../schema/columns.ts"
import {
  outcomeColumns,
  statusColumns,
  tileHashColumns,
  transactionColumns,
  walletColumns,
  walletKeyColumns,
  type StoredStatus,
  type StoredTileHash,
  type StoredTransaction,
  type StoredWalletKey,
} from "../schema/ledger.ts"
import { decryptionKeyColumns, type StoredDecryptionKey } from "../schema/contents.ts"
import { movedTicketColumns, ticketHoldingColumns, type MovedTicket } from "../schema/cards.ts"
import {
  issuanceColumns,
  movedSupplyColumns,
  supplyColumns,
  type MovedSupply,
} from "../schema/issuances.ts"
import { completedDeliveryColumns, type CompletedDelivery } from "../schema/reward-deliveries.ts"
import { compiled, insertEach, rowStatement, statement, updateEach } from "../statement.ts"
import { storedDecryptionKey } from "./decryption-keys.ts"
import type { Opens } from "./opens.ts"
import { transactionOf } from "./transaction-row.ts"

/** What a posting may change of a wallet. */
type Moved = Pick<
  Wallet,
  | "address"
  | "publicKey"
  | "keyVersion"
  | "decryptionKeyVersion"
  | "balance"
  | "held"
  | "sequence"
  | "head"
>

const movedColumns: Columns<Moved> = {
  address: "text",
  publicKey: "text",
  keyVersion: "integer",
  decryptionKeyVersion: "integer",
  balance: "integer",
  held: "integer",
  sequence: "integer",
  head: "text",
}

/** What a settlement may change of a transaction. */
type Settled = Pick<
  StoredTransaction,
  | "id"
  | "status"
  | "movedAmount"
  | "refundedAmount"
  | "failureReason"
  | "reversalReason"
  | "failedAt"
  | "confirmedAt"
>

const settledColumns: Columns<Settled> = {
  id: "text",
  status: "text",
  movedAmount: "integer",
  refundedAmount: "integer",
  failureReason: "text",
  reversalReason: "text",
  failedAt: "instant?",
  confirmedAt: "instant?",
}

/** What a batch changes of the ledger's row. */
type MovedHead = LedgerHead & { readonly singleton: number }

const movedHeadColumns: Columns<MovedHead> = {
  singleton: "integer",
  size: "integer",
  frontier: "json",
}

/** The key of the ledger's one row, which the migration made. */
export const singleton = 1

const walletsByAddress = ({ db, flavor }: Engine, p: { readonly addresses: readonly string[] }) =>
  db
    .selectFrom("wallets")
    .select(namesOf(walletColumns))
    .where((eb) => flavor.among(eb.ref("address"), eb.val(p.addresses)))
    .orderBy("address")

const transactionsById = ({ db, flavor }: Engine, p: { readonly ids: readonly string[] }) =>
  db
    .selectFrom("transactions")
    .select(namesOf(transactionColumns))
    .where((eb) => flavor.among(eb.ref("id"), eb.val(p.ids)))
    .orderBy("id")

const ticketsOn = ({ db, flavor }: Engine, p: { readonly ids: readonly string[] }) =>
  db
    .selectFrom("ticketHoldings")
    .select(namesOf(ticketHoldingColumns))
    .where((eb) =>
      eb.or([
        flavor.among(eb.ref("uid"), eb.val(p.ids)),
        flavor.among(eb.ref("transactionId"), eb.val(p.ids)),
      ]),
    )
    .orderBy("uid")

const suppliesOf = ({ db, flavor }: Engine, p: { readonly uuids: readonly string[] }) =>
  db
    .selectFrom("rewardTemplates")
    .select(namesOf(supplyColumns))
    .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids)))
    .orderBy("uuid")

const isHeld = sql<boolean>`status in ('pending', 'processing')`

const reservationsOf = ({ db, flavor }: Engine, p: { readonly uuids: readonly string[] }) =>
  db
    .selectFrom("rewardDeliveries")
    .select(["uuid", "status"])
    .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids)))
    .orderBy("uuid")

const headOf = ({ db }: Engine) =>
  db.selectFrom("ledger").select(["size", "frontier"]).where("singleton", "=", singleton)

const statements = {
  wallets: statement<{ addresses: readonly string[] }>()(walletsByAddress),
  lockWallets: statement<{ addresses: readonly string[] }>()((engine, p) =>
    engine.flavor.locked(walletsByAddress(engine, p)),
  ),
  head: statement<object>()(headOf),
  lockHead: statement<object>()((engine) => engine.flavor.locked(headOf(engine))),
  outcomes: statement<{ keys: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("outcomes")
      .select(namesOf(outcomeColumns))
      .where((eb) => flavor.among(eb.ref("key"), eb.val(p.keys))),
  ),
  transactions: statement<{ ids: readonly string[] }>()(transactionsById),
  lockTransactions: statement<{ ids: readonly string[] }>()((engine, p) =>
    engine.flavor.locked(transactionsById(engine, p)),
  ),
  outcome: statement<{ key: string }>()(({ db }, p) =>
    db.selectFrom("outcomes").select(namesOf(outcomeColumns)).where("key", "=", p.key),
  ),
  tickets: statement<{ ids: readonly string[] }>()(ticketsOn),
  lockTickets: statement<{ ids: readonly string[] }>()((engine, p) =>
    engine.flavor.locked(ticketsOn(engine, p)),
  ),
  supplies: statement<{ uuids: readonly string[] }>()(suppliesOf),
  lockSupplies: statement<{ uuids: readonly string[] }>()((engine, p) =>
    engine.flavor.locked(suppliesOf(engine, p)),
  ),
  reservations: statement<{ uuids: readonly string[] }>()(reservationsOf),
  lockReservations: statement<{ uuids: readonly string[] }>()((engine, p) =>
    engine.flavor.locked(reservationsOf(engine, p)),
  ),
  consume: rowStatement<CompletedDelivery>(completedDeliveryColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("rewardDeliveries").set(row).where("uuid", "=", uuid).where(isHeld),
  ),
  addIssuances: insertEach<Issuance>("rewardIssuances", issuanceColumns),
  moveSupplies: updateEach<MovedSupply>("rewardTemplates", movedSupplyColumns, "uuid"),
  addTickets: insertEach<TicketHolding>("ticketHoldings", ticketHoldingColumns),
  moveTickets: updateEach<MovedTicket>("ticketHoldings", movedTicketColumns, "uid"),
  settle: updateEach<Settled>("transactions", settledColumns, "id"),
  addStatuses: insertEach<StoredStatus>("ledgerStatuses", statusColumns),
  rotateKeys: updateEach<StoredWalletKey>("walletKeys", walletKeyColumns, "address"),
  addDecryptionKeys: insertEach<StoredDecryptionKey>("walletDecryptionKeys", decryptionKeyColumns),
  addTransactions: insertEach<StoredTransaction>("transactions", transactionColumns),
  addTileHashes: insertEach<StoredTileHash>("ledgerTileHashes", tileHashColumns),
  addOutcomes: insertEach<Outcome>("outcomes", outcomeColumns),
  moveWallets: updateEach<Moved>("wallets", movedColumns, "address", {
    column: "sequence",
    by: "any",
  }),
  erase: statement<{ id: string }>()(({ db }, p) =>
    db
      .updateTable("transactions")
      .set({ meta: null, encryptedData: "", reversalReason: "" })
      .where("id", "=", p.id),
  ),
  eraseReasons: statement<{ id: string }>()(({ db }, p) =>
    db.updateTable("ledgerStatuses").set({ statusReason: null }).where("transactionId", "=", p.id),
  ),
  origin: statement<object>()(({ db }) =>
    db.selectFrom("ledger").select("origin").where("singleton", "=", singleton),
  ),
  fixOrigin: statement<{ origin: string }>()(({ db }, p) =>
    db
      .updateTable("ledger")
      .set({ origin: p.origin })
      .where("singleton", "=", singleton)
      .where("origin", "is", null),
  ),
  moveHead: rowStatement<MovedHead>(movedHeadColumns)(({ db }, row) =>
    db.updateTable("ledger").set(row).where("singleton", "=", row.singleton),
  ),
}

export const ledger: Opens<LedgerRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    load: (needs) => load(run, tx, needs),
    write: (writes) => write(run, tx, writes),
    erase: async (id) =>
      (await Promise.all([did(run.erase(tx, { id })), run.eraseReasons(tx, { id })]))[0],
    origin: async () => present(await first(run.origin(tx, {}))).origin,
    // The row is locked by the one that names it: the others see its name when they look.
    fixOrigin: async (origin) => {
      await run.fixOrigin(tx, { origin })
      return present(await first(run.origin(tx, {}))).origin ?? origin
    },
    outcomes: async (keys) => (keys.length === 0 ? [] : rows(run.outcomes(tx, { keys }))),
    outcome: (key) => first(run.outcome(tx, { key })),
  })
}

type Statements = ReturnType<typeof compiled<typeof statements>>

// Asked all at once, which is one journey to the database, and answered in this order. Outcomes are
// read last, under the lock of the ledger's row: whoever posted the same key before has committed
// by then, so that the key is found, and does not surface later as a broken constraint.
const load = async (run: Statements, tx: Executor, needs: Needs): Promise<View> => {
  const { keys, transactions: ids, wallets: addresses } = needs
  const { tickets: ticketIds = [], supplies: uuids = [], reservations: heldUuids = [] } = needs
  const isWrite = tx.mode === "write"
  const [readTransactions, readSupplies, readTickets, readWallets, readHead] = isWrite
    ? [run.lockTransactions, run.lockSupplies, run.lockTickets, run.lockWallets, run.lockHead]
    : [run.transactions, run.supplies, run.tickets, run.wallets, run.head]
  const readReservations = isWrite ? run.lockReservations : run.reservations
  const [transactions, supplies, reservations, tickets, wallets, head, outcomes] =
    await Promise.all([
      ids.length === 0 ? [] : rows(readTransactions(tx, { ids })),
      uuids.length === 0 ? [] : rows(readSupplies(tx, { uuids })),
      heldUuids.length === 0 ? [] : rows(readReservations(tx, { uuids: heldUuids })),
      ticketIds.length === 0 ? [] : rows(readTickets(tx, { ids: ticketIds })),
      addresses.length === 0 ? [] : rows(readWallets(tx, { addresses })),
      first(readHead(tx, {})),
      keys.length === 0 ? [] : rows(run.outcomes(tx, { keys })),
    ])
  return {
    keys: new Map(outcomes.map((outcome) => [outcome.key, outcome])),
    transactions: new Map(transactions.map((row) => [row.id, transactionOf(row)])),
    wallets: new Map(wallets.map((wallet) => [wallet.address, wallet])),
    tickets: new Map(tickets.map((ticket) => [ticket.uid, ticket])),
    supplies: new Map(supplies.map((supply) => [supply.uuid, supply])),
    reservations: new Map(reservations.map(reservationOf)),
    ledger: present(head),
  }
}

const reservationOf = ({ uuid, status }: Pick<RewardDelivery, "uuid" | "status">) =>
  [uuid, { uuid, isHeld: status === "pending" || status === "processing" }] as const

const write = async (run: Statements, tx: Executor, writes: LedgerWrites): Promise<void> => {
  // In the one order of locks, also for who did not load what it writes.
  const settled = writes.settled.map(storedTransaction).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const wallets = writes.wallets.toSorted((a, b) => (a.address < b.address ? -1 : 1))
  const movedTickets = writes.movedTickets.toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
  const supplies = writes.supplies
    .map(({ uuid, supplyRedeemed, supplyReserved }) => ({ uuid, supplyRedeemed, supplyReserved }))
    .toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
  const [settledCount, , , supplyCount, , ticketCount, , , movedCount] = await Promise.all([
    run.settle(tx, settled),
    run.addTransactions(tx, writes.transactions.map(storedTransaction)),
    run.addIssuances(tx, writes.issuances),
    run.moveSupplies(tx, supplies),
    run.addTickets(tx, writes.tickets),
    run.moveTickets(tx, movedTickets),
    run.addStatuses(tx, writes.statuses.map(storedStatus)),
    run.addOutcomes(tx, writes.outcomes),
    run.moveWallets(tx, wallets),
    run.rotateKeys(tx, writes.walletKeys.map(storedKey)),
    run.addDecryptionKeys(
      tx,
      writes.walletKeys.flatMap(({ decryption }) =>
        decryption === undefined ? [] : [storedDecryptionKey(decryption)],
      ),
    ),
    run.addTileHashes(tx, writes.tileHashes.map(storedTileHash)),
    run.moveHead(tx, { ...writes.ledger, singleton }),
  ])
  await Promise.all(writes.reservations.map((reservation) => consume(run, tx, reservation)))
  if (settledCount !== settled.length)
    throw new Error(
      `Of ${settled.length} settled transactions of the batch only ${settledCount} exist`,
    )
  if (supplyCount !== supplies.length)
    throw new Error(`Of ${supplies.length} supplies of the batch only ${supplyCount} exist`)
  if (ticketCount !== movedTickets.length)
    throw new Error(`Of ${movedTickets.length} tickets of the batch only ${ticketCount} exist`)
  if (movedCount !== wallets.length)
    throw new Error(
      `Of ${wallets.length} wallets of the batch only ${movedCount} exist and move on along their chain`,
    )
}

const consume = async (
  run: Statements,
  tx: Executor,
  { uuid, transactionId, consumedAt: completedAt }: ConsumedReservation,
): Promise<void> => {
  const completed = {
    uuid,
    status: "completed",
    sealed: undefined,
    transactionId,
    completedAt,
  } as const
  if (!(await did(run.consume(tx, completed))))
    throw new Error(`The reservation ${uuid} is not held`)
}

const storedTransaction = ({ body, ...transaction }: Transaction): StoredTransaction => ({
  ...transaction,
  id: body.id,
  fromAddress: body.from_address,
  fromSequence: body.from_sequence,
  toAddress: body.to_address,
  toSequence: body.to_sequence,
  transactionType: body.transaction_type,
  originalTransactionId: body.original_transaction_id,
})

const storedStatus = ({ body, reason, ...status }: StatusEvent): StoredStatus => ({
  ...status,
  transactionId: body.transaction_id,
  statusReason: reason,
})

const storedTileHash = ({ level, index, hash }: TileHash): StoredTileHash => ({
  tileLevel: level,
  tileIndex: index,
  tileHash: hash,
})

const storedKey = ({ address, sealed: { wrapped, box } }: RotatedKey): StoredWalletKey => ({
  address,
  kekId: wrapped.kekId,
  wrappedKey: wrapped.blob,
  box,
})

/** The ledger's row, which every migrated store has. */
export const present = <Row>(row: Row | undefined): Row => {
  if (row === undefined)
    throw new Error("The ledger's row is missing: the store was not migrated, or was tampered with")
  return row
}
