import fc from "fast-check"
import { expect, it } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { openMemory } from "../../../src/memory/index.ts"
import { runScript } from "./scripted-members.ts"
import { scripts } from "./script.ts"

/** How many scripts of how many steps are run, and from which seed: the same on every storage. */
const runs = { seed: 20_261_121, count: 30, steps: 40 }

/**
 * P13 to P17 through the facade: whatever happens to several people, every row, term, entry, event
 * and checkout is what the pure rules say, and a storage leaves the very trace that memory leaves.
 */
export const membershipTracesSuite = (storage: string, open: () => Promise<Storage>): void => {
  it(`P13 to P17: lives of all kinds leave the same trace on ${storage} as in memory`, {
    timeout: 300_000,
  }, async () => {
    const [here, memory] = [
      await open(),
      storage === "memory" ? undefined : openMemory({ strict: true }),
    ]
    const rows = new Map<string, number>()
    const totals = { scripts: 0, steps: 0, events: 0 }
    await fc.assert(
      fc.asyncProperty(scripts(runs.steps), async (script) => {
        const trace = await runScript(here, script)
        expect(trace).toEqual(memory === undefined ? trace : await runScript(memory, script))
        totals.scripts += 1
        totals.steps += trace.lines.length
        totals.events += trace.events
        for (const row of trace.rows) rows.set(row, (rows.get(row) ?? 0) + 1)
      }),
      {
        seed: runs.seed,
        numRuns: runs.count,
        endOnFailure: process.env["SYMBOLON_SHRINK"] === undefined,
      },
    )
    const requested = [...rows.values()].reduce((sum, count) => sum + count, 0)
    console.log(
      `${storage}: ${totals.scripts} scripts, ${totals.steps} steps, ${totals.events} events, ${requested} decisions, ${rows.size} rows of the table met`,
    )
    console.log(
      [...rows]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, count]) => `${name} ${count}`)
        .join("; "),
    )
    expect(rows.size).toBeGreaterThan(50)
  })
}
