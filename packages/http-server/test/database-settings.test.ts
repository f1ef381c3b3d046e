import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { type AddressInfo, connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type PostgresServer, startPostgres } from "../../storage-postgres/test/server.ts"
import { openStorage } from "../src/cli/open.ts"
import { runIn } from "./fixtures/cli-run.ts"

let postgres: PostgresServer
let dataDir: string
beforeAll(async () => {
  postgres = await startPostgres()
  dataDir = await mkdtemp(join(tmpdir(), "symbolon-database-"))
})
afterAll(async () => {
  await postgres.stop()
  await rm(dataDir, { recursive: true })
})

/** Passes bytes on to PostgreSQL, and sees the connections and what is sent. */
const openWire = async () => {
  const target = new URL(postgres.url)
  let connections = 0
  let sent = ""
  const server = createServer((client) => {
    connections += 1
    const behind = connect(Number(target.port), target.hostname)
    client.on("data", (bytes) => {
      sent += bytes.toString("latin1")
    })
    client.pipe(behind).pipe(client)
    for (const socket of [client, behind]) socket.on("error", () => undefined)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(postgres.url), { port: String(port) }).href,
    connections: () => connections,
    /** Whether a statement was prepared under a name: a Parse message with one. */
    isPreparing: () => /P[^]{4}symbolon_\d+\0/.test(sent),
    close: () => server.close(),
  }
}

describe("the settings of the database", () => {
  it.each([
    [2, false],
    [6, true],
  ])(
    "%i connections at most, and prepared statements: %s",
    async (databaseConnections, databasePreparedStatements) => {
      const wire = await openWire()
      const storage = await openStorage({
        dataDir,
        databaseUrl: wire.url,
        databaseConnections,
        databasePreparedStatements,
      })
      await storage.migrations.up()
      const claim = (n: number) =>
        storage.transact("write", (tx) =>
          tx.names.claim(`name-${databaseConnections}-${n}`, { kind: "user", uuid: `user-${n}` }),
        )
      await Promise.all(Array.from({ length: 20 }, (_, n) => claim(n)))
      expect(wire.connections()).toBe(databaseConnections)
      expect(wire.isPreparing()).toBe(databasePreparedStatements)
      await storage.close()
      wire.close()
    },
  )

  it("reach commands by flag and by variable, and doctor names them", async () => {
    const run = runIn(() => dataDir)
    const env = { SYMBOLON_DATABASE_URL: postgres.url }
    const flags = "--database-connections 3 --database-prepared-statements false"
    for (const command of ["migrate up", "migrate status", "users create ada --first-name Ada"])
      expect(await run(`${command} ${flags}`, { env }), command).toMatchObject({ code: 0 })
    const found = await run("doctor --port 0", {
      env: {
        ...env,
        SYMBOLON_DATABASE_CONNECTIONS: "7",
        SYMBOLON_DATABASE_PREPARED_STATEMENTS: "false",
      },
    })
    expect(found.out).toContain(
      "up to 7 for transactions (SYMBOLON_DATABASE_CONNECTIONS), no prepared statements (SYMBOLON_DATABASE_PREPARED_STATEMENTS)",
    )
    const backup = join(dataDir, "backup.symbolon")
    expect(await run(`backup ${backup} ${flags}`, { env })).toMatchObject({ code: 0 })
  })
})
