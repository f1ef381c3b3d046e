import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { isUuid } from "../kernel/slug.ts"
import { testClock } from "../../testing/index.ts"
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
    await expect(memoryKeyVault(new Uint8Array(32).fill(2)).unwrap(wrapped, "a|1")).rejects.toThrow(
      /wrapped by key/,
    )
  })

  it("keeps one key in a file for its owner alone, whoever makes it first", async () => {
    const dir = await mkdtemp(join(tmpdir(), "symbolon-vault-"))
    const file = join(dir, "keys", "vault.key")
    const [one, other] = await Promise.all([localKeyVault(file), localKeyVault(file)])
    expect(await other.unwrap(await one.wrap(new Uint8Array([9]), "x"), "x")).toEqual(
      new Uint8Array([9]),
    )
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file, "utf8")).trim()).toMatch(/^[A-Za-z0-9_-]{43}$/)
    await rm(dir, { recursive: true })
  })

  it("given a new key wraps by it, opens what the old one wrapped, and others on the same file learn of it", async () => {
    const dir = await mkdtemp(join(tmpdir(), "symbolon-vault-"))
    const file = join(dir, "vault.key")
    const [one, other] = [await localKeyVault(file), await localKeyVault(file)]
    const secret = new Uint8Array([7])
    const byOld = await one.wrap(secret, "x")
    const before = await one.kekIds()
    const newest = await one.rotate()
    expect(await one.kekIds()).toEqual([newest, ...before])
    const byNew = await one.wrap(secret, "x")
    expect([byOld.kekId, byNew.kekId]).toEqual([before[0], newest])
    expect((await other.wrap(secret, "x")).kekId).toBe(newest)
    for (const vault of [one, other, await localKeyVault(file)])
      for (const wrapped of [byOld, byNew]) expect(await vault.unwrap(wrapped, "x")).toEqual(secret)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await rm(dir, { recursive: true })
  })

  it("of rotations at once loses no key", async () => {
    const dir = await mkdtemp(join(tmpdir(), "symbolon-vault-"))
    const file = join(dir, "vault.key")
    const vaults = await Promise.all([
      localKeyVault(file),
      localKeyVault(file),
      localKeyVault(file),
    ])
    const ended = await Promise.allSettled(vaults.map((vault) => vault.rotate()))
    const made = ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
    const refusals = ended.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []))
    expect(made.length).toBeGreaterThan(0)
    expect(refusals.filter((refusal) => !refusal.includes("exists"))).toEqual([])
    expect(await vaults[0]?.kekIds()).toEqual(expect.arrayContaining(made))
    await writeFile(`${file}.next`, "left behind")
    await expect(vaults[0]?.rotate()).rejects.toThrow(/delete the file/)
    expect((await vaults[0]?.kekIds())?.length).toBe(made.length + 1)
    await rm(dir, { recursive: true })
  })
})
