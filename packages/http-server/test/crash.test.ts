import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Client } from "@symbolon/client-sdk"
import type { Symbolon } from "@symbolon/core"
import { verifyLedger } from "@symbolon/core/ledger"
import { expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import type { Bootstrap } from "../src/demo/bootstrap.ts"
import { clientOf, inside, serve } from "./fixtures/spawned-server.ts"

/** What the server answered as done, and must therefore still be there after it was killed. */
interface Acknowledged {
  readonly members: Set<string>
  readonly transfers: Map<string, string>
}

const rounds = 5
const loadForMs = 1200
const writers = 8

it("survives kill -9 under a write load: everything answered is there, an event for each change and no other, the ledger verifies", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "symbolon-crash-"))
  const acknowledged: Acknowledged = { members: new Set(), transfers: new Map() }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { server, baseUrl } = await serve(dataDir)
      const bootstrap = JSON.parse(
        await readFile(join(dataDir, "bootstrap.json"), "utf8"),
      ) as Bootstrap
      const load = writeLoad(clientOf(baseUrl, bootstrap), bootstrap, `r${round}`, acknowledged)
      await new Promise((wait) => setTimeout(wait, loadForMs))
      server.kill("SIGKILL")
      await once(server, "exit")
      await load
      await inside(dataDir, bootstrap, (symbolon) => inspect(symbolon, bootstrap, acknowledged))
    }
    expect(acknowledged.members.size).toBeGreaterThan(rounds)
    expect(acknowledged.transfers.size).toBeGreaterThan(rounds)
  } finally {
    await rm(dataDir, { recursive: true })
  }
}, 120_000)

/** Several writers until the server is gone; what fails afterwards was never answered. */
const writeLoad = async (
  client: Client,
  bootstrap: Bootstrap,
  round: string,
  acknowledged: Acknowledged,
): Promise<void> => {
  const club = bootstrap.organization.slug
  const tier = bootstrap.tiers[0]?.slug ?? ""
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const user = await client.console.test.createUser()
      const member = await client.memberships.add(club, {
        user_uuid: user.uuid,
        membership_tier_slug: tier,
      })
      acknowledged.members.add(member.uuid)
      const key = `${round}-${writer}-${n}`
      const sent = await client.wallets.transfer(bootstrap.organization.treasury_wallet_address, {
        to: { type: "user_id", value: user.uuid },
        amount: 1,
        idempotency_key: key,
      })
      acknowledged.transfers.set(key, sent.id)
    }
  }
  await Promise.allSettled(Array.from({ length: writers }, (_, writer) => write(writer)))
}

const inspect = async (
  symbolon: Symbolon,
  { organization }: Bootstrap,
  acknowledged: Acknowledged,
): Promise<void> => {
  const members = new Map<string, string>()
  for (let page = 1; ; page += 1) {
    const found = await symbolon.memberships.listMembers({
      organization: organization.slug,
      status: "current",
      page: { page, pageSize: 100, sortBy: "created_at", sortOrder: "asc" },
    })
    for (const { membership } of found.items) members.set(membership.uuid, membership.userUuid)
    if (found.items.length < 100) break
  }
  const events = await portsOf(symbolon).storage.transact("read", (tx) =>
    tx.outbox.list(undefined, 1_000_000),
  )
  const joined = events
    .filter(({ type }) => type === "membership.joined")
    .map(({ data }) => String(data["user_uuid"]))
  expect(joined.toSorted()).toEqual([...members.values()].toSorted())
  for (const uuid of acknowledged.members)
    expect(members.has(uuid), `member ${uuid} was answered and is gone`).toBe(true)
  for (const id of acknowledged.transfers.values())
    await symbolon.transactions.get({ transaction: id })
  const report = await verifyLedger(symbolon.exportLedger())
  expect(report).toMatchObject({ verdict: "verified", firstError: undefined })
  expect([...report.wallets.values()].reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
}
