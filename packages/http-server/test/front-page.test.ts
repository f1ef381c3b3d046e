import { createServer } from "node:http"
import express from "express"
import { afterEach, expect, it } from "vitest"
import type { Handler } from "../src/create-handler.ts"
import { passkeys } from "../src/passkeys.ts"
import { openProvider, type Provider } from "./fixtures/oauth-provider.ts"
import { startTestServer } from "./fixtures/world.ts"

let provider: Provider | undefined
afterEach(() => provider?.close())

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }
const linksIn = (text: string) =>
  [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)

it("a browser finds out what runs here, and every link leads somewhere", async () => {
  provider = await openProvider({ core: { passkeys: passkeys() }, hostname: "localhost" })
  const reply = await fetch(`${provider.baseUrl}/`, { headers: browser })
  const text = await reply.text()
  expect([reply.status, reply.headers.get("content-type")]).toEqual([
    200,
    "text/html; charset=utf-8",
  ])
  expect(reply.headers.get("content-security-policy")).toMatch(
    /default-src 'none'; style-src 'self'.*frame-ancestors 'none'/,
  )
  expect(reply.headers.get("vary")).toContain("accept")
  expect(text).toContain("<h1>Symbolon runs here</h1>")
  expect(linksIn(text)).toEqual([
    "/docs",
    "/oauth2/account",
    "/oauth2/password-reset",
    "/openapi.json",
    "/console/v1/openapi.json",
    "/oauth2/.well-known/openid-configuration",
  ])
  for (const href of linksIn(text))
    expect(
      (await fetch(new URL(href ?? "", provider.baseUrl), { headers: browser })).status,
      href,
    ).toBe(200)
  const head = await fetch(`${provider.baseUrl}/`, { method: "HEAD", headers: browser })
  expect([head.status, await head.text()]).toEqual([200, ""])
})

it("links only to what there is, below the path where the service is mounted", async () => {
  const baseUrl = "http://symbolon.test/members"
  const mount = ({ listener }: Handler) => createServer(express().use("/members", listener))
  const world = await startTestServer({ baseUrl, registration: "closed", mount })
  try {
    for (const path of ["/members", "/members/"]) {
      const text = await (await fetch(`${world.url}${path}`, { headers: browser })).text()
      expect(
        linksIn(text).every((href) => href?.startsWith("/members/")),
        path,
      ).toBe(true)
      // No passkeys here, so there is no page of one's own account.
      expect(linksIn(text)).not.toContain("/members/oauth2/account")
    }
  } finally {
    await world.close()
  }
})

it("a program is told that there is no endpoint, in the envelope and with the limits of any other path", async () => {
  provider = await openProvider({ limits: "on" })
  const { baseUrl } = provider
  const at = async (path: string, accept: string | undefined) => {
    const { status, headers } = await fetch(`${baseUrl}${path}`, {
      headers: accept === undefined ? {} : { accept },
    })
    return [
      status,
      headers.get("content-type"),
      headers.get("ratelimit-limit"),
      headers.get("access-control-allow-origin"),
    ]
  }
  for (const accept of ["application/json", "*/*", undefined])
    expect(await at("/", accept)).toEqual(await at("/nowhere", accept))
  expect((await at("/", undefined))[0]).toBe(404)
})
