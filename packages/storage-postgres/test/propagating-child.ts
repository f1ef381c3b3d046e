// A process of its own: node --conditions=@symbolon/source propagating-child.ts <url> <words of
// propagateByLine>
import { propagateByLine } from "../../storage-sql/test/propagating-worker.ts"
import { openPostgres } from "../src/index.ts"

const [address = "", ...words] = process.argv.slice(2)
await propagateByLine(openPostgres({ connectionString: address, max: 8 }), words)
