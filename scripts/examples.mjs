// npm run examples: install, build, then every example that has a `ci` script, one after the other.
// Names as arguments pick some.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { install, pinnedNode, root, run } from "./toolchain.mjs"

const folder = join(root, "examples")
const all = readdirSync(folder).filter((name) => {
  const file = join(folder, name, "package.json")
  return existsSync(file) && JSON.parse(readFileSync(file, "utf8")).scripts?.ci !== undefined
})
const named = process.argv.slice(2)
const unknown = named.find((name) => !all.includes(name))
if (unknown !== undefined) {
  const isHelp = unknown === "--help"
  if (isHelp)
    console.log("npm run examples [-- NAME...]: runs every example, or those that are named.")
  else console.error(`✗ There is no example ${unknown}.`)
  console.log(`Examples: ${all.join(", ")}`)
  process.exit(isHelp ? 0 : 1)
}

await install()
const built = await run(pinnedNode, [join(root, "scripts", "build.mjs")])
if (built !== 0) process.exit(built)

const examples = named.length === 0 ? all : named

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
if (failed.length > 0)
  console.error(
    `\n✗ Failed: ${failed.join(", ")}. Run one alone with: npm run examples -- ${failed[0]}`,
  )
process.exit(failed.length > 0 ? 1 : 0)
