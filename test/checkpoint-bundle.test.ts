import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { build } from "esbuild"
import { afterAll, expect, it } from "vitest"

const adapter = join(import.meta.dirname, "..", "packages", "storage-sqlite")
// Where better-sqlite3 is found, which stays outside of a bundle.
const cache = join(adapter, "node_modules", ".cache")
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, "bundle-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes more than the log holds before a checkpoint, and tells what of it comes into the file. */
const program = `
import { setTimeout as pause } from "node:timers/promises"
import Database from "better-sqlite3"
import { openSqlite } from "./src/index.ts"
const main = async (file) => {
  const warnings = []
  const storage = openSqlite({ file, onWarning: (message) => warnings.push(message) })
  await storage.migrations.up()
  await storage.transact("write", async (tx) => {
    for (let n = 0; n < 20_000; n += 1)
      await tx.names.claim("name-" + n + "-".repeat(200), { kind: "user", uuid: "u" })
  })
  const database = new Database(file)
  let moved = 0
  for (let turn = 0; moved < 1_000 && turn < 500; turn += 1) {
    await pause(20)
    moved = database.pragma("wal_checkpoint(noop)")[0].checkpointed
  }
  database.close()
  await storage.close()
  console.log(JSON.stringify({ isMoved: moved >= 1_000, warnings }))
}
void main(process.argv[2])
`

it.each(["esm", "cjs"] as const)(
  "a program that is bundled as %s has checkpoints on a thread",
  async (format) => {
    const outfile = join(folder, format === "esm" ? "program.mjs" : "program.cjs")
    await build({
      stdin: { contents: program, resolveDir: adapter, loader: "ts" },
      absWorkingDir: adapter,
      bundle: true,
      minify: true,
      outfile,
      format,
      platform: "node",
      target: "node22",
      external: ["better-sqlite3"],
      conditions: ["@symbolon/source"],
      logLevel: "silent",
    })
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      outfile,
      join(folder, `${format}.db`),
    ])
    expect(stderr).toBe("")
    expect(JSON.parse(stdout)).toEqual({ isMoved: true, warnings: [] })
  },
  60_000,
)
