/**
 * Says into how many cells a deployment is split, by a simulation fed with measured costs.
 *
 *     npm run bench:cells [-- --members 100000000] [--seed 1]
 *
 * It goes up to that many members by powers of ten, and tries cells by powers of two.
 */
import { parseArgs } from "node:util"
import { type Assumptions, judgeCells } from "./cells-model.ts"
import { helpWhereAsked } from "../../scripts/help.ts"

helpWhereAsked(import.meta.filename)
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
  cpuMs: { read: 0.6, tap: 0.5, posting: 0.4 },
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
const sizes: number[] = []
for (let members = 100_000; members < largest; members *= 10) sizes.push(members)
for (const members of [...sizes, largest])
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

const { daily, peakShare, ledger, cpuMs, utilisation } = assumptions
console.log(`
cells        tried by powers of two: the first number at which 99 of 100 postings wait less than 100 ms
alone        organizations larger than the share of a cell, which have one to themselves
processors   of the servers, without those of the database, at ${utilisation * 100} % of their time

A member asks for ${daily.reads} reads, ${daily.taps} taps and ${daily.postings} posting a day, ${peakShare * 100} % of them in the busiest hour. A read costs ${cpuMs.read} ms of
a processor, a tap ${cpuMs.tap}, a posting ${cpuMs.posting}; a batch of the ledger ${ledger.batchMs} ms and ${ledger.postingMs} ms for each posting, of which it has ${ledger.most} at most.
These stand in bench/scale/cells.ts: put your own there.`)
