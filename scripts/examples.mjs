// npm run examples: install, build, then every example that has a `ci` script, one after the other.
// Names as arguments pick some.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { install, pinnedNode, root, run } from "./toolchain.mjs"

await install()
const built = await run(pinnedNode, [join(root, "scripts", "build.mjs")])
if (built !== 0) process.exit(built)

const folder = join(root, "examples")
const named = process.argv.slice(2)
const examples = readdirSync(folder).filter((name) => {
  const file = join(folder, name, "package.json")
  if (!existsSync(file) || (named.length > 0 && !named.includes(name))) return false
  return JSON.parse(readFileSync(file, "utf8")).scripts?.ci !== undefined
})

const failed = []
for (const name of examples) {
  console.log(`\n▸ examples/${name}`)
  const begun = Date.now()
  const code = await run("npm", ["run", "--silent", "ci"], {
    cwd: join(folder, name),
    timeout: 180_000,
  })
  console.log(
    `${code === 0 ? "✓" : "✗"} examples/${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`,
  )
  if (code !== 0) failed.push(name)
}
if (examples.length === 0) console.error("✗ No example has a `ci` script.")
if (failed.length > 0)
  console.error(
    `\n✗ Failed: ${failed.join(", ")}. Run one alone with: npm run examples -- ${failed[0]}`,
  )
process.exit(examples.length === 0 || failed.length > 0 ? 1 : 0)
