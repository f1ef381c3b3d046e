import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { Client } from "@symbolon/client-sdk"
import type { Symbolon } from "@symbolon/core"
import { portsOf } from "@symbolon/core/effect"
import { verifyLedger } from "@symbolon/core/ledger"
import { expect, it, vi } from "vitest"
import type { Bootstrap } from "../src/demo/bootstrap.ts"
import { clientOf, inside, serve } from "./fixtures/spawned-server.ts"

/** Members who join before a server is killed, and the places of the reward for all of them. */
const joining = 6
const supplyTotal = 8
const minuteMs = 60_000

it("the external reward of a trigger survives kill -9 between the firing and its delivery: each is issued once, or its place is free again", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "symbolon-crash-trigger-"))
  const host = await contentHost()
  const servers: ChildProcess[] = []
  const start = async () => {
    const { server, baseUrl } = await serve(dataDir, ["--webhooks-allowed-networks", "127.0.0.0/8"])
    servers.push(server)
    const text = await readFile(join(dataDir, "bootstrap.json"), "utf8")
    const bootstrap = JSON.parse(text) as Bootstrap
    return { server, bootstrap, api: clientOf(baseUrl, bootstrap) }
  }
  try {
    // Killed while the host of the content is asked and has not answered.
    const first = await start()
    const made = await makeTrigger(first.api, first.bootstrap, host.url)
    await joinSome(first.api, first.bootstrap)
    await vi.waitFor(() => expect(host.waiting.length).toBeGreaterThan(0), { timeout: 20_000 })
    expect(await outcomesOf(first.api, made.trigger)).toContain("pending")
    await kill(first.server)

    // Killed once the host has answered, and before it is known what came of it.
    host.waiting.splice(0)
    const second = await start()
    const moving = passTime(second.api, 3 * minuteMs)
    await vi.waitFor(() => expect(host.waiting.length).toBeGreaterThan(0), { timeout: 20_000 })
    await joinSome(second.api, second.bootstrap)
    for (const answer of host.waiting.splice(0)) answer()
    await kill(second.server)
    await moving

    host.answers()
    const last = await start()
    for (let turn = 0; turn < 30; turn += 1) {
      await passTime(last.api, 3 * minuteMs)
      const outcomes = await outcomesOf(last.api, made.trigger)
      if (outcomes.length === 2 * joining && !outcomes.includes("pending")) break
      await setTimeout(100)
    }
    await kill(last.server, "SIGTERM")
    await inside(dataDir, last.bootstrap, (symbolon) => inspect(symbolon, made))
    expect([...host.asked.values()].some((times) => times > 1)).toBe(true)
  } finally {
    for (const server of servers) server.kill("SIGKILL")
    await host.close()
    await rm(dataDir, { recursive: true })
  }
}, 120_000)

const kill = async (
  server: ChildProcess,
  signal: "SIGTERM" | "SIGKILL" = "SIGKILL",
): Promise<void> => {
  server.kill(signal)
  await once(server, "exit")
}

/** A host that makes contents, for every third delivery none. Until {@link answers} it waits to be told. */
const contentHost = async () => {
  const asked = new Map<string, number>()
  const waiting: (() => void)[] = []
  let isWaiting = true
  const server = createServer((request, response) => {
    const delivery = String(request.headers["x-webhook-delivery"])
    asked.set(delivery, (asked.get(delivery) ?? 0) + 1)
    const place = [...asked.keys()].indexOf(delivery)
    const answer = () => answerTo(response, place)
    request.resume()
    if (isWaiting) waiting.push(answer)
    else answer()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    asked,
    waiting,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/make`,
    answers: () => {
      isWaiting = false
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

const answerTo = (response: ServerResponse, place: number): void => {
  const items = [{ type: "coupon", code: `MADE-${place}` }]
  if (place % 3 === 2) response.writeHead(410).end()
  else response.end(JSON.stringify({ content: { data: {}, items, content_version: "1" } }))
}

/** A reward for everybody who joins, made by the host. */
const makeTrigger = async (api: Client, { organization }: Bootstrap, url: string) => {
  const { uuid: organizationUuid, slug: club } = organization
  const webhook = await api.console.webhooks.create(club, { url, events: [] })
  const reward = await api.rewards.create(club, {
    organization_uuid: organizationUuid,
    name: "Welcome poem",
    supply_total: supplyTotal,
    content_config: { storage_type: "external", external_webhook_uuid: webhook.uuid },
  })
  const trigger = await api.rewardTriggers.create(club, {
    name: "Joined",
    reward_template_uuid: reward.uuid,
    trigger_scopes: ["membership.joined:first"],
  })
  return { trigger: trigger.uuid, reward: reward.uuid }
}

const joinSome = async (api: Client, { organization, tiers }: Bootstrap): Promise<void> => {
  for (let n = 0; n < joining; n += 1) {
    const user = await api.console.test.createUser()
    await api.memberships.add(organization.slug, {
      user_uuid: user.uuid,
      membership_tier_slug: tiers[0]?.slug ?? "",
    })
  }
}

/** Moves the clock of the service, so that leases end and what is tried again is due. */
const passTime = (api: Client, ms: number): Promise<unknown> =>
  api.console.test.setClock({ advance_ms: ms }, { timeoutMs: 60_000 }).then(undefined, String)

const outcomesOf = async (api: Client, trigger: string): Promise<readonly string[]> => {
  const firings = await api.rewardTriggers.listFirings(trigger, { page_size: 100 })
  return firings.items.map(({ outcome }) => outcome)
}

/** What stands in the store once all has ended. */
const inspect = async (
  symbolon: Symbolon,
  { trigger: triggerUuid, reward }: { readonly trigger: string; readonly reward: string },
): Promise<void> => {
  const page = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" } as const
  const firings = (await symbolon.rewardTriggers.listFirings({ triggerUuid, page })).items
  expect(new Set(firings.map(({ userUuid }) => userUuid)).size).toBe(2 * joining)
  expect(firings).toHaveLength(2 * joining)
  const byOutcome = Map.groupBy(firings, ({ outcome }) => outcome)
  const issued = byOutcome.get("issued") ?? []
  const others = firings.length - issued.length
  expect((byOutcome.get("failed")?.length ?? 0) + (byOutcome.get("no_supply")?.length ?? 0)).toBe(
    others,
  )
  expect(issued.length).toBeGreaterThan(0)
  expect(others).toBeGreaterThan(0)
  const { items } = await symbolon.rewards.listRedemptions({ reward, page })
  expect(items).toHaveLength(issued.length)
  expect(new Set(items.map(({ transactionId }) => transactionId))).toEqual(
    new Set(issued.map(({ transactionId }) => transactionId)),
  )
  expect(await symbolon.rewards.get({ reward })).toMatchObject({
    supplyRedeemed: issued.length,
    supplyReserved: 0,
  })
  const open = await portsOf(symbolon).storage.transact("read", (tx) =>
    tx.rewardDeliveries.open(new Date("9999-01-01T00:00:00.000Z"), undefined, 1),
  )
  expect(open).toEqual([])
  const { verdict, wallets } = await verifyLedger(symbolon.exportLedger())
  expect(verdict).toBe("verified")
  expect([...wallets.values()].reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
  console.log(`${issued.length} issued, ${others} not`)
}
