import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { fileStore } from "../../src/stores/file.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "symbolon-door-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes ever higher numbers with much text behind them, and says which is safe. */
const writer = `
  import { fileStore } from ${JSON.stringify(new URL("../../src/stores/file.ts", import.meta.url).href)}
  const store = fileStore(process.argv[1])
  for (let number = Number(process.argv[2]); ; number += 1) {
    store.write(JSON.stringify({ number, text: "x".repeat(100_000) }))
    process.stdout.write(number + "\\n")
  }`

/**
 * Runs the writer until it has written for a while, kills it in the middle of something, and gives
 * the last safe number.
 */
const writeUntilKilled = async (path: string, from: number): Promise<number> => {
  const child = spawn(
    process.execPath,
    ["--input-type=module", "--eval", writer, path, String(from)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  )
  let safe = from - 1
  const lines = createInterface({ input: child.stdout })
  lines.on("line", (line) => {
    safe = Number(line)
    if (safe >= from + 3) child.kill("SIGKILL")
  })
  await once(lines, "close")
  return safe
}

describe("the file store", () => {
  it("keeps the last text, for its owner alone, and nothing before the first", () => {
    const store = fileStore(join(folder, "door.json"))
    expect(store.read()).toBeNull()
    store.write("one")
    store.write("zwölf")
    expect(fileStore(join(folder, "door.json")).read()).toBe("zwölf")
    expect(statSync(join(folder, "door.json")).mode & 0o777).toBe(0o600)
  })

  it("is not touched by a draft that was torn", () => {
    const store = fileStore(join(folder, "door.json"))
    store.write("old")
    writeFileSync(join(folder, "door.json.new"), "ha")
    expect(store.read()).toBe("old")
    store.write("new")
    expect(store.read()).toBe("new")
  })

  it("throws when it cannot write, and says so of what it cannot read", () => {
    expect(() => fileStore(join(folder, "none", "door.json")).write("text")).toThrow("ENOENT")
    expect(() => fileStore(folder).read()).toThrow("EISDIR")
  })

  it("holds the last text that was safe, or a later one, whole, whenever the process is killed", async () => {
    const path = join(folder, "door.json")
    let next = 1
    for (let round = 0; round < 4; round += 1) {
      const safe = await writeUntilKilled(path, next)
      const { number, text } = JSON.parse(fileStore(path).read() ?? "{}")
      expect(number).toBeGreaterThanOrEqual(safe)
      expect(text).toHaveLength(100_000)
      next = number + 1
    }
  })
})
