import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import type { Handler } from "./create-handler.ts"
import { acceptContinue } from "./read-node-body.ts"

/** How the server listens and stops. */
export interface ListenOptions {
  /** Default 127.0.0.1. */
  readonly host?: string
  /** 0 takes any free one. */
  readonly port: number
  /** How long stopping may take, with the pause; then running requests are cut off. Default 10 s. */
  readonly drainMs?: number
  /**
   * How long the server, once asked to stop, still takes connections while `/health/ready` answers
   * 503: until a balancer has noticed. Default 0.
   */
  readonly drainPauseMs?: number
}

/** A server that listens. */
export interface Listening {
  /** `http://host:port`, as it was bound. */
  readonly url: string
  /** Sets the handler. Requests before this call got 503. */
  readonly answer: (handler: Pick<Handler, "listener" | "drain">) => void
  /**
   * Drains the handler, pauses, stops accepting connections, waits for running requests, then
   * closes the rest. Resolves when all are closed.
   */
  readonly stop: () => Promise<void>
}

type Listener = Handler["listener"]

const headersTimeoutMs = 10_000
const requestTimeoutMs = 60_000
/** A part of 8 MiB takes a slow phone minutes. The URL of a file in one request is good as long. */
const uploadTimeoutMs = 900_000
const keepAliveMs = 65_000
const headerBytesMax = 16_384
/**
 * Requests one connection may have under way; a client that pipelines more than this is not waiting
 * for answers.
 */
const pipelinedMax = 32

/**
 * Listens on a port with Node's HTTP server, with limits on all client input. The port is bound
 * before the handler exists, because the handler may need its address.
 *
 * @example
 * const listening = await listen({ port: 8080 })
 * listening.answer(createHandler({ symbolon }))
 */
export const listen = async ({
  host = "127.0.0.1",
  port,
  drainMs = 10_000,
  drainPauseMs = 0,
}: ListenOptions): Promise<Listening> => {
  let current: Pick<Handler, "listener" | "drain"> = { listener: comeAgain, drain: () => undefined }
  const server = boundedServer((incoming, outgoing) => current.listener(incoming, outgoing))
  await bound(server, host, port)
  return {
    url: urlOf(server.address() as AddressInfo),
    answer: (handler) => {
      current = handler
    },
    stop: async () => {
      current.drain()
      const pauseMs = Math.min(drainPauseMs, drainMs)
      if (pauseMs > 0) await pause(pauseMs)
      await stopped(server, drainMs - pauseMs)
    },
  }
}

const comeAgain: Listener = (_incoming, outgoing) => {
  const message = "The service is starting. Try again in 1 s."
  const body = JSON.stringify({
    errors: { _root: message },
    message,
    code: "unavailable",
    details: null,
  })
  outgoing
    .writeHead(503, { "content-type": "application/json; charset=utf-8", "retry-after": "1" })
    .end(body)
}

const boundedServer = (listener: Listener): Server => {
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: uploadTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: headerBytesMax,
    connectionsCheckingInterval: 1000,
    // Without this, a reply of two writes waits for the acknowledgement of the first.
    noDelay: true,
  })
  const underWay: UnderWay = new WeakMap()
  const answer = withoutFloods(listener, underWay)
  server.on("request", answer)
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    acceptContinue(incoming)
    answer(incoming, outgoing)
  })
  server.on("clientError", answeringGarbage(underWay))
  return server
}

interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** The requests of each connection that are not answered to the end. */
type UnderWay = WeakMap<Socket, Set<Exchange>>

const withoutFloods =
  (listener: Listener, underWay: UnderWay): Listener =>
  (incoming, outgoing) => {
    const { socket } = incoming
    const running = underWay.get(socket) ?? new Set()
    if (running.size === pipelinedMax) return void socket.destroy()
    const exchange = { incoming, outgoing }
    underWay.set(socket, running.add(exchange))
    outgoing.once("close", () => {
      running.delete(exchange)
      if (running.size === 0) socket.emit(restedEvent)
    })
    if (!isUpload(incoming)) endIfSlow(incoming)
    listener(incoming, outgoing)
  }

const isUpload = ({ method, url = "" }: IncomingMessage): boolean =>
  method === "PUT" && url.includes("/uploads/")

/** Ends the connection of a request whose body has not arrived in time, whoever reads it. */
const endIfSlow = (incoming: IncomingMessage): void => {
  const { headers } = incoming
  const hasBody =
    headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"
  if (!hasBody) return
  const timer = setTimeout(() => incoming.socket.destroy(), requestTimeoutMs)
  timer.unref()
  incoming.once("close", () => clearTimeout(timer))
}

const garbage: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "The headers of the request are too large.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    "408 Request Timeout",
    "The request did not arrive in time. Nothing was done.",
  ],
}
const malformed = ["400 Bad Request", "This is not an HTTP/1.1 request."] as const

/**
 * How long a connection may still be read after what could not be: closed under a client that
 * writes, it takes the answer with it.
 */
const lingerMs = 1000
/** The longest wait for earlier answers on the same connection. */
const answersWithinMs = 30_000
const restedEvent = "symbolon:rested"

/**
 * Answers a request that Node could not parse, after the earlier answers on the same connection,
 * then closes the connection.
 */
const answeringGarbage = (underWay: UnderWay) => {
  const ending = new WeakSet<Socket>()
  return (reason: NodeJS.ErrnoException, socket: Socket): void => {
    // The rest of it arrives piece by piece, and each piece is an error again.
    if (ending.has(socket)) return
    const running = [...(underWay.get(socket) ?? [])]
    const broken = running.find(({ incoming }) => !incoming.complete)
    // The body of a request that is answered already, or that waits behind others: nothing that is
    // sent now would be its answer.
    const isLate = broken !== undefined && (running.length > 1 || broken.outgoing.headersSent)
    if (!socket.writable || isLate) return void socket.destroy()
    ending.add(socket)
    const finish = (): void => {
      socket.end(garbageAnswer(reason))
      endLater(socket, lingerMs)
    }
    if (running.length === 0 || broken !== undefined) return finish()
    socket.once(restedEvent, finish)
    endLater(socket, answersWithinMs)
  }
}

const endLater = (socket: Socket, ms: number): void => {
  const timer = setTimeout(() => socket.destroy(), ms)
  socket.once("close", () => clearTimeout(timer))
}

const garbageAnswer = ({ code }: NodeJS.ErrnoException): string => {
  const [status, message] = garbage[code ?? ""] ?? malformed
  const body = JSON.stringify({
    errors: { _root: message },
    message,
    code: "bad_request",
    details: null,
  })
  const head = [
    `HTTP/1.1 ${status}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: no-store",
    "connection: close",
  ]
  return `${head.join("\r\n")}\r\n\r\n${body}`
}

const bound = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      server.off("error", reject)
      resolve()
    })
  })

/** The URL of the server. An unspecified address is shown as loopback. */
const urlOf = ({ address, family, port }: AddressInfo): string => {
  if (address === "0.0.0.0" || address === "::") return `http://127.0.0.1:${port}`
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`
}

const stopped = (server: Server, drainMs: number): Promise<void> =>
  new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), drainMs)
    server.close(() => {
      clearTimeout(deadline)
      resolve()
    })
    server.closeIdleConnections()
  })
