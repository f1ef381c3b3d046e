import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { types } from "./codec.ts"

/** The type `timestamptz` (PostgreSQL's catalogue `pg_type`). */
const timestamptz = 1184
const read = (text: string): unknown => types.getTypeParser(timestamptz, "text")(text)

/** As a server says it whose time zone is UTC: no zeros at the end of a fraction. */
const asServersSay = (instant: Date): string =>
  instant
    .toISOString()
    .replace("T", " ")
    .replace(/\.?0*Z$/, "+00")

describe("an instant out of PostgreSQL", () => {
  it("is the one that was meant, to the millisecond", () =>
    fc.assert(
      fc.property(
        fc.date({
          min: new Date("0001-01-01T00:00:00.000Z"),
          max: new Date("9999-12-31T23:59:59.999Z"),
          noInvalidDate: true,
        }),
        (instant) => {
          expect(read(asServersSay(instant))).toEqual(instant)
        },
      ),
    ))

  it.each([
    ["2026-11-21 13:00:00+00", "2026-11-21T13:00:00.000Z"],
    ["2026-11-21 13:00:00.5+00", "2026-11-21T13:00:00.500Z"],
    ["2026-11-21 13:00:00.025+00", "2026-11-21T13:00:00.025Z"],
    ["2026-11-21 13:00:00.123456+00", "2026-11-21T13:00:00.123Z"],
    ["2026-11-21 13:00:00+02", "2026-11-21T11:00:00.000Z"],
    ["2026-11-21 13:00:00.5-03:30", "2026-11-21T16:30:00.500Z"],
    ["0099-11-21 13:00:00+00", "0099-11-21T13:00:00.000Z"],
  ])("%s is %s", (text, iso) => expect(read(text)).toEqual(new Date(iso)))

  it.each(["21/11/2026 13:00:00 UTC", "infinity", ""])("%j is refused", (text) =>
    expect(() => read(text)).toThrow("DateStyle must be ISO"),
  )
})
