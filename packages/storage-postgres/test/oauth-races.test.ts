import { join } from "node:path"
import pg from "pg"
import { afterAll } from "vitest"
import { oauthRacesSuite } from "../../storage-sql/test/oauth-races.suite.ts"
import { startRacers } from "../../storage-sql/test/racers.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const open: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of open) await close()
})

oauthRacesSuite("one PostgreSQL", async () => {
  const url = await databases.createMigrated()
  const storage = openPostgres({ connectionString: url })
  const racers = await startRacers(3, join(import.meta.dirname, "oauth-child.ts"), [url])
  const engine = new pg.Client({ connectionString: url })
  await engine.connect()
  open.push(() => engine.end(), storage.close)
  return {
    storage,
    racers,
    refreshTokensOf: async (sid) => {
      const { rows } = await engine.query<{ readonly count: string }>(
        "select count(*) from refresh_tokens where sid = $1",
        [sid],
      )
      return Number(rows[0]?.count)
    },
  }
})
