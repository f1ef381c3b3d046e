/**
 * Measures what we do against the limit or a peer that does the same work in the same run.
 *
 *     node bench/run.ts [--only part-of-a-name] [--rounds 9] [--markdown] [--record]
 *     node bench/run.ts --short
 *
 * Needs a build (`npm run build`). Figures are for people to read: `--markdown` prints them as
 * bench/RESULTS.md has them. `--short` runs the suites of bench/recorded.json in few rounds, and
 * fails where a ratio has fallen below half of what is recorded there, twice in a row: a machine is
 * seldom quiet, but code that costs twice as much shows. `--record` writes the ratios of the chosen
 * suites there.
 */
import { parseArgs } from "node:util"
import { admitPostgres, admitSqlite } from "./benches/admit.ts"
import { attendancesPostgres, attendancesSqlite } from "./benches/attendances.ts"
import { authenticate } from "./benches/authenticate.ts"
import { cardsPostgres, cardsSqlite } from "./benches/cards.ts"
import { cardsImported } from "./benches/cards-imported.ts"
import { content } from "./benches/content.ts"
import { contentIssued } from "./benches/content-issued.ts"
import { contactsPostgres, contactsSqlite } from "./benches/contacts.ts"
import { doorDecision } from "./benches/door-decision.ts"
import { doorDelta } from "./benches/door-delta.ts"
import { doorFirmware } from "./benches/door-firmware.ts"
import { doorLoad } from "./benches/door-load.ts"
import { filesMemory, filesRates } from "./benches/files.ts"
import { http } from "./benches/http.ts"
import { ledgerFloors } from "./benches/ledger-floors.ts"
import { ledgerGrowth } from "./benches/ledger-growth.ts"
import { ledgerHistory } from "./benches/ledger-history.ts"
import { ledgerPostgres } from "./benches/ledger-postgres.ts"
import { ledgerSqlite } from "./benches/ledger-sqlite.ts"
import { ledgerVerify } from "./benches/ledger-verify.ts"
import { manifestServer } from "./benches/manifest.ts"
import { limits } from "./benches/limits.ts"
import { loadMemory } from "./benches/load-memory.ts"
import { membershipsPostgres, membershipsSqlite } from "./benches/memberships.ts"
import { movesSqlite } from "./benches/moves-sqlite.ts"
import { oauth } from "./benches/oauth.ts"
import { operation } from "./benches/operation.ts"
import { rewardsIssuedPostgres, rewardsIssuedSqlite } from "./benches/rewards-issued.ts"
import { rewardsPropagatedPostgres, rewardsPropagatedSqlite } from "./benches/rewards-propagated.ts"
import { rewardsHeld } from "./benches/rewards-held.ts"
import { tokens } from "./benches/tokens.ts"
import { transactPostgres } from "./benches/transact-postgres.ts"
import { transactSqlite } from "./benches/transact-sqlite.ts"
import { triggers } from "./benches/triggers.ts"
import { webhooksPostgres, webhooksSqlite } from "./benches/webhooks.ts"
import type { Suite } from "./harness/bench.ts"
import { type Comparison, compare, leastRounds, shortRounds } from "./harness/compare.ts"
import { helpWhereAsked } from "../scripts/help.ts"
import { load, machine } from "./harness/machine.ts"
import { type FallenBack, fallenBack, readRecorded, record } from "./harness/recorded.ts"
import { markdownTable, plainTable } from "./harness/table.ts"

const suites: readonly Suite[] = [
  manifestServer,
  admitSqlite,
  admitPostgres,
  doorLoad,
  loadMemory,
  doorDecision,
  doorDelta,
  doorFirmware,
  http,
  operation,
  authenticate,
  oauth,
  tokens,
  transactSqlite,
  transactPostgres,
  limits,
  rewardsIssuedSqlite,
  rewardsIssuedPostgres,
  rewardsPropagatedSqlite,
  rewardsPropagatedPostgres,
  ledgerSqlite,
  ledgerFloors,
  ledgerGrowth,
  ledgerHistory,
  ledgerVerify,
  ledgerPostgres,
  movesSqlite,
  membershipsSqlite,
  membershipsPostgres,
  contactsSqlite,
  contactsPostgres,
  attendancesSqlite,
  attendancesPostgres,
  cardsSqlite,
  cardsPostgres,
  cardsImported,
  filesRates,
  filesMemory,
  content,
  contentIssued,
  rewardsHeld,
  triggers,
  webhooksSqlite,
  webhooksPostgres,
]

helpWhereAsked(import.meta.filename, `Suites: ${suites.map(({ name }) => name).join(", ")}.`)
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string" },
    short: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
  },
})
const least = values.short ? shortRounds : leastRounds
const rounds = Number(values.rounds ?? least)
if (!Number.isInteger(rounds) || rounds < least)
  throw new Error(`--rounds takes a whole number, at least ${least}.`)
const recorded = readRecorded()
const unknown = Object.keys(recorded).filter((name) => !suites.some((suite) => suite.name === name))
if (unknown.length > 0)
  throw new Error(`bench/recorded.json has suites that are not there: ${unknown.join(", ")}.`)
const chosen = suites.filter(
  ({ name }) =>
    (values.only === undefined || name.includes(values.only)) &&
    (!values.short || Object.hasOwn(recorded, name)),
)
if (chosen.length === 0)
  throw new Error(`There is no bench ${values.only}: ${suites.map(({ name }) => name).join(", ")}.`)

const runSuite = async (suite: Suite): Promise<readonly Comparison[]> => {
  const begun = performance.now()
  const { benches, close } = await suite.open()
  try {
    const comparisons: Comparison[] = []
    for (const bench of benches) {
      console.error(`  ${suite.name}: ${bench.name}, ${bench.b.name}`)
      comparisons.push(await compare(bench, rounds))
    }
    return comparisons
  } finally {
    await close()
    console.error(`▸ ${suite.name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  }
}

const comparisons: Comparison[] = []
const fallen: FallenBack[] = []
for (const suite of chosen) {
  const measured = await runSuite(suite)
  comparisons.push(...measured)
  if (values.record) record(suite.name, measured)
  const fellOnce = values.short ? fallenBack(recorded[suite.name] ?? {}, measured) : []
  if (fellOnce.length === 0) continue
  const again = fallenBack(recorded[suite.name] ?? {}, await runSuite(suite))
  fallen.push(...again.filter(({ key }) => fellOnce.some((once) => once.key === key)))
}
const table = values.markdown ? markdownTable : plainTable
console.log(`\n${table(comparisons)}\n\n${machine()}\n${rounds} rounds, load ${load()}`)
if (fallen.length > 0) {
  const told = fallen.map(({ key, why }) => `${key} ${why}`).join("\n")
  console.error(`\n✗ Not what bench/recorded.json says, twice:\n${told}`)
  // Not `process.exitCode`: what stops the PostgreSQL of other suites ends the process by itself, with 0.
  process.exit(1)
}
