import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Tier } from "../../src/index.ts"
import { membershipBreaches, membershipStatus } from "../../src/memberships/index.ts"
import { entitlementsOf } from "../../src/memberships/entitlements.ts"
import { type Action, action } from "./actions.ts"
import { day, everyTier, now, tierOf, tiers } from "../fixtures/tiers.ts"
import { eventsOf } from "./explained.ts"
import { judge } from "./judge.ts"
import { type Asked, type Life, openLife, outcomeOf } from "./life.ts"
import { worthLeft } from "./worth.ts"

const zones = ["UTC", "Asia/Manila", "America/Los_Angeles", "Europe/Berlin"] as const
const from = fc.date({
  min: new Date("2026-01-01T00:00:00Z"),
  max: new Date("2028-12-31T00:00:00Z"),
  noInvalidDate: true,
})

/** Counts what the whole run did. */
const totals = { lives: 0, actions: 0, events: 0, rows: new Map<string, number>() }

const checkedLife = (zone: string, at: Date): Life => {
  const life = openLife({
    zone,
    at,
    watch: (requested: Asked) => {
      const verdict = judge(
        requested,
        (uuid) => everyTier.find((tier) => tier.uuid === uuid) ?? tierOf("none"),
      )
      expect(verdict.faults).toEqual([])
      totals.rows.set(verdict.row, (totals.rows.get(verdict.row) ?? 0) + 1)
    },
  })
  return life
}

/** What holds after everything that happens. */
const holds = (life: Life, done: Action): void => {
  for (const stored of life.stored()) {
    // P13
    expect(membershipBreaches(stored, life.now())).toEqual([])
    // P15
    const granted = entitlementsOf(stored.membership, stored.tier, life.now())
    expect(granted["member"] === true).toBe(
      membershipStatus(stored.membership, life.now()).startsWith("active"),
    )
  }
  // P14
  const live = life.records.filter(
    ({ membership }) => membershipStatus(membership, life.now()) !== "ended",
  )
  expect(live.length).toBeLessThanOrEqual(1)
  expect(
    life.records.filter(({ membership }) => membership.endedAt === undefined).length,
  ).toBeLessThanOrEqual(1)
  // P16, as sets: a settled row stands before the one that takes its place.
  const explained = life.records.flatMap(({ history }) => history.flatMap(eventsOf)).toSorted()
  expect(life.events.map(({ type }) => type).toSorted(), done.name).toEqual(explained)
}

const command = (done: Action): fc.Command<{ at: number }, Life> => ({
  check: () => true,
  run: (model, life) => {
    const { length } = life.events
    const paths = life.records.map(({ history }) => history.length)
    done.run(life)
    totals.actions += 1
    if (done.who === "clock") {
      // P16: time sends nothing and writes nothing.
      expect(life.events).toHaveLength(length)
      expect(life.records.map(({ history }) => history.length)).toEqual(paths)
    }
    holds(life, done)
    model.at += 1
  },
  toString: () => done.name,
})

describe("lives of all kinds", () => {
  it("P13 to P16: the invariants hold, one membership at a time, and every event has its one reason", {
    timeout: 300_000,
  }, () => {
    fc.assert(
      fc.property(
        fc.commands([action.map(command)], { maxCommands: 40, size: "+1" }),
        fc.constantFrom(...zones),
        from,
        (commands, zone, at) => {
          const life = checkedLife(zone, at)
          fc.modelRun(() => ({ model: { at: 0 }, real: life }), commands)
          totals.lives += 1
          totals.events += life.events.length
        },
      ),
      { numRuns: 400 },
    )
    console.log(
      `lives: ${totals.lives}, ${totals.actions} actions, ${totals.events} events, ${totals.rows.size} rows of the table met`,
    )
    expect(totals.rows.size).toBeGreaterThan(40)
  })

  const actions = fc.array(action, { maxLength: 25, size: "max" })
  const traceOf = (life: Life) => ({ records: life.records, events: life.events })

  it("P17 what is asked or paid again changes nothing", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(actions, fc.constantFrom(...everyTier), (past, tier) => {
        const life = openLife()
        for (const one of past) one.run(life)
        const again = (first: string, repeat: () => string): void => {
          const before = structuredClone(traceOf(life))
          const said = repeat()
          expect((first !== "ok" && first !== "same") || /^same|^409/.test(said), said).toBe(true)
          expect(traceOf(life)).toEqual(before)
        }
        if (life.status().startsWith("active")) {
          const first = outcomeOf(life.change(tier))
          if (life.status().startsWith("active")) again(first, () => outcomeOf(life.change(tier)))
        }
        for (const purpose of ["join", "renew", "change"] as const) {
          const opened = life.checkout(purpose, tier)
          if (Result.isSuccess(opened))
            again(outcomeOf(opened.success.arrive()), () => outcomeOf(opened.success.arrive()))
        }
        for (const ref of ["payment 1", "payment 2"])
          again(outcomeOf(life.reverse(ref)), () => outcomeOf(life.reverse(ref)))
      }),
      { numRuns: 300 },
    )
  })

  it("P19 many steps of time give the same as one", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(actions, fc.integer({ min: 2, max: 5 }), (past, parts) => {
        const [one, many] = [openLife(), openLife()]
        for (const { run } of past) {
          const start = many.now().getTime()
          run(one)
          const ahead = one.now().getTime() - start
          for (let part = 1; ahead > 0 && part <= parts; part += 1)
            many.go(new Date(start + Math.floor((ahead * part) / parts)))
          if (ahead === 0) run(many)
          expect(many.status()).toBe(one.status())
        }
        expect(traceOf(many)).toEqual(traceOf(one))
      }),
      { numRuns: 300 },
    )
  })
})

describe("a payment that is taken back", () => {
  const priced = [
    tiers.silver,
    tiers.gold,
    tiers.annual,
    tierOf("weekly", { priceCents: 9900, paymentInterval: "weekly" }),
    tierOf("half", { priceCents: 14_900, paymentInterval: "semiannual" }),
  ]
  /** Milliseconds of one tier that a millisecond of another is worth. */
  const ratio = (one: Tier, other: Tier): number => perDay(one) / perDay(other)
  const perDay = ({ priceCents, paymentInterval }: Tier): number =>
    priceCents / lengths[paymentInterval]
  const lengths = {
    one_time: Number.NaN,
    weekly: 7,
    monthly: 30.436875,
    quarterly: 91.310625,
    semiannual: 182.62125,
    yearly: 365.2425,
  }

  it("P18 leaves the row and its terms as they were, where nothing came after it", () => {
    const ways = { undone: 0, ended: 0 }
    fc.assert(
      fc.property(
        fc.array(action, { minLength: 3, maxLength: 20, size: "max" }),
        fc.constantFrom("join" as const, "renew" as const, "change" as const),
        fc.constantFrom(...everyTier),
        fc.nat(20 * day),
        (past, purpose, tier, ms) => {
          const life = openLife()
          for (const one of past) one.run(life)
          const before = {
            row: life.records.length === 0 ? undefined : life.row(),
            terms: life.terms(),
          }
          const opened = life.checkout(purpose, tier)
          if (Result.isFailure(opened) || outcomeOf(opened.success.arrive()) !== "ok") return
          life.advance(ms)
          const wasLive = life.status() !== "ended"
          expect(outcomeOf(life.reverse(opened.success.ref))).toBe("ok")
          const { updatedAt: _, revision: __, ...row } = life.row()
          if (purpose === "join") ways.ended += Number(row.endedBy === "removed")
          else ways.undone += Number(wasLive)
          const remaining = before.terms.filter(
            ({ endsAt }) => endsAt === undefined || endsAt > life.now(),
          )
          const isBack = purpose !== "join" && wasLive
          expect(isBack ? row : {}).toEqual(isBack ? without(before.row) : {})
          expect(isBack ? life.terms() : []).toEqual(isBack ? remaining : [])
        },
      ),
      { numRuns: 1500 },
    )
    console.log(`taken back at once: ${ways.undone} as they were, ${ways.ended} ended`)
    expect(Math.min(ways.undone, ways.ended)).toBeGreaterThan(20)
  })

  const without = (of: object | undefined) =>
    Object.fromEntries(
      Object.entries(of ?? {}).filter(([name]) => name !== "updatedAt" && name !== "revision"),
    )

  it("P18 leaves tier and dates as if it had never been, but for what rounding loses", () => {
    const change = fc.constantFrom(...priced)
    const past = fc.array(fc.oneof(change, fc.integer({ min: 1, max: 10 * day })), { maxLength: 4 })
    fc.assert(
      fc.property(
        change,
        fc.integer({ min: 1, max: 200 * day }),
        fc.array(change, { maxLength: 4 }),
        past,
        (start, remaining, later, before) => {
          const [paid, never] = [openLife({ catalogue: priced }), openLife({ catalogue: priced })]
          for (const life of [paid, never]) {
            life.add(start, { validUntil: new Date(now.getTime() + remaining + day) })
            for (const step of before)
              if (typeof step === "number") life.advance(Math.min(step, day / 8))
              else life.change(step)
          }
          if (!paid.status().startsWith("active")) return
          const opened = paid.checkout("renew")
          if (Result.isFailure(opened)) return
          opened.success.arrive()
          let lost = 0
          for (const tier of later) {
            const present = paid.tier(paid.row().tierUuid)
            // Once nothing is left without the payment, there is nothing to compare with.
            if (outcomeOf(never.change(tier)) === "409 lapsed" || never.status() !== "active")
              return
            paid.change(tier)
            if (present.uuid !== tier.uuid) lost = lost * ratio(present, tier) + 2
          }
          expect(outcomeOf(paid.reverse(opened.success.ref))).toBe("ok")
          expect(paid.row().tierUuid).toBe(never.row().tierUuid)
          const differs = Math.abs(
            (paid.row().validUntil?.getTime() ?? 0) - (never.row().validUntil?.getTime() ?? 0),
          )
          expect(differs).toBeLessThanOrEqual(lost)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe("worth", () => {
  it("P20 is never made by a member: what is used and what is left was paid for or given", {
    timeout: 120_000,
  }, () => {
    let checked = 0
    fc.assert(
      fc.property(fc.array(action, { minLength: 5, maxLength: 40, size: "max" }), (actions) => {
        const life = openLife()
        let supplied = 0n
        let used = 0n
        for (const { who, run, name } of actions) {
          const before = worthLeft(life.terms(), life.now())
          const bought = life.bought()
          run(life)
          const after = worthLeft(life.terms(), life.now())
          const most =
            who === "member"
              ? before
              : who === "payer"
                ? before + life.bought() - bought
                : undefined
          expect(most === undefined || after <= most, name).toBe(true)
          if (who === "organization" && after > before) supplied += after - before
          if (who === "clock") used += before - after
          checked += 1
        }
        expect(used + worthLeft(life.terms(), life.now())).toBeLessThanOrEqual(
          supplied + life.bought(),
        )
      }),
      { numRuns: 600 },
    )
    console.log(`worth: ${checked} actions`)
  })
})
