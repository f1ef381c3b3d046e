import { deepEqual } from "node:assert/strict"
import { verify } from "node:crypto"
import {
  type DoorState,
  decideAdmission,
  manifestDoorState,
  openIndexedResponse,
  readTrustKeys,
  type Tap,
} from "@symbolon/core/door"
import { Door } from "@symbolon/door-offline"
import { cardOf, doorManifest, generatedAt, newSigningKey } from "../fixtures/door.ts"
import type { Bench, Side, Suite } from "../harness/bench.ts"
import { oneByOne } from "../harness/one-by-one.ts"
import { computing } from "../harness/sides.ts"

const holders = 10_000
const tapAt = generatedAt.getTime() + 60_000

/**
 * One tap. The floor finds whose card it is and decides nothing; the readers' floor makes the text
 * of the card from its bytes first.
 */
export const doorDecision: Suite = {
  name: "door-decision",
  open: async () => ({
    benches: oneByOne([rule, firstTaps, bareTap, freshTap], (open) => open()),
    close: async () => {},
  }),
}

const world = () => {
  const key = newSigningKey()
  const { text, wallets: listed } = doorManifest(holders, key)
  const cards = shuffled(listed.map(cardOf))
  const wallets = new Map(listed.map((wallet) => [cardOf(wallet), wallet]))
  const host = {
    verify: (given: Uint8Array, message: Uint8Array) => verify(null, message, key.publicKey, given),
  }
  return { key, text, cards, wallets, host }
}

/** The pure rule of server and door alone. */
const rule = (): Bench => {
  const { key, text, cards, wallets, host } = world()
  const opened = openIndexedResponse(text, { keys: readTrustKeys(key.trustKeys), host })
  if (!opened.ok) throw new Error(opened.message)
  const state = manifestDoorState(opened.open)
  const taps = cards.map((value): Tap => ({ type: "card", value }))
  const ours = (turn: number) => decideAdmission(state, at(taps, turn), tapAt)
  const floor = (turn: number) => wallets.get(at(cards, turn))
  return {
    name: "door rule, 10000 holders",
    a: computing("decideAdmission", ours),
    b: computing("Map.get", floor),
    unit: "/s",
    aim: 0.4,
    agree: () =>
      cards.forEach((_, turn) => {
        const verdict = ours(turn)
        deepEqual([verdict.decision, verdict.wallet_address], ["admitted", floor(turn)])
      }),
  }
}

/**
 * The same for people who have not tapped yet: whom a door has looked up once it finds faster.
 * Opening the manifest is not measured.
 */
const firstTaps = (): Bench => {
  const { key, text, cards, host } = world()
  const trust = { keys: readTrustKeys(key.trustKeys), host }
  const taps = cards.map((value): Tap => ({ type: "card", value }))
  const fresh = (): DoorState => {
    const opened = openIndexedResponse(text, trust)
    if (!opened.ok) throw new Error(opened.message)
    return manifestDoorState(opened.open)
  }
  const once = (name: string, prepare: () => (card: Tap) => unknown): Side => ({
    name,
    measure: async () => {
      const decide = prepare()
      const begun = performance.now()
      for (const tap of taps) decide(tap)
      return { value: (taps.length / (performance.now() - begun)) * 1000 }
    },
  })
  return {
    name: "door rule, first taps, 10000 holders",
    a: once("decideAdmission", () => {
      const state = fresh()
      return (tap) => decideAdmission(state, tap, tapAt)
    }),
    b: once("Map.get", () => {
      const wallets = new Map(cards.map((card) => [card, card]))
      return ({ value }) => wallets.get(value)
    }),
    unit: "/s",
    agree: () => {
      const state = fresh()
      deepEqual(
        [...new Set(taps.map((tap) => decideAdmission(state, tap, tapAt).decision))],
        ["admitted"],
      )
    },
  }
}

/**
 * The whole of `admit`. Everybody has been in once, so that no side keeps a journal that grows with
 * the rounds.
 */
const tapping = (
  name: string,
  reader: (cards: readonly string[]) => (turn: number) => string,
): Bench => {
  const { key, text, cards, wallets, host } = world()
  const door = new Door({ trustKeys: key.trustKeys, now: () => tapAt, ...host })
  door.load(text)
  const read = reader(cards)
  const ours = (turn: number) => door.admit({ tap: read(turn) })
  const floor = (turn: number) => wallets.get(read(turn))
  return {
    name: `door tap, ${name}, ${holders} holders`,
    a: computing("Door.admit", ours),
    b: computing("Map.get", floor),
    unit: "/s",
    agree: () => {
      const tapAll = (decision: string) =>
        cards.forEach((_, turn) => {
          const verdict = ours(turn)
          deepEqual([verdict.decision, verdict.wallet_address], [decision, floor(turn)])
        })
      tapAll("admitted")
      tapAll("blocked")
    },
  }
}

const bareTap = (): Bench => tapping("ready text", (cards) => (turn) => at(cards, turn))

const freshTap = (): Bench =>
  tapping("fresh bytes", (cards) => {
    const bytes = cards.map((card) => Buffer.from(card, "hex"))
    return (turn) => at(bytes, turn).toString("hex").toUpperCase()
  })

const at = <A>(items: readonly A[], turn: number): A => {
  const item = items[turn % items.length]
  if (item === undefined) throw new Error("There is nothing to take turns with.")
  return item
}

/**
 * Taps come in no order that helps a cache; a stride that shares no divisor with the number visits
 * each once.
 */
const shuffled = <A>(items: readonly A[]): readonly A[] => items.map((_, n) => at(items, n * 7919))
