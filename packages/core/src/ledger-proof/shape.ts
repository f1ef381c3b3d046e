import { isWellFormed } from "../door/canonical.ts"
import { readInstant } from "../door/instant.ts"
import { isHashText } from "./hex.ts"

/** Whether an untrusted value may be the value of one member. */
export type Check = (value: unknown) => boolean

/** Whether an untrusted value is an object with members, and no array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** One of these values. */
export const among =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)

/** A text of which something holds. */
export const textWith =
  (holds: (text: string) => boolean): Check =>
  (value) =>
    typeof value === "string" && holds(value)

/** A text that a pattern describes. */
export const shaped = (shape: RegExp): Check => textWith((text) => shape.test(text))

/** An integer that doubles hold exactly, from `least`. */
export const countFrom =
  (least: number): Check =>
  (value) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= least

/** Text that has a UTF-8 form, at most so many UTF-16 units. */
export const textUpTo = (longest: number): Check =>
  textWith((text) => text.length <= longest && isWellFormed(text))

/** A SHA-256, lower-case hex. */
export const hash: Check = isHashText

/** A SHA-256, or the empty text for none. */
export const hashOrNone: Check = (value) => value === "" || isHashText(value)

/** The name of a ledger. */
export const networkName = shaped(/^[a-z0-9-]{1,32}$/)

/** The id of an entry. */
export const entryId = shaped(/^[a-z][a-z0-9]{23}$/)

/** UTC with exactly three fractional digits, on a day that exists. */
export const instant = textWith((text) => text.length === 24 && Number.isFinite(readInstant(text)))

/**
 * Whether a record has exactly the members that checks name, and each holds. An optional one may be
 * absent.
 */
export const hasMembers = (
  record: Readonly<Record<string, unknown>>,
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): boolean =>
  Object.entries(required).every(
    ([name, holds]) => Object.hasOwn(record, name) && holds(record[name]),
  ) &&
  Object.entries(record).every(
    ([name, value]) =>
      Object.hasOwn(required, name) ||
      (Object.hasOwn(optional, name) && optional[name]?.(value) === true),
  )
