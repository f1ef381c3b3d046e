import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { systemClock, memoryRateLimitStore } from "@symbolon/core"
import { openRateLimiter } from "@symbolon/core/effect"
import { openLimiter } from "../../src/limiter.ts"
import { assetPlan } from "../../src/pages/sign-in/assets.ts"
import { pageReply } from "../../src/pages/sign-in/page-reply.ts"
import { pages } from "./page-fixtures.ts"

/**
 * Serves the fixtures below their names, as the real pages are served: with their headers,
 * stylesheet and scripts.
 */
export const servePages = async () => {
  const assets = assetPlan({
    limiter: openLimiter(
      openRateLimiter(memoryRateLimitStore(), { wall: systemClock, onFailing: () => undefined }),
      systemClock,
      "off",
    ),
    passkeys: true,
  })
  let all: Readonly<Record<string, string>> = {}
  const server = createServer((incoming, outgoing) => {
    const [path = "/"] = (incoming.url ?? "/").split("?")
    const file = /^\/oauth2\/assets\/(.+)$/.exec(path)?.[1]
    const exchange = {
      request: { method: "GET", path, query: "", headers: {}, peer: "127.0.0.1" },
      id: "request",
      ip: "127.0.0.1",
    }
    const html = all[path.slice(1)]
    const made =
      file === undefined
        ? // No content leaves a browser where it is: what a page sends by itself goes nowhere.
          Promise.resolve(
            html === undefined
              ? { status: 204, headers: {}, body: undefined }
              : pageReply(200, html),
          )
        : Promise.resolve(
            assets.answer(exchange as unknown as Parameters<typeof assets.answer>[0], { file }),
          )
    made.then(
      ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body),
      (reason: unknown) => outgoing.writeHead(500).end(String(reason)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`
  all = pages(baseUrl)
  return {
    baseUrl,
    names: Object.keys(all),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
