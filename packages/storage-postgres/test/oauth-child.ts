// A process of its own that takes orders: node --conditions=@symbolon/source oauth-child.ts <url>
import { takeOrders } from "../../storage-sql/test/oauth-racing.ts"
import { openPostgres } from "../src/index.ts"

const storage = openPostgres({ connectionString: process.argv[2] ?? "", max: 10 })
await takeOrders(storage)
await storage.close()
