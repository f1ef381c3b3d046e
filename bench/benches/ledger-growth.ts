import { equal, ok } from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { closeSync, fdatasyncSync, openSync, statSync, writeSync } from "node:fs"
import { join } from "node:path"
import { openSqlite } from "@symbolon/storage-sqlite"
import { portsOf } from "@symbolon/core/effect"
import { growClub } from "../fixtures/grown-club.ts"
import { openPayingClub, payee, type PayingClub } from "../fixtures/paying-club.ts"
import { openScratch } from "../fixtures/scratch.ts"
import { openTurns } from "../fixtures/rows.ts"
import type { Bench, Side, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

/** Entries of the grown file; a tenth as many people. `BENCH_GROWN=20000` runs in seconds. */
const entries = Number(process.env["BENCH_GROWN"] ?? 1_000_000)
const payees = Math.ceil(entries / 10)
const many = 64

/** Transfers into a SQLite file that has grown, beside those into a new one. */
export const ledgerGrowth: Suite = {
  name: "ledger-growth",
  open: async () => {
    const { dir, remove } = await openScratch()
    const files = { grown: join(dir, "grown.db"), fresh: join(dir, "fresh.db") }
    const fresh = await openPayingClub(openSqlite({ file: files.fresh }))
    const small = await openPayingClub(openSqlite({ file: files.grown }))
    await send(small, 0)
    const grown = { ...small, people: growClub(small, files.grown, { entries, payees }) }
    const appended = openSync(join(dir, "appended"), "a")
    const close = async (): Promise<void> => {
      closeSync(appended)
      await fresh.symbolon.close()
      await grown.symbolon.close()
      await remove()
    }
    return { benches: benchesOn({ grown, fresh, files, appended }), close }
  },
}

const send = (club: PayingClub, turn: number) =>
  club.symbolon.wallets.transfer({
    wallet: club.treasury,
    // No two turns near each other pay people whose rows are.
    to: { type: "wallet", value: payee(club, turn * 7_919) },
    amount: 1,
    idempotencyKey: randomUUID(),
  })

interface Clubs {
  readonly grown: PayingClub
  readonly fresh: PayingClub
  readonly files: { readonly grown: string }
  readonly appended: number
}

const benchesOn = ({ grown, fresh, files, appended }: Clubs): readonly Bench[] => {
  const turns = openTurns()
  const append = async (): Promise<void> => {
    writeSync(appended, "x".repeat(700))
    fdatasyncSync(appended)
  }
  const size = async ({ symbolon }: PayingClub): Promise<number> =>
    (await portsOf(symbolon).storage.transact("read", (tx) => tx.transactions.head())).size
  const agree = async (): Promise<void> => {
    const before = { grown: await size(grown), fresh: await size(fresh) }
    ok(before.grown > entries)
    await send(grown, turns())
    await send(fresh, turns())
    await append()
    equal(await size(grown), before.grown + 1)
    equal(await size(fresh), before.fresh + 1)
  }
  const beside = (callers: number): Bench => ({
    name: `SQLite ledger, grown, ${callers} caller${callers === 1 ? "" : "s"}`,
    a: waiting(`of ${entries} entries, ${payees} payees`, () => send(grown, turns()), { callers }),
    b: waiting("of a new file", () => send(fresh, turns()), { callers }),
    unit: "/s",
    aim: 1 / 1.3,
    agree,
  })
  return [
    beside(1),
    beside(many),
    {
      name: `SQLite ledger, grown, the slowest of a hundred, 1 caller`,
      a: slowest("a transfer", () => send(grown, turns())),
      b: slowest("an entry appended, fdatasync", append),
      unit: "µs",
      aim: 20_000,
      agree,
    },
    {
      name: "SQLite ledger, grown, the log at its longest",
      a: longest("2,000 transfers, 64 callers", files.grown, () => send(grown, turns())),
      b: { name: "64 MiB", measure: async () => ({ value: 64 }) },
      unit: "MB",
      aim: 1.1,
      agree,
    },
  ]
}

/** How long all but the slowest hundredth of some calls took at most. */
const slowest = (name: string, once: () => Promise<unknown>): Side => ({
  name,
  measure: async () => {
    const spent: number[] = []
    for (let n = 0; n < 400; n += 1) {
      const begun = performance.now()
      await once()
      spent.push((performance.now() - begun) * 1000)
    }
    return { value: spent.toSorted((one, other) => one - other)[395] ?? Infinity }
  },
})

/** How long the write-ahead log of a file was at most, in MiB. */
const longest = (name: string, file: string, once: () => Promise<unknown>): Side => ({
  name,
  measure: async () => {
    let most = 0
    let left = 2_000
    const lane = async (): Promise<void> => {
      while (left > 0) {
        left -= 1
        await once()
        most = Math.max(most, statSync(`${file}-wal`).size)
      }
    }
    await Promise.all(Array.from({ length: many }, lane))
    return { value: most / 2 ** 20 }
  },
})
