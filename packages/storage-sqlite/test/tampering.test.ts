import Database from "better-sqlite3"
import { tamperingSuite } from "../../core/test/ledger/tampering.suite.ts"
import { newFile, openFresh } from "./temporary.ts"

tamperingSuite("SQLite", async () => {
  const file = newFile()
  const storage = await openFresh({ file })
  const behind = new Database(file)
  // Whoever holds the file is not held up by its rules.
  behind.pragma("ignore_check_constraints = true")
  return {
    storage,
    read: async (table, column, where) =>
      behind.prepare(`select ${column} from ${table} where ${where}`).pluck().get(),
    write: async (table, column, where, value) =>
      void behind.prepare(`update ${table} set ${column} = ? where ${where}`).run(value),
  }
})
