import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
beforeAll(async () => {
  world = await startTestServer({ limits: "on" })
})
afterAll(() => world.close())

const preflight = (path: string, method = "GET") =>
  fetch(`${world.url}${path}`, {
    method: "OPTIONS",
    headers: {
      origin: "https://page.test",
      "access-control-request-method": method,
      "access-control-request-headers": "authorization",
    },
  })

describe("cross-origin requests", () => {
  it("may be sent from anywhere with a bearer token, and read with the limits", async () => {
    const allowed = await preflight("/api/v1/wallets/x/transfer", "POST")
    expect([
      allowed.status,
      allowed.headers.get("access-control-allow-origin"),
      allowed.headers.get("access-control-allow-methods"),
    ]).toEqual([204, "*", "OPTIONS, POST"])
    expect(allowed.headers.get("access-control-allow-headers")).toContain("authorization")
    expect([allowed.headers.get("access-control-allow-credentials"), await allowed.text()]).toEqual(
      [null, ""],
    )
    const reply = await world.call("GET", "/api/v1/organizations", undefined, {
      origin: "https://page.test",
    })
    expect(reply.headers.get("access-control-allow-origin")).toBe("*")
    const exposed = reply.headers.get("access-control-expose-headers") ?? ""
    for (const name of [
      "ratelimit-limit",
      "ratelimit-reset",
      "x-ratelimit-policy",
      "retry-after",
      "x-request-id",
    ])
      expect(exposed).toContain(name)
  })
  it("may read refusals too", async () => {
    for (const path of ["/api/v1/organizations", "/nowhere", "/api/v1/organizations/%zz"])
      expect((await world.send(path)).headers.get("access-control-allow-origin")).toBe("*")
  })
  it("may read what the authorization server publishes, but neither tokens nor the console", async () => {
    expect((await world.send("/oauth2/scopes")).headers.get("access-control-allow-origin")).toBe(
      "*",
    )
    expect(
      (await preflight("/oauth2/token", "POST")).headers.get("access-control-allow-origin"),
    ).toBeNull()
    expect(
      (await preflight("/console/v1/test/clock")).headers.get("access-control-allow-origin"),
    ).toBeNull()
    expect(
      (await world.call("GET", "/console/v1/test/clock")).headers.get(
        "access-control-allow-origin",
      ),
    ).toBeNull()
  })
  it("do not use up their allowance by asking leave for each path", async () => {
    for (let n = 1; n <= 40; n += 1)
      expect((await preflight(`/api/v1/wallets/${n}`)).status).toBe(204)
    expect((await preflight("/api/v1/wallets/x")).headers.get("ratelimit-remaining")).toBe("259")
  })
  it("find OPTIONS answered without a preflight too, and no preflight where there is no path", async () => {
    const plain = await fetch(`${world.url}/api/v1/organizations`, { method: "OPTIONS" })
    expect([
      plain.status,
      plain.headers.get("allow"),
      plain.headers.get("access-control-allow-methods"),
    ]).toEqual([204, "GET, HEAD, OPTIONS, POST", null])
    expect((await preflight("/nowhere")).status).toBe(404)
  })
})
