import { describe, expect, it } from "vitest"
import { isWithin, readIp, readNetwork } from "./network.ts"

const contains = (network: string, address: string): boolean => {
  const [read, bits] = [readNetwork(network), readIp(address)]
  if (read === undefined || bits === undefined) throw new Error(`${network} ${address}`)
  return isWithin([read], bits)
}

describe("a network", () => {
  it.each([
    ["10.0.0.0/8", "10.255.0.1"],
    ["10.0.0.0/8", "::ffff:10.255.0.1"],
    ["10.0.0.0/8", "::ffff:aff:1"],
    ["::ffff:10.0.0.0/104", "10.255.0.1"],
    ["10.1.2.3", "10.1.2.3"],
    ["10.1.2.3/32", "10.1.2.3"],
    ["10.1.2.3/8", "10.9.9.9"],
    ["0.0.0.0/0", "192.0.2.1"],
    ["fd00::/8", "fdff::1"],
    ["[fd00::1]", "fd00::1"],
    ["fd00::1", "fd00:0:0::1"],
    ["::/0", "2001:db8::1"],
    ["::1/128", "::1"],
  ])("%s contains %s", (network, address) => expect(contains(network, address)).toBe(true))

  it.each([
    ["10.0.0.0/8", "11.0.0.0"],
    ["10.0.0.0/8", "::10.0.0.1"],
    ["10.0.0.0/8", "64:ff9b::10.0.0.1"],
    ["10.0.0.0/8", "::ffff:0:10.0.0.1"],
    ["10.1.2.3", "10.1.2.4"],
    ["fd00::/9", "fd80::1"],
    ["0.0.0.0/0", "2001:db8::1"],
    ["::1", "127.0.0.1"],
  ])("%s does not contain %s", (network, address) => expect(contains(network, address)).toBe(false))

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
    "localhost",
  ])("is not %j", (text) => expect(readNetwork(text)).toBeUndefined())
})
