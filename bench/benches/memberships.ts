import { join } from "node:path"
import type { MigratedStorage } from "@symbolon/core/storage"
import { openPostgres } from "@symbolon/storage-postgres"
import { openSqlite } from "@symbolon/storage-sqlite"
import pg from "pg"
import { startPostgres } from "../../packages/storage-postgres/test/server.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Suite } from "../harness/bench.ts"
import { listBenches, memberBenches, type RawStore } from "../memberships/benches.ts"
import { openByHand as openPg } from "../memberships/by-hand-postgres.ts"
import { openByHand as openBetterSqlite } from "../memberships/by-hand-sqlite.ts"
import { fill, openPlaces } from "../memberships/crowd.ts"

/** Two clubs of 2,000 and of 200,000 members in a SQLite file: lists, what is granted, joining. */
export const membershipsSqlite: Suite = {
  name: "memberships-sqlite",
  open: async () => {
    const { dir, remove } = await openScratch()
    const file = join(dir, "ours.db")
    return openOn("SQLite", openSqlite({ file }), () => openBetterSqlite(file), remove)
  },
}

/** The same on PostgreSQL. */
export const membershipsPostgres: Suite = {
  name: "memberships-postgres",
  open: async () => {
    const server = await startPostgres({ isDurable: true })
    const name = `bench_memberships_${process.pid}`
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const connectionString = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
    return openOn(
      "PostgreSQL",
      openPostgres({ connectionString }),
      () => openPg(connectionString),
      async () => {
        await admin.query(`drop database if exists ${name} with (force)`)
        await admin.end()
        await server.stop()
      },
    )
  },
}

const openOn = async (
  engine: string,
  storage: MigratedStorage,
  openRaw: () => RawStore,
  remove: () => Promise<void>,
) => {
  const begun = performance.now()
  const places = await openPlaces(storage)
  const raw = openRaw()
  const [place] = places.empty.toReversed()
  if (place === undefined) throw new Error("There is no empty organization.")
  const { user } = await places.symbolon.users.create({
    username: "first-of-all",
    firstName: "Zora",
  })
  const first = { place, userUuid: user.uuid }
  const writes = await raw.learn(first, () =>
    places.symbolon.memberships.join({
      organization: place.slug,
      userUuid: user.uuid,
      tierSlug: "friend",
    }),
  )
  const crowd = await fill(places)
  console.error(`▸ ${engine}: filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  return {
    benches: [...listBenches(engine, crowd), ...memberBenches(engine, crowd, raw.byHand(writes))],
    close: async () => {
      await places.symbolon.close()
      await raw.close()
      await remove()
    },
  }
}
