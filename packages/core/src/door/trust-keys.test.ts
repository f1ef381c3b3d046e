import { expect, it } from "vitest"
import { type PublishedTrustKey, readTrustKeys } from "./trust-keys.ts"

const key: PublishedTrustKey = {
  key_id: "k1",
  algorithm: "Ed25519",
  public_key: Buffer.alloc(32, 7).toString("base64url"),
  purpose: "checkin_manifest",
  not_before: "2026-01-01T00:00:00.000Z",
  not_after: "2027-01-01T00:00:00Z",
  status: "active",
}
const read = (...keys: readonly unknown[]) => readTrustKeys({ keys })

it("reads a usable key with its bounds", () => {
  expect(read(key).get("k1")).toEqual({
    public_key: new Uint8Array(32).fill(7),
    not_before: Date.UTC(2026, 0, 1),
    not_after: Date.UTC(2027, 0, 1),
  })
})

it("takes null for no bound, and a status it does not know as usable", () => {
  const open = read({ ...key, not_before: null, not_after: null, status: "retiring" }).get("k1")
  expect(open?.not_before).toBe(Number.NEGATIVE_INFINITY)
  expect(open?.not_after).toBe(Number.POSITIVE_INFINITY)
})

it.each([
  { algorithm: "RS256" },
  { purpose: "tokens" },
  { status: "retired" },
  { status: "revoked" },
  { public_key: "AAAA" },
  { public_key: `${key.public_key}=` },
  { not_before: "yesterday" },
  { not_after: "2026-02-30T00:00:00Z" },
  { key_id: 7 },
  { not_after: undefined },
])("leaves out a key with %j, and keeps the others", (change) => {
  expect([...read({ ...key, ...change }, { ...key, key_id: "k2" }).keys()]).toEqual(["k2"])
})

it("keeps the first of two keys with one id", () => {
  const keys = read(key, { ...key, public_key: Buffer.alloc(32, 8).toString("base64url") })
  expect(keys.get("k1")?.public_key[0]).toBe(7)
})

it.each([null, undefined, [], {}, { keys: {} }, "keys"])(
  "throws for %j, which is no list of keys",
  (published) => {
    expect(() => readTrustKeys(published)).toThrow(TypeError)
  },
)
