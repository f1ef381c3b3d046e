import { join } from "node:path"
import Database from "better-sqlite3"
import { afterAll } from "vitest"
import { oauthRacesSuite } from "../../storage-sql/test/oauth-races.suite.ts"
import { startRacers } from "../../storage-sql/test/racers.ts"
import { newFile, openFresh } from "./temporary.ts"

const open: { readonly close: () => unknown }[] = []
afterAll(async () => {
  for (const each of open) await each.close()
})

oauthRacesSuite("one SQLite file", async () => {
  const file = newFile()
  const storage = await openFresh({ file })
  const racers = await startRacers(4, join(import.meta.dirname, "oauth-child.ts"), [file])
  const engine = new Database(file, { readonly: true })
  open.push(engine, storage)
  const count = engine
    .prepare<[string], number>("select count(*) from refresh_tokens where sid = ?")
    .pluck()
  return { storage, racers, refreshTokensOf: async (sid) => count.get(sid) ?? 0 }
})
