// A process of its own: node --conditions=@symbolon/source allowance-child.ts <url> <start>
// <organization> <owner> <racer>. Prints what each mint was answered.
import { createSymbolon } from "../../core/src/index.ts"
import { memoryKeyVault, testClock } from "../../core/src/testing/index.ts"
import { unlimited } from "../../core/test/fixtures/ledger.ts"
import { userCaller } from "../../core/test/fixtures/staffed-organization.ts"
import { openPostgres } from "../src/index.ts"

const [connectionString = "", start = "", organization = "", owner = "", racer = ""] =
  process.argv.slice(2)
const vault = memoryKeyVault(new Uint8Array(32).fill(7))
const storage = openPostgres({ connectionString, max: 8 })
const symbolon = await createSymbolon({ storage, vault, testClock: testClock(start), ...unlimited })
const { points } = symbolon.as(userCaller(owner))
const mint = (idempotencyKey: string): Promise<string> =>
  points.mint({ organization, amount: 7, idempotencyKey }).then(
    ({ transaction }) => transaction.body.id,
    ({ reason }: { readonly reason?: string }) => reason ?? "another refusal",
  )
const keys = Array.from({ length: 32 }, (_, n) => (n % 4 === 0 ? `both ${n}` : `own ${racer} ${n}`))
process.stdout.write(
  JSON.stringify(await Promise.all(keys.map(async (key) => [key, await mint(key)]))),
)
await symbolon.close()
