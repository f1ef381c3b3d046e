// A process of its own: node --conditions=@symbolon/source webhook-child.ts <file> <words of
// workUntilKilled>
import { workUntilKilled } from "../../storage-sql/test/webhook-worker.ts"
import { openSqlite } from "../src/index.ts"

const [file = "", ...words] = process.argv.slice(2)
await workUntilKilled(openSqlite({ file }), words)
