import { setTimeout as pause } from "node:timers/promises"
import { rowsOf } from "../../../storage-postgres/test/server.ts"
import type { Load } from "./load.ts"

/** What is in the database, next to what was answered. */
export interface Verdict {
  readonly answered: number
  readonly requests: number
  readonly failures: readonly string[]
  /** Why clients sent requests again, with how often. */
  readonly repeated: Readonly<Record<string, number>>
  /** Answered people of whom something is missing. */
  readonly lost: readonly string[]
  /** Rows more than one for one person. */
  readonly doubled: readonly string[]
  readonly deliveries: number
  /** Deliveries that did not reach the receiver. */
  readonly undelivered: readonly string[]
}

/** Each table is read once, whatever the number of people. */
const perPerson = `
  with joined as (
    select user_uuid, count(*) as memberships from memberships group by user_uuid
  ), admitted as (
    select w.user_uuid, count(*) as presences
    from presences p join wallets w on w.address = p.wallet_address group by w.user_uuid
  ), paid as (
    select w.user_uuid, count(*) as transfers
    from transactions t join wallets w on w.address = t.to_address
    where t.transaction_type = 'transfer' group by w.user_uuid
  )
  select u.username, coalesce(memberships, 0)::int as memberships,
    coalesce(presences, 0)::int as presences, coalesce(transfers, 0)::int as transfers
  from users u
    left join joined on joined.user_uuid = u.uuid
    left join admitted on admitted.user_uuid = u.uuid
    left join paid on paid.user_uuid = u.uuid
  where u.username like 'lane-%'`

/** Counts, once every delivery has finished or half a minute is over. */
export const verdictOf = async (load: Load, databaseUrl: string): Promise<Verdict> => {
  const unfinished = "select 1 from webhook_deliveries where finished_at is null limit 1"
  for (let tries = 0; tries < 150; tries += 1) {
    if ((await rowsOf(databaseUrl, unfinished)).length === 0) break
    await pause(200)
  }
  const counts = new Map(
    (await rowsOf(databaseUrl, perPerson)).map((row) => [
      String(row["username"]),
      [row["memberships"], row["presences"], row["transfers"]].map(Number),
    ]),
  )
  const deliveries = (await rowsOf(databaseUrl, "select uuid, state from webhook_deliveries")).map(
    ({ uuid, state }) => ({ uuid: String(uuid), state: String(state) }),
  )
  return {
    answered: load.answered.length,
    requests: load.requests(),
    failures: load.failures,
    repeated: Object.fromEntries(load.repeated),
    lost: load.answered.filter((name) => !counts.get(name)?.every((count) => count >= 1)),
    doubled: [...counts].flatMap(([name, all]) => (all.some((count) => count > 1) ? [name] : [])),
    deliveries: deliveries.length,
    undelivered: deliveries.flatMap(({ uuid, state }) =>
      state === "success" && load.delivered.has(uuid) ? [] : [`${uuid} ${state}`],
    ),
  }
}

/** What a verdict is when nothing went wrong. */
export const nothingWrong = { failures: [], lost: [], doubled: [], undelivered: [] } as const
