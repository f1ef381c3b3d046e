import type { Place } from "./arrows.ts"

/** A box, by its middle. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly name: string
  readonly says: string
}

type Side = "top" | "right" | "bottom" | "left"
/** Where an arrow touches a box: a side, and how far from its middle. */
export type Touch = readonly [side: Side, offset: number]

/** How an arrow runs, and where its words stand. */
export interface Way {
  readonly leaves: Touch
  readonly arrives: Touch
  /** Of the first line of its words. */
  readonly words: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly anchor: "start" | "middle" | "end"
  }
  /** How far it swings out; a straight line where left out. */
  readonly swing?: number
}

export const canvas = { width: 1040, height: 700 } as const

/** Placed by hand. */
export const boxes: Readonly<Record<Place, Box>> = {
  none: { x: 520, y: 46, width: 170, height: 52, name: "none", says: "no membership" },
  live: {
    x: 520,
    y: 290,
    width: 1000,
    height: 352,
    name: "live",
    says: "one at most for each user and organization",
  },
  notice: {
    x: 140,
    y: 290,
    width: 200,
    height: 60,
    name: "active with notice",
    says: "grants until its term ends",
  },
  active: {
    x: 520,
    y: 290,
    width: 216,
    height: 60,
    name: "active",
    says: "grants its tier's entitlements",
  },
  lapsed: { x: 900, y: 290, width: 200, height: 60, name: "lapsed", says: "can still be renewed" },
  ended: {
    x: 520,
    y: 622,
    width: 230,
    height: 60,
    name: "ended",
    says: "who joins again starts anew",
  },
}

const middle = "middle"

/** Placed by hand, too: `from > to`, with `by the clock` behind it for what time does. */
export const ways: Readonly<Record<string, Way>> = {
  "none > active": {
    leaves: ["bottom", 0],
    arrives: ["top", 0],
    words: { x: 506, y: 88, width: 400, anchor: "end" },
  },
  "live > live": {
    leaves: ["top", 400],
    arrives: ["top", 450],
    swing: 48,
    words: { x: 905, y: 54, width: 350, anchor: "end" },
  },

  "active > active": {
    leaves: ["top", -86],
    arrives: ["top", -40],
    swing: 52,
    words: { x: 426, y: 160, width: 190, anchor: "end" },
  },
  "notice > notice": {
    leaves: ["top", -70],
    arrives: ["top", -24],
    swing: 52,
    words: { x: 44, y: 178, width: 200, anchor: "start" },
  },

  "active > notice": {
    leaves: ["left", -14],
    arrives: ["right", -14],
    words: { x: 326, y: 268, width: 170, anchor: middle },
  },
  "notice > active": {
    leaves: ["right", 14],
    arrives: ["left", 14],
    words: { x: 326, y: 326, width: 176, anchor: middle },
  },
  "active > lapsed": {
    leaves: ["right", 22],
    arrives: ["left", 22],
    words: { x: 714, y: 332, width: 190, anchor: middle },
  },
  "active > lapsed by the clock": {
    leaves: ["right", 6],
    arrives: ["left", 6],
    words: { x: 714, y: 288, width: 190, anchor: middle },
  },
  "lapsed > active": {
    leaves: ["left", -22],
    arrives: ["right", -22],
    words: { x: 714, y: 168, width: 190, anchor: middle },
  },

  "active > ended": {
    leaves: ["bottom", 12],
    arrives: ["top", 12],
    words: { x: 544, y: 412, width: 240, anchor: "start" },
  },
  "active > ended by the clock": {
    leaves: ["bottom", -12],
    arrives: ["top", -12],
    words: { x: 496, y: 548, width: 160, anchor: "end" },
  },
  "live > ended": {
    leaves: ["bottom", 62],
    arrives: ["top", 62],
    words: { x: 595, y: 496, width: 190, anchor: "start" },
  },
  "notice > ended": {
    leaves: ["bottom", 40],
    arrives: ["left", -12],
    swing: 150,
    words: { x: 244, y: 500, width: 160, anchor: "start" },
  },
  "notice > ended by the clock": {
    leaves: ["bottom", -10],
    arrives: ["left", 12],
    swing: 170,
    words: { x: 168, y: 540, width: 110, anchor: "end" },
  },
  "lapsed > ended": {
    leaves: ["bottom", -10],
    arrives: ["right", -12],
    swing: 160,
    words: { x: 878, y: 400, width: 100, anchor: "end" },
  },
  "lapsed > ended by the clock": {
    leaves: ["bottom", 40],
    arrives: ["right", 12],
    swing: 180,
    words: { x: 896, y: 540, width: 110, anchor: "start" },
  },
  "ended > ended": {
    leaves: ["bottom", -20],
    arrives: ["bottom", 20],
    swing: 30,
    words: { x: 560, y: 676, width: 300, anchor: "start" },
  },
}
