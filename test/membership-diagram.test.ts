import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Transition, transitions } from "../packages/core/test/memberships/transitions.ts"
import { arrowsOf } from "../scripts/membership-diagram/arrows.ts"
import { svgOf } from "../scripts/membership-diagram/svg.ts"
import { everyWord, wordsOf } from "../scripts/membership-diagram/words.ts"

const found = transitions()
const arrows = arrowsOf(found)

it("docs/memberships.svg shows what the rules do; else: npm run diagram", () => {
  console.log(`${found.length} transitions on ${arrows.length} arrows`)
  expect(svgOf(arrows)).toBe(
    readFileSync(join(import.meta.dirname, "../docs/memberships.svg"), "utf8"),
  )
})

it("no transition is lost between the rules and the picture", () => {
  const placesOf = (station: string): readonly string[] =>
    ["active", "notice", "lapsed"].includes(station) ? [station, "live"] : [station]
  const lost = found.filter((one) => {
    const { phrase, way } = wordsOf(one)
    return !arrows.some(
      ({ from, to, isClock, lines }) =>
        placesOf(one.from).includes(from) &&
        placesOf(one.to).includes(to) &&
        isClock === (one.trigger === "clock") &&
        lines.some(
          (line) =>
            line.phrase === phrase &&
            (way === undefined || line.ways.includes(way)) &&
            line.events.join() === one.events.join(),
        ),
    )
  })
  expect(found.length).toBeGreaterThan(70)
  expect(lost).toEqual([])
})

it("time sends no event, and no word is idle", () => {
  expect(found.filter(({ trigger, events }) => trigger === "clock" && events.length > 0)).toEqual(
    [],
  )
  const said = new Set(found.map((one) => JSON.stringify(wordsOf(one))))
  expect(everyWord.filter((words) => !said.has(JSON.stringify(words)))).toEqual([])
})

describe("each check can fail", () => {
  const renewed: Transition = {
    from: "active",
    to: "active",
    trigger: "renew",
    row: "T22",
    events: ["membership.renewed"],
  }

  it("on a transition without words", () => {
    expect(() => arrowsOf([...found, { ...renewed, row: "T43" }])).toThrow("No words for renew/T43")
  })

  it("on an arrow without a place, and a place without an arrow", () => {
    expect(() => svgOf(arrowsOf([...found, { ...renewed, from: "ended" }]))).toThrow(
      "Without a place: ended > active",
    )
    expect(() => svgOf(arrowsOf(found.filter(({ to }) => to !== "lapsed")))).toThrow(
      "Without an arrow",
    )
  })

  it("on a rule that leads elsewhere or sends something else", () => {
    const silent = found.map((one) =>
      one.trigger === "leave" && one.events.length > 0 ? { ...one, events: [] } : one,
    )
    expect(svgOf(arrowsOf(silent))).not.toBe(svgOf(arrows))
  })
})
