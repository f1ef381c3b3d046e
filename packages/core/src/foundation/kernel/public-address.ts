import { isIP } from "node:net"
import ipaddr from "ipaddr.js"
import { isWithin, type Network, readIp, readNetwork } from "./network.ts"

/**
 * Whether an address is one of the public internet, so that a request to it cannot reach the
 * machine itself, its network or its cloud. False for every special-purpose block of the IANA
 * registries (RFC 6890): loopback, private, link-local, shared (CGNAT), documentation, benchmarks,
 * multicast, reserved. False for every IPv6 address that carries an IPv4 address, whatever that one
 * is: mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP. False for what is no address.
 *
 * `allowedNetworks` lift the refusal. A network of IPv4 lifts it for the IPv4-mapped spelling too,
 * but for no other carrier.
 */
export const isPublicAddress = (text: string, allowedNetworks: readonly Network[]): boolean => {
  // The zone of fe80::1%eth0 says where the address is, and nothing about what it is.
  const address = text.replace(/%.*$/, "")
  const bits = readIp(address)
  if (bits === undefined) return false
  if (isWithin(allowedNetworks, bits)) return true
  if (isWithin(inward, bits)) return false
  return isIP(address) === 4
    ? ipaddr.IPv4.parse(address).range() === "unicast"
    : isWithin(globalUnicast, bits) && bits.range() === "unicast" && !isIsatap(bits)
}

const networks = (...texts: readonly string[]): readonly Network[] =>
  texts.flatMap((text) => readNetwork(text) ?? [])

/** RFC 4291: the only block from which IANA assigns global unicast addresses. */
const globalUnicast = networks("2000::/3")

/** Blocks that look public and are not. */
const inward = networks(
  // The platform of Azure inside each of its virtual networks: metadata, DHCP, health probes.
  "168.63.129.16",
  // IETF protocol assignments (RFC 2928), whole.
  "2001::/23",
  // 6bone, handed back (RFC 3701).
  "3ffe::/16",
)

/** RFC 5214: an interface identifier of 0000:5efe or 0200:5efe, then an IPv4 address. */
const isIsatap = ({ parts }: Network["address"]): boolean =>
  parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200)
