// npm run pack: install, build, then every published package as a tarball in `tarballs/`, to be
// installed in another project.
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { continueUnderPinnedNode, install, pinnedNode, root, run, step } from "./toolchain.mjs"

await install()
await continueUnderPinnedNode(fileURLToPath(import.meta.url))
const built = await run(pinnedNode, [join(root, "scripts", "build.mjs")])
if (built !== 0) process.exit(built)

step("Packing")
const { packPublished } = await import("./pack.ts")
const folder = join(root, "tarballs")
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
for (const file of packPublished(folder).values()) console.log(`  ${file}`)
// All of them, since they need each other and the registry has none yet.
console.log(
  `\nInstall them in a project of yours:\n\n  npm install ${/\s/.test(folder) ? JSON.stringify(folder) : folder}/*.tgz\n`,
)
