import { existsSync, statSync } from "node:fs"
import { join, sep } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import Database from "better-sqlite3"
import { uuid } from "../../storage-sql/test/sample-organization.ts"
import { ended, startModule } from "../../storage-sql/test/processes.ts"
import { loadedDriver } from "../src/checkpoint-thread.ts"
import { openImage } from "../src/sqlite-storage.ts"
import { newFile, openFresh } from "./temporary.ts"

const child = join(import.meta.dirname, "child.ts")
const frameBytes = 4_096 + 24
/** Small ones: a few writes fill the log. */
const limits = { beside: 20, full: 60 }

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0)

const openTight = async () => {
  const file = newFile()
  const warnings: string[] = []
  await (await openFresh({ file })).close()
  const storage = openImage(
    undefined,
    { file, strict: true, onWarning: (message) => warnings.push(message) },
    limits,
  )
  let count = 0
  /** Claims names, by so many callers at once; answers how long the log was at most. */
  const claim = async (each: number, callers: number): Promise<number> => {
    let longest = 0
    const lane = async (): Promise<void> => {
      for (let n = 0; n < each; n += 1) {
        const name = `name-${(count += 1)}`
        await storage.transact("write", (tx) =>
          tx.names.claim(name, { kind: "user", uuid: uuid(n) }),
        )
        longest = Math.max(longest, sizeOf(`${file}-wal`))
      }
    }
    await Promise.all(Array.from({ length: callers }, lane))
    return longest
  }
  return { file, warnings, storage, claim, count: () => count }
}

const namesIn = (file: string): unknown => {
  const database = new Database(file, { readonly: true })
  const count = database.prepare("select count(*) from names").pluck().get()
  database.close()
  return count
}

describe("checkpoints", () => {
  it.each([1, 8])("keep the log short under a steady stream of %i callers", async (callers) => {
    const { file, warnings, storage, claim, count } = await openTight()
    const longest = await claim(400 / callers, callers)
    // A group of writes goes beyond it, no more.
    expect(longest).toBeGreaterThan(limits.beside * frameBytes)
    expect(longest).toBeLessThan(2 * limits.full * frameBytes)
    expect(warnings).toEqual([])
    await storage.close()
    // It was the last connection that was closed: the thread's was closed before it.
    expect(existsSync(`${file}-wal`)).toBe(false)
    expect(namesIn(file)).toBe(count())
  })

  it("run on a thread of their own, and not in a commit", async () => {
    const { file, storage, claim } = await openTight()
    const before = statSync(file).mtimeMs
    await claim(2 * limits.beside, 1)
    // What was written is in the file although nobody has written or closed it since.
    await expect.poll(() => statSync(file).mtimeMs, { timeout: 20_000 }).toBeGreaterThan(before)
    await storage.close()
  })

  it("let writes go on while somebody reads for long, and cut the log afterwards", async () => {
    const { file, warnings, storage, claim } = await openTight()
    const reader = new Database(file, { readonly: true })
    reader.exec("begin; select 1 from names")
    await claim(100, 1)
    expect(sizeOf(`${file}-wal`)).toBeGreaterThan(2 * limits.full * frameBytes)
    reader.exec("commit")
    await pause(2_100)
    await claim(3, 1)
    expect(sizeOf(`${file}-wal`)).toBeLessThanOrEqual(limits.full * frameBytes)
    expect(warnings).toEqual([])
    reader.close()
    await storage.close()
  })

  it("end when the store is closed, also at once after they began", async () => {
    const { file, storage, claim } = await openTight()
    const claims = claim(limits.beside * 2, 1)
    await claims
    await Promise.all([storage.close(), storage.close()])
    expect(existsSync(`${file}-wal`)).toBe(false)
  })

  it("do not keep a process alive that leaves the store open, nor let it end too early", async () => {
    const file = newFile()
    await (await openFresh({ file })).close()
    const left = await ended(startModule(child, ["leave-tight", file, 200]))
    expect(left).toEqual({ code: 0, output: "all answered", errors: "" })
    expect(namesIn(file)).toBe(200)
  })

  it("lose nothing that was answered when the process is killed, again and again", async () => {
    const file = newFile()
    await (await openFresh({ file })).close()
    const answered: string[] = []
    for (let round = 0; round < 4; round += 1) {
      const claiming = startModule(child, ["claim-tight", file, round])
      const end = ended(claiming)
      let said = ""
      claiming.stdout.on("data", (text: string) => {
        said += text
        // The log is full several times by then.
        if (said.split("\n").length > 150 + round * 37) claiming.kill("SIGKILL")
      })
      answered.push(...(await end).output.split("\n").slice(0, -1))
      const check = new Database(file)
      expect(check.pragma("integrity_check", { simple: true })).toBe("ok")
      const stored = new Set(check.prepare("select name from names").pluck().all())
      expect(answered.filter((name) => !stored.has(name))).toEqual([])
      check.close()
    }
    expect(answered.length).toBeGreaterThan(4 * 150)
  }, 60_000)

  it("run on the main thread, with a warning, where no thread may be started", async () => {
    const file = newFile()
    await (await openFresh({ file })).close()
    const flags = ["--permission", "--allow-fs-read=*", "--allow-fs-write=*", "--allow-addons"]
    const { code, output, errors } = await ended(
      startModule(child, ["leave-tight", file, 200], flags),
    )
    expect({ code, output }).toEqual({ code: 0, output: "all answered" })
    expect(errors).toContain("Checkpoints run on the main thread, where they delay writes.")
    expect(namesIn(file)).toBe(200)
  })
})

describe("the copy of better-sqlite3 that the thread loads", () => {
  const within = (...parts: readonly string[]): string =>
    [sep, "app", "node_modules", ...parts].join(sep)
  const driver = within("better-sqlite3", "lib", "index.js")
  const native = within("better-sqlite3", "prebuilds", "linux-x64.node")

  it("is the one that the process has loaded", () => {
    expect(loadedDriver([within("other", "index.js"), driver, native])).toBe(driver)
  })
  it.each([
    ["none is loaded as a module", [native], "was not found"],
    [
      "two are loaded",
      [driver, within("nested", "better-sqlite3", "lib", "index.js")],
      "not found",
    ],
    [
      "the library of another is loaded",
      [driver, native, within("bundle", "better_sqlite3.node")],
      "another copy",
    ],
  ])("is not guessed where %s", (_, modules, message) => {
    expect(() => loadedDriver(modules)).toThrow(message)
  })
})
