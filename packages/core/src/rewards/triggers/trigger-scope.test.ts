import * as fc from "fast-check"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { triggerEvents } from "./trigger-events.ts"
import { countMax, faultText, parseTriggerScope, scopeText, writtenScope } from "./trigger-scope.ts"

const read = (text: string) => {
  const scope = parseTriggerScope(text)
  return Result.isSuccess(scope) ? scope.success : scope.failure
}

describe("a scope pattern", () => {
  it.each([
    ["session.attended:count:10", { event: "session.attended", count: 10 }],
    ["session.attended:count:9999999", { event: "session.attended", count: 9_999_999 }],
    ["membership.tier_changed:count:1", { event: "membership.tier_changed", count: 1 }],
    ["membership.joined:first", { event: "membership.joined", count: 1, isFirst: true }],
    ["custom.visit_2:first", { event: "custom.visit_2", count: 1, isFirst: true }],
  ])("is read: %s", (text, scope) => {
    expect(read(text)).toEqual(scope)
  })

  it.each(["membership.joined:first", "membership.joined:count:1", "custom.visit_2:count:12"])(
    "is told as it was written: %s",
    (text) => {
      expect(Result.map(parseTriggerScope(text), writtenScope)).toEqual(Result.succeed(text))
    },
  )

  it.each([
    ["", 1, /ends where a name/],
    [":first", 1, /ends where a name/],
    [" session.attended:first", 1, /begins with a lower-case letter/],
    ["Session.attended:first", 1, /begins with a lower-case letter/],
    ["session.Attended:first", 9, /begins with a lower-case letter/],
    ["session.attended", 17, /`:first` or `:count:`/],
    ["session..attended:first", 9, /begins with a lower-case letter/],
    ["session.:first", 9, /ends where a name/],
    ["session attended:first", 8, /another character than/],
    ["session.aTtended:first", 10, /another character than/],
    ["session.ended:first", 1, /no event `session.ended`/],
    ["custom:first", 1, /no event `custom`/],
    ["custom.a.b:first", 1, /no event `custom.a.b`/],
    ["toString:first", 3, /another character than/],
    ["constructor:first", 1, /no event `constructor`/],
    ["session.attended:", 18, /something else where/],
    ["session.attended:First", 18, /something else where/],
    ["session.attended:first ", 18, /something else where/],
    ["session.attended:first:", 18, /something else where/],
    ["session.attended:count", 18, /something else where/],
    ["session.attended:count:", 24, /ends where a number/],
    ["session.attended:count:0", 24, /begins with 0/],
    ["session.attended:count:010", 24, /begins with 0/],
    ["session.attended:count:-1", 24, /than a digit/],
    ["session.attended:count:1e3", 25, /than a digit/],
    ["session.attended:count:1.5", 25, /than a digit/],
    ["session.attended:count:٣", 24, /than a digit/],
    ["session.attended:count:10000000", 24, /above 9999999/],
    ["session.attended:count:1\n", 25, /than a digit/],
    ["session.attended:every:5", 18, /`every`, which is reserved/],
    ["session.attended:streak:5", 18, /`streak`, which is reserved/],
    ["session.attended:distinct:5", 18, /`distinct`, which is reserved/],
    ["session.attended:within:1d:count:5", 18, /`within`, which is reserved/],
    [`custom.${"a".repeat(94)}:first`, 101, /longer than 100/],
  ])("is refused: %j at character %i", (text, position, reason) => {
    expect(read(text)).toEqual({ position, reason: expect.stringMatching(reason) })
  })

  it("names the place of its fault", () => {
    expect(faultText({ position: 7, reason: "has a fault" })).toBe("has a fault (character 7)")
  })

  const events = fc.oneof(
    fc.constantFrom(...Object.keys(triggerEvents)),
    fc.stringMatching(/^[a-z][a-z0-9_]{0,50}$/).map((name) => `custom.${name}`),
  )

  it("that was read reads the same again, and `first` is a count of 1", () => {
    fc.assert(
      fc.property(events, fc.integer({ min: 1, max: countMax }), (event, count) => {
        const text = `${event}:count:${count}`
        const scope = Result.getOrThrow(parseTriggerScope(text))
        expect(scopeText(scope)).toBe(text)
        const first = Result.getOrThrow(parseTriggerScope(`${event}:first`))
        expect(scopeText(first)).toBe(`${event}:count:1`)
      }),
    )
  })

  it("is read or refused within itself, whatever it is", () => {
    const grammar =
      /^(?<event>[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*):(first|count:(?<n>[1-9][0-9]{0,6}))$/
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom("session.attended", "custom.", "a", ":", "first", "count", "0", "12", "."),
        fc.string({ maxLength: 3, unit: "binary" }),
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((parts) => parts.join("")),
          fc.string(),
        ),
        (text) => {
          const scope = parseTriggerScope(text)
          const groups = grammar.exec(text)?.groups
          const isKnown =
            groups !== undefined &&
            (Object.hasOwn(triggerEvents, groups["event"] ?? "") ||
              /^custom\.[a-z][a-z0-9_]*$/.test(groups["event"] ?? ""))
          const isRead = isKnown && text.length <= 100
          const { position = 1 } = Result.isFailure(scope) ? scope.failure : {}
          expect([Result.isSuccess(scope), position >= 1, position <= text.length + 1]).toEqual([
            isRead,
            true,
            true,
          ])
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
