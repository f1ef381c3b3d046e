// A process of its own that takes orders: node --conditions=@symbolon/source oauth-child.ts <file>
import { takeOrders } from "../../storage-sql/test/oauth-racing.ts"
import { openSqlite } from "../src/index.ts"

const storage = openSqlite({ file: process.argv[2] ?? "" })
await takeOrders(storage)
await storage.close()
