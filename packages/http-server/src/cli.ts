import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

// Nothing but Node itself is imported here: this file must run under any Node, to find a better
// one.
const wanted = [22, 19] as const

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) {
  const { main } = await import("./cli/main.ts")
  process.exitCode = await main(process.argv.slice(2))
} else startAgain()

/**
 * Runs the same command with the Node from the npm package `node`, if it is installed next to this
 * package.
 */
function startAgain(): void {
  const pinned = pinnedNode()
  if (pinned === undefined) {
    console.error(
      `symbolon needs Node ${wanted.join(".")} or newer; this is ${process.versions.node}.\nInstall one from https://nodejs.org, or add the npm package \`node\` beside symbolon.`,
    )
    process.exitCode = 1
    return
  }
  const child = spawn(
    pinned,
    [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)],
    { stdio: "inherit" },
  )
  // A terminal sends Ctrl-C to the child itself. A signal by `kill` comes to this process alone.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(
      signal,
      () => void (signal === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(signal)),
    )
  child.on("exit", (code) => {
    process.exitCode = code ?? 1
  })
}

function pinnedNode(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve("node/package.json")
    return join(dirname(manifest), "bin", process.platform === "win32" ? "node.exe" : "node")
  } catch {
    return undefined
  }
}
