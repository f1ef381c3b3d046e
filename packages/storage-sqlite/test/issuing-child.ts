// A process of its own: node --conditions=@symbolon/source issuing-child.ts <file> <words of
// issueUntilKilled>
import { issueUntilKilled } from "../../storage-sql/test/issuing-worker.ts"
import { openSqlite } from "../src/index.ts"

const [address = "", ...words] = process.argv.slice(2)
await issueUntilKilled(openSqlite({ file: address }), words)
