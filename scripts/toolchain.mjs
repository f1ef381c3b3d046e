// What every script here starts with: the versions, the pinned Node and pnpm, and one way to run a
// command. Plain JavaScript for any Node >= 18, because it runs before anything is installed.
import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { constants } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("..", import.meta.url))
export const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

const bins = join(root, "node_modules", ".bin")
/**
 * The Node that everything of ours runs under, whatever the machine has: the npm package `node`,
 * pinned in the lockfile.
 */
export const pinnedNode = join(bins, "node")
/** The path of an installed command. */
export const bin = (name) => join(bins, name)

/** Says in one line what we are doing now. */
export const step = (text) => console.log(`\n▸ ${text}`)

/** Ends the script with a reason and the next thing to try. */
export function stop(reason, next) {
  console.error(`\n✗ ${reason}${next === undefined ? "" : `\n  ${next}`}`)
  process.exit(1)
}

/**
 * Runs a command to its end, in the foreground; gives its exit code (128 + n after signal n, as a
 * shell would).
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: "inherit",
      ...options,
      env: withPinnedNode(options.env),
    })
    const release = forwardSignals(child)
    child.on("error", reject)
    child.on("close", (code, signal) => {
      release()
      resolve(signal === null ? code : 128 + constants.signals[signal])
    })
  })
}

/** Installs the locked dependencies with the pinned pnpm, unless they are there already. */
export async function install() {
  checkNode()
  if (installed()) return
  const pnpm = manifest.packageManager
  step(`Installing the dependencies with ${pnpm} (the first time takes a minute)`)
  const code = await run("npx", ["-y", pnpm, "install", "--frozen-lockfile"]).catch((error) =>
    stop(
      `npx could not be started (${error.code}).`,
      "Install npm (it comes with Node, https://nodejs.org), then try again.",
    ),
  )
  if (code !== 0 && isSignal(code)) process.exit(code)
  if (code !== 0)
    stop(
      "The dependencies could not be installed.",
      `The reason stands above. Is the npm registry reachable? Is the lockfile behind a package.json (npx ${pnpm} install)?`,
    )
  if (!existsSync(pinnedNode))
    stop("The install finished without the pinned Node.", "Remove node_modules and try again.")
}

/**
 * Goes on under the pinned Node: runs `script` there and ends this process with its exit code;
 * returns if it already is the pinned one.
 */
export async function continueUnderPinnedNode(script, args = process.argv.slice(2)) {
  if (`v${pinnedVersion()}` === process.version) return
  process.exit(await run(pinnedNode, [script, ...args]))
}

const pinnedVersion = () =>
  JSON.parse(readFileSync(join(root, "node_modules", "node", "package.json"), "utf8")).version

const isSignal = (code) => code > 128

function checkNode() {
  const wanted = Number(/\d+/.exec(manifest.engines.node)[0])
  if (Number(process.versions.node.split(".")[0]) >= wanted) return
  stop(
    `This is Node ${process.versions.node}; any Node from ${wanted} on will do (it only fetches the pinned one).`,
    "Install a newer Node from https://nodejs.org, then try again.",
  )
}

/**
 * pnpm keeps a copy of the lockfile it installed from; the same text means there is nothing to do.
 */
function installed() {
  try {
    const wanted = readFileSync(join(root, "pnpm-lock.yaml"), "utf8")
    return (
      existsSync(pinnedNode) &&
      readFileSync(join(root, "node_modules", ".pnpm", "lock.yaml"), "utf8") === wanted
    )
  } catch {
    return false
  }
}

const withPinnedNode = (env = process.env) => ({
  ...env,
  PATH: [bins, env.PATH ?? ""].join(delimiter),
})

/**
 * A terminal sends Ctrl-C to the child itself, so it is passed on only where there is no terminal.
 */
function forwardSignals(child) {
  const handlers = ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => {
    const handler = () =>
      void (signal === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(signal))
    process.on(signal, handler)
    return () => process.off(signal, handler)
  })
  return () => handlers.forEach((release) => release())
}
