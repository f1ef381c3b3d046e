import { describe, expect, it } from "vitest"
import { clientIpBehind, networkOf } from "./client-ip.ts"

const ip = (peer: string, forwarded?: string, trusted: readonly string[] = []) =>
  clientIpBehind(trusted)({
    peer,
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  })

describe("clientIpBehind", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:2::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["", ""],
    ["::FFFF:192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["::ffff:C000:0201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["0000:0000:0000:0000:0000:FFFF:c000:0201", "192.0.2.1"],
    ["::0:ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1%eth0", "192.0.2.1"],
    ["2001:db8:0:0:0:0:0:1", "2001:db8:0:0::/64"],
    ["2001:0DB8::0:0:1", "2001:db8:0:0::/64"],
    ["2001:db8:1:2:3:4:192.0.2.1", "2001:db8:1:2::/64"],
    ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
    ["1:2:3::", "1:2:3:0::/64"],
    // IPv4-compatible, which ipaddr.js reads as IPv4-mapped.
    ["::192.0.2.1", "0:0:0:0::/64"],
    ["0::192.0.2.1", "0:0:0:0::/64"],
    ["::ffff:0:192.0.2.1", "0:0:0:0::/64"],
    ["fe80::1%br-lan.1", "fe80:0:0:0::/64"],
    ["fe80::192.0.2.1%br-lan.1", "fe80:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
    ["::2:3:4:5:6:7:8", "0:2:3:4::/64"],
  ])("counts %s as %s", (peer, counted) => expect(ip(peer)).toBe(counted))

  it("takes the right-most hop that no trusted proxy wrote", () => {
    const trusted = ["10.0.0.0/8", "2001:db8:ffff::/48"]
    expect(ip("10.0.0.1", "198.51.100.1", trusted)).toBe("198.51.100.1")
    expect(ip("10.0.0.1", "1.1.1.1, 198.51.100.1, 10.9.9.9", trusted)).toBe("198.51.100.1")
    expect(ip("2001:db8:ffff::1", "[2001:db8:1:2::1]:443", trusted)).toBe("2001:db8:1:2::/64")
    expect(ip("10.0.0.1", "198.51.100.1:5000", trusted)).toBe("198.51.100.1")
  })
  it("counts one address once, however a proxy writes it", () => {
    const forwarded = (text: string) => ip("10.0.0.1", text, ["10.0.0.0/8"])
    for (const text of [
      "198.51.100.1",
      "198.51.100.1:80",
      "::ffff:198.51.100.1",
      "[::FFFF:c633:6401]:80",
      "0:0:0:0:0:ffff:c633:6401",
    ])
      expect(forwarded(text), text).toBe("198.51.100.1")
    for (const text of [
      "2001:db8:1:2::1",
      "2001:DB8:1:2:0:0:0:1",
      "[2001:0db8:0001:0002::0001]:80",
      "2001:db8:1:2::1%eth0",
      "2001:db8:1:2:ffff::",
    ])
      expect(forwarded(text), text).toBe("2001:db8:1:2::/64")
  })
  it("knows a trusted proxy in each of its spellings", () => {
    for (const trusted of ["10.0.0.0/8", "::ffff:10.0.0.0/104", "::ffff:10.0.0.1", "::FFFF:a00:1"])
      for (const peer of ["10.0.0.1", "::ffff:10.0.0.1", "::ffff:a00:1"])
        expect(ip(peer, "198.51.100.1", [trusted]), `${trusted} ${peer}`).toBe("198.51.100.1")
  })
  it("reads no address in octal, hexadecimal or fewer than four parts, as ipaddr.js would", () => {
    for (const hop of [
      "012.0.0.1",
      "0x0a.0.0.1",
      "10.1",
      "167772161",
      "::ffff:012.0.0.1",
      "::10.1",
    ])
      expect(ip("10.0.0.1", `198.51.100.1, ${hop}`, ["10.0.0.0/8"]), hop).toBe("10.0.0.1")
    expect(ip("10.0.0.1", "198.51.100.1, ::10.0.0.2", ["10.0.0.0/8"])).toBe("0:0:0:0::/64")
  })
  it("trusts every address in ::/0, and every IPv4 address in 0.0.0.0/0", () => {
    for (const [trusted, peer, counted] of [
      ["::/0", "10.0.0.1", "198.51.100.1"],
      ["::/0", "2001:db8::1", "198.51.100.1"],
      ["0.0.0.0/0", "10.0.0.1", "198.51.100.1"],
      ["0.0.0.0/0", "2001:db8::1", "2001:db8:0:0::/64"],
    ] as const)
      expect(ip(peer, "198.51.100.1", [trusted]), `${trusted} ${peer}`).toBe(counted)
  })
  it("tells the addresses of one client apart from those of the next, however many there are", () => {
    for (let n = 0; n < 3_000; n += 1)
      expect(networkOf(`2001:db8:0:${n.toString(16)}::1`)).toBe(`2001:db8:0:${n.toString(16)}::/64`)
  })
  it("believes nobody else, and stops at what is no address", () => {
    const trusted = ["10.0.0.1"]
    expect(ip("192.0.2.1", "198.51.100.1", trusted)).toBe("192.0.2.1")
    expect(ip("192.0.2.1", "198.51.100.1")).toBe("192.0.2.1")
    expect(ip("10.0.0.1", "198.51.100.1, unknown", trusted)).toBe("10.0.0.1")
    expect(ip("10.0.0.1", undefined, trusted)).toBe("10.0.0.1")
    expect(ip("10.0.0.1", "10.0.0.1, 10.0.0.1", trusted)).toBe("10.0.0.1")
  })
  it.each([
    "nonsense",
    "",
    "10.0.0.0/33",
    "::/129",
    "10.0.0.0/x",
    "10.0.0.0/-1",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10/8",
    "::ffff:10.0.0.0/8",
    "012.0.0.0/8",
  ])("refuses %j", (entry) => {
    expect(() => clientIpBehind([entry])).toThrow(RangeError)
    expect(() => clientIpBehind([entry])).toThrow(`${entry} is neither an address nor a network`)
  })
})
