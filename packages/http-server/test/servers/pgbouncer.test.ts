import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type PostgresServer,
  rowsOf,
  startPostgres,
} from "../../../storage-postgres/test/server.ts"
import { startCluster } from "./cluster.ts"
import { startLoad } from "./load.ts"
import { type Pgbouncer, startPgbouncer } from "../../../storage-postgres/test/servers/pgbouncer.ts"
import { nothingWrong, verdictOf } from "./verdict.ts"

const poolSize = 5

describe("two servers behind PgBouncer in transaction mode", () => {
  let postgres: PostgresServer
  let bouncer: Pgbouncer
  beforeAll(async () => {
    postgres = await startPostgres()
    bouncer = await startPgbouncer({ server: postgres.url, poolSize })
  })
  afterAll(async () => {
    await bouncer[Symbol.asyncDispose]()
    await postgres.stop()
  })

  it("share fewer connections than they open; nothing is lost or doubled", async () => {
    await using cluster = await startCluster({
      databaseUrl: bouncer.through(postgres.url),
      directUrl: `${postgres.url}?application_name=beside`,
      flags: ["--database-prepared-statements=false", "--database-connections=10"],
    })
    await using load = await startLoad(cluster, { clients: 16, restMs: 0, insists: false })
    await expect.poll(() => load.answered.length, { timeout: 60_000 }).toBeGreaterThan(100)
    const open = await rowsOf(
      postgres.url,
      "select pid from pg_stat_activity where application_name = 'symbolon'",
    )
    await load.stop()
    expect(open).toHaveLength(poolSize)
    const verdict = await verdictOf(load, postgres.url)
    expect(verdict).toMatchObject(nothingWrong)
    expect(verdict.deliveries).toBeGreaterThanOrEqual(verdict.answered)
  })
})
