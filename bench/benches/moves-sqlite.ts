import { deepEqual } from "node:assert/strict"
import { join } from "node:path"
import { host } from "@symbolon/core"
import type { MembershipMove } from "@symbolon/core/storage"
import Database from "better-sqlite3"
import { portsOf } from "@symbolon/core/effect"
import { moveBatch } from "../../packages/core/src/memberships/operations/move-batch.ts"
import { moveOf, type MovingClub, openMovingClub } from "../fixtures/moving-club.ts"
import { openRawMove, type RawMove, type Reached } from "../fixtures/raw-move.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const batchMax = 200

/**
 * A move of 100,000 members, batch by batch, there and back again; each side on a file of its own
 * with `synchronous=FULL`.
 */
export const movesSqlite: Suite = {
  name: "moves-sqlite",
  open: async () => {
    const { dir, remove } = await openScratch()
    const files = { ours: join(dir, "ours.db"), raw: join(dir, "raw.db") }
    const club = await openMovingClub(files.ours, files.raw)
    const tierOf = (uuid: string) =>
      uuid === club.tierUuids[0]
        ? { slug: "silver", priceCents: 50_000 }
        : { slug: "gold", priceCents: 100_000 }
    const raw = openRawMove(files.raw, tierOf, portsOf(club.symbolon).ids)
    const ours = new Database(files.ours, { readonly: true })
    const close = async (): Promise<void> => {
      await club.symbolon.close()
      raw.database.close()
      ours.close()
      await remove()
    }
    const sides = { ours: oursOn(club), raw: rawOn(club, raw) }
    return {
      benches: (["keep", "convert"] as const).map((term) =>
        benchOf(term, sides, [ours, raw.database]),
      ),
      close,
    }
  },
}

/** One batch of the move of that kind that runs; when it is over, the next one goes back. */
type NextBatch = (term: MembershipMove["term"]) => Promise<void>

const oursOn = (club: MovingClub): NextBatch => {
  const { symbolon } = club
  let moves = 0
  let running: MembershipMove | undefined
  const begin = async (term: MembershipMove["term"]): Promise<MembershipMove> => {
    const move = moveOf(club, moves, portsOf(symbolon).ids.uuid(), term)
    await portsOf(symbolon).storage.transact("write", (tx) => tx.membershipMoves.add(move))
    return move
  }
  return async (term) => {
    running ??= await begin(term)
    if (running.term !== term) {
      while (await symbolon.run(moveBatch(host, { moveUuid: running.uuid }))) continue
      moves += 1
      running = await begin(term)
    }
    if (await symbolon.run(moveBatch(host, { moveUuid: running.uuid }))) return
    moves += 1
    running = await begin(term)
    await symbolon.run(moveBatch(host, { moveUuid: running.uuid }))
  }
}

const rawOn = (club: MovingClub, raw: RawMove): NextBatch => {
  let moves = 0
  let running: MembershipMove | undefined
  let reached: Reached = { uuid: "", count: 0 }
  const begin = (term: MembershipMove["term"]): MembershipMove => {
    reached = { uuid: "", count: 0 }
    return moveOf(club, moves, portsOf(club.symbolon).ids.uuid(), term)
  }
  return async (term) => {
    running ??= begin(term)
    if (running.term !== term) {
      while (raw.batch(running, reached) > 0) continue
      moves += 1
      running = begin(term)
    }
    if (raw.batch(running, reached) > 0) return
    moves += 1
    running = begin(term)
    raw.batch(running, reached)
  }
}

const benchOf = (
  term: MembershipMove["term"],
  { ours, raw }: { readonly ours: NextBatch; readonly raw: NextBatch },
  databases: readonly [Database.Database, Database.Database],
): Bench => ({
  name: `SQLite, members moved, ${term}`,
  a: waiting("moveBatch, 200 each", () => ours(term), { each: batchMax }),
  b: waiting("better-sqlite3, 200 each", () => raw(term), { each: batchMax }),
  unit: "/s",
  agree: async () => {
    await ours(term)
    await raw(term)
    const [one, other] = databases.map(leftBehind)
    deepEqual(one, other)
  },
})

/**
 * What the first batch of a move leaves: rows, terms, entries and events, but for the names of the
 * latter two.
 */
const leftBehind = (database: Database.Database): unknown => {
  const read = (text: string): readonly unknown[] => database.prepare(text).all()
  const first = `select uuid from memberships order by uuid limit ${batchMax}`
  return {
    members: read(`select * from memberships order by uuid limit ${batchMax}`),
    terms: read(
      `select * from membership_terms where membership_uuid in (${first}) order by membership_uuid, ordinal`,
    ),
    entries: (
      read(
        `select membership_uuid, revision, at, cause, actor_kind, actor_uuid, conversion, before, after, terms_before, terms_after
         from membership_history where membership_uuid in (${first}) order by membership_uuid, revision`,
      ) as readonly Readonly<Record<string, unknown>>[]
    ).map((entry) =>
      Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, parsed(value)])),
    ),
    events: read(
      `select type, organization_uuid, data, created_at from outbox order by uuid desc limit ${batchMax}`,
    ),
  }
}

const parsed = (value: unknown): unknown =>
  typeof value === "string" && /^[[{]/.test(value) ? JSON.parse(value) : value
