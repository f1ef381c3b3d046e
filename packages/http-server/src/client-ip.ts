import { BlockList, isIP } from "node:net"
import type { Request } from "./exchange.ts"

/** Tells the address that a request is counted for. */
export type ClientIp = (request: Pick<Request, "peer" | "headers">) => string

/**
 * The address of the connection; behind trusted proxies the right-most entry of `X-Forwarded-For` that none of them wrote. An IPv6
 * address counts as its /64, since whoever has one has all of them.
 *
 * @param trustedProxies addresses and networks (`10.0.0.0/8`).
 * @throws {RangeError} when one of them is neither.
 */
export const clientIpBehind = (trustedProxies: readonly string[]): ClientIp => {
  const trusted = networks(trustedProxies)
  return ({ peer, headers }) => {
    if (trustedProxies.length === 0) return counted(plain(peer))
    const forwarded = headers["x-forwarded-for"]?.split(",").map((hop) => plain(hop.trim())) ?? []
    let address = plain(peer)
    while (isTrusted(trusted, address)) {
      const before = forwarded.pop()
      if (before === undefined || isIP(before) === 0) break
      address = before
    }
    return counted(address)
  }
}

const networks = (entries: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/")
    const version = isIP(address)
    const bits = prefix === undefined ? undefined : Number(prefix)
    if (version === 0 || (bits !== undefined && !(Number.isInteger(bits) && bits >= 0 && bits <= (version === 4 ? 32 : 128))))
      throw new RangeError(`${entry} is no address and no network such as 10.0.0.0/8.`)
    const family = version === 4 ? "ipv4" : "ipv6"
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, bits, family)
  }
  return list
}

const isTrusted = (list: BlockList, address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 4 ? "ipv4" : "ipv6")
}

/** IPv4 in IPv6's clothes is IPv4; zones, brackets and IPv4 ports are dropped. */
const plain = (address: string): string => {
  const bare = address.replace(/^\[([^\]]+)\](:\d+)?$/, "$1").replace(/%.*$/, "")
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare
  return mapped.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
}

const counted = (address: string): string => (isIP(address) === 6 ? `${network64(address)}::/64` : address)

/** The first four groups of an IPv6 address, written out. */
const network64 = (address: string): string => {
  const [head = "", tail] = address.toLowerCase().split("::")
  const before = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? [] : tail.split(":")
  const missing =
    tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length - (after.some((group) => group.includes(".")) ? 1 : 0))
  const groups = [...before, ...Array.from({ length: missing }, () => "0"), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")
}
