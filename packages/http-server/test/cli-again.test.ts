import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"

let cwd: string
let first: ChildProcess | undefined
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-again-"))
})
afterEach(async () => {
  // What it started is of its group: nothing is left running when a test fails.
  try {
    if (first?.pid !== undefined) process.kill(-first.pid, "SIGKILL")
  } catch (reason) {
    expect(reason).toMatchObject({ code: "ESRCH" })
  }
  await rm(cwd, { recursive: true, force: true })
})

/** The first process takes itself for an old Node at a terminal; the one that it starts does not. */
const oldNode = `data:text/javascript,${encodeURIComponent(`
if (process.env.STARTED_AGAIN === undefined) {
  process.env.STARTED_AGAIN = "yes"
  Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.0.0" } })
  Object.defineProperty(process.stdin, "isTTY", { value: true })
}`)}`

it.each(["SIGTERM", "SIGHUP"] as const)(
  "a command that started itself again passes on %s, also at a terminal",
  async (signal) => {
    const cli = join(import.meta.dirname, "../src/cli.ts")
    const flags = ["--conditions=@symbolon/source", "--import", oldNode]
    const args = ["serve", "--json", "--port", "0", "--log-level", "silent", "--data-dir", "data"]
    const child = spawn(process.execPath, [...flags, cli, ...args], {
      cwd,
      detached: true,
      stdio: ["pipe", "pipe", "inherit"],
    })
    first = child
    let out = ""
    for await (const chunk of child.stdout) {
      out += String(chunk)
      if (out.trimEnd().endsWith("}")) break
    }
    const { base_url: url } = JSON.parse(out) as { readonly base_url: string }
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    child.kill(signal)
    await once(child, "exit")
    await expect(fetch(`${url}/health/live`)).rejects.toThrow("fetch failed")
  },
  60_000,
)
