import { isSha256 } from "./digest.ts"

/** Whether an untrusted value is what stands in one place. */
export type Check = (value: unknown) => boolean

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
  textWith((text) => text.length <= longest && text.isWellFormed())

/** A SHA-256, lower-case hex. */
export const hash = textWith(isSha256)

/** The name of a ledger. */
export const networkName = shaped(/^[a-z0-9-]{1,32}$/)

/** UTC with exactly three fractional digits, on a day that exists. */
export const instant = textWith((text) => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return false
  const moment = new Date(text)
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text
})

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
