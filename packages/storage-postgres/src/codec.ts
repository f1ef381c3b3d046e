import type { Row } from "@symbolon/storage-sql"
import type { CustomTypesConfig } from "pg"

type Parse = (text: string) => unknown

/** Type ids of the columns we have, which every engine that speaks PostgreSQL's protocol shares. */
const oid = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  json: 114,
  timestamptz: 1184,
  jsonb: 3802,
} as const

/** As servers say it whose time zone is UTC: `2026-11-21 13:00:00.25+00`. */
const isInUtc = (text: string): boolean =>
  text.length >= 22 &&
  text.length <= 26 &&
  text[4] === "-" &&
  text[7] === "-" &&
  text[10] === " " &&
  text[13] === ":" &&
  text.endsWith("+00")

const digitsAt = (text: string, at: number): number =>
  (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48

const instantOf: Parse = (text) => {
  // Rows of people have several instants: by hand one takes a sixth of the time.
  const century = digitsAt(text, 0)
  if (isInUtc(text) && century > 0)
    return checked(
      text,
      Date.UTC(
        century * 100 + digitsAt(text, 2),
        digitsAt(text, 5) - 1,
        digitsAt(text, 8),
        digitsAt(text, 11),
        digitsAt(text, 14),
        digitsAt(text, 17),
        text.length === 22 ? 0 : Number(text.slice(20, -3).padEnd(3, "0")),
      ),
    )
  const zoned = text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")
  return checked(text, Date.parse(zoned))
}

const checked = (text: string, at: number): Date => {
  if (Number.isNaN(at))
    throw new TypeError(`Cannot read the instant ${text}: DateStyle must be ISO`)
  return new Date(at)
}

const integerOf: Parse = (text) => {
  const integer = Number(text)
  if (!Number.isSafeInteger(integer)) throw new RangeError(`${text} is not a safe integer`)
  return integer
}

const jsonOf: Parse = (text) => JSON.parse(text)

const parsers: ReadonlyMap<number, Parse> = new Map([
  [oid.bool, (text: string) => text === "t"],
  [oid.int2, integerOf],
  [oid.int4, integerOf],
  [oid.int8, integerOf],
  [oid.json, jsonOf],
  [oid.jsonb, jsonOf],
  [oid.timestamptz, instantOf],
])

const asText: Parse = (text) => text

/**
 * How our connections read values; `pg`'s own table, which the host shares with us, is neither read
 * nor changed.
 */
export const types: CustomTypesConfig = {
  getTypeParser: (id: number) => parsers.get(id) ?? asText,
}

/** A value as `pg` takes it. An array is one parameter: a set of keys, or a column of many rows. */
export const bind = (value: unknown): unknown => {
  if (value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? value.map(bind) : value
}

/** The rows of a set-shaped statement as one array for each of its parameters. */
export const columnsOf = (rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] =>
  (rows[0] ?? []).map((_, parameter) => rows.map((row) => row[parameter]))

/** A row as the core knows it: null is undefined. */
export const readRow = (names: readonly string[], values: readonly unknown[]): Row => {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i]
    if (name !== undefined) row[name] = values[i] ?? undefined
  }
  return row
}

/** `valid_until` as `validUntil`. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
