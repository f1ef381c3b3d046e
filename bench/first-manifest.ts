/**
 * The first manifest ever of a session, on databases that were just filled and that nobody analysed:
 * how long it takes for each person, the larger clubs beside the smallest.
 *
 *     npm run bench:first-manifest [-- --people 10000,30000,100000]
 *
 * Needs a build. A ratio of 1 says that the time grows with the people and no faster.
 */
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Storage } from "@symbolon/core"
import { openPostgres } from "@symbolon/storage-postgres"
import { openSqlite } from "@symbolon/storage-sqlite"
import { ask, startPostgres } from "../packages/storage-postgres/test/server.ts"
import { openRosterClub } from "./fixtures/roster-club.ts"
import { openScratch } from "./fixtures/scratch.ts"
import { load, machine } from "./harness/machine.ts"
import { helpWhereAsked } from "../scripts/help.ts"

helpWhereAsked(import.meta.filename)
const { values } = parseArgs({
  options: { people: { type: "string", default: "10000,30000,100000" } },
})
const sizes = values.people.split(",").map(Number)

/** Microseconds for each person, by the clock and of this process's CPU time. */
const measured = async (people: number, open: () => Storage) => {
  const { symbolon, session } = await openRosterClub(open, people)
  const before = process.cpuUsage()
  const begun = performance.now()
  await symbolon.sessions.checkinManifest({ session })
  const us = (performance.now() - begun) * 1000
  const { user, system } = process.cpuUsage(before)
  await symbolon.close()
  return { each: us / people, cpu: (user + system) / people }
}

const report = async (
  engine: string,
  measure: (people: number) => ReturnType<typeof measured>,
): Promise<void> => {
  let smallest: number | undefined
  for (const people of sizes) {
    const { each, cpu } = await measure(people)
    smallest ??= each
    console.log(
      `${engine}, ${people} people: ${((each * people) / 1e6).toFixed(1)} s, ${each.toFixed(1)} µs each (${cpu.toFixed(1)} of this process), ${(each / smallest).toFixed(2)} of the smallest; load ${load()}`,
    )
  }
}

const server = await startPostgres()
await report("PostgreSQL", async (people) => {
  const name = `first_manifest_${process.pid}_${people}`
  await ask(server.url, `create database ${name}`)
  const connectionString = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  const figures = await measured(people, () => openPostgres({ connectionString }))
  await ask(server.url, `drop database ${name} with (force)`)
  return figures
})
await server.stop()
await report("SQLite", async (people) => {
  const { dir, remove } = await openScratch()
  const figures = await measured(people, () => openSqlite({ file: join(dir, "club.db") }))
  await remove()
  return figures
})
console.log(machine())
