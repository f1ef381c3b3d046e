import { existsSync } from "node:fs"
import { mkdtemp, readFile, rename, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { createSymbolon, type Symbolon } from "../create-symbolon.ts"
import { openMemory } from "../memory/index.ts"
import type { Storage } from "../foundation/storage/storage.ts"
import { localKeyVault } from "../foundation/system/local-key-vault.ts"

let dir: string
let file: string
let first: Symbolon
/** The storage of a deployment, its writes counted. */
let storage: Storage
let writes: number
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "symbolon-vault-"))
  file = join(dir, "vault.key")
  const memory = openMemory({ strict: true })
  storage = {
    ...memory,
    transact: (mode, work) => {
      if (mode === "write") writes += 1
      return memory.transact(mode, work)
    },
  }
  first = await createSymbolon({ storage, vault: await localKeyVault(file) })
  await first.users.create({ username: "ada", firstName: "Ada" })
  writes = 0
})
afterEach(async () => {
  await first.close()
  await rm(dir, { recursive: true })
})

const openAgain = async (at: string) => createSymbolon({ storage, vault: await localKeyVault(at) })

it("beside a missing vault key nothing is opened or written, and the file to restore is named", async () => {
  await rename(file, join(dir, "elsewhere"))
  await expect(openAgain(file)).rejects.toThrow(
    expect.objectContaining({
      name: "WrongVault",
      message: expect.stringContaining(`${file} is missing`),
    }),
  )
  await expect(openAgain(file)).rejects.toThrow(/nothing was written.*Restore it from your backup/)
  expect([writes, existsSync(file)]).toEqual([0, false])
})

it("beside another deployment's vault key nothing is written, and both keys are named", async () => {
  const other = join(dir, "other.key")
  const vault = await localKeyVault(other)
  await vault.wrap(new Uint8Array(32), "x")
  const before = await readFile(other, "utf8")
  const [id = ""] = await (await localKeyVault(file)).kekIds()
  const [otherId = ""] = await vault.kekIds()
  await expect(openAgain(other)).rejects.toThrow(
    `wrapped by key ${id}, and ${other} holds ${otherId}`,
  )
  expect([writes, await readFile(other, "utf8")]).toEqual([0, before])
})

it("a vault makes its file when something is first sealed; one that vanishes is not made anew", async () => {
  const fresh = join(dir, "keys", "fresh.key")
  const vault = await localKeyVault(fresh)
  expect([existsSync(fresh), await vault.kekIds()]).toEqual([false, []])
  await vault.wrap(new Uint8Array(32), "x")
  expect(existsSync(fresh)).toBe(true)
  await rm(fresh)
  await expect(vault.wrap(new Uint8Array(32), "x")).rejects.toThrow(`${fresh} is missing`)
  expect(existsSync(fresh)).toBe(false)
})
