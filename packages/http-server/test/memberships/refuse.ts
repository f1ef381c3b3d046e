import { expect } from "vitest"
import type { TestClub } from "../fixtures/club.ts"

/** Something to send that must be refused, and the fields that the refusal must name. */
export type Bad = readonly [what: string, sent: unknown, fields: readonly string[]]

/** What is no moment, for any field that takes one. */
export const dates: readonly Bad[] = [
  ["a leap second", "2026-12-31T23:59:60Z", []],
  ["a leap second with a fraction", "2026-12-31T23:59:60.000Z", []],
  ["a date without a zone", "2027-01-01T00:00:00", []],
  ["a day alone", "2027-01-01", []],
  ["a day that there is not", "2027-02-29T00:00:00Z", []],
  ["an hour that there is not", "2027-01-01T24:00:00Z", []],
  ["the year 10000", "10000-01-01T00:00:00Z", []],
  ["the year 10000 as ECMAScript writes it", "+010000-01-01T00:00:00.000Z", []],
  ["a year before the first", "-000001-01-01T00:00:00.000Z", []],
  ["words", "tomorrow", []],
  ["nothing", "", []],
  ["a number", 1_800_000_000_000, []],
  ["blanks around it", " 2027-01-01T00:00:00Z ", []],
]

/** A call as the club's app, or as Ada. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly isHolder?: boolean
}

/**
 * Sends what must be refused: with the fields' names, in the envelope, and nothing may be written.
 */
export const refuse = async (
  club: TestClub,
  how: Call,
  sent: unknown,
  fields: readonly string[],
) => {
  const before = await club.stored()
  const replyBody = await (how.isHolder === true ? club.asAda : club.asClub)(
    how.method,
    how.path,
    422,
    sent,
  )
  expect(replyBody).toEqual({
    code: "validation_error",
    message: "Some fields are invalid; see errors.",
    details: null,
    errors: expect.any(Object),
  })
  expect(Object.keys(replyBody.errors).toSorted()).toEqual(fields)
  expect(
    Object.values(replyBody.errors).every((text) => /^[a-z].{4,}/.test(text)),
    JSON.stringify(replyBody.errors),
  ).toBe(true)
  expect(await club.stored()).toEqual(before)
}
