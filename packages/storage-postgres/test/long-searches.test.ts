import { longSearchesSuite } from "../../storage-sql/test/long-searches.suite.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()

longSearchesSuite("PostgreSQL", databases.openFresh)
