import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { limits } from "../foundation/kernel/limits.ts"
import {
  changeTime,
  courses,
  type RotatingKey,
  publishedAheadMs,
  type RotationStep,
  rotationSteps,
  signsFromAt,
} from "./rotation.ts"

const start = Date.parse("2026-11-21T10:00:00.000Z")
const dayMs = 86_400_000
/** A moment, in days after the start. */
const at = (days: number) => new Date(start + days * dayMs)

const key = (
  keyId: string,
  status: RotatingKey["status"],
  since: number,
  signsFrom = since,
): RotatingKey => ({
  keyId,
  purpose: "tokens",
  status,
  createdAt: at(since),
  changedAt: at(since),
  notBefore: at(signsFrom),
})
const active = key("a", "active", 0)
const moment = 1 / dayMs

describe("rotationSteps", () => {
  it.each<readonly [string, readonly RotatingKey[], number, readonly RotationStep[]]>([
    ["a young key signs on", [active], 88, []],
    ["a moment too early", [active], 89 - moment, []],
    [
      "a day before its time the next is published",
      [active],
      89,
      [{ kind: "publish", signsFrom: at(90) }],
    ],
    [
      "one that is published late signs late",
      [active],
      200,
      [{ kind: "publish", signsFrom: at(201) }],
    ],
    ["the published one waits", [active, key("b", "next", 89, 90)], 90 - moment, []],
    [
      "and signs",
      [active, key("b", "next", 89, 90)],
      90,
      [{ kind: "promote", keyId: "b", before: "a" }],
    ],
    [
      "but not within a day of being published",
      [active, key("b", "next", 90, 90)],
      91 - moment,
      [],
    ],
    ["nor before its own time", [active, key("b", "next", 10, 50)], 49, []],
    [
      "one that was asked for signs before the other is old",
      [active, key("b", "next", 10, 11)],
      11,
      [{ kind: "promote", keyId: "b", before: "a" }],
    ],
    ["the old one verifies on", [key("o", "retiring", 0), active], 30 - moment, []],
    [
      "until nothing that it signed is good",
      [key("o", "retiring", 0), active],
      30,
      [{ kind: "withdraw", keyId: "o" }],
    ],
    ["what is gone stays so", [key("o", "gone", 0), active], 80, []],
    ["nothing is due to a purpose without keys", [], 80, []],
    [
      "several things at once, the publishing before nothing else",
      [key("o", "retiring", -5), key("p", "retiring", 0), active],
      95,
      [
        { kind: "publish", signsFrom: at(96) },
        { kind: "withdraw", keyId: "o" },
        { kind: "withdraw", keyId: "p" },
      ],
    ],
  ])("%s", (_, keys, now, steps) => expect(rotationSteps(keys, at(now))).toEqual(steps))

  it("leaves keys of manifests alone until somebody asks, then takes the rest of the way", () => {
    const ours = (each: RotatingKey): RotatingKey => ({ ...each, purpose: "checkin_manifest" })
    expect(rotationSteps([ours(active)], at(10_000))).toEqual([])
    expect(rotationSteps([ours(active), ours(key("b", "next", 5, 6))], at(6))).toEqual([
      { kind: "promote", keyId: "b", before: "a" },
    ])
    expect(rotationSteps([ours(key("o", "retiring", 0)), ours(active)], at(30))).toEqual([
      { kind: "withdraw", keyId: "o" },
    ])
  })
  it.each(["ledger_status", "ledger_checkpoint"] as const)(
    "never touches keys of the ledger (%s)",
    (purpose) => {
      const keys = [key("o", "retiring", 0), active].map((each) => ({ ...each, purpose }))
      expect(rotationSteps(keys, at(10_000))).toEqual([])
    },
  )
})

it("a key of tokens verifies far longer than an access token lives, and its ID tokens as hints", () =>
  expect(courses.tokens.verifiesForDays * 86_400).toBeGreaterThan(
    24 * limits.accessTokenLifetimeSeconds,
  ))

describe("changeTime", () => {
  it.each([
    ["now", 0, 1, at(1)],
    ["later than a change of the same moment", 1, 1, at(1 + moment)],
    ["later than a change by a clock that runs ahead", 2, 1, at(2 + moment)],
  ])("%s", (_, last, now, expected) =>
    expect(changeTime([active, key("b", "next", last)], at(now))).toEqual(expected),
  )
  it("is now for a first key", () => expect(changeTime([], at(3))).toEqual(at(3)))
})

describe("over months of rounds, late and early, with rotations that were asked for", () => {
  /** What a store would hold after the steps. */
  const after = (
    keys: readonly RotatingKey[],
    steps: readonly RotationStep[],
    now: Date,
  ): readonly RotatingKey[] => {
    const moved = (id: string, status: RotatingKey["status"]) => (each: RotatingKey) =>
      each.keyId === id ? { ...each, status, changedAt: now } : each
    return steps.reduce<readonly RotatingKey[]>((known, step) => {
      if (step.kind === "publish")
        return [
          ...known,
          {
            keyId: `k${known.length}`,
            purpose: "tokens",
            status: "next",
            createdAt: now,
            changedAt: now,
            notBefore: step.signsFrom,
          },
        ]
      if (step.kind === "withdraw") return known.map(moved(step.keyId, "gone"))
      return known.map(moved(step.before, "retiring")).map(moved(step.keyId, "active"))
    }, keys)
  }
  const round = fc.record({
    afterHours: fc.integer({ min: 1, max: 24 * 40 }),
    isAsked: fc.boolean(),
  })

  it("one key signs, known for a day before; what was signed verifies until it ends; nothing verifies for ever", () =>
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 60 }), (rounds) => {
        let keys: readonly RotatingKey[] = [active]
        let now = start
        let longestGap = 0
        const publishedAt = new Map([["a", Number.NEGATIVE_INFINITY]])
        const lastSigned = new Map<string, number>()
        const signs = () =>
          keys.filter(({ status }) => status === "active").map(({ keyId }) => keyId)
        for (const { afterHours, isAsked } of rounds) {
          const [signer = ""] = signs()
          now += afterHours * 3_600_000
          longestGap = Math.max(longestGap, afterHours / 24)
          lastSigned.set(signer, now)
          const requested: readonly RotationStep[] =
            isAsked && keys.every(({ status }) => status !== "next")
              ? [{ kind: "publish", signsFrom: signsFromAt(new Date(now), new Date(now)) }]
              : []
          keys = after(
            keys,
            requested.length > 0 ? requested : rotationSteps(keys, new Date(now)),
            new Date(now),
          )
          for (const { keyId } of keys) if (!publishedAt.has(keyId)) publishedAt.set(keyId, now)
          const [now_ = "", ...others] = signs()
          expect(others).toEqual([])
          expect(now - (publishedAt.get(now_) ?? now)).toBeGreaterThanOrEqual(publishedAheadMs)
          expect(keys.filter(({ status }) => status === "next").length).toBeLessThanOrEqual(1)
          const gone = keys.filter(({ status }) => status === "gone")
          for (const { keyId } of gone)
            expect(now - (lastSigned.get(keyId) ?? start)).toBeGreaterThan(
              limits.accessTokenLifetimeSeconds * 1000,
            )
          const oldest = Math.min(
            ...keys.flatMap((each) =>
              each.status === "retiring" ? [each.changedAt.getTime()] : [],
            ),
          )
          expect(now - oldest).toBeLessThan(
            ((courses.tokens.verifiesForDays + 2 * longestGap) * 24 + 1) * 3_600_000,
          )
        }
      }),
    ))
})
