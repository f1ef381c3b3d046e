/**
 * Two servers on one PostgreSQL under load, one of them stopped or killed about once a minute:
 * `npm run soak -- --minutes 60 --seed 17`. Needs HAProxy. Ends with a verdict.
 */
import { parseArgs } from "node:util"
import { faultsOf, soak } from "../packages/http-server/test/servers/soak.ts"

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "60" }, seed: { type: "string", default: "17" } },
})
const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
if (!(minutes > 0) || !Number.isSafeInteger(seed))
  throw new Error("--minutes is a number above 0, and --seed a whole number.")

console.log(`Two servers for ${minutes} minutes, from seed ${seed}.`)
const begun = Date.now()
const report = await soak({
  seconds: minutes * 60,
  seed,
  restartWithinSeconds: 60,
  say: (text) => console.log(`${Math.round((Date.now() - begun) / 1000)} s  ${text}`),
})
const { verdict, stopped, killed, usage } = report
const { answered, requests, deliveries } = verdict
console.log({ requests, people: answered, deliveries, stopped, killed, usage })
const faults = faultsOf(report)
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? "Nothing lost, nothing doubled." : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1
