import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Bootstrap } from "../../src/demo/bootstrap.ts"
import { clientOf, serve } from "../fixtures/spawned-server.ts"

/** When the attempts of a delivery are made that fails to the end, in seconds after its event. */
export const schedule = [0, 0, 1, 5, 30, 120, 600]

/** The demo's club, served by a process of its own on a test clock, which may deliver to loopback. */
export const openServedClub = async (timeoutMs: number) => {
  const dataDir = await mkdtemp(join(tmpdir(), "symbolon-receivers-"))
  const { server, baseUrl } = await serve(dataDir, [
    "--webhooks-allowed-networks",
    "127.0.0.0/8,::1/128",
    "--webhooks-timeout-ms",
    String(timeoutMs),
  ])
  const bootstrap = JSON.parse(await readFile(join(dataDir, "bootstrap.json"), "utf8")) as Bootstrap
  const client = clientOf(baseUrl, bootstrap)
  const club = bootstrap.organization.slug
  return {
    /** A webhook for members that join. */
    addWebhook: (url: string) =>
      client.console.webhooks.create(club, { url, events: ["membership.joined"] }),
    /** A member joins, and an hour goes by; answers when that was, in milliseconds. */
    happen: async (): Promise<number> => {
      const { uuid } = await client.console.test.createUser()
      const at = Date.parse((await client.console.test.getClock()).now)
      await client.memberships.add(club, {
        user_uuid: uuid,
        membership_tier_slug: bootstrap.tiers[0]?.slug ?? "",
      })
      await client.console.test.setClock({ advance_ms: 3_600_000 })
      return at
    },
    /** All deliveries to a webhook, with their attempts. */
    deliveriesTo: async (webhookUuid: string) => {
      const { items } = await client.console.webhooks.listDeliveries(club, webhookUuid)
      return Promise.all(items.map(({ uuid }) => client.console.webhooks.getDelivery(club, uuid)))
    },
    /** What the server's process has in memory; 0 where the system does not tell. */
    residentBytes: async (): Promise<number> => {
      const file = `/proc/${server.pid}/status`
      if (!existsSync(file)) return 0
      return 1_024 * Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(file, "utf8"))?.[1])
    },
    close: async () => {
      server.kill("SIGTERM")
      await once(server, "exit")
      await rm(dataDir, { recursive: true })
    },
  }
}
