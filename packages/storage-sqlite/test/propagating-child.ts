// A process of its own: node --conditions=@symbolon/source propagating-child.ts <file> <words of
// propagateByLine>
import { propagateByLine } from "../../storage-sql/test/propagating-worker.ts"
import { openSqlite } from "../src/index.ts"

const [address = "", ...words] = process.argv.slice(2)
await propagateByLine(openSqlite({ file: address }), words)
