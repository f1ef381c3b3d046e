import { join } from "node:path"
import { openSqlite } from "@symbolon/storage-sqlite"
import { openPayingClub, payee } from "./fixtures/paying-club.ts"
import { openRawLedger } from "./fixtures/raw-ledger.ts"
import { openScratch } from "./fixtures/scratch.ts"
const { dir, remove } = await openScratch()
const file = join(dir, "a.db")
const c = await openPayingClub(openSqlite({ file }))
const { Session } = await import("node:inspector/promises")
const s = new Session(); s.connect(); await s.post("Profiler.enable"); await s.post("Profiler.setSamplingInterval", { interval: 200 })
let turn = 0
const cpu = process.cpuUsage()
if (process.argv[2] === "facade") {
  const pay = () => c.symbolon.ledger.transfer({ wallet: c.treasury, to: { type: "wallet", value: payee(c, ++turn) }, amount: 1, idempotencyKey: `b-${turn}` })
  await s.post("Profiler.start")
  for (const e = Date.now() + 3000; Date.now() < e; ) await Promise.all(Array.from({ length: 64 }, pay))
} else {
  const key = await c.symbolon.ports.walletKeys.open(c.treasury)
  const r = openRawLedger(file, c, { key: key!, network: "main" })
  await s.post("Profiler.start")
  for (const e = Date.now() + 3000; Date.now() < e; ) r.transferAll(Array.from({ length: 64 }, () => ++turn))
}
const d = process.cpuUsage(cpu); console.log(turn, (d.user + d.system) / turn, "us")
const { profile } = await s.post("Profiler.stop")
;(await import("node:fs")).writeFileSync("/tmp/prof/out.cpuprofile", JSON.stringify(profile))
await remove(); process.exit()
