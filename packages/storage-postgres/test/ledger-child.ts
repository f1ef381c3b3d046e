// A process of its own: node --conditions=@symbolon/source ledger-child.ts <url> <start> <asks as
// JSON>. Prints what each was answered.
import { createSymbolon } from "../../core/src/index.ts"
import { memoryKeyVault, testClock } from "../../core/src/testing/index.ts"
import type { Ask } from "../../core/test/ledger/asks.ts"
import { perform, unlimited } from "../../core/test/fixtures/ledger.ts"
import { openPostgres } from "../src/index.ts"

const [connectionString = "", start = "", given = ""] = process.argv.slice(2)
const { club, wallets, ids, asks } = JSON.parse(given) as {
  readonly club: string
  readonly wallets: readonly string[]
  readonly ids: readonly (readonly [string, string])[]
  readonly asks: readonly Ask[]
}
const clock = testClock(start)
const vault = memoryKeyVault(new Uint8Array(32).fill(7))
const symbolon = await createSymbolon({
  storage: openPostgres({ connectionString, max: 8 }),
  vault,
  testClock: clock,
  ...unlimited,
})
const ledger = { symbolon, clock, club, wallets, ids: new Map(ids) }
process.stdout.write(
  JSON.stringify(
    await Promise.all(
      asks.map(async (ask) => [ask.key, await perform(ledger, ask), ledger.ids.get(ask.key)]),
    ),
  ),
)
await symbolon.close()
