import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const forbidden =
  /\bnow\(\)|current_timestamp|current_time\b|current_date|localtime|clock_timestamp|statement_timestamp|datetime\(\s*'now'|unixepoch|julianday|Date\.now|new Date\(\)|defaultTo\(/i

const packages = join(import.meta.dirname, "../..")
const files = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: packages }).filter((file) => !file.endsWith(".test.ts"))

describe("all instants come from a clock that is handed in", () => {
  const sql = files("storage-sql/src/**/*.ts")
  const flavors = files("storage-{sqlite,postgres}/src/flavor.ts")

  it("looks at all of storage-sql", () => {
    expect(sql.length).toBeGreaterThanOrEqual(40)
    expect(flavors).toHaveLength(2)
  })

  it.each([...sql, ...flavors])("%s", (file) => {
    const code = readFileSync(join(packages, file), "utf8")
      .replace(/clock\.now\(\)/g, "")
      // A text or a number that a migration says.
      .replace("defaultTo(initially)", "")
    expect(code.match(forbidden)?.[0]).toBeUndefined()
  })
})
