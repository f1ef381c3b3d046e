import { deepEqual, equal } from "node:assert/strict"
import { join } from "node:path"
import { openSqlite } from "@symbolon/storage-sqlite"
import { portsOf } from "@symbolon/core/effect"
import { openPayingClub, payee, type PayingClub } from "../fixtures/paying-club.ts"
import { openRawLedger, type RawLedger } from "../fixtures/raw-ledger.ts"
import { openTurns } from "../fixtures/rows.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const many = 64

/**
 * Transfers out of one treasury, through the facade with all it does: looking up, authorising, the
 * committer, the answer.
 */
export const ledgerSqlite: Suite = {
  name: "ledger-sqlite",
  open: async () => {
    const { dir, remove } = await openScratch()
    const club = await openPayingClub(openSqlite({ file: join(dir, "ours.db") }))
    const raw = await openRaw(join(dir, "raw.db"))
    const close = async (): Promise<void> => {
      await club.symbolon.close()
      raw.database.close()
      await remove()
    }
    return { benches: benchesOn(club, raw), close }
  },
}

const openRaw = async (file: string): Promise<RawLedger> => {
  const { symbolon, treasury, people } = await openPayingClub(openSqlite({ file }))
  const key = await portsOf(symbolon).walletKeys.open(treasury)
  if (key === undefined) throw new Error("A treasury has a key.")
  const { network } = symbolon.settings
  const statusKey = portsOf(symbolon).serviceKeys.signer("ledger_status").privateKey
  await symbolon.close()
  return openRawLedger(file, { treasury, people }, { key, statusKey, network })
}

const benchesOn = (club: PayingClub, raw: RawLedger): readonly Bench[] => {
  const ourTurn = openTurns()
  const rawTurn = openTurns()
  const pay = (turn: number) =>
    club.symbolon.wallets.transfer({
      wallet: club.treasury,
      to: { type: "wallet", value: payee(club, turn) },
      amount: 1,
      idempotencyKey: `bench-${turn}`,
    })
  const ours = () => pay(ourTurn())
  const rawOne = async () => raw.transfer(rawTurn())
  const rawMany = async () => raw.transferAll(Array.from({ length: many }, rawTurn))
  const agree = async (): Promise<void> => {
    const before = { ours: await ourSize(club), raw: rawSize(raw) }
    await rawOne()
    await rawMany()
    await Promise.all(Array.from({ length: many }, ours))
    equal(rawSize(raw), before.raw + 1 + many)
    equal(await ourSize(club), before.ours + many)
    const { transaction } = await ours()
    deepEqual([transaction.body.amount, transaction.status], [1, "confirmed"])
    deepEqual(
      Object.keys(JSON.parse(transaction.text) as object),
      Object.keys(JSON.parse(newestText(raw)) as object),
    )
  }
  return [
    {
      name: "SQLite ledger, transfers",
      a: waiting("facade, 1 caller", ours),
      b: waiting("better-sqlite3, a commit each", rawOne),
      unit: "/s",
      agree,
    },
    {
      name: "SQLite ledger, transfers, 64 callers",
      a: waiting("facade, 64 callers", ours, { callers: many }),
      b: waiting("better-sqlite3, a commit each", rawOne),
      unit: "/s",
      agree,
    },
    {
      name: "SQLite ledger, transfers, 64 callers",
      a: waiting("facade, 64 callers", ours, { callers: many }),
      b: waiting("better-sqlite3, a commit for 64", rawMany, { each: many }),
      unit: "/s",
      agree,
    },
  ]
}

const newestText = ({ database }: RawLedger): string =>
  String(
    database.prepare("select text from transactions order by log_index desc limit 1").pluck().get(),
  )

const ourSize = async ({ symbolon }: PayingClub): Promise<number> =>
  (await portsOf(symbolon).storage.transact("read", (tx) => tx.transactions.head())).size

const rawSize = ({ database }: RawLedger): number =>
  Number(database.prepare("select size from ledger").pluck().get())
