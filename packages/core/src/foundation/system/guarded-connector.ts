import { connect as connectTcp, isIP, type LookupFunction, type Socket } from "node:net"
import { connect as connectTls } from "node:tls"
import type { buildConnector } from "undici"
import type { Network } from "../kernel/network.ts"
import { plainHost } from "../kernel/outgoing-url.ts"
import { isPublicAddress } from "../kernel/public-address.ts"
import type { LookUpHost } from "./look-up-host.ts"
import { codeOf, TransportFailure } from "./transport-failure.ts"

/** What connections may be made. */
export interface Guard {
  readonly allowedNetworks: readonly Network[]
  readonly lookUp: LookUpHost
  /** Certificates (PEM) to trust instead of the machine's. */
  readonly ca?: string
}

/** For name, connection and TLS together. A request that has less time ends earlier. */
const connectMs = 10_000

/** A name with more addresses is tried at the first of them; all of them are checked. */
const addressesMax = 16

/**
 * Makes the connections of a client of undici, to public addresses only: it resolves the name once,
 * refuses it if any of its addresses is not public, gives the socket exactly the addresses it has
 * checked, and checks the peer before the first byte is sent. Fails with a
 * {@link TransportFailure}. `stop` ends what is being made.
 */
export const guardedConnector =
  (guard: Guard, stop: AbortSignal): buildConnector.connector =>
  (target, callback) => {
    void connection(guard, target, stop).then(
      (socket) => callback(null, socket),
      (reason: Error) => callback(reason, null),
    )
  }

const connection = async (
  guard: Guard,
  target: buildConnector.Options,
  stop: AbortSignal,
): Promise<Socket> => {
  const attempt = new AbortController()
  const end = () => attempt.abort()
  const timer = setTimeout(end, connectMs)
  stop.addEventListener("abort", end, { once: true })
  if (stop.aborted) end()
  try {
    const host = plainHost(target.hostname)
    const addresses = await checkedAddresses(host, guard, attempt.signal)
    return await opened(host, addresses, target, guard, attempt.signal)
  } finally {
    clearTimeout(timer)
    stop.removeEventListener("abort", end)
  }
}

/**
 * Returns the addresses of a host, all of them public.
 *
 * @throws {TransportFailure} `blocked_address` if any is not, `dns_failed` if there is none.
 */
export const checkedAddresses = async (
  host: string,
  { lookUp, allowedNetworks }: Pick<Guard, "lookUp" | "allowedNetworks">,
  stop: AbortSignal,
): Promise<readonly string[]> => {
  const addresses = isIP(host) === 0 ? await lookedUp(host, lookUp, stop) : [host]
  if (!addresses.every((address) => isPublicAddress(address, allowedNetworks)))
    throw new TransportFailure("blocked_address")
  return addresses
}

const lookedUp = async (
  host: string,
  lookUp: LookUpHost,
  stop: AbortSignal,
): Promise<readonly string[]> => {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const onStop = () => reject(new TransportFailure("dns_failed", "ETIMEOUT"))
  stop.addEventListener("abort", onStop, { once: true })
  if (stop.aborted) onStop()
  try {
    const addresses = await Promise.race([lookUp(host, stop), stopped])
    if (addresses.length === 0) throw new TransportFailure("dns_failed", "ENODATA")
    return addresses
  } catch (reason) {
    throw reason instanceof TransportFailure
      ? reason
      : new TransportFailure("dns_failed", codeOf(reason))
  } finally {
    stop.removeEventListener("abort", onStop)
  }
}

/** A `lookup` for a socket that knows its answer. */
const handOver =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first = ""] = addresses
    if (all !== true) return callback(null, first, isIP(first))
    callback(
      null,
      addresses.slice(0, addressesMax).map((address) => ({ address, family: isIP(address) })),
    )
  }

/** How long one address may take while there is another. A connection across the globe needs 0.3 s. */
const attemptMs = 2_000

const dialled = (
  host: string,
  addresses: readonly string[],
  { protocol, port }: buildConnector.Options,
  { ca }: Guard,
): Socket => {
  const isTls = protocol === "https:"
  const target = {
    host,
    port: Number(port || (isTls ? 443 : 80)),
    // Node asks this instead of a resolver; for a literal, which was checked, it asks nobody.
    lookup: handOver(addresses),
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMs,
  }
  if (!isTls) return connectTcp(target)
  return connectTls({
    ...target,
    servername: isIP(host) === 0 ? host : "",
    ALPNProtocols: ["http/1.1"],
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  })
}

/** Waits until a socket can be used. Its peer is checked before TLS begins. */
const opened = (
  host: string,
  addresses: readonly string[],
  target: buildConnector.Options,
  guard: Guard,
  stop: AbortSignal,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = dialled(host, addresses, target, guard)
    const isTls = target.protocol === "https:"
    let phase: "connect_failed" | "tls_failed" | "open" = "connect_failed"
    const fail = (failure: TransportFailure["failure"], detail?: string) => {
      if (phase === "open") return
      stop.removeEventListener("abort", onStop)
      socket.destroy()
      reject(new TransportFailure(failure, detail))
    }
    const failHere = (detail: string) => phase !== "open" && fail(phase, detail)
    const onStop = () => failHere("ETIMEDOUT")
    const open = () => {
      phase = "open"
      stop.removeEventListener("abort", onStop)
      resolve(socket)
    }
    stop.addEventListener("abort", onStop, { once: true })
    // First in line: what starts TLS waits for the same event.
    socket.prependOnceListener("connect", () => {
      const { remoteAddress } = socket
      // A peer that is gone again has none.
      if (remoteAddress === undefined) failHere("ENOTCONN")
      else if (!isPublicAddress(remoteAddress, guard.allowedNetworks)) fail("blocked_address")
      else if (isTls) phase = "tls_failed"
      else open()
    })
    socket.once("secureConnect", open)
    // It stays: an error between here and the first request must not go unhandled.
    socket.on("error", (error) => failHere(codeOf(error)))
    if (stop.aborted) onStop()
  })
