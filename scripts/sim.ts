/**
 * Runs the simulators of the ledger, of deliveries and of rewards on seeds: `SIM_SEED=17 SIM_RUNS=1000 npm run
 * sim`. Stops at the first failure, which tells its seed.
 */
import { openMemory } from "../packages/core/src/memory/index.ts"
import { simulateDeliveries } from "../packages/core/test/simulator/simulate-deliveries.ts"
import { simulateRewards } from "../packages/core/test/simulator/simulate-rewards.ts"
import { simulate } from "../packages/core/test/simulator/simulate.ts"
import { helpWhereAsked } from "./help.ts"

helpWhereAsked(import.meta.filename)

const first = Number(process.env["SIM_SEED"] ?? Math.floor(Math.random() * 2 ** 31))
const runs = Number(process.env["SIM_RUNS"] ?? (process.env["SIM_SEED"] === undefined ? 1000 : 1))
const steps = Number(process.env["SIM_STEPS"] ?? 10)
if (![first, runs, steps].every(Number.isSafeInteger))
  throw new Error("SIM_SEED, SIM_RUNS and SIM_STEPS are whole numbers.")

console.log(`Simulating ${runs} runs of ${steps} steps from seed ${first}.`)
const seen = {
  requested: 0,
  transactions: 0,
  lost: 0,
  deaths: 0,
  delivered: 0,
  failed: 0,
  issued: 0,
}
for (let seed = first; seed < first + runs; seed += 1) {
  const storage = openMemory({ strict: true })
  const run = await simulate({
    seed,
    steps,
    disk: { open: () => storage, shut: async () => undefined },
  })
  for (const fact of ["requested", "transactions", "lost", "deaths"] as const)
    seen[fact] += run[fact]
  const store = openMemory({ strict: true })
  const sent = await simulateDeliveries({
    seed,
    steps,
    disk: { open: () => store, shut: async () => undefined },
  })
  for (const fact of ["delivered", "failed", "deaths"] as const) seen[fact] += sent[fact]
  const place = openMemory({ strict: true })
  const rewarded = await simulateRewards({
    seed,
    steps,
    disk: { open: () => place, shut: async () => undefined },
  })
  for (const fact of ["issued", "failed", "deaths"] as const) seen[fact] += rewarded[fact]
  if ((seed - first + 1) % 100 === 0) console.log(`${seed - first + 1} runs`, seen)
}
console.log("Nothing found.", seen)
