import { equal } from "node:assert/strict"
import {
  applyDelta,
  type CheckinManifestDelta,
  openIndexedResponse,
  readTrustKeys,
} from "@symbolon/core/door"
import { cardOf, doorManifest, newSigningKey, walletOf } from "../fixtures/door.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { oneByOne } from "../harness/one-by-one.ts"
import { computing } from "../harness/sides.ts"

const [large, small, changes] = [100_000, 1000, 100]

/**
 * A hundred people come and go by deltas. The floor does the same at a small roster: what a delta
 * costs must not grow with it.
 */
export const doorDelta: Suite = {
  name: "door-delta",
  open: async () => ({ benches: oneByOne([changes], delta), close: async () => {} }),
}

const delta = (count: number): Bench => {
  const [ours, floor] = [turning(large, count), turning(small, count)]
  return {
    name: `door delta, ${count} changes`,
    a: computing(`at ${large} holders`, ours),
    b: computing(`at ${small} holders`, floor),
    unit: "/s",
    aim: 0.5,
    agree: () => {
      for (const there of [count, 0]) {
        equal(ours(), there)
        equal(floor(), there)
      }
    },
  }
}

/**
 * Adds so many people and takes them out again, by turns; gives how many of them are there then.
 */
const turning = (holders: number, count: number) => {
  const key = newSigningKey()
  const opened = openIndexedResponse(doorManifest(holders, key).text, {
    keys: readTrustKeys(key.trustKeys),
  })
  if (!opened.ok) throw new Error(opened.message)
  let { open } = opened
  const newcomers = Array.from({ length: count }, (_, n) => walletOf(holders + n))
  const added = Object.fromEntries(
    newcomers.map((wallet) => [wallet, { card_identifiers: [cardOf(wallet)], has_ticket: false }]),
  )
  return (): number => {
    const { manifest_version: version, session_uuid, generated_at, valid_until } = open.manifest
    const isThere = open.people.by_wallet.has(newcomers[0] ?? "")
    const next: CheckinManifestDelta = {
      type: "checkin_manifest_delta",
      schema_version: 1,
      session_uuid,
      base_manifest_version: version,
      manifest_version: version + 1,
      generated_at,
      valid_until,
      clock_tolerance_seconds: 300,
      reserved: 0,
      added: isThere ? {} : added,
      changed: {},
      removed: isThere ? newcomers : [],
      admitted_added: {},
      admitted_removed: [],
      frozen_card_identifiers: [],
    }
    const later = applyDelta(open, next)
    if (typeof later === "string") throw new Error(later)
    open = later
    return newcomers.filter((wallet) => open.people.by_wallet.has(wallet)).length
  }
}
