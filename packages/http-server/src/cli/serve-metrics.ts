import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Metrics } from "../metrics.ts"

/** A port on which metrics are read. */
export interface ServedMetrics {
  /** Where they are, as it was bound. */
  readonly url: string
  /** Ends all connections, and resolves when the port is free. */
  readonly stop: () => Promise<void>
}

const path = "/metrics"
const timeoutMs = 10_000

/** Serves metrics at `/metrics`, and nothing else, to anyone who reaches the port. */
export const serveMetrics = async (
  metrics: Pick<Metrics, "scrape" | "contentType">,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ServedMetrics> => {
  const server = createServer(
    { headersTimeout: timeoutMs, requestTimeout: timeoutMs, connectionsCheckingInterval: 1000 },
    (incoming, outgoing) => {
      const isScrape = incoming.method === "GET" && incoming.url?.split("?", 1)[0] === path
      if (!isScrape)
        return void outgoing.writeHead(404, { "content-type": "text/plain" }).end("Not found.\n")
      void metrics.scrape().then(
        (text) => outgoing.writeHead(200, { "content-type": metrics.contentType }).end(text),
        () => outgoing.writeHead(500, { "content-type": "text/plain" }).end("No metrics.\n"),
      )
    },
  )
  await bound(server, host, port)
  return {
    url: `${urlOf(server.address() as AddressInfo)}${path}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${family === "IPv6" ? `[${address}]` : address}:${port}`

const bound = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      server.off("error", reject)
      resolve()
    })
  })
