import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, describe, expect, it, vi } from "vitest"
import { httpReceiver, type Receiver } from "../../core/test/fixtures/receivers.ts"
import type { Bootstrap } from "../src/demo/bootstrap.ts"
import { clientOf } from "./fixtures/spawned-server.ts"

const cli = join(import.meta.dirname, "../src/cli.ts")

interface Served {
  readonly server: ChildProcess
  readonly dataDir: string
  readonly receiver: Receiver
}

const opened: Served[] = []
afterEach(async () => {
  for (const { server, dataDir, receiver } of opened.splice(0)) {
    server.kill("SIGKILL")
    await receiver[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true })
  }
})

/** A server that has a delivery out to a receiver that never answers. */
const serveWithDelivery = async (drainSeconds: number): Promise<Served> => {
  const dataDir = await mkdtemp(join(tmpdir(), "symbolon-draining-"))
  const receiver = await httpReceiver(() => undefined)
  const args = ["--conditions=@symbolon/source", cli, "serve", "--demo", "--port", "0", "--json"]
  const flags = [
    `--data-dir=${dataDir}`,
    `--drain-seconds=${drainSeconds}`,
    "--webhooks-allowed-networks=127.0.0.0/8",
    "--log-level=silent",
  ]
  const server = spawn(process.execPath, [...args, ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  opened.push({ server, dataDir, receiver })
  let text = ""
  for await (const chunk of server.stdout) {
    text += String(chunk)
    if (text.includes("base_url")) break
  }
  const bootstrap = JSON.parse(await readFile(join(dataDir, "bootstrap.json"), "utf8")) as Bootstrap
  const client = clientOf(bootstrap.base_url, bootstrap)
  const { uuid } = await client.console.webhooks.create(bootstrap.organization.slug, {
    url: `http://127.0.0.1:${receiver.port}/hook`,
    events: ["*"],
  })
  await client.console.webhooks.test(bootstrap.organization.slug, uuid)
  await vi.waitFor(() => expect(receiver.received()).toContain("/hook"), { timeout: 5_000 })
  return { server, dataDir, receiver }
}

const exitOf = async (server: ChildProcess): Promise<number | null> => {
  const [code] = (await once(server, "exit")) as [number | null]
  return code
}

const query = (dataDir: string, sql: string): unknown => {
  const database = new DatabaseSync(join(dataDir, "symbolon.db"))
  try {
    return database.prepare(sql).get()
  } finally {
    database.close()
  }
}

describe("a server that is asked to stop while a receiver does not answer", () => {
  it("gives the delivery back as it was, and has ended when its time is over", async () => {
    const { server, dataDir } = await serveWithDelivery(1)
    const begun = performance.now()
    server.kill("SIGTERM")
    expect(await exitOf(server)).toBe(0)
    const ms = performance.now() - begun
    expect([ms >= 950, ms < 3500]).toEqual([true, true])
    expect(
      query(dataDir, "select state, attempt_count as attempts from webhook_deliveries"),
    ).toEqual({ state: "pending", attempts: 0 })
    const due = "select count(*) as due from jobs where kind = 'webhook-delivery'"
    expect(query(dataDir, `${due} and lease_until is null and due_at <= ${Date.now()}`)).toEqual({
      due: 1,
    })
  })

  it("ends at once when it is asked a second time", async () => {
    const { server } = await serveWithDelivery(60)
    const begun = performance.now()
    server.kill("SIGTERM")
    await new Promise((resolve) => setTimeout(resolve, 200))
    server.kill("SIGINT")
    expect(await exitOf(server)).toBe(1)
    expect(performance.now() - begun).toBeLessThan(2000)
  })
})
