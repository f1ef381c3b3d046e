/**
 * The texts that count limits, for the table of one schema. What they answer, one row for each
 * check in order: whether all had room, whether that is settled, and of what counts before the take
 * the number, the oldest moment and the moment of the awaited unit.
 */
export interface LimitStatements {
  /** One check. $1 key, $2 cost, $3 limit, $4 window (ms), $5 now (ms). */
  readonly takeOne: string
  /** Several checks. $1 keys, $2 costs, $3 limits, $4 windows (ms), $5 now (ms). */
  readonly takeAll: string
  /** As `takeAll`, for checks that only look: writes and locks nothing. */
  readonly look: string
  /** Removes rows that expired by $1 (ms), at most $2, passing over those in use. */
  readonly sweep: string
}

/**
 * The statements. A unit spent at `h` counts until `h + window`, as in the core's sliding log.
 *
 * `takeOne` is an upsert: PostgreSQL decides on the row as it is after the wait for its lock (READ
 * COMMITTED). A refusal tells of the row as it was when the statement began; where that had room,
 * the take is asked again.
 *
 * `takeAll` decides on rows that it has locked, in the order of their keys, as they are after the
 * wait. So nobody else decides on these keys meanwhile, and all checks are decided together. A key
 * that has no row cannot be locked: its row is inserted with the units, and where another call
 * inserts it first, nothing is written and the take is asked again. Of two or more keys without
 * rows, one may be inserted and the other not: then only empty rows are written, and the take is
 * asked again.
 *
 * No deadlocks: who waits for a row's lock has inserted nothing and holds only locks of smaller
 * keys; who inserts waits only for others that insert the same key, in the order of keys, and
 * never for a lock, since `do nothing` takes none.
 */
export const limitStatements = (table: string): LimitStatements => ({
  takeOne: takeOne(table),
  takeAll: takeAll(table),
  look: look(table),
  sweep: `delete from ${table} where key = any(array(
  select key from ${table} where expires_at <= $1::int8
  order by expires_at limit $2 for update skip locked
))`,
})

const minuteMs = 60_000

/**
 * The moments that count. They are in order, and `width_bucket` finds how many are over. What was
 * spent more than a window in the future is forgotten, because the clock was set back.
 */
const live = (hits: string, windowMs: string): string =>
  `case when ${hits}[cardinality(${hits})] <= $5::int8 + ${windowMs}
    then ${hits}[width_bucket($5::int8 - ${windowMs}, ${hits}) + 1 :] else '{}' end`

/** When units are spent: a clock that is a little behind must not disturb the order. */
const spentAt = (hits: string): string => `greatest($5::int8, ${hits}[cardinality(${hits})])`

/** The end of the minute in which the last unit comes back. */
const expiry = (spent: string, windowMs: string): string =>
  `(${spent} + ${windowMs} + ${minuteMs - 1}) / ${minuteMs} * ${minuteMs}`

const asked = `asked as (
  select * from unnest($1::text[], $2::int8[], $3::int8[], $4::int8[])
    with ordinality as asked (key, cost, most, window_ms, position)
)`
const answer = `cardinality(hits), hits[1],
  hits[least(cardinality(hits) + cost - most, cardinality(hits))::int]`

const takeOne = (table: string): string => `with spent as (
  insert into ${table} as kept (key, hits, expires_at)
  select $1::text, array_fill($5::int8, array[$2::int]), ${expiry("$5::int8", "$4::int8")}
  where $2::int <= $3::int
  on conflict (key) do update
  set hits = ${live("kept.hits", "$4::int8")} || array_fill(${spentAt("kept.hits")}, array[$2::int]),
    expires_at = ${expiry(spentAt("kept.hits"), "$4::int8")}
  where cardinality(${live("kept.hits", "$4::int8")}) + $2::int <= $3::int
  returning cardinality(hits) - $2::int as units, hits[1] as oldest
), refused as materialized (
  select coalesce(hits, '{}') as hits, $2::int as cost, $3::int as most
  from (select (select ${live("kept.hits", "$4::int8")} from ${table} as kept where key = $1::text) as hits) as found
  where not exists (select from spent)
)
select true, true, units, oldest, null from spent
union all
select false, cardinality(hits) + cost > most, ${answer} from refused`

const takeAll = (table: string): string => `with ${asked},
kept as materialized (
  select key, hits from ${table} where key = any($1::text[]) order by key for update
),
counted as materialized (
  select asked.*, kept.key is null as is_new, ${live("kept.hits", "window_ms")} as hits
  from asked left join kept on kept.key = asked.key
),
verdict as materialized (
  select bool_and(cost = 0 or cardinality(hits) + cost <= most) as has_room,
    count(*) filter (where cost > 0 and is_new) as new_keys
  from counted
),
made as (
  insert into ${table} (key, hits, expires_at)
  select key, case when new_keys = 1 then array_fill($5::int8, array[cost::int]) else '{}' end,
    ${expiry("$5::int8", "window_ms")}
  from counted, verdict where has_room and cost > 0 and is_new
  order by key
  on conflict (key) do nothing
  returning key
),
outcome as materialized (
  select has_room,
    new_keys = 0 or not has_room or (new_keys = 1 and (select count(*) from made) = 1) as is_settled
  from verdict
),
spent as (
  update ${table} as kept
  set hits = counted.hits || array_fill(${spentAt("counted.hits")}, array[cost::int]),
    expires_at = ${expiry(spentAt("counted.hits"), "window_ms")}
  from counted, outcome
  where has_room and is_settled and cost > 0 and not is_new and kept.key = counted.key
)
select has_room, is_settled, ${answer} from counted, outcome order by position`

const look = (table: string): string => `with ${asked},
counted as materialized (
  select asked.*, coalesce((
    select ${live("kept.hits", "window_ms")} from ${table} as kept where kept.key = asked.key
  ), '{}') as hits
  from asked
)
select true, true, ${answer} from counted order by position`
