// Writes docs/memberships.svg from what the membership rules do. Run it with
// `--conditions=@symbolon/source`; `--check` writes nothing and fails when the picture is out of
// date.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { transitions } from "../packages/core/test/memberships/transitions.ts"
import { arrowsOf } from "./membership-diagram/arrows.ts"
import { svgOf } from "./membership-diagram/svg.ts"

const file = join(import.meta.dirname, "../docs/memberships.svg")
const picture = svgOf(arrowsOf(transitions()))

if (!process.argv.includes("--check")) writeFileSync(file, picture)
else if (readFileSync(file, "utf8") !== picture) {
  console.error("docs/memberships.svg is out of date.")
  process.exitCode = 1
}
