import { join } from "node:path"
import { expect, it } from "vitest"
import { ended, startModule } from "../../storage-sql/test/processes.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const child = join(import.meta.dirname, "origin-child.ts")

it("four processes that start at once on an empty database, each reached elsewhere, name one ledger", {
  timeout: 120_000,
}, async () => {
  const url = await databases.create()
  const hosts = ["one.example", "two.example", "three.example", "four.example"]
  const all = await Promise.all(
    hosts.map((host) => ended(startModule(child, [url, `https://${host}`]))),
  )
  for (const { code, errors } of all) expect({ code, errors }).toEqual({ code: 0, errors: "" })
  const names = all.flatMap(({ output }) => JSON.parse(output) as readonly string[])
  expect(names).toEqual(Array(8).fill(names[0]))
  expect(hosts.map((host) => `${host}/ledger`)).toContain(names[0])
  const later = await ended(startModule(child, [url, "https://five.example"]))
  expect(JSON.parse(later.output)).toEqual([names[0], names[0]])
})
