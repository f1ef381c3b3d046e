import { longSearchesSuite } from "../../storage-sql/test/long-searches.suite.ts"
import { openFresh } from "./temporary.ts"

longSearchesSuite("SQLite", openFresh)
