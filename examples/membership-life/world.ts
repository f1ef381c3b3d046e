/** A server with a test clock, a club on it, and everybody in the story. */
import { spawn } from "node:child_process"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bearer, Client, clientCredentials } from "@symbolon/client-sdk"

export type World = Awaited<ReturnType<typeof openWorld>>

/** Starts all of it; `close` leaves nothing behind. */
export const openWorld = async () => {
  const server = await startServer()
  try {
    return { ...(await openClub(server)), close: server.close }
  } catch (error) {
    await server.close()
    throw error
  }
}

const openClub = async ({ baseUrl, dataDir }: Awaited<ReturnType<typeof startServer>>) => {
  const { client: app } = JSON.parse(await readFile(join(dataDir, "bootstrap.json"), "utf8"))
  const host = new Client({
    baseUrl,
    auth: clientCredentials({ clientId: app.client_id, clientSecret: app.client_secret }),
  })

  /**
   * Somebody's own client, for themselves or for an organization. Tokens end on the test clock: who
   * is refused asks for another.
   */
  const actAs = (userUuid: string, organizationUuid?: string): Client => {
    let token: string | undefined
    const auth = bearer(async ({ rejected }) => {
      if (token === undefined || token === rejected) {
        const asked = {
          user_uuid: userUuid,
          ...(organizationUuid === undefined ? {} : { organization_uuid: organizationUuid }),
        }
        token = (await host.console.test.createToken(asked)).access_token
      }
      return token
    })
    return new Client({ baseUrl, auth })
  }
  const newcomer = async () => {
    const { uuid, username } = await host.console.test.createUser({})
    return { uuid, username, client: actAs(uuid) }
  }

  const owner = await newcomer()
  const club = await host.console.test.createOrganization({
    name: "Lantern Club",
    owner_uuid: owner.uuid,
  })
  const desk = actAs(owner.uuid, club.uuid)
  const tier = (name: string, more: Omit<Parameters<Client["tiers"]["create"]>[1], "name"> = {}) =>
    desk.tiers.create(club.slug, { name, ...more })
  const tiers = {
    guest: await tier("Guest"),
    crew: await tier("Crew", {
      price_cents: 50_000,
      payment_interval: "monthly",
      entitlements: { lounge: true },
    }),
    captain: await tier("Captain", {
      price_cents: 100_000,
      payment_interval: "monthly",
      entitlements: { lounge: true, bridge: true },
    }),
    founders: await tier("Founders", {
      payment_interval: "yearly",
      visibility: "private",
      entitlements: { lounge: true },
    }),
  }
  const till = await desk.console.paymentConnections.create(club.slug, { backend: "manual" })

  /**
   * What the till tells the service of a payment: signed with the connection's secret over the raw
   * body.
   */
  const callback = async (
    event: Readonly<Record<string, unknown>>,
    secret: string = till.secret ?? "",
  ): Promise<number> => {
    const body = JSON.stringify(event)
    const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`
    const url = `${baseUrl}/webhooks/in/payments/manual/${till.connection_uuid}`
    return (
      await fetch(url, { method: "POST", body, headers: { "x-payment-signature": signature } })
    ).status
  }
  const now = async (): Promise<Date> => new Date((await host.console.test.getClock()).now)
  /** Moves the clock, after the background work that is due by then. */
  const go = async (to: Date): Promise<void> =>
    void (await host.console.test.setClock({ now: to.toISOString() }))

  return {
    club: club.slug,
    clubUuid: club.uuid,
    desk,
    host,
    tiers,
    callback,
    now,
    go,
    newcomer,
    ada: await newcomer(),
  }
}

const startServer = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "symbolon-membership-life-"))
  const cli = join(import.meta.dirname, "../../packages/http-server/dist/cli.js")
  const port = await freePort()
  const flags = [
    "--demo",
    "--test-clock",
    "--log-level",
    "warn",
    "--port",
    String(port),
    "--data-dir",
    dataDir,
  ]
  const server = spawn(process.execPath, [cli, "serve", ...flags], {
    stdio: ["ignore", "ignore", "inherit"],
  })
  const close = async (): Promise<void> => {
    server.kill()
    if (server.exitCode === null) await once(server, "exit")
    await rm(dataDir, { recursive: true })
  }
  const baseUrl = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await isUp(baseUrl)); tries += 1) {
    if (tries === 300 || server.exitCode !== null) {
      await close()
      throw new Error("The server did not come up. Was it built? npm run build")
    }
    await new Promise((wait) => setTimeout(wait, 100))
  }
  return { baseUrl, dataDir, close }
}

const isUp = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address !== null ? address.port : 0
}
