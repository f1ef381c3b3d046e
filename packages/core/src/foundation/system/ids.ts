import { randomBytes, randomInt } from "node:crypto"
import { v7 } from "uuid"
import type { Clock } from "../ports/clock.ts"
import type { Ids } from "../ports/ids.ts"

const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
const cuidLength = 24
const counterMax = 0xffff_ffff

/**
 * Ids from the machine's randomness and the domain clock. Within one millisecond a counter keeps
 * UUIDs in the order of their making.
 */
export const systemIds = (clock: Clock): Ids => {
  let last = 0
  let counter = 0
  const random = openRandomBytes()
  return {
    uuid: () => {
      const now = clock.now().getTime()
      // A clock that stands still or steps back must not disturb the order: the counter goes on,
      // and carries into the millisecond.
      if (now > last) [last, counter] = [now, randomInt(2 ** 30)]
      else if (counter >= counterMax) [last, counter] = [last + 1, 0]
      else counter += 1
      return v7({ msecs: last, seq: counter, random: random() })
    },
    cuid: () =>
      oneOf(26) + Array.from({ length: cuidLength - 1 }, () => oneOf(letters.length)).join(""),
    suffix: () => Array.from({ length: 6 }, () => oneOf(letters.length)).join(""),
    secret: (prefix) => `${prefix}${randomBytes(32).toString("base64url")}`,
    bytes: (size) => new Uint8Array(randomBytes(size)),
  }
}

const sliceBytes = 16
const drawnBytes = 2048

/**
 * Random bytes for a UUID, drawn for many at once: asking the machine takes far longer than making
 * the UUID. Never for a secret.
 */
const openRandomBytes = (): (() => Uint8Array) => {
  let drawn = new Uint8Array(0)
  let taken = 0
  return () => {
    if (taken === drawn.length) [drawn, taken] = [randomBytes(drawnBytes), 0]
    taken += sliceBytes
    return drawn.subarray(taken - sliceBytes, taken)
  }
}

/** A random one of the first `count` letters; the first 26 are no digits. */
const oneOf = (count: number): string => letters.charAt(randomInt(count))
