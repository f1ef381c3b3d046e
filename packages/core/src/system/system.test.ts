import { mkdtemp, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { isUuid } from "../kernel/slug.ts"
import { testClock } from "../testing/index.ts"
import { systemIds } from "./ids.ts"
import { localKeyVault, memoryKeyVault } from "./local-key-vault.ts"

describe("systemIds", () => {
  it("keeps UUIDs in the order of their making while time stands still, and when it steps back", () => {
    const clock = testClock("2026-11-21T10:00:00Z")
    const ids = systemIds(clock)
    const made = Array.from({ length: 5000 }, () => ids.uuid())
    clock.set(new Date("2026-11-21T09:00:00Z"))
    made.push(...Array.from({ length: 100 }, () => ids.uuid()))
    clock.set(new Date("2026-11-21T10:00:01Z"))
    made.push(ids.uuid())
    expect(made.toSorted()).toEqual(made)
    expect(new Set(made).size).toBe(made.length)
    expect(made.every((uuid) => isUuid(uuid) && uuid[14] === "7")).toBe(true)
  })

  it("makes transaction ids, suffixes and secrets of the promised form", () => {
    const ids = systemIds(testClock("2026-11-21T10:00:00Z"))
    expect(ids.cuid()).toMatch(/^[a-z][a-z0-9]{23}$/)
    expect(ids.suffix()).toMatch(/^[a-z0-9]{6}$/)
    expect(ids.secret("sy_cs_")).toMatch(/^sy_cs_[A-Za-z0-9_-]{43}$/)
    expect(ids.bytes(16)).toHaveLength(16)
  })
})

describe("a vault", () => {
  it("opens what it wrapped, for the same purpose alone", async () => {
    const vault = memoryKeyVault(new Uint8Array(32).fill(1))
    const wrapped = await vault.wrap(new Uint8Array([1, 2, 3]), "a|1")
    expect(await vault.unwrap(wrapped, "a|1")).toEqual(new Uint8Array([1, 2, 3]))
    await expect(vault.unwrap(wrapped, "a|2")).rejects.toThrow(/authenticate/)
    await expect(memoryKeyVault(new Uint8Array(32).fill(2)).unwrap(wrapped, "a|1")).rejects.toThrow(/wrapped by key/)
  })

  it("keeps one key in a file for its owner alone, whoever makes it first", async () => {
    const dir = await mkdtemp(join(tmpdir(), "symbolon-vault-"))
    const file = join(dir, "keys", "vault.key")
    const [one, other] = await Promise.all([localKeyVault(file), localKeyVault(file)])
    expect(await other.unwrap(await one.wrap(new Uint8Array([9]), "x"), "x")).toEqual(new Uint8Array([9]))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file, "utf8")).trim()).toMatch(/^[A-Za-z0-9_-]{43}$/)
    await rm(dir, { recursive: true })
  })
})
