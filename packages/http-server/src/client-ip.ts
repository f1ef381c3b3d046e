import { BlockList, isIP } from "node:net"
import type { Request } from "./exchange.ts"

/** Returns the address that a request is counted for. */
export type ClientIp = (request: Pick<Request, "peer" | "headers">) => string

/**
 * The address of the connection; behind trusted proxies the right-most entry of `X-Forwarded-For`
 * that none of them wrote. An IPv6 address counts as its /64, because one host usually has all of
 * its addresses.
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
    const [written = "", prefix] = entry.split("/")
    const address = plain(written)
    const version = isIP(address)
    // The prefix of a mapped network counts the 96 bits before its IPv4 address.
    const mapped = version === 4 && isIP(written) === 6 ? 96 : 0
    const bits = prefix === undefined ? undefined : Number(prefix) - mapped
    if (
      version === 0 ||
      (bits !== undefined &&
        !(Number.isInteger(bits) && bits >= 0 && bits <= (version === 4 ? 32 : 128)))
    )
      throw new RangeError(`${entry} is neither an address nor a network such as 10.0.0.0/8.`)
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

/**
 * An IPv4-mapped IPv6 address is IPv4 in each of its spellings; zones, brackets and the ports of
 * IPv4 are dropped.
 */
const plain = (address: string): string => {
  const bare = address
    .replace(/^\[([^\]]+)\](:\d+)?$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
  if (isIP(bare) !== 6) return bare
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 0xff])
        .join(".")
    : bare
}

const counted = (address: string): string =>
  isIP(address) === 6
    ? `${groupsOf(address)
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(":")}::/64`
    : address

/** The eight groups of an IPv6 address. */
const groupsOf = (address: string): readonly number[] => {
  const [head = "", tail = ""] = address.split("::")
  const [before, after] = [numbersOf(head), numbersOf(tail)]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

/** The number of explicit groups; an IPv4 address at the end counts as two. */
const numbersOf = (groups: string): readonly number[] =>
  groups === ""
    ? []
    : groups.split(":").flatMap((group) => {
        if (!group.includes(".")) return [Number.parseInt(group, 16)]
        const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number)
        return [(a << 8) | b, (c << 8) | d]
      })
