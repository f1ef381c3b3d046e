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

const instantOf: Parse = (text) => {
  const zoned = text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")
  const instant = new Date(zoned)
  if (Number.isNaN(instant.getTime()))
    throw new TypeError(`Cannot read the instant ${text}: DateStyle must be ISO`)
  return instant
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
