import { mkdtemp, readFile, rm } from "node:fs/promises"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { WebhooksFacade } from "@symbolon/core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { httpReceiver, type Receiver } from "../../../core/test/fixtures/receivers.ts"
import { runIn } from "../fixtures/cli-run.ts"
import { type Running, runServer } from "../../src/cli/run-server.ts"
import { loadConfig } from "../../src/config.ts"
import type { Bootstrap } from "../../src/demo/bootstrap.ts"
import { queriedNames, readScrape, type Scrape, sumOf } from "./scrape.ts"

const root = join(import.meta.dirname, "../../../..")
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

let dataDir: string
let running: Running
let receiver: Receiver
let demo: Bootstrap
let metricsUrl: string
let secrets: readonly string[]

const scrape = async (): Promise<Scrape> => {
  const answer = await fetch(metricsUrl)
  expect(answer.headers.get("content-type")).toBe(
    "application/openmetrics-text; version=1.0.0; charset=utf-8",
  )
  return readScrape(await answer.text())
}
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${running.baseUrl}${path}`, { headers })

/** Sends a method that `fetch` would not. */
const sendOdd = (method: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(`${running.baseUrl}/health/live`, { method }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode))
    })
      .on("error", reject)
      .end()
  })

const attempts = async () => sumOf(await scrape(), "symbolon_webhook_attempts_total")

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "symbolon-metrics-"))
  receiver = await httpReceiver((incoming, outgoing) => {
    outgoing.writeHead(incoming.url === "/bad" ? 400 : 200).end()
  })
  const { config } = await loadConfig({
    flags: {
      port: "0",
      metricsPort: "0",
      dataDir,
      testClock: true,
      limits: "on",
      webhooksAllowedNetworks: "127.0.0.0/8",
    },
    env: {},
    cwd: dataDir,
  })
  running = await runServer(config, { isDemo: true, logger: quiet, mailer: undefined, env: {} })
  if (running.bootstrap === undefined || running.metricsUrl === undefined)
    throw new Error("The demo serves metrics.")
  demo = running.bootstrap
  metricsUrl = running.metricsUrl
  secrets = [...(await useIt())]
}, 60_000)
afterAll(async () => {
  await running.stop()
  await receiver[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true })
})

/** Makes the server do what it counts; returns what no scrape may show. */
const useIt = async (): Promise<readonly string[]> => {
  const { symbolon } = running
  const { client, organization, sessions, users } = demo
  const token = await fetch(demo.token_endpoint, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "client_credentials", ...client }),
  })
  const { access_token } = (await token.json()) as { readonly access_token: string }
  const authorization = `Bearer ${access_token}`
  await get(`/api/v1/organizations/${organization.slug}`, { authorization })
  await get(`/api/v1/organizations/${organization.slug}`, { authorization })
  await get("/api/v1/organizations/no-such-club", { authorization })
  for (let n = 0; n < 32; n += 1) await get("/api/v1/organizations")
  const session = sessions[0]?.slug ?? ""
  await symbolon.sessions.checkinManifest({ session })
  const secretOf = (path: string, webhooks: WebhooksFacade = symbolon.webhooks) =>
    webhooks
      .create({
        organization: organization.slug,
        url: `http://127.0.0.1:${receiver.port}${path}`,
        events: ["*"],
      })
      .then(async ({ webhook, secret }) => {
        await webhooks.test({ organization: organization.slug, webhookUuid: webhook.uuid })
        return [webhook.uuid, secret]
      })
  const webhooks = [...(await secretOf("/good")), ...(await secretOf("/bad"))]
  await vi.waitFor(async () => expect(await attempts()).toBe(2), 10_000)
  return [
    ...webhooks,
    access_token,
    client.client_id,
    client.client_secret,
    organization.slug,
    organization.uuid,
    ...sessions.flatMap(({ uuid, slug }) => [uuid, slug]),
    ...users.flatMap(({ uuid, username, password }) => [uuid, username, password]),
  ]
}

describe("a scrape", () => {
  it("counts requests by method, route and status, and times them by route", async () => {
    const read = await scrape()
    const route = "/api/v1/organizations/{organization_slug}"
    const requests = (labels: Record<string, string>) =>
      sumOf(read, "symbolon_http_requests_total", labels)
    expect(requests({ method: "GET", route, status: "200" })).toBe(2)
    expect(requests({ method: "GET", route, status: "404" })).toBe(1)
    expect(requests({ route: "/oauth2/token", method: "POST", status: "200" })).toBe(1)
    const timed = (name: string) =>
      sumOf(read, `symbolon_http_request_duration_seconds_${name}`, { route })
    expect(timed("count")).toBe(3)
    expect(timed("sum")).toBeGreaterThan(0)
    expect(timed("sum")).toBeLessThan(10)
  })

  it("counts what limits refused, by what they count", async () => {
    const bucket = "unauthenticated"
    expect(sumOf(await scrape(), "symbolon_rate_limit_refusals_total", { bucket })).toBe(2)
  })

  it("counts transactions, batches of the ledger, jobs, deliveries and manifests", async () => {
    const read = await scrape()
    for (const mode of ["read", "write"])
      expect(
        sumOf(read, "symbolon_transactions_total", { mode, outcome: "committed" }),
      ).toBeGreaterThan(10)
    expect(sumOf(read, "symbolon_ledger_batch_changes_count")).toBeGreaterThan(0)
    expect(sumOf(read, "symbolon_ledger_batch_changes_sum")).toBeGreaterThan(0)
    expect(sumOf(read, "symbolon_ledger_batch_duration_seconds_count")).toBeGreaterThan(0)
    const attempts = (outcome: string, error_code: string) =>
      sumOf(read, "symbolon_webhook_attempts_total", { outcome, error_code })
    expect([attempts("success", "none"), attempts("failed", "refused")]).toEqual([1, 1])
    expect(sumOf(read, "symbolon_manifests_signed_total", { kind: "manifest" })).toBe(1)
    await vi.waitFor(async () =>
      expect(
        sumOf(await scrape(), "symbolon_jobs_total", { kind: "webhook-delivery", outcome: "done" }),
      ).toBe(2),
    )
  })

  it("has the depth and the lag of each queue", async () => {
    const read = await scrape()
    for (const name of ["symbolon_queue_due_jobs", "symbolon_queue_lag_seconds"])
      expect(
        read.samples.filter((each) => each.name === name).map(({ labels }) => labels["queue"]),
      ).toEqual(["work", "webhooks", "webhook-retries"])
  })

  it("has no more series after many paths, methods and names that it never saw", async () => {
    const seriesOf = ({ samples }: Scrape) =>
      samples
        .filter(({ name }) => /^symbolon_(http|rate)/.test(name))
        .map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
    const knock = async (n: number) => {
      await get(`/nowhere/${n}`)
      await get(`/api/v1/organizations/club-${n}`, { "user-agent": `agent-${n}` })
    }
    for (const method of ["PURGE", "LINK", "OPTIONS"]) await sendOdd(method)
    for (let n = 0; n < 35; n += 1) await knock(n)
    const before = seriesOf(await scrape())
    for (const method of ["MKCOL", "SUBSCRIBE"]) await sendOdd(method)
    for (let n = 100; n < 130; n += 1) await knock(n)
    expect(seriesOf(await scrape())).toEqual(before)
    const methods = new Set(
      (await scrape()).samples.flatMap(({ labels }) => labels["method"] ?? []),
    )
    expect(methods).toEqual(new Set(["GET", "POST", "OPTIONS", "OTHER"]))
  })

  it("shows no secret, and no name, slug or uuid", async () => {
    const text = await (await fetch(metricsUrl)).text()
    expect(secrets.length).toBeGreaterThan(12)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|whsec_|127\.0\.0\.1|nowhere/)
  })
})

describe("the port of metrics", () => {
  it("answers nothing but GET /metrics", async () => {
    const at = (path: string, init?: RequestInit) => fetch(new URL(path, metricsUrl), init)
    for (const path of ["/", "/metrics/", "/health/live", "/api/v1/organizations"])
      expect((await at(path)).status).toBe(404)
    expect((await at("/metrics", { method: "POST" })).status).toBe(404)
    expect((await at("/metrics?name=x")).status).toBe(200)
    expect(await (await get("/metrics")).text()).not.toContain("symbolon_")
  })

  it("is bound to loopback", async () => {
    expect(new URL(metricsUrl).hostname).toBe("127.0.0.1")
    // Another loopback address is another address: a port that is bound to all would answer there.
    const elsewhere = process.platform === "linux" ? "127.0.0.2" : "[::1]"
    await expect(fetch(metricsUrl.replace("127.0.0.1", elsewhere))).rejects.toThrow("fetch failed")
  })
})

describe("what an operator reads", () => {
  const rows = async () => {
    const page = await readFile(join(root, "docs/operating.md"), "utf8")
    const section = page.slice(page.indexOf("\n## Metrics\n"))
    return [...section.matchAll(/^\| `(\w+)` \| (\w+) \|(.*?)\| (.+) \|$/gm)].map(
      ([, name = "", type = "", labels = "", meaning = ""]) => ({
        name,
        type,
        labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = ""]) => label),
        isOnLinux: meaning.includes("(Linux)"),
      }),
    )
  }

  it("the table has every metric of a scrape with its type and labels, and no other", async () => {
    const read = await scrape()
    const listed = (await rows()).filter(
      ({ isOnLinux }) => !isOnLinux || process.platform === "linux",
    )
    const sorted = (all: Iterable<readonly [string, string]>) =>
      [...all].toSorted(([a], [b]) => (a < b ? -1 : 1))
    expect(sorted(listed.map(({ name, type }) => [name, type] as const))).toEqual(
      sorted(queriedNames(read)),
    )
    const shown = (name: string) =>
      read.samples
        .filter((each) => each.name.replace(/_(bucket|sum|count)$/, "") === name)
        .flatMap(({ labels }) => Object.keys(labels).filter((label) => label !== "le"))
    // A metric that counted nothing shows no labels.
    const counted = listed.filter(({ name }) => shown(name).length > 0)
    expect(counted.length).toBeGreaterThan(10)
    for (const { name, labels } of counted)
      expect([...new Set(shown(name))].toSorted(), name).toEqual(labels.toSorted())
  })

  it("the dashboard asks for metrics that exist, by labels that they have", async () => {
    const text = await readFile(
      join(root, "packages/http-server/deploy/grafana-dashboard.json"),
      "utf8",
    )
    const { panels } = JSON.parse(text) as {
      readonly panels: readonly {
        readonly id: number
        readonly title: string
        readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
      }[]
    }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const known = new Map(
      (await rows()).flatMap(({ name, type, labels }) =>
        (type === "histogram" ? ["_bucket", "_sum", "_count"] : [""]).map(
          (end) => [`${name}${end}`, [...labels, "le", "instance"]] as const,
        ),
      ),
    )
    const targets = panels.flatMap(({ targets: all = [] }) => all)
    expect(targets.length).toBeGreaterThan(20)
    for (const { expr, legendFormat } of targets) {
      const names = expr.match(/symbolon_\w+/g) ?? []
      expect(names.length, expr).toBeGreaterThan(0)
      const labels = names.flatMap((name) => known.get(name) ?? [`${name} is no metric`])
      const used = [
        ...(/ by \(([^)]*)\)/.exec(expr)?.[1]?.split(", ") ?? []),
        ...[...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label),
        ...[...expr.matchAll(/(\w+)(?:=~|!=|=)"/g)].map(([, label]) => label),
      ]
      expect(labels, expr).toEqual(expect.arrayContaining(used))
      expect(labels.filter((label) => label.includes(" "))).toEqual([])
    }
    expect(text).toContain("label_values(symbolon_nodejs_version_info, instance)")
  })
})

describe("symbolon serve", () => {
  const serve = async (flags: string) => {
    const cwd = await mkdtemp(join(tmpdir(), "symbolon-no-metrics-"))
    try {
      return await runIn(() => cwd)(`serve --port 0 --log-level silent --json ${flags}`)
    } finally {
      await rm(cwd, { recursive: true, force: true })
    }
  }

  it("serves no metrics unless it is told a port", async () => {
    const { code, out } = await serve("")
    expect([code, JSON.parse(out).metrics]).toEqual([0, null])
  })

  it("refuses a port that is none, and says what to do about one that is taken", async () => {
    const wrong = await serve("--metrics-port eighty")
    expect(wrong.code).not.toBe(0)
    expect(wrong.err).toContain('--metrics-port "eighty" must be a whole number')
    const port = Number(new URL(metricsUrl).port)
    const taken = await serve(`--metrics-port ${port}`)
    expect(taken.code).not.toBe(0)
    expect(taken.err).toContain(
      `Port ${port} is in use. Choose another port: --metrics-port ${port + 1}`,
    )
  })
})
