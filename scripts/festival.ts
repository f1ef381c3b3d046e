/**
 * Plays a week at a festival, in large: `FESTIVAL_SEED=17 npm run festival`. Stops where a verdict
 * or the attendance is not the model's.
 */
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { playFestival } from "../packages/door-offline/test/festival/festival.ts"
import { openSqlite } from "../packages/storage-sqlite/src/index.ts"
import { helpWhereAsked } from "./help.ts"

helpWhereAsked(import.meta.filename)

const number = (name: string, usual: number): number => {
  const value = Number(process.env[name] ?? usual)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} is a whole number.`)
  return value
}
const seed = number("FESTIVAL_SEED", Math.floor(Math.random() * 2 ** 31))
const plan = {
  seed,
  days: number("FESTIVAL_DAYS", 7),
  doors: number("FESTIVAL_DOORS", 8),
  people: number("FESTIVAL_PEOPLE", 20_000),
}

console.log(
  `A festival of ${plan.people} people, ${plan.days} days and ${plan.doors} doors, from seed ${seed}.`,
)
const file = join(tmpdir(), `symbolon-festival-${process.pid}.db`)
const begun = performance.now()
try {
  const report = await playFestival({ ...plan, storage: openSqlite({ file }), say: console.log })
  console.log(report, `${Math.round((performance.now() - begun) / 1000)} s`)
} finally {
  for (const end of ["", "-wal", "-shm"]) await rm(file + end, { force: true })
}
