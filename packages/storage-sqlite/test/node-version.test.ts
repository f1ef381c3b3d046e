import { existsSync, readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { openSqlite } from "../src/index.ts"
import { oldestNode } from "../src/node-version.ts"

const versions = Object.getOwnPropertyDescriptor(process, "versions") ?? {}
let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "symbolon-node-"))
})
afterEach(async () => {
  Object.defineProperty(process, "versions", versions)
  await rm(dir, { recursive: true })
})

const runOn = (node: string): void => {
  Object.defineProperty(process, "versions", { ...versions, value: { ...process.versions, node } })
}

it.each(["18.20.8", "20.20.2", "22.18.0"])(
  "on Node %s opening a file says which Node is needed, before anything native is loaded",
  (node) => {
    runOn(node)
    const file = join(dir, "club.db")
    expect(() => openSqlite({ file })).toThrow(
      expect.objectContaining({
        name: "UnsupportedNode",
        message: expect.stringContaining("needs Node 22.19 or newer"),
      }),
    )
    expect(() => openSqlite({ file })).toThrow(`runs on Node ${node}`)
    expect(() => openSqlite({ file })).toThrow(`"npm install node@24"`)
    expect(existsSync(file)).toBe(false)
  },
)

it.each(["22.19.0", "24.0.0", "100.1.0"])("on Node %s it opens", async (node) => {
  runOn(node)
  await openSqlite({ file: join(dir, "club.db") }).close()
})

it("the oldest Node is the one that package.json names", () => {
  const { engines } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../package.json"), "utf8"),
  ) as { engines: { node: string } }
  expect(engines.node).toBe(`>=${oldestNode}`)
})
