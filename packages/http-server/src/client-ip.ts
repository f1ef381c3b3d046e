import { isIP } from "node:net"
import ipaddr from "ipaddr.js"
import type { Request } from "./exchange.ts"

/** Returns the address that a request is counted for. */
export type ClientIp = (request: Pick<Request, "peer" | "headers">) => string

interface Address {
  /** IPv4 is IPv4-mapped. */
  readonly bits: ipaddr.IPv6
  readonly countedAs: string
}

interface Network {
  readonly address: ipaddr.IPv6
  /** 0 to 128. */
  readonly prefix: number
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

/** Reads an address or a network such as `10.0.0.0/8`; undefined if the text is neither. */
export const readNetwork = (text: string): Network | undefined => {
  const [written = "", length = "", ...rest] = text.split("/")
  const address = readAddress(written)?.bits
  if (address === undefined) return undefined
  if (text === written) return { address, prefix: 128 }
  const prefix = Number(length) + (isIP(withoutPort(written)) === 4 ? 96 : 0)
  // `::ffff:10.0.0.0/8` would be all of IPv4; its writer meant `10.0.0.0/8`.
  const least = address.isIPv4MappedAddress() ? 96 : 0
  const isPrefix = /^\d{1,3}$/.test(length) && prefix >= least && prefix <= 128 && rest.length === 0
  return isPrefix ? { address, prefix } : undefined
}

const isWithin = (networks: readonly Network[], bits: ipaddr.IPv6): boolean =>
  networks.some(({ address, prefix }) => bits.match(address, prefix))

const readAddress = (text: string): Address | undefined => {
  const written = withoutPort(text)
  const known = remembered.get(written)
  if (known !== undefined) return known
  const bits = parse(written)
  if (bits === undefined) return undefined
  if (remembered.size >= rememberedMax) remembered.clear()
  const address = { bits, countedAs: countedAs(bits) }
  remembered.set(written, address)
  return address
}

/**
 * Node decides what is an address: ipaddr.js also reads octal, hexadecimal and shortened IPv4. And
 * it takes `::192.0.2.1` for IPv4-mapped, which the same address written as `0::192.0.2.1` is not.
 */
const parse = (address: string): ipaddr.IPv6 | undefined => {
  const version = isIP(address)
  if (version === 0) return undefined
  return ipaddr.IPv6.parse(
    version === 4 ? `::ffff:${address}` : address.replace(/^::(?=\d+\.)/, "0::"),
  )
}

/** Drops zones, brackets and the ports of IPv4. */
const withoutPort = (address: string): string =>
  address
    .replace(/^\[([^\]]+)\](:\d+)?$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")

const countedAs = (bits: ipaddr.IPv6): string =>
  bits.isIPv4MappedAddress()
    ? bits.toIPv4Address().toString()
    : `${bits.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(":")}::/64`
