import { describe, expect, it } from "vitest"
import type { Tier } from "../../src/index.ts"
import { membershipBreaches } from "../../src/memberships/index.ts"
import { day, tiers } from "../fixtures/tiers.ts"
import { factsOf } from "./facts.ts"
import { judge } from "./judge.ts"
import { type Asked, type Life, openLife } from "./life.ts"

/** A few tiers, one of each kind that matters to what can be reached. */
const offered: readonly Tier[] = [
  tiers.guest,
  tiers.lifetime,
  tiers.open,
  tiers.silver,
  tiers.gold,
  tiers.dollar,
]

const untilEnd = (life: Life, beyond: number): void => {
  const validUntil = life.state().held?.membership.validUntil
  if (validUntil !== undefined && validUntil > life.now())
    life.go(new Date(validUntil.getTime() + beyond))
}

const first = (life: Life) =>
  life.history().find(({ paymentRef, cause }) => paymentRef !== undefined && cause !== "reversal")
const last = (life: Life) =>
  life
    .history()
    .findLast(({ paymentRef, cause }) => paymentRef !== undefined && cause !== "reversal")

/** Everything that anybody can do, and time passing to every instant that matters. */
const moves: readonly (readonly [string, (life: Life) => unknown])[] = [
  ...offered.flatMap((tier): (readonly [string, (life: Life) => unknown])[] => [
    [`join ${tier.slug}`, (life) => life.join(tier)],
    [`pay to join ${tier.slug}`, (life) => life.pay("join", tier)],
    [`change to ${tier.slug}`, (life) => life.change(tier)],
    [`pay to change to ${tier.slug}`, (life) => life.pay("change", tier)],
    [`add to ${tier.slug}`, (life) => life.add(tier)],
    [
      `put on ${tier.slug}`,
      (life) => life.amend({ tier, customPriceCents: null, customPaymentInterval: null }),
    ],
    [
      `convert to ${tier.slug}`,
      (life) =>
        life.amend({ tier, term: "convert", customPriceCents: null, customPaymentInterval: null }),
    ],
    [
      `move to ${tier.slug}`,
      (life) =>
        life.perform("moveMember", {
          by: { kind: "organization" },
          tier,
          term: "convert",
          customPricing: "carry",
          asOf: life.now(),
        }),
    ],
  ]),
  ["claim", (life) => life.claim(tiers.silver)],
  ["leave", (life) => life.leave()],
  ["resume", (life) => life.resume()],
  ["renew", (life) => life.renew()],
  ["pay to renew", (life) => life.pay("renew")],
  ["renew at the desk", (life) => life.renewByOrganization(1)],
  ["set a date", (life) => life.amend({ validUntil: new Date(life.now().getTime() + 20 * day) })],
  ["set no date", (life) => life.amend({ validUntil: null })],
  ["agree on nothing to pay", (life) => life.amend({ customPriceCents: 0 })],
  ["agree on years", (life) => life.amend({ customPaymentInterval: "yearly" })],
  ["agree no more", (life) => life.amend({ customPriceCents: null, customPaymentInterval: null })],
  ["remove", (life) => life.remove()],
  ["close", (life) => life.perform("closeOrganization", { by: { kind: "service" } })],
  ["delete the account", (life) => life.perform("closeAccount", { by: { kind: "service" } })],
  ["reverse the first payment", (life) => life.reverse(first(life)?.paymentRef ?? "none")],
  ["reverse the last payment", (life) => life.reverse(last(life)?.paymentRef ?? "none")],
  ["a day", (life) => life.advance(day)],
  ["just before the end", (life) => untilEnd(life, -1)],
  ["to the end", (life) => untilEnd(life, 0)],
  ["beyond grace", (life) => untilEnd(life, 40 * day)],
]

/**
 * Tells payments apart by what they did, and worth by what it could buy: minutes in place of
 * seconds.
 */
const isFine = process.env["SYMBOLON_MODEL"] === "fine"

/**
 * What a life is, for the rules: lives of one key are told apart by no row of the table, but for
 * what has been paid.
 */
const keyOf = (life: Life): string => {
  const facts = factsOf(life.state(), life.now())
  if (facts.standing === "none") return `none after ${Math.min(life.records.length, 1)}`
  const due = facts.validUntil === undefined ? "never" : facts.isFar ? "far" : "soon"
  const worth = [
    facts.worthIn.toSorted().join(),
    facts.lifetime === undefined ? "" : "for life",
    facts.hasDatedLifetime ? "cut" : "",
  ]
  const credit = offered.filter(
    (tier) => facts.creditIn(tier.currency) >= tier.priceCents && tier.priceCents > 0,
  ).length
  const paid = [first(life), last(life)].map((entry) => entry?.cause ?? "")
  const fine = isFine ? [credit, ...paid, life.history().at(-1) === last(life)] : [paid[1] === ""]
  return [
    facts.standing,
    facts.tier?.slug,
    facts.customPriceCents,
    facts.customInterval,
    due,
    ...worth,
    ...fine,
  ].join("|")
}

describe("everything that can be reached from nothing", () => {
  it("breaks no invariant on the way, and is what the table says", { timeout: 600_000 }, () => {
    const rows = new Map<string, number>()
    const faults = new Map<string, string>()
    let where = ""
    const start = openLife({
      watch: (requested: Asked) => {
        const verdict = judge(requested, start.tier)
        rows.set(verdict.row, (rows.get(verdict.row) ?? 0) + 1)
        for (const fault of verdict.faults) faults.set(fault, where)
      },
    })
    const seen = new Map([[keyOf(start), ""]])
    const waiting: Life[] = [start]
    let steps = 0
    for (let life = waiting.shift(); life !== undefined; life = waiting.shift()) {
      const path = seen.get(keyOf(life)) ?? ""
      for (const [name, move] of moves) {
        where = `${path}; ${name}`
        const next = life.copy()
        move(next)
        steps += 1
        for (const stored of next.stored())
          for (const broken of membershipBreaches(stored, next.now()))
            faults.set(`${broken} broken by ${name}`, where)
        if (next.records.filter(({ membership }) => membership.endedAt === undefined).length > 1)
          faults.set("two live rows", where)
        const key = keyOf(next)
        if (seen.has(key)) continue
        seen.set(key, where)
        waiting.push(next)
      }
    }
    console.log(
      `reachable: ${seen.size} kinds of state, ${steps} steps, ${rows.size} rows of the table met`,
    )
    expect(Object.fromEntries(faults)).toEqual({})
    expect(seen.size).toBeGreaterThan(isFine ? 5000 : 500)
  })
})
