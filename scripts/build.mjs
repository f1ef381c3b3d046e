// npm run build: every package's JavaScript (tsup) and types (tsc), in the order of what needs
// what. A package whose inputs did not change since its last build is left alone. `--force` builds
// all; names (`build.mjs core`) build those and what they need.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import {
  bin,
  continueUnderPinnedNode,
  install,
  pinnedNode,
  root,
  step,
  stop,
} from "./toolchain.mjs"

/**
 * What each package needs built first. devDependencies do not count: the SDK and the server test
 * each other.
 */
const needs = {
  core: [],
  "storage-contract": ["core"],
  "storage-sql": ["core"],
  "storage-sqlite": ["core", "storage-sql"],
  "storage-postgres": ["core", "storage-sql"],
  "http-server": ["core", "storage-sqlite", "storage-postgres"],
  "client-sdk": ["core"],
  "door-offline": ["core"],
}
/** Packages that inline a private package's code must inline its types too. */
const inlinesTypes = ["storage-sqlite", "storage-postgres", "door-offline"]
/** Only its types are built: its code goes into the adapters. */
const typesOnly = ["storage-sql"]

await install()
await continueUnderPinnedNode(fileURLToPath(import.meta.url))

const stamps = join(root, "node_modules", ".cache", "symbolon", "build")
const force = process.argv.includes("--force")
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("-"))
const unknown = named.filter((name) => !(name in needs))
if (unknown.length > 0)
  stop(
    `There is no package ${unknown.join(", ")}.`,
    `The packages are ${Object.keys(needs).join(", ")}.`,
  )

const started = Date.now()
const hashes = {}
const builds = {}
step("Building")
const results = await Promise.all((named.length > 0 ? named : Object.keys(needs)).map(build))
if (results.includes(false)) stop("The build failed: see above.")
console.log(`  done in ${seconds(started)}`)

/** Builds a package once what it needs stands; gives whether it stands now. */
function build(name) {
  builds[name] ??= Promise.all(needs[name].map(build)).then((ready) =>
    ready.includes(false) ? false : buildNow(name),
  )
  return builds[name]
}

async function buildNow(name) {
  const folder = join(root, "packages", name)
  const stamp = join(stamps, name)
  const hash = inputHash(name, folder)
  if (
    !force &&
    outputs(folder).every(existsSync) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === hash
  ) {
    console.log(`  ${name.padEnd(18)} unchanged`)
    return true
  }
  const begun = Date.now()
  rmSync(stamp, { force: true })
  const jobs = [
    types(name, folder),
    ...(typesOnly.includes(name) ? [] : [output(bin("tsup"), ["--silent"], folder)]),
  ]
  const failures = (await Promise.all(jobs)).filter((text) => text !== undefined)
  const missing = outputs(folder).filter((file) => !existsSync(file))
  if (failures.length === 0 && missing.length > 0)
    failures.push(`Not built: ${missing.map((file) => relative(root, file)).join(", ")}`)
  if (failures.length > 0) {
    console.error(`  ${name.padEnd(18)} FAILED\n${failures.join("\n")}`)
    return false
  }
  removeOlderThan(begun, join(folder, "dist"))
  mkdirSync(stamps, { recursive: true })
  writeFileSync(stamp, hash)
  console.log(`  ${name.padEnd(18)} ${seconds(begun)}`)
  return true
}

async function types(name, folder) {
  const failed = await output(bin("tsc"), ["-p", "tsconfig.build.json"], folder)
  if (failed !== undefined || !inlinesTypes.includes(name)) return failed
  return output(pinnedNode, [join(root, "scripts", "roll-up-types.mjs"), folder], folder)
}

/** Runs a tool quietly; gives what it said if it failed. */
function output(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] })
    const said = []
    child.stdout.on("data", (chunk) => said.push(chunk))
    child.stderr.on("data", (chunk) => said.push(chunk))
    child.on("error", reject)
    child.on("close", (code) => resolve(code === 0 ? undefined : Buffer.concat(said).toString()))
  })
}

/**
 * Everything the output depends on: sources, configuration, the tools (by the lockfile), and the
 * packages it needs.
 */
function inputHash(name, folder) {
  const hash = createHash("sha256")
  const shared = [
    "pnpm-lock.yaml",
    "tsconfig.base.json",
    "tsup.base.ts",
    "scripts/build.mjs",
    "scripts/roll-up-types.mjs",
  ]
  const own = ["package.json", "tsconfig.build.json", "tsup.config.ts", "firmware.build.ts"]
    .map((file) => join(folder, file))
    .filter(existsSync)
  const sources = filesIn(join(folder, "src")).filter((file) => !file.endsWith(".test.ts"))
  for (const file of [...shared.map((path) => join(root, path)), ...own, ...sources.sort()]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0")
  }
  for (const needed of needs[name]) hash.update(hashes[needed])
  return (hashes[name] = hash.digest("hex"))
}

/** The files that package.json promises. */
function outputs(folder) {
  const {
    private: unpublished,
    exports,
    bin: commands = {},
  } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const targets = Object.values(exports).flatMap((entry) =>
    typeof entry === "string" ? entry : unpublished ? entry.types : [entry.types, entry.default],
  )
  return [...targets, ...Object.values(commands)]
    .filter((path) => path.startsWith("./dist/"))
    .map((path) => join(folder, path))
}

function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/**
 * What this build did not write is left from an earlier one. The folder itself always stands: a
 * server may be running from it.
 */
function removeOlderThan(time, folder) {
  for (const file of filesIn(folder)) if (statSync(file).mtimeMs < time) rmSync(file)
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
