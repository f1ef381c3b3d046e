import { ledgerModelSuite } from "../../core/test/ledger/against-model.suite.ts"
import { allowancesSuite } from "../../core/test/ledger/allowance.suite.ts"
import { ledgerAuthoritySuite } from "../../core/test/ledger/authority.suite.ts"
import { badLedgerInputSuite } from "../../core/test/ledger/bad-input.suite.ts"
import { ledgerRacesSuite } from "../../core/test/ledger/races.suite.ts"
import { openSqlite } from "../src/index.ts"
import { newFile, openFresh } from "./temporary.ts"

ledgerModelSuite("SQLite", () => openFresh({ file: ":memory:" }), 10)

/** Two processes on one file, which take turns. */
const openTwo = async () => {
  const file = newFile()
  return [await openFresh({ file }), openSqlite({ file, strict: true })]
}

ledgerRacesSuite("SQLite", openTwo)

allowancesSuite("SQLite", openTwo)

ledgerAuthoritySuite("SQLite", () => openFresh())

badLedgerInputSuite("SQLite", () => openFresh())
