// npm start: install, build, then the server on SQLite with the demo organization. Arguments after
// `--` reach `symbolon serve`.
import { join } from "node:path"
import { install, pinnedNode, root, run, step } from "./toolchain.mjs"

await install()
const built = await run(pinnedNode, [join(root, "scripts", "build.mjs")])
if (built !== 0) process.exit(built)

step("Starting the server")
process.exit(
  await run(pinnedNode, [
    join(root, "packages", "http-server", "dist", "cli.js"),
    "serve",
    "--demo",
    ...process.argv.slice(2),
  ]),
)
