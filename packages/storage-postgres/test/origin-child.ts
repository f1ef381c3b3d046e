// A process of its own: node --conditions=@symbolon/source origin-child.ts <url> <base url>. Prints
// the first lines of what it signs.
import { createSymbolon } from "../../core/src/index.ts"
import { memoryKeyVault } from "../../core/src/testing/index.ts"
import { openPostgres } from "../src/index.ts"

const [connectionString = "", baseUrl = ""] = process.argv.slice(2)
const vault = memoryKeyVault(new Uint8Array(32).fill(7))
const symbolon = await createSymbolon({
  storage: openPostgres({ connectionString, max: 4 }),
  vault,
  baseUrl,
  migrate: true,
})
const [header = ""] = [await symbolon.exportLedger()[Symbol.asyncIterator]().next()].map(
  ({ value }) => value,
)
const exported: { readonly ledger: { readonly origin: string } } = JSON.parse(header)
process.stdout.write(
  JSON.stringify([exported.ledger.origin, (await symbolon.ledger.checkpoint({})).split("\n")[0]]),
)
await symbolon.close()
