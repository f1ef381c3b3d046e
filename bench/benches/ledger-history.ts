import { equal } from "node:assert/strict"
import { join } from "node:path"
import { openSqlite } from "@symbolon/storage-sqlite"
import Database from "better-sqlite3"
import { openPayingClub, type PayingClub } from "../fixtures/paying-club.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const long = 1_000_000
const short = 100

/**
 * Two wallets in one SQLite file, one with a million entries and one with a hundred: what reading
 * them costs.
 */
export const ledgerHistory: Suite = {
  name: "ledger-history",
  open: async () => {
    const { dir, remove } = await openScratch()
    const file = join(dir, "ours.db")
    const club = await openPayingClub(openSqlite({ file }))
    await lengthen(club, file)
    const close = async (): Promise<void> => {
      await club.symbolon.close()
      await remove()
    }
    return { benches: benchesOn(club), close }
  },
}

// Entries of one shape, made where they are stored: what is read of them is their number and their
// order.
const lengthen = async (
  { symbolon, treasury, people }: PayingClub,
  file: string,
): Promise<void> => {
  const [first, second, third, fourth] = people
  if (first === undefined || second === undefined || third === undefined || fourth === undefined)
    throw new Error("Four people are needed.")
  await symbolon.wallets.transfer({
    wallet: treasury,
    to: { type: "wallet", value: first },
    amount: 1,
    idempotencyKey: "one",
  })
  const database = new Database(file)
  const columns = database
    .prepare("select name from pragma_table_info('transactions')")
    .pluck()
    .all()
    .map(String)
  const changed: Readonly<Record<string, string>> = {
    id: "'h' || printf('%023d', n + @base)",
    from_address: "@from",
    to_address: "@to",
    from_sequence: "n",
    to_sequence: "n",
    log_index: "n + @base",
    created_at: "created_at + n",
  }
  const copy = database.prepare(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < @count)
     insert into transactions (${columns.join(", ")})
     select ${columns.map((column) => changed[column] ?? column).join(", ")} from numbers, (select * from transactions order by log_index desc limit 1)`,
  )
  const settle = database.prepare("update wallets set sequence = ? where address = ?")
  database.transaction(() => {
    for (const [count, base, from, to] of [
      [short, 1_000, third, fourth],
      [long, 10_000, first, second],
    ] as const) {
      copy.run({ count, base, from, to })
      settle.run(count, from)
    }
  })()
  database.pragma("wal_checkpoint(truncate)")
  database.exec("analyze")
  database.close()
}

const benchesOn = ({ symbolon, people }: PayingClub): readonly Bench[] => {
  const [busy = "", , quiet = ""] = people
  const page = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "desc" } as const
  const newest = (wallet: string) => symbolon.wallets.listTransactions({ wallet, page })
  const agree = async (): Promise<void> => {
    const [ofBusy, ofQuiet] = [await newest(busy), await newest(quiet)]
    equal(ofBusy.totalItems, long)
    equal(ofQuiet.totalItems, short)
    equal(ofBusy.items.length, 20)
    equal(ofQuiet.items.length, 20)
  }
  const beside = (name: string, ask: (wallet: string) => Promise<unknown>): Bench => ({
    name,
    a: waiting(`of ${long}`, () => ask(busy)),
    b: waiting(`of ${short}`, () => ask(quiet)),
    unit: "/s",
    aim: 0.8,
    agree,
  })
  return [
    beside("SQLite ledger, a wallet's newest 20", newest),
    beside("SQLite ledger, a balance", (wallet) => symbolon.wallets.balance({ wallet })),
    beside("SQLite ledger, a wallet's details", (wallet) => symbolon.wallets.details({ wallet })),
  ]
}
