import pg from "pg"
import { afterAll, expect, it } from "vitest"
import { createTestOrganization, openTestSymbolon } from "../../core/test/fixtures/world.ts"
import { nestedReadsSuite } from "../../core/test/nested-reads.suite.ts"
import { sharedReadsSuite } from "../../core/test/shared-reads.suite.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const opened: { readonly close: () => Promise<void> }[] = []
afterAll(async () => {
  for (const storage of opened) await storage.close()
})

const open = async () => {
  const storage = await databases.openFresh()
  opened.push(storage)
  return storage
}

sharedReadsSuite("PostgreSQL", open)
nestedReadsSuite("PostgreSQL", open)

it("two reads of a table that is locked hold up nobody else's, and are answered when it is free", async () => {
  const url = await databases.create()
  const storage = openPostgres({ connectionString: url })
  opened.push(storage)
  const { symbolon } = await openTestSymbolon(storage)
  const { club, people } = await createTestOrganization(symbolon)
  const [{ user }] = people as [(typeof people)[number]]
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query("begin")
  await other.query("lock table cards in access exclusive mode")
  const card = "0198f6a1-8b7e-7c6d-9d59-2b1f2f8c3a11"
  const hung = [1, 2, 3].map(() => symbolon.cards.get({ card, userUuid: user.uuid }))
  const ends = Promise.allSettled(hung)
  const begun = performance.now()
  for (let n = 0; n < 20; n += 1) await symbolon.organizations.get({ organization: club.slug })
  expect(performance.now() - begun).toBeLessThan(3_000)
  await other.query("rollback")
  await other.end()
  expect((await ends).map((end) => end.status === "rejected" && end.reason)).toMatchObject(
    hung.map(() => ({ _tag: "NotFound", what: "card" })),
  )
})

it("needs no deadlock to be resolved by the engine", () => expect(databases.retries).toEqual([]))
