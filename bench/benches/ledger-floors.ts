import { equal } from "node:assert/strict"
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { openSqlite } from "@symbolon/storage-sqlite"
import { portsOf } from "@symbolon/core/effect"
import { openPayingClub, payee, type PayingClub } from "../fixtures/paying-club.ts"
import { openPosting, type Posting } from "../fixtures/posting.ts"
import { openTurns } from "../fixtures/rows.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

/**
 * Transfers through the facade on SQLite, each answered when it is on the disk, beside two floors:
 * the least that is durable (an entry of the same size appended to a file and synced, with no
 * signature), and the cryptography alone (an entry judged, hashed and signed in memory).
 */
export const ledgerFloors: Suite = {
  name: "ledger-floors",
  open: async () => {
    const { dir, remove } = await openScratch()
    const club = await openPayingClub(openSqlite({ file: join(dir, "ours.db") }))
    const posting = await openPosting(club)
    const file = openSync(join(dir, "appended"), "a")
    const close = async (): Promise<void> => {
      closeSync(file)
      await club.symbolon.close()
      await remove()
    }
    return { benches: benchesOn(club, posting, file), close }
  },
}

const benchesOn = (club: PayingClub, posting: Posting, file: number): readonly Bench[] => {
  const turns = openTurns()
  const record = `${posting.once(0).text}\n`
  const append = async (): Promise<void> => {
    writeSync(file, record)
    fdatasyncSync(file)
  }
  const send = (from: string, to: string, turn: number) =>
    club.symbolon.wallets.transfer({
      wallet: from,
      to: { type: "wallet", value: to },
      amount: 1,
      idempotencyKey: `floor-${turn}`,
    })
  const hot = () => {
    const turn = turns()
    return send(club.treasury, payee(club, turn), turn)
  }
  const spread = () => {
    const turn = turns()
    return send(payee(club, turn), payee(club, turn + 31), turn)
  }
  const sign = async () => posting.once(turns())
  const size = async () =>
    (await portsOf(club.symbolon).storage.transact("read", (tx) => tx.transactions.head())).size
  const agree = async (): Promise<void> => {
    // So that everybody has points to send.
    for (let n = 0; n < club.people.length; n += 1)
      await club.symbolon.wallets.transfer({
        wallet: club.treasury,
        to: { type: "wallet", value: payee(club, n) },
        amount: 1_000_000,
        idempotencyKey: `purse-${n}`,
      })
    const before = await size()
    await hot()
    await spread()
    await append()
    equal(await size(), before + 2)
    equal((await sign()).status, "confirmed")
  }
  const durable = waiting("an entry appended, fdatasync", append)
  const pair = (what: string, callers: number, aim: number): Bench => ({
    name: `SQLite ledger, ${what}, ${callers} caller${callers === 1 ? "" : "s"}`,
    a: waiting("facade", what === "hot treasury" ? hot : spread, { callers }),
    b: durable,
    unit: "/s",
    aim,
    agree,
  })
  return [
    pair("hot treasury", 1, 0.85),
    pair("hot treasury", 10, 2.5 * 0.85),
    pair("hot treasury", 64, 2.5 * 0.85),
    pair("64 wallets", 64, 2.5 * 0.85),
    {
      name: "SQLite ledger, hot treasury, 64 callers",
      a: waiting("facade", hot, { callers: 64 }),
      b: waiting("judged, hashed and signed in memory", sign),
      unit: "/s",
      agree,
    },
  ]
}
