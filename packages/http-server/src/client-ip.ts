import { isIP } from "node:net"
import { isWithin, type Network, readIp, readNetwork, withoutPort } from "@symbolon/core"
import type { Request } from "./exchange.ts"

/** Returns the address that a request is counted for. */
export type ClientIp = (request: Pick<Request, "peer" | "headers">) => string

type Bits = Network["address"]

interface Address {
  readonly bits: Bits
  readonly countedAs: string
}

/** Reading an address takes several microseconds; clients and proxies send many requests each. */
const remembered = new Map<string, Address>()
const rememberedMax = 1_000

/**
 * The address of the connection; behind trusted proxies the right-most entry of `X-Forwarded-For`
 * that none of them wrote. It is counted as {@link networkOf} says.
 *
 * @param trustedProxies addresses and networks (`10.0.0.0/8`).
 * @throws {RangeError} when one of them is neither.
 */
export const clientIpBehind = (trustedProxies: readonly string[]): ClientIp => {
  const trusted = trustedProxies.map((entry) => {
    const network = readNetwork(entry)
    if (network === undefined)
      throw new RangeError(`${entry} is neither an address nor a network such as 10.0.0.0/8.`)
    return network
  })
  if (trusted.length === 0) return ({ peer }) => networkOf(peer)
  return ({ peer, headers }) => {
    let address = readAddress(peer)
    if (address === undefined) return peer
    const forwarded = headers["x-forwarded-for"]?.split(",") ?? []
    while (isWithin(trusted, address.bits)) {
      const before = readAddress(forwarded.pop()?.trim() ?? "")
      if (before === undefined) break
      address = before
    }
    return address.countedAs
  }
}

/**
 * Returns what an address is counted as where attempts are limited: an IPv4 address itself, in each
 * of its spellings; an IPv6 address as its /64, because one host usually has all of its addresses.
 * Ports, brackets and zones are dropped. Other texts are returned as they are.
 */
export const networkOf = (address: string): string =>
  isIP(address) === 4 ? address : (readAddress(address)?.countedAs ?? address)

const readAddress = (text: string): Address | undefined => {
  const written = withoutPort(text)
  const known = remembered.get(written)
  if (known !== undefined) return known
  const bits = readIp(written)
  if (bits === undefined) return undefined
  if (remembered.size >= rememberedMax) remembered.clear()
  const address = { bits, countedAs: countedAs(bits) }
  remembered.set(written, address)
  return address
}

const countedAs = (bits: Bits): string =>
  bits.isIPv4MappedAddress()
    ? bits.toIPv4Address().toString()
    : `${bits.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(":")}::/64`
