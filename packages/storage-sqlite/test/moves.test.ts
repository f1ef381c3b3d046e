import { afterAll } from "vitest"
import { tellOfKeptPricesOn } from "../../core/test/memberships/moves/keeping.ts"
import { tellOfMovesOn } from "../../core/test/memberships/moves/moves.ts"
import { tellOfMovePropertiesOn } from "../../core/test/memberships/moves/properties.ts"
import { tellOfMoveRacesOn } from "../../core/test/memberships/moves/races.ts"
import { tellOfRunningMovesOn } from "../../core/test/memberships/moves/running.ts"
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
