// A process of its own: node --conditions=@symbolon/source webhook-child.ts <url> <words of
// workUntilKilled>
import { workUntilKilled } from "../../storage-sql/test/webhook-worker.ts"
import { openPostgres } from "../src/index.ts"

const [connectionString = "", ...words] = process.argv.slice(2)
await workUntilKilled(openPostgres({ connectionString, max: 8 }), words)
