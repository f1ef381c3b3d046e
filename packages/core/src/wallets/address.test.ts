import { bech32, bech32m } from "@scure/base"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addressIn, addressOf } from "./address.ts"
import { addressPrefix, isAddress } from "../ledger-proof/address.ts"

const raw = fc.uint8Array({ minLength: 32, maxLength: 32 })
const network = fc.constantFrom("main", "test", "staging")

/** BIP 350 once more, from its text: the checksum of prefix and words. */
const checksumOf = (text: string): number => {
  const divide = text.lastIndexOf("1")
  const [prefix, data] = [text.slice(0, divide), text.slice(divide + 1)]
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  const codes = [...prefix].map((char) => char.charCodeAt(0))
  const words = [...data].map((char) => "qpzry9x8gf2tvdw0s3jn54khce6mua7l".indexOf(char))
  let sum = 1
  for (const value of [
    ...codes.map((code) => code >> 5),
    0,
    ...codes.map((code) => code & 31),
    ...words,
  ]) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    generator.forEach((g, bit) => (sum ^= (top >>> bit) & 1 ? g : 0))
  }
  return sum
}

describe("addressOf", () => {
  it("is a bech32m text of the network's prefix, 62 or 63 characters", () => {
    fc.assert(
      fc.property(raw, network, (key, name) => {
        const address = addressOf(key, name)
        expect(checksumOf(address)).toBe(0x2bc830a3)
        expect(address).toMatch(name === "test" ? /^tsy1q[a-z0-9]{58}$/ : /^sy1q[a-z0-9]{58}$/)
        expect(isAddress(address, name)).toBe(true)
        expect(isAddress(address, name === "test" ? "main" : "test")).toBe(false)
      }),
    )
  })
})

describe("isAddress", () => {
  const address = addressOf(new Uint8Array(32), "main")
  const words = (size: number, version = 0) => [version, ...bech32m.toWords(new Uint8Array(size))]

  it("finds every single wrong character", () => {
    for (let at = 0; at < address.length; at += 1) {
      for (const char of "qpzry9x8gf2tvdw0s3jn54khce6mua7lb1o ") {
        expect(isAddress(address.slice(0, at) + char + address.slice(at + 1), "main")).toBe(
          char === address[at],
        )
      }
    }
  })

  it.each([
    ["upper case", address.toUpperCase()],
    ["mixed case", address.replace("sy", "Sy")],
    ["bech32 of the first kind", bech32.encode("sy", words(32))],
    ["another version", bech32m.encode("sy", words(32, 1))],
    ["too short a digest", bech32m.encode("sy", words(31))],
    ["too long a digest", bech32m.encode("sy", words(33))],
    ["bits left over", bech32m.encode("sy", [...words(32).slice(0, -1), 1])],
    ["another prefix", bech32m.encode("bc", words(32))],
    ["nothing", ""],
    ["a very long text", "sy1" + "q".repeat(100_000)],
    ["blanks around it", ` ${address}`],
  ])("refuses %s", (_, text) => expect(isAddress(text, "main")).toBe(false))

  it("knows one prefix a network", () =>
    expect([addressPrefix("main"), addressPrefix("test")]).toEqual(["sy", "tsy"]))
})

describe("addressIn", () => {
  const address = addressOf(new Uint8Array(32), "main")
  it("takes any case and outer blanks: a QR code has upper case, a keyboard capitalises the first letter", () => {
    expect(addressIn(address.toUpperCase(), "main")).toBe(address)
    expect(addressIn(address, "main")).toBe(address)
    expect(addressIn(address.replace("sy", "Sy"), "main")).toBe(address)
    expect(addressIn(` ${address.slice(0, 30).toUpperCase()}${address.slice(30)}\n`, "main")).toBe(
      address,
    )
    expect(
      addressIn(`${address.slice(0, -1)}${address.endsWith("q") ? "P" : "Q"}`, "main"),
    ).toBeUndefined()
    expect(addressIn("SY1" + "Q".repeat(100_000), "main")).toBeUndefined()
    expect(addressIn(address, "test")).toBeUndefined()
    expect(addressIn("", "main")).toBeUndefined()
  })
})
