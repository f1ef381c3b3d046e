import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type PostgresServer, startPostgres } from "../../../storage-postgres/test/server.ts"
import { startCluster } from "./cluster.ts"
import { startLoad } from "./load.ts"
import { nothingWrong, verdictOf } from "./verdict.ts"

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describe("two servers behind HAProxy", () => {
  it("are restarted one after the other, and no request fails", { timeout: 120_000 }, async () => {
    await using cluster = await startCluster({ databaseUrl: postgres.url })
    await using load = await startLoad(cluster, { clients: 4, insists: false })
    await pause(1_000)
    for (const server of cluster.servers) {
      expect(await server.end("SIGTERM")).toBe(0)
      await server.start()
      // Until HAProxy has seen it too.
      await pause(3_000)
    }
    await load.stop()
    const verdict = await verdictOf(load, postgres.url)
    expect(verdict).toMatchObject(nothingWrong)
    expect(verdict.answered).toBeGreaterThan(50)
    expect(verdict.deliveries).toBeGreaterThanOrEqual(verdict.answered)
  })
})
