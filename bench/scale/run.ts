/**
 * Fills one store with a million users and one with a hundredth, and measures each hot path on
 * both, and the memory of the process.
 *
 *     npm run bench:scale [-- --share 0.1] [--rounds 9]
 *
 * `--share` takes a part of the full size. The full size needs 20 GB of disk for a while. Never a
 * gate: figures are for people to read.
 */
import { mkdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { openSqlite } from "@symbolon/storage-sqlite"
import { openScratch } from "../fixtures/scratch.ts"
import { type Comparison, compare, leastRounds } from "../harness/compare.ts"
import { load, machine } from "../harness/machine.ts"
import { markdownTable } from "../harness/table.ts"
import { fillStore, type Progress } from "./fill.ts"
import { type Filled, pathBenches } from "./paths.ts"
import { openService, plantSeed } from "./seed.ts"
import { type Sizes, sizesOf } from "./sizes.ts"
import { helpWhereAsked } from "../../scripts/help.ts"

helpWhereAsked(import.meta.filename)
const { values } = parseArgs({
  options: {
    share: { type: "string", default: "1" },
    rounds: { type: "string", default: String(leastRounds) },
  },
})
const share = Number(values.share)
if (!(share > 0 && share <= 1)) throw new Error("--share takes a number above 0, up to 1.")
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds takes a whole number.")

const seconds = (begun: number): string => `${((performance.now() - begun) / 1000).toFixed(0)} s`
const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`

/** Says once a second how far the filling is. */
const openProgress = (name: string): Progress => {
  let [said, table] = [0, ""]
  return (of, done, total) => {
    if (of === table && done < total && performance.now() - said < 1_000) return
    ;[said, table] = [performance.now(), of]
    console.error(`  ${name}: ${of} ${done} of ${total}`)
  }
}

const openFilled = async (dir: string, name: string, sizes: Sizes): Promise<Filled> => {
  await mkdir(dir, { recursive: true })
  const file = join(dir, `${name}.db`)
  const begun = performance.now()
  const planting = await openService(openSqlite({ file }))
  const seed = await plantSeed(planting.symbolon)
  await planting.symbolon.close()
  fillStore(file, seed, sizes, openProgress(name))
  console.error(`▸ ${name}: ${mebibytes((await stat(file)).size)} in ${seconds(begun)}`)
  const before = process.memoryUsage().rss
  const { symbolon } = await openService(openSqlite({ file }))
  console.error(`▸ ${name}: opened with ${mebibytes(process.memoryUsage().rss - before)} more`)
  return { symbolon, seed, sizes }
}

const { dir, remove } = await openScratch()
try {
  const small = await openFilled(dir, "a hundredth", sizesOf(share / 100))
  const large = await openFilled(dir, "the whole", sizesOf(share))
  const comparisons: Comparison[] = []
  for (const bench of pathBenches(large, small)) {
    comparisons.push(await compare(bench, rounds))
    console.error(`  measured: ${bench.name}`)
  }
  console.log(`\n${markdownTable(comparisons)}\n\n${machine()}\n${rounds} rounds, load ${load()}`)
  console.log(`Memory at the end: ${mebibytes(process.memoryUsage().rss)}, with both stores open`)
  await large.symbolon.close()
  await small.symbolon.close()
} finally {
  await remove()
}
