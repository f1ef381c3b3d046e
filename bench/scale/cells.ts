/**
 * Says into how many cells a deployment is split, by a simulation fed with measured costs.
 *
 *     npm run bench:cells [-- --members 100000000] [--seed 1]
 */
import { parseArgs } from "node:util"
import { type Assumptions, judgeCells } from "./cells-model.ts"

const { values } = parseArgs({
  options: {
    members: { type: "string", default: "100000000" },
    seed: { type: "string", default: "1" },
  },
})

const largest = Number(values.members)
if (!Number.isInteger(largest) || largest < 1_000)
  throw new Error("--members takes a whole number, at least 1000.")

/** Costs are those of docs/scaling.md, of two processors shared with the database. */
const assumptions: Omit<Assumptions, "members" | "organizations"> = {
  sizeExponent: 1.2,
  daily: { reads: 10, taps: 0.5, postings: 1 },
  peakShare: 0.15,
  ledger: { batchMs: 3, postingMs: 0.4, most: 256 },
  cpuMs: { read: 0.2, tap: 0.5, posting: 0.4 },
  utilisation: 0.5,
}

const line = (...cells: readonly (string | number)[]): void =>
  console.log(`| ${cells.join(" | ")} |`)

line(
  "members",
  "cells",
  "postings/s of the busiest",
  "wait p50, ms",
  "p99, ms",
  "alone",
  "processors",
)
line("---", "---", "---", "---", "---", "---", "---")
for (let members = 100_000; members <= largest; members *= 10)
  for (const cells of [1, 2, 4, 8, 16, 32, 64]) {
    const verdict = judgeCells(
      { ...assumptions, members, organizations: Math.ceil(members / 200) },
      cells,
      Number(values.seed),
    )
    const { median, p99 } = verdict.waitMs
    line(
      members,
      cells,
      verdict.postings.toFixed(0),
      verdict.isOverrun ? "overrun" : median.toFixed(1),
      verdict.isOverrun ? "overrun" : p99.toFixed(1),
      verdict.alone,
      verdict.processors,
    )
    if (!verdict.isOverrun && p99 < 100) break
  }
