import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { tables } from "../packages/storage-sql/src/schema/database.ts"

const page = readFileSync(join(import.meta.dirname, "../docs/operating.md"), "utf8")
const section = page.slice(page.indexOf("## What grows\n"), page.indexOf("## Metrics\n"))
const list = section.slice(section.indexOf("| bound | tables |"))

const inSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The adapter makes and sweeps it: it is in no schema that the storages share. */
const ofOneEngine = "rate_limits"

it("every table is in the list of what grows, once, with what bounds it", () => {
  const listed = [...list.matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => name)
  const named = listed.filter((name) => name !== "outcomes")
  expect(new Set(named).size, "tables that are listed twice").toBe(named.length)
  expect([...new Set(listed)].toSorted()).toEqual(
    [...Object.keys(tables).map(inSnakeCase), ofOneEngine].toSorted(),
  )
})
