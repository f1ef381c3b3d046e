import { afterAll } from "vitest"
import { tellOfKeptPricesOn } from "../../core/test/memberships/moves/keeping.suite.ts"
import { tellOfMovesOn } from "../../core/test/memberships/moves/moves.suite.ts"
import { tellOfMovePropertiesOn } from "../../core/test/memberships/moves/properties.suite.ts"
import { tellOfMoveRacesOn } from "../../core/test/memberships/moves/races.suite.ts"
import { tellOfRunningMovesOn } from "../../core/test/memberships/moves/running.suite.ts"
import { openSqlite } from "../src/index.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = openSqlite({ file: ":memory:", strict: true })
  opened.push(storage)
  return storage
}

tellOfMovesOn("SQLite", open)
tellOfRunningMovesOn("SQLite", open)
tellOfKeptPricesOn("SQLite", open)
tellOfMovePropertiesOn("SQLite", open, 25)
tellOfMoveRacesOn("SQLite", open)
