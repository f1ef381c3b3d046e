// A process of its own: node --conditions=@symbolon/source limits-child.ts <url> <callers>. For each
// line of its input, a JSON array of checks and the time, every caller takes once; prints how many
// were allowed, and at the end how many statements had to run again.
import { createInterface } from "node:readline"
import type { Check } from "@symbolon/core/storage"
import { openPostgres, type Retry } from "../src/index.ts"

const [connectionString = "", callers = "0"] = process.argv.slice(2)
const retries: Retry[] = []
const storage = openPostgres({
  connectionString,
  rateLimitConnections: 8,
  onRetry: (retry) => retries.push(retry),
})
const store = storage.rateLimitStore
if (store === undefined) throw new Error("no store")
for await (const line of createInterface({ input: process.stdin })) {
  const { checks, now }: { readonly checks: readonly Check[]; readonly now: number } =
    JSON.parse(line)
  const taken = await Promise.all(
    Array.from({ length: Number(callers) }, () => store.take(checks, new Date(now))),
  )
  process.stdout.write(`${taken.filter(({ allowed }) => allowed).length}\n`)
}
process.stdout.write(`${retries.length}\n`)
await storage.close()
