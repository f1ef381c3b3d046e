/**
 * Two servers on one PostgreSQL under load, one of them stopped or killed about once a minute:
 * `npm run soak -- --minutes 60 --seed 17`. `--clients` (4) and `--rest-ms` (20) set the load. Needs
 * HAProxy. Ends with what clients saw, and a verdict.
 */
import { parseArgs } from "node:util"
import { faultsOf, soak } from "../packages/http-server/test/servers/soak.ts"
import { helpWhereAsked } from "./help.ts"

helpWhereAsked(import.meta.filename)

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    seed: { type: "string", default: "17" },
    clients: { type: "string", default: "4" },
    "rest-ms": { type: "string", default: "20" },
  },
})
const minutes = Number(values.minutes)
const [seed, clients, restMs] = [values.seed, values.clients, values["rest-ms"]].map(Number)
if (!(minutes > 0)) throw new Error("--minutes is a number above 0.")
if (!isWhole(seed) || !isWhole(clients) || !isWhole(restMs))
  throw new Error("--seed, --clients and --rest-ms are whole numbers.")

console.log(`Two servers for ${minutes} minutes, ${clients} clients, from seed ${seed}.`)
const begun = Date.now()
const report = await soak({
  seconds: minutes * 60,
  seed,
  clients,
  restMs,
  restartWithinSeconds: 60,
  say: (text) => console.log(`${Math.round((Date.now() - begun) / 1000)} s  ${text}`),
})
const { verdict, stopped, killed, usage } = report
const { answered, requests, deliveries, repeated } = verdict
console.log({ requests, people: answered, deliveries, stopped, killed, usage, repeated })
const faults = faultsOf(report)
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? "Nothing lost, nothing doubled." : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1

function isWhole(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0
}
