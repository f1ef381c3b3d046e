import type { Station, Transition } from "../../packages/core/test/memberships/transitions.ts"
import { everyWord, wordsOf } from "./words.ts"

/** A place in the picture: a station, or the three live ones together. */
export type Place = Station | "live"

/** One line of what an arrow says. */
export interface Line {
  readonly phrase: string
  readonly ways: readonly string[]
  readonly events: readonly string[]
}

export interface Arrow {
  readonly from: Place
  readonly to: Place
  /** Time alone leads there. */
  readonly isClock: boolean
  readonly lines: readonly Line[]
}

/**
 * The arrows that the transitions amount to. What leads from each live station to the same one, or
 * keeps each where it is, is one arrow of all three. So is the reversal of a payment: it leads back
 * to wherever somebody came from.
 */
export const arrowsOf = (transitions: readonly Transition[]): readonly Arrow[] => {
  const placed = transitions.map((one) => ({
    ...one,
    ...wordsOf(one),
    to: one.to as Place,
    from: one.from as Place,
  }))
  const targetOf = (one: (typeof placed)[number]): Place =>
    one.from === one.to || one.trigger === "reversePayment" ? togetherOf(one.to) : one.to
  const shared = Map.groupBy(
    placed.filter(({ from }) => live.includes(from)),
    (one) => sayingOf(one, targetOf(one)),
  )
  const isShared = (one: (typeof placed)[number]): boolean =>
    live.includes(one.from) &&
    (one.trigger === "reversePayment" ||
      new Set(shared.get(sayingOf(one, targetOf(one)))?.map(({ from }) => from)).size ===
        live.length)
  const lifted = placed.map((one) =>
    isShared(one) ? { ...one, from: "live" as const, to: targetOf(one) } : one,
  )
  const arrows = Map.groupBy(
    lifted,
    ({ from, to, trigger }) => `${from} > ${to} ${trigger === "clock"}`,
  )
  return [...arrows.values()].map((together) => {
    const [{ from, to, trigger }] = together as [(typeof lifted)[number]]
    return { from, to, isClock: trigger === "clock", lines: linesOf(together) }
  })
}

const live: readonly Place[] = ["active", "notice", "lapsed"]
const togetherOf = (place: Place): Place => (live.includes(place) ? "live" : place)

interface Said {
  readonly phrase: string
  readonly way?: string
  readonly events: readonly string[]
}

const sayingOf = ({ phrase, way, events }: Said, to: Place): string =>
  JSON.stringify([phrase, way, events, to])

const linesOf = (said: readonly Said[]): readonly Line[] => {
  const lines = Map.groupBy(said, ({ phrase, events }) => JSON.stringify([phrase, events]))
  const ordered = [...lines.values()].toSorted(
    ([one], [other]) => phraseRank(one?.phrase ?? "") - phraseRank(other?.phrase ?? ""),
  )
  return ordered.map((together) => {
    const [{ phrase, events }] = together as [Said]
    const ways = new Set(together.flatMap(({ way }) => way ?? []))
    return {
      phrase,
      ways: [...ways].toSorted((one, other) => wayRank(one) - wayRank(other)),
      events,
    }
  })
}

/** Things are said in the order in which their words were written down. */
const wayRank = (way: string): number => everyWord.findIndex((words) => words.way === way)
const phraseRank = (phrase: string): number =>
  everyWord.findIndex((words) => words.phrase === phrase)
