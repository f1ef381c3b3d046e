import { join } from "node:path"
import { expect, it } from "vitest"
import { unlimited } from "../../core/test/fixtures/ledger.ts"
import { createStaffedOrganization } from "../../core/test/fixtures/staffed-organization.ts"
import { start } from "../../core/test/fixtures/world.ts"
import { ended, startModule } from "../../storage-sql/test/processes.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const child = join(import.meta.dirname, "allowance-child.ts")

it("two processes that mint at once issue up to the allowance, and each key once", {
  timeout: 120_000,
}, async () => {
  const url = await databases.createMigrated()
  const { symbolon, club, team } = await createStaffedOrganization({
    storage: openPostgres({ connectionString: url }),
    ...unlimited,
  })
  await symbolon.points.setAllowance({ organization: club, allowance: 100 })
  const racers = await Promise.all(
    [0, 1].map((racer) => ended(startModule(child, [url, start, club, team.owner.uuid, racer]))),
  )
  for (const { code, errors } of racers) expect({ code, errors }).toEqual({ code: 0, errors: "" })
  const answers = racers.flatMap(
    ({ output }) => JSON.parse(output) as readonly (readonly [key: string, answer: string])[],
  )
  const minted = answers.filter(([, answer]) => answer !== "points_allowance_exceeded")
  expect(new Set(minted.map(([, id]) => id)).size).toBe(Math.floor(100 / 7))
  // The same key was answered the same in both.
  for (const [key, answer] of answers)
    expect(answers.filter(([other]) => other === key).every(([, same]) => same === answer)).toBe(
      true,
    )
  expect(await symbolon.points.getAllowance({ organization: club })).toEqual({
    allowance: 100,
    issued: 98,
    available: 2,
  })
  await symbolon.close()
})
