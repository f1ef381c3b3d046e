import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { triggerEvents } from "../packages/core/src/rewards/triggers/trigger-events.ts"

const page = readFileSync(join(import.meta.dirname, "../docs/triggers.md"), "utf8")

it("the page on triggers lists every event, with what it means and what it tells", () => {
  const rows = Object.entries(triggerEvents).map(([name, { meaning, isNoticed, facts }]) => {
    const told = facts.map((fact) => `\`${fact}\``).join(", ")
    return `| \`${name}\` | ${meaning} | ${isNoticed ? "yes" : "no"} | ${told || "-"} |`
  })
  const listed = page.split("\n").filter((line) => /^\| `[a-z]+\.[a-z_]+` \|/.test(line))
  expect(listed).toEqual(rows)
})
