import { afterAll } from "vitest"
import { keptPricesSuite } from "../../core/test/memberships/moves/keeping.suite.ts"
import { movesSuite } from "../../core/test/memberships/moves/moves.suite.ts"
import { movePropertiesSuite } from "../../core/test/memberships/moves/properties.suite.ts"
import { moveRacesSuite } from "../../core/test/memberships/moves/races.suite.ts"
import { runningMovesSuite } from "../../core/test/memberships/moves/running.suite.ts"
import { openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: ":memory:" })
  opened.push(storage)
  return storage
}

movesSuite("SQLite", open)
runningMovesSuite("SQLite", open)
keptPricesSuite("SQLite", open)
movePropertiesSuite("SQLite", open, 25)
moveRacesSuite("SQLite", open)
