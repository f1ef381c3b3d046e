import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Network, readNetwork } from "./network.ts"
import { isPublicAddress } from "./public-address.ts"

const networks = (...texts: readonly string[]): readonly Network[] =>
  texts.flatMap((text) => readNetwork(text) ?? [])

/** First and last address of every special-purpose block of IPv4 (IANA, RFC 6890). */
const blockedIpv4 = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["169.254.0.0", "169.254.169.254", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.192", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.31.196.0", "192.31.196.255"],
  ["192.52.193.0", "192.52.193.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["192.175.48.0", "192.175.48.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "239.255.255.255"],
  ["240.0.0.0", "255.255.255.254"],
  ["255.255.255.255"],
  ["168.63.129.16"],
].flat()

const publicIpv4 = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "168.63.129.15",
  "168.63.129.17",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.0.3.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
]

const blockedIpv6 = [
  // Unspecified, loopback, compatible.
  "::",
  "::1",
  "0:0:0:0:0:0:0:1",
  "::7f00:1",
  "::127.0.0.1",
  "0::8.8.8.8",
  "::2:3:4:5",
  // Mapped and translated, whatever they carry.
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::FFFF:8.8.8.8",
  "0:0:0:0:0:ffff:808:808",
  "::ffff:0:127.0.0.1",
  "::ffff:0:8.8.8.8",
  // NAT64, well-known and local-use.
  "64:ff9b::7f00:1",
  "64:ff9b::8.8.8.8",
  "64:ff9b:1::1",
  "64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
  // Discard-only and its neighbour, the dummy prefix (RFC 9780).
  "100::1",
  "100:0:0:1::1",
  // IETF protocol assignments: Teredo, PCP, benchmarks, AMT, AS112, ORCHID, ORCHIDv2, DRIP.
  "2001::1",
  "2001:0:7f00:1::",
  "2001:1::1",
  "2001:2::1",
  "2001:3::1",
  "2001:4:112::1",
  "2001:10::1",
  "2001:20::1",
  "2001:2f:ffff::1",
  "2001:30::1",
  "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
  "2620:4f:8000::1",
  // Documentation.
  "2001:db8::1",
  "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
  "3fff::1",
  "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
  // 6to4, 6bone.
  "2002::1",
  "2002:7f00:1::",
  "2002:808:808::1",
  "3ffe::1",
  // ISATAP within a public prefix.
  "2606:4700::5efe:127.0.0.1",
  "2606:4700::200:5efe:a00:1",
  // Outside of 2000::/3.
  "1fff:ffff::1",
  "4000::1",
  "5f00::1",
  "8000::1",
  "fc00::1",
  "fd00:ec2::254",
  "fdff:ffff::1",
  "fe80::1",
  "fe80::1%eth0",
  "febf:ffff::1",
  "fec0::1",
  "feff::1",
  "ff00::1",
  "ff02::1",
  "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
]

const publicIpv6 = [
  "2000::1",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2003::1",
  "2400:cb00::1",
  "2606:4700:4700::1111",
  "2606:4700::5eff:127.0.0.1",
  "2a00:1450:4001:81b::200e",
  "2a00:1450:4001:81b::200e%eth0",
]

const noAddresses = [
  "",
  "localhost",
  "club.example",
  "127.1",
  "2130706433",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "8.8.8",
  "8.8.8.8.",
  "8.8.8.8:80",
  "[2606:4700:4700::1111]",
  "8.8.8.8/32",
  " 8.8.8.8",
  "::g",
  "1::2::3",
]

describe("isPublicAddress", () => {
  it.each([...publicIpv4, ...publicIpv6])("allows %s", (address) =>
    expect(isPublicAddress(address, [])).toBe(true),
  )
  it.each([...blockedIpv4, ...blockedIpv6, ...noAddresses])("refuses %j", (address) =>
    expect(isPublicAddress(address, [])).toBe(false),
  )

  it("refuses every IPv4 address in every IPv6 address that carries it", () => {
    const octet = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const dotted = `${a}.${b}.${c}.${d}`
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
        for (const carrier of [
          `::${dotted}`,
          `0::${hex}`,
          `::ffff:${dotted}`,
          `::FFFF:${hex}`,
          `::ffff:0:${hex}`,
          `64:ff9b::${dotted}`,
          `64:ff9b:1::${hex}`,
          `2002:${hex}::1`,
          `2001:0:${hex}::1`,
          `2606:4700::5efe:${hex}`,
        ])
          expect(isPublicAddress(carrier, []), carrier).toBe(false)
      }),
    )
  })
  it("refuses every IPv6 address outside of 2000::/3", () => {
    const part = fc.integer({ min: 0, max: 0xffff })
    fc.assert(
      fc.property(fc.array(part, { minLength: 8, maxLength: 8 }), (parts) => {
        fc.pre((parts[0] ?? 0) >> 13 !== 1)
        const address = parts.map((each) => each.toString(16)).join(":")
        expect(isPublicAddress(address, []), address).toBe(false)
      }),
    )
  })
})

describe("allowed networks", () => {
  it.each([
    ["10.0.0.0/8", "10.1.2.3"],
    ["10.0.0.0/8", "::ffff:10.1.2.3"],
    ["10.0.0.0/8", "::ffff:a01:203"],
    ["127.0.0.1", "127.0.0.1"],
    ["127.0.0.1/32", "::ffff:127.0.0.1"],
    ["::1/128", "::1"],
    ["fd00::/8", "fd12:3456::1"],
    ["fe80::/10", "fe80::1%eth0"],
    ["168.63.129.16", "168.63.129.16"],
    ["64:ff9b::/96", "64:ff9b::8.8.8.8"],
  ])("%s lifts the refusal of %s", (network, address) =>
    expect(isPublicAddress(address, networks(network))).toBe(true),
  )
  it.each([
    ["10.0.0.0/8", "192.168.0.1"],
    ["10.0.0.0/8", "::10.1.2.3"],
    ["10.0.0.0/8", "::ffff:0:10.1.2.3"],
    ["10.0.0.0/8", "64:ff9b::10.1.2.3"],
    ["10.0.0.0/8", "2002:a01:203::1"],
    ["127.0.0.1/32", "127.0.0.2"],
    ["127.0.0.0/8", "::1"],
    ["::1/128", "127.0.0.1"],
    ["fd00::/8", "fc00::1"],
    ["10.0.0.0/8", "nonsense"],
  ])("%s does not lift the refusal of %s", (network, address) =>
    expect(isPublicAddress(address, networks(network))).toBe(false),
  )
})
