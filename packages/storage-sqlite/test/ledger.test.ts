import { describe, expect, it } from "vitest"
import { tellOfTheModelOn } from "../../core/test/ledger/against-model.suite.ts"
import { tellOfAllowancesOn } from "../../core/test/ledger/allowance.suite.ts"
import { tellOfLedgerAuthorityOn } from "../../core/test/ledger/authority.suite.ts"
import { tellOfBadLedgerInputOn } from "../../core/test/ledger/bad-input.suite.ts"
import { tellOfLedgerRacesOn } from "../../core/test/ledger/races.suite.ts"
import { simulate } from "../../core/test/simulator/simulate.ts"
import { openSqlite } from "../src/index.ts"
import { newFile, openFresh } from "./temporary.ts"

tellOfTheModelOn("SQLite", () => openFresh({ file: ":memory:" }), 10)

/** Two processes on one file, which take turns. */
const openTwo = async () => {
  const file = newFile()
  return [await openFresh({ file }), openSqlite({ file, strict: true })]
}

tellOfLedgerRacesOn("SQLite", openTwo)

tellOfAllowancesOn("SQLite", openTwo)

tellOfLedgerAuthorityOn("SQLite", () => openFresh())

tellOfBadLedgerInputOn("SQLite", () => openFresh())

describe("the simulator", () => {
  it("finds nothing on SQLite, whose file is closed and opened again between processes", async () => {
    for (let seed = 0; seed < 8; seed += 1) {
      const file = newFile()
      const run = await simulate({
        seed: 5000 + seed,
        disk: {
          open: () => openSqlite({ file, strict: true }),
          shut: (storage) => storage.close(),
        },
      })
      expect(run.transactions).toBeGreaterThan(2)
    }
  })
})
