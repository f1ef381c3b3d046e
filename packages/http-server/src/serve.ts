import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import type { Handler } from "./create-handler.ts"
import { acceptContinue } from "./read-node-body.ts"

/** How the server listens and stops. */
export interface ServeOptions {
  readonly handler: Pick<Handler, "listener" | "drain">
  /** Default 127.0.0.1. */
  readonly host?: string
  /** 0 takes any free one. */
  readonly port: number
  /** How long running requests may take to end when the server stops. Default 10 s. */
  readonly drainMs?: number
}

/** A server that listens. */
export interface Listening {
  readonly server: Server
  /** `http://host:port`, as it was bound. */
  readonly url: string
  /** Takes no more connections, lets running requests end, and cuts off those that do not. Resolves when all are gone. */
  readonly stop: () => Promise<void>
}

const headersTimeoutMs = 10_000
const requestTimeoutMs = 60_000
const keepAliveMs = 65_000
const headerBytesMost = 16_384
/** Requests one connection may have under way; a client that pipelines more than this is not waiting for answers. */
const pipelinedMost = 32

/** Listens on a port with Node's own HTTP server, with bounds on all that a stranger decides. */
export const serve = async ({ handler, host = "127.0.0.1", port, drainMs = 10_000 }: ServeOptions): Promise<Listening> => {
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: headerBytesMost,
    connectionsCheckingInterval: 1000,
    // Without this, a reply of two writes waits for the acknowledgement of the first.
    noDelay: true,
  })
  const listener = bounded(handler.listener)
  server.on("request", listener)
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    acceptContinue(incoming)
    listener(incoming, outgoing)
  })
  server.on("clientError", answerGarbage)
  await listening(server, host, port)
  return {
    server,
    url: urlOf(server.address() as AddressInfo),
    stop: () => {
      handler.drain()
      return stopped(server, drainMs)
    },
  }
}

type Listener = Handler["listener"]

const bounded = (listener: Listener): Listener => {
  const underWay = new WeakMap<Socket, number>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    const running = (underWay.get(socket) ?? 0) + 1
    if (running > pipelinedMost) return void socket.destroy()
    underWay.set(socket, running)
    outgoing.once("close", () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    listener(incoming, outgoing)
  }
}

const garbage: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers of the request are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not arrive in time. Nothing was done."],
}
const malformed = ["400 Bad Request", "This is not a request of HTTP/1.1."] as const

/** Answers what Node could not read as a request at all. */
const answerGarbage = (reason: NodeJS.ErrnoException, socket: Socket): void => {
  if (!socket.writable || socket.bytesWritten > 0) return void socket.destroy()
  const [status, message] = garbage[reason.code ?? ""] ?? malformed
  const body = JSON.stringify({ errors: { _root: message }, message, code: "bad_request", details: null })
  const head = [`HTTP/1.1 ${status}`, "content-type: application/json; charset=utf-8", `content-length: ${Buffer.byteLength(body)}`, "connection: close"]
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`)
}

const listening = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      server.off("error", reject)
      resolve()
    })
  })

const urlOf = ({ address, family, port }: AddressInfo): string => `http://${family === "IPv6" ? `[${address}]` : address}:${port}`

const stopped = (server: Server, drainMs: number): Promise<void> =>
  new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), drainMs)
    server.close(() => {
      clearTimeout(deadline)
      resolve()
    })
    server.closeIdleConnections()
  })
