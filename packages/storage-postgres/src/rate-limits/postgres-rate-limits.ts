import { hash } from "node:crypto"
import {
  type Check,
  type Counted,
  hasRoom,
  limitState,
  type RateLimitStore,
  StorageUnavailable,
  type Taken,
} from "@symbolon/core/storage"
import type { QueryArrayConfig } from "pg"
import { openFullKeys } from "./full-keys.ts"
import { limitStatements, type LimitStatements } from "./statements.ts"

/** Asks one statement on a connection of the limits' own; answers its rows as arrays. */
export type AskLimits = (
  query: QueryArrayConfig<unknown[]>,
) => Promise<{ readonly rows: readonly (readonly unknown[])[]; readonly rowCount: number | null }>

interface LimitsParts {
  readonly ask: AskLimits
  /** `rate_limits`, with its schema where that is not the connection's own. */
  readonly table: string
  readonly isPrepared: boolean
}

/** How often a take is asked again because others made the same new keys: in practice once. */
const attemptsMax = 10
/** So that clocks that differ by less never see a key removed that still counts for them. */
const sweptAfterMs = 60_000
/** After so many new rows, twice as many expired ones are removed. */
const sweptEveryRows = 500

/**
 * Exact limits for all processes that share a database: a sliding log per key, all checks of a
 * request in one statement. Times are the caller's.
 *
 * The table cannot grow without bound: a row that counts nothing is removed when others are added.
 */
export const postgresRateLimits = ({ ask, table, isPrepared }: LimitsParts): RateLimitStore => {
  const statements = limitStatements(table)
  const full = openFullKeys()
  let newRows = 0

  const run = (name: keyof LimitStatements, values: readonly unknown[]) =>
    ask({
      text: statements[name],
      values: [...values],
      rowMode: "array",
      ...(isPrepared ? { name: `symbolon_limits_${name}` } : {}),
    })

  const sweep = async (before: Date, limit: number): Promise<number> =>
    (await run("sweep", [before.getTime() - sweptAfterMs, limit])).rowCount ?? 0

  const count = async (checks: readonly Check[], now: number): Promise<Answer> => {
    const [name, values] = questionOf(checks, now)
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const { rows } = await run(name, values)
      if (rows[0]?.[1] === true)
        return { allowed: rows[0][0] === true, counted: rows.map(countedIn) }
    }
    throw new StorageUnavailable("PostgreSQL did not settle a rate limit.")
  }

  /** Sweeps in passing, without making a caller wait; a failure shows at the next take. */
  const sweepAfter = (added: number, now: Date): void => {
    newRows += added
    if (newRows < sweptEveryRows) return
    newRows = 0
    sweep(now, 2 * sweptEveryRows).catch(() => undefined)
  }

  const take = async (checks: readonly Check[], at: Date): Promise<Taken> => {
    const now = at.getTime()
    const known = full.statesOf(checks, now)
    if (known !== undefined)
      return { allowed: checks.every(({ cost }) => cost === 0), states: known }
    const { allowed, counted } = await count(checks, now)
    const after = checks.map((check, index) =>
      afterwards(check, counted[index] ?? nothing, allowed, now),
    )
    checks.forEach(({ key, limit, windowMs }, index) => {
      const { count, oldestAt } = after[index] ?? nothing
      if (count === limit && oldestAt !== undefined) full.note(key, oldestAt + windowMs)
    })
    if (allowed)
      sweepAfter(
        checks.filter(({ cost }, index) => cost > 0 && counted[index]?.count === 0).length,
        at,
      )
    return {
      allowed,
      states: checks.map((check, index) => {
        const isRefused = !allowed && !hasRoom(check, counted[index]?.count ?? 0)
        return limitState(check, after[index] ?? nothing, isRefused, now)
      }),
    }
  }

  return { take, sweep }
}

/** Which statement answers the checks, and what it is asked. */
const questionOf = (
  checks: readonly Check[],
  now: number,
): readonly [name: "takeOne" | "takeAll" | "look", values: readonly unknown[]] => {
  const [only] = checks
  if (only !== undefined && only.cost > 0 && checks.length === 1)
    return ["takeOne", [hashed(only.key), only.cost, only.limit, only.windowMs, now]]
  const values = [
    checks.map(({ key }) => hashed(key)),
    checks.map(({ cost }) => cost),
    checks.map(({ limit }) => limit),
    checks.map(({ windowMs }) => windowMs),
    now,
  ]
  return [checks.every(({ cost }) => cost === 0) ? "look" : "takeAll", values]
}

interface Answer {
  readonly allowed: boolean
  /** What counted before the take. */
  readonly counted: readonly Counted[]
}

const nothing: Counted = { count: 0, oldestAt: undefined, awaitedAt: undefined }

const countedIn = ([, , count, oldestAt, awaitedAt]: readonly unknown[]): Counted => ({
  count: Number(count),
  oldestAt: instantIn(oldestAt),
  awaitedAt: instantIn(awaitedAt),
})

const instantIn = (value: unknown): number | undefined =>
  value === null || value === undefined ? undefined : Number(value)

const afterwards = (
  { cost }: Check,
  { count, oldestAt, awaitedAt }: Counted,
  allowed: boolean,
  now: number,
): Counted =>
  allowed && cost > 0
    ? { count: count + cost, oldestAt: oldestAt ?? now, awaitedAt: undefined }
    : { count, oldestAt, awaitedAt }

/**
 * A key as it is stored: short whatever a caller sent, and without the addresses that keys hold.
 * 132 bits of SHA-256.
 */
const hashed = (key: string): string => hash("sha256", key, "base64url").slice(0, 22)
