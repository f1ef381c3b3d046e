import { equal } from "node:assert/strict"
import { join } from "node:path"
import type { MigratedStorage, Repositories } from "@symbolon/core/storage"
import { openPostgres } from "@symbolon/storage-postgres"
import { openSqlite } from "@symbolon/storage-sqlite"
import { presence } from "../../packages/storage-contract/src/door-samples.ts"
import {
  activity,
  address,
  at,
  organization,
  sealedKey,
  session,
  uuid,
  wallet,
} from "../../packages/storage-contract/src/samples.ts"
import { startPostgres } from "../../packages/storage-postgres/test/server.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

/** Who attended two activities of 50,000 and of 500 presences, in a SQLite file. */
export const attendancesSqlite: Suite = {
  name: "attendances-sqlite",
  open: async () => {
    const { dir, remove } = await openScratch()
    const storage = openSqlite({ file: join(dir, "attendances.db") })
    await fill(storage)
    const close = async () => {
      await storage.close()
      await remove()
    }
    return { benches: benchesOf("SQLite", storage), close }
  },
}

/** The same on PostgreSQL. */
export const attendancesPostgres: Suite = {
  name: "attendances-postgres",
  open: async () => {
    const server = await startPostgres({ isDurable: true })
    const storage = openPostgres({ connectionString: server.url })
    await fill(storage)
    const close = async () => {
      await storage.close()
      await server.stop()
    }
    return { benches: benchesOf("PostgreSQL", storage), close }
  },
}

const [large, small] = [
  { number: 10, people: 25_000 },
  { number: 20, people: 250 },
] as const
type Place = typeof large | typeof small
/** Each person is at both. */
const sessionsEach = 2
const perTransaction = 500
const firstPerson = 1_000

const fill = async (storage: MigratedStorage): Promise<void> => {
  await storage.migrations.up()
  await storage.transact("write", async (tx) => {
    await tx.organizations.add(organization(1))
    for (const { number } of [large, small]) await addPlace(tx, number)
  })
  for (const place of [large, small])
    for (let from = 0; from < place.people; from += perTransaction)
      await storage.transact("write", (tx) => addPeople(tx, place, from))
}

const addPlace = async (tx: Repositories, number: number): Promise<void> => {
  await tx.activities.add(activity(number, { organizationUuid: uuid(1) }))
  for (let n = 1; n <= sessionsEach; n += 1)
    await tx.sessions.add(
      session(number + n, { organizationUuid: uuid(1), activityUuid: uuid(number) }),
    )
}

const addPeople = async (
  tx: Repositories,
  { number, people }: Place,
  from: number,
): Promise<void> => {
  const numbers = Array.from(
    { length: Math.min(perTransaction, people - from) },
    (_, n) => number * 1_000_000 + firstPerson + from + n,
  )
  await tx.wallets.addAll(
    numbers.map((n) => ({
      wallet: wallet(n, { kind: "card", organizationUuid: uuid(1) }),
      key: sealedKey(n),
    })),
  )
  for (let s = 1; s <= sessionsEach; s += 1)
    await tx.presences.addAll(
      numbers.map((n) => ({
        ...presence(n * sessionsEach + s, {
          sessionUuid: uuid(number + s),
          walletAddress: address(n),
        }),
        firstAdmittedAt: at(n - number * 1_000_000 + s),
        lastAdmittedAt: at(n - number * 1_000_000 + s),
      })),
    )
}

const page = { page: 1, pageSize: 20, sortOrder: "desc" } as const
const [few, many] = [small.people * sessionsEach, large.people * sessionsEach]

const benchesOf = (engine: string, storage: MigratedStorage): readonly Bench[] => {
  const people = ({ number }: Place, sortBy: "first_admitted_at" | "sessions_attended") =>
    storage.transact("read", (tx) =>
      tx.presences.ofActivity({ activityUuid: uuid(number), at: at(0) }, { ...page, sortBy }),
    )
  const present = ({ number }: Place) =>
    storage.transact("read", (tx) =>
      tx.presences.page(
        { sessionUuid: uuid(number + 1), isUndone: false },
        { ...page, sortBy: "first_admitted_at" },
      ),
    )
  const bench = (
    name: string,
    list: (place: Place) => Promise<{ readonly totalItems: number }>,
  ): Bench => ({
    name: `${engine}, ${name}`,
    a: waiting(`of ${many}`, () => list(large)),
    b: waiting(`of ${few}`, () => list(small)),
    unit: "/s",
    aim: 0.8,
    agree: async () => {
      for (const place of [large, small]) equal((await list(place)).totalItems, place.people)
    },
  })
  return [
    bench("20 people of an activity, the last to come", (place) =>
      people(place, "first_admitted_at"),
    ),
    bench("20 people of an activity, who came most", (place) => people(place, "sessions_attended")),
    bench("20 people at a session", present),
  ]
}
