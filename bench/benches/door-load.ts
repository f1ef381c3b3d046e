import { deepEqual, equal } from "node:assert/strict"
import { verify } from "node:crypto"
import { Door } from "@symbolon/door-offline"
import { doorManifest, generatedAt, newSigningKey, sizes } from "../fixtures/door.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { oneByOne } from "../harness/one-by-one.ts"
import { computing } from "../harness/sides.ts"

/**
 * Taking a manifest into force at a door whose host verifies natively. The floor only parses and
 * verifies what it knows to be well.
 */
export const doorLoad: Suite = {
  name: "door-load",
  open: async () => ({ benches: oneByOne(sizes, load), close: async () => {} }),
}

const load = (holders: number): Bench => {
  const key = newSigningKey()
  const { payload, signature, text } = doorManifest(holders, key)
  const { trustKeys, publicKey } = key
  const options = {
    trustKeys,
    now: () => generatedAt.getTime(),
    verify: (given: Uint8Array, message: Uint8Array) => verify(null, message, publicKey, given),
    utf8: (given: string) => Buffer.from(given),
  }
  const ours = () => new Door(options).load(text)
  const floor = () => {
    const parsed = JSON.parse(text) as {
      readonly payload: { readonly manifest_version: number; readonly roster: object }
    }
    if (!verify(null, Buffer.from(payload), publicKey, signature))
      throw new Error("The signature does not hold.")
    return parsed
  }
  return {
    name: `door verify + load, ${holders} holders`,
    a: computing("Door.load", ours),
    b: computing("JSON.parse + verify", floor),
    unit: "/s",
    aim: 0.83,
    agree: () => {
      const parsed = floor().payload
      deepEqual(JSON.parse(payload), parsed)
      equal(Object.keys(parsed.roster).length, holders)
      equal(ours().manifest_version, parsed.manifest_version)
    },
  }
}
