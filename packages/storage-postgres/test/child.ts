// A process of its own: node --conditions=@symbolon/source child.ts <command> <url> <arguments>
import { writeMany } from "../../storage-sql/test/workload.ts"
import { openPostgres, type Retry } from "../src/index.ts"

const [command, url = "", ...rest] = process.argv.slice(2)
const [writer = 0, turns = 0, members = 0] = rest.map(Number)
const retries: Retry[] = []
const storage = openPostgres({
  connectionString: url,
  max: 8,
  onRetry: (retry) => retries.push(retry),
})

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  /** Mixed writes; answers what had to run again. */
  mixed: async () => {
    await writeMany(storage, { writer, turns, abreast: 8, members })
    return retries
  },
  migrate: () => storage.migrations.up(),
}
const run = commands[command ?? ""]
if (run === undefined) throw new Error(`no such command: ${command}`)
process.stdout.write(JSON.stringify(await run()))
await storage.close()
