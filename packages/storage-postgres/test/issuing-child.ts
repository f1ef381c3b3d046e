// A process of its own: node --conditions=@symbolon/source issuing-child.ts <url> <words of
// issueUntilKilled>
import { issueUntilKilled } from "../../storage-sql/test/issuing-worker.ts"
import { openPostgres } from "../src/index.ts"

const [address = "", ...words] = process.argv.slice(2)
await issueUntilKilled(openPostgres({ connectionString: address, max: 8 }), words)
