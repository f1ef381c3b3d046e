import { describe, expect, it } from "vitest"
import { dateTime } from "./endpoint.ts"

describe("a moment on the wire", () => {
  it.each(["0001-01-01T00:00:00Z", "2026-11-21T00:00:00.000Z", "9999-12-31T23:59:59+02:00"])(
    "may be %s",
    (text) => expect(dateTime.safeParse(text).success).toBe(true),
  )

  it.each(["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00"])(
    "is not %s, which not every store knows",
    (text) =>
      expect(dateTime.safeParse(text).error?.issues[0]?.message).toBe(
        "must not be before the year 1",
      ),
  )

  it.each(["2026-02-30T00:00:00Z", "yesterday", ""])("is not %j", (text) =>
    expect(dateTime.safeParse(text).success).toBe(false),
  )
})
