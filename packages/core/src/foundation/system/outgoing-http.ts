import { isIP } from "node:net"
import type { Client } from "undici"
import { type Network, readNetwork } from "../kernel/network.ts"
import { notPublic, outgoingUrlProblem, plainHost } from "../kernel/outgoing-url.ts"
import type { Clock } from "../ports/clock.ts"
import type { OutgoingHttp, OutgoingRequest } from "../ports/outgoing-http.ts"
import { type ConnectionPool, connectionPool } from "./connection-pool.ts"
import { checkedAddresses, type Guard, guardedConnector } from "./guarded-connector.ts"
import { dnsLookup, type LookUpHost } from "./look-up-host.ts"
import { type Ended, exchange } from "./outgoing-exchange.ts"
import { TransportFailure } from "./transport-failure.ts"

/** What {@link openOutgoingHttp} needs. */
export interface OutgoingHttpOptions {
  /** Whether `http:` is refused. */
  readonly httpsOnly: boolean
  /** Networks that are not public and may be reached all the same, such as `10.1.0.0/16`. */
  readonly allowedNetworks: readonly string[]
  /** Measures durations. */
  readonly wall: Clock
  /**
   * Default: the DNS; with allowed networks then what the machine knows besides, such as its hosts
   * file.
   */
  readonly lookUp?: LookUpHost
  /** Certificates (PEM) to trust instead of the machine's. */
  readonly ca?: string
}

/**
 * Opens the one way out for requests to addresses that organizations give. It costs nothing until
 * the first request: undici is loaded then.
 *
 * @throws {RangeError} when an allowed network is none.
 */
export const openOutgoingHttp = (options: OutgoingHttpOptions): OutgoingHttp => {
  const { httpsOnly, wall, ca } = options
  const allowedNetworks = options.allowedNetworks.map(networkOf)
  const lookUp = options.lookUp ?? dnsLookup({ asksSystem: allowedNetworks.length > 0 })
  const rules = { httpsOnly, allowedNetworks }
  const running = new Set<AbortController>()
  const guard: Guard = { allowedNetworks, lookUp, ...(ca === undefined ? {} : { ca }) }
  let pool: Promise<ConnectionPool> | undefined
  let isClosed = false

  const send = async (request: OutgoingRequest, stop: AbortSignal): Promise<Ended> => {
    const problem = outgoingUrlProblem(request.url, rules)
    if (problem !== undefined)
      return { kind: "failure", code: problem.code, detail: undefined, status: undefined }
    pool ??= openPool(guard)
    const { take, giveBack } = await pool
    const connection = take(new URL(request.url).origin)
    let isClean = false
    try {
      const ended = await exchange(connection.client, request, stop)
      isClean = !isClosed && ended.kind === "answer" && !ended.isCut
      return ended
    } finally {
      giveBack(connection, isClean)
    }
  }

  return {
    send: async (request, signal) => {
      checkRequest(request)
      const startedAt = wall.now().getTime()
      const stop = new AbortController()
      const onAbort = () => stop.abort()
      running.add(stop)
      signal?.addEventListener("abort", onAbort, { once: true })
      if (isClosed || signal?.aborted === true) stop.abort()
      try {
        const ended = await send(request, stop.signal)
        return { ...ended, durationMs: Math.max(0, wall.now().getTime() - startedAt) }
      } finally {
        running.delete(stop)
        signal?.removeEventListener("abort", onAbort)
      }
    },
    urlProblem: async (url) =>
      outgoingUrlProblem(url, rules)?.text ?? (await hostProblem(url, guard)),
    close: async () => {
      isClosed = true
      for (const stop of running) stop.abort()
      ;(await pool)?.close()
    },
  }
}

const networkOf = (text: string): Network => {
  const network = readNetwork(text)
  if (network === undefined)
    throw new RangeError(`${text} is neither an address nor a network such as 10.0.0.0/8.`)
  return network
}

/**
 * The client alone and not `undici` itself, which makes itself the dispatcher of the `fetch` of the
 * whole process when it is loaded, and takes five times as long.
 */
const openPool = async (guard: Guard): Promise<ConnectionPool> => {
  const { default: ClientOfUndici } = (await import(
    "undici/lib/dispatcher/client.js" as string
  )) as { readonly default: typeof Client }
  return connectionPool(
    (origin, stop) =>
      new ClientOfUndici(origin, { ...clientOptions, connect: guardedConnector(guard, stop) }),
    idleMax,
  )
}

const clientOptions = {
  allowH2: false,
  pipelining: 1,
  // After so many a connection is made anew, so that a changed DNS answer counts.
  maxRequestsPerClient: 100,
  // Servers that close idle connections sooner than this are rare.
  keepAliveTimeout: 1_000,
  // For servers that announce how long they keep a connection.
  keepAliveMaxTimeout: 4_000,
  maxHeaderSize: 16_384,
  // One timer over everything ends a request; these begin again with every byte.
  headersTimeout: 0,
  bodyTimeout: 0,
} as const satisfies Client.Options

/** Idle connections to all receivers together. */
const idleMax = 256

/** How long {@link OutgoingHttp.urlProblem} waits for a name. */
const lookUpMs = 5_000

const hostProblem = async (url: string, guard: Guard): Promise<string | undefined> => {
  const host = plainHost(new URL(url).hostname)
  if (isIP(host) !== 0) return undefined
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), lookUpMs)
  try {
    await checkedAddresses(host, guard, stop.signal)
    return undefined
  } catch (reason) {
    const isBlocked = reason instanceof TransportFailure && reason.failure === "blocked_address"
    return isBlocked ? notPublic : undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Headers that frame the request, or that say what the transport can do. */
const transportHeaders: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
])

const checkRequest = ({ headers, timeoutMs, maxBodyBytes }: OutgoingRequest): void => {
  const wrong = Object.keys(headers).find((name) => transportHeaders.has(name.toLowerCase()))
  if (wrong !== undefined) throw new TypeError(`${wrong} is a header of the transport.`)
  if (!(timeoutMs > 0 && timeoutMs <= timeoutMaxMs))
    throw new TypeError(`timeoutMs must be more than 0, at most ${timeoutMaxMs}: ${timeoutMs}`)
  if (!(Number.isSafeInteger(maxBodyBytes) && maxBodyBytes >= 0))
    throw new TypeError(`maxBodyBytes must be a whole number, 0 or more: ${maxBodyBytes}`)
}

/** A timer of Node that is longer than this ends at once. */
const timeoutMaxMs = 2 ** 31 - 1
