import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createSymbolon, localFiles, localKeyVault, type Symbolon } from "@symbolon/core"
import { openSqlite } from "@symbolon/storage-sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { png, uploadFile } from "../../core/test/fixtures/files.ts"
import { argon2Passwords } from "../src/passwords.ts"
import { runIn } from "./fixtures/cli-run.ts"

let cwd: string
let files: Awaited<ReturnType<typeof uploadFile>>[]
const run = runIn(() => cwd)
const at = (...names: readonly string[]) => join(cwd, ...names)
const sealed = "--passphrase-file passphrase.txt"
/** More than one frame of a backup, and than one read of the disk. */
const sizes = [100, 65_536, 700_001]

const bucket = {
  SYMBOLON_FILES_S3_ENDPOINT: "http://127.0.0.1:1",
  SYMBOLON_FILES_S3_REGION: "r",
  SYMBOLON_FILES_S3_BUCKET: "club-files",
  SYMBOLON_FILES_S3_ACCESS_KEY_ID: "id",
  SYMBOLON_FILES_S3_SECRET_ACCESS_KEY: "secret",
}

const inCore = async <A>(dataDir: string, work: (symbolon: Symbolon) => Promise<A>): Promise<A> => {
  const symbolon = await createSymbolon({
    storage: openSqlite({ file: at(dataDir, "symbolon.db") }),
    vault: await localKeyVault(at(dataDir, "vault.key")),
    baseUrl: "http://127.0.0.1:8080",
    objectStore: await localFiles(at(dataDir, "files")),
    passwords: argon2Passwords,
  })
  try {
    return await work(symbolon)
  } finally {
    await symbolon.close()
  }
}

const objectOf = (dataDir: string, n: number) =>
  at(dataDir, "files/objects", files[n]?.storageKey ?? "")

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-backup-files-"))
  await writeFile(at("passphrase.txt"), "a boat in the harbour\n")
  expect(await run("migrate up --data-dir data")).toMatchObject({ code: 0 })
  await inCore("data", async (symbolon) => {
    const store = await localFiles(at("data", "files"))
    const { user } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
    const owner = { ownerType: "user", ownerUuid: user.uuid } as const
    files = []
    for (const [n, size] of sizes.entries()) {
      // Bytes that no compression makes smaller, behind the header.
      const bytes = Buffer.from(png(1, 1, size))
      createHash("shake256", { outputLength: size }).update(`${n}`).digest().copy(bytes, 60, 60)
      files.push(await uploadFile(symbolon, store, { ...owner, bytes }))
    }
  })
  const made = await run(`backup full.symbolon --data-dir data ${sealed}`)
  expect(made).toMatchObject({ code: 0, err: "" })
  expect(made.out).toContain("rows and 3 files, read back and verified")
}, 60_000)
afterAll(() => rm(cwd, { recursive: true, force: true }))

const expectAllBytes = async (dataDir: string) => {
  for (const n of sizes.keys())
    expect((await readFile(objectOf(dataDir, n))).equals(await readFile(objectOf("data", n)))).toBe(
      true,
    )
  expect(await run(`files verify --data-dir ${dataDir}`)).toMatchObject({ code: 0 })
}

describe("a backup has the uploaded files of a directory", () => {
  it("which a restore puts back, for their owner alone", async () => {
    const { code, out, err } = await run(`restore full.symbolon --data-dir back ${sealed}`)
    expect([code, err]).toEqual([0, ""])
    expect(out).toContain(`${at("back", "files")}  3 files\n`)
    await expectAllBytes("back")
    expect((await stat(objectOf("back", 0))).mode & 0o777).toBe(0o600)
    expect((await readdir(at("back"))).toSorted()).toEqual([
      "files",
      "server.json",
      "symbolon.db",
      "vault.key",
    ])
    expect(await readdir(at("back", "files/drafts"))).toEqual([])
  })

  it("or puts into a directory of choice", async () => {
    const line = `restore full.symbolon --data-dir apart --files-dir elsewhere ${sealed} --json`
    expect(JSON.parse((await run(line)).out)).toMatchObject({ files: 3, files_missing: [] })
    expect(existsSync(at("apart", "files"))).toBe(false)
    expect(await run("files verify --data-dir apart --files-dir elsewhere")).toMatchObject({
      code: 0,
    })
    expect((await run("files verify --data-dir apart")).code).toBe(1)
    const again = await run(
      `backup apart.symbolon --data-dir apart --files-dir elsewhere ${sealed} --json`,
    )
    expect(JSON.parse(again.out)).toMatchObject({ files: 3 })
  })

  it("that shows nothing of them without its passphrase", async () => {
    const bytes = await readFile(at("full.symbolon"), "latin1")
    expect(bytes).not.toContain((await readFile(objectOf("data", 2), "latin1")).slice(100, 130))
    expect(bytes).not.toContain(files[0]?.uuid)
  })

  it("keeps a file that is there with the same bytes, and never overwrites another", async () => {
    await run(`restore full.symbolon --data-dir kept ${sealed}`)
    await rm(at("kept", "symbolon.db"))
    await rm(at("kept", "server.json"))
    await unlink(objectOf("kept", 1))
    expect(await run(`restore full.symbolon --data-dir kept ${sealed}`)).toMatchObject({ code: 0 })
    await expectAllBytes("kept")

    await rm(at("kept", "symbolon.db"))
    await rm(at("kept", "server.json"))
    await writeFile(objectOf("kept", 1), "mine")
    expect(await run(`restore full.symbolon --data-dir kept ${sealed}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining("never overwrites files"),
    })
    expect(await readFile(objectOf("kept", 1), "utf8")).toBe("mine")
    expect(existsSync(at("kept", "symbolon.db"))).toBe(false)
  })

  it("without them says so, and its restore names what is missing", async () => {
    const made = await run(`backup rows.symbolon --data-dir data --without-files ${sealed} --json`)
    expect(JSON.parse(made.out)).toMatchObject({ files: null })
    expect(made.err).toContain(`Copy ${at("data", "files")} too`)
    const { code, err, out } = await run(`restore rows.symbolon --data-dir rows ${sealed} --json`)
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { files: 0, files_missing: files.map(({ uuid }) => uuid) },
    ])
    expect(err).toContain("3 uploaded files are without their bytes")
  })

  it("in a bucket says to back that up", async () => {
    const made = await run(`backup bucket.symbolon --data-dir data ${sealed}`, {
      env: bucket,
    })
    expect(made).toMatchObject({ code: 0, err: expect.stringContaining("bucket club-files") })
  })

  it("is not restored into a bucket, and the restore says so", async () => {
    const restored = await run(`restore full.symbolon --data-dir beside ${sealed}`, { env: bucket })
    expect(restored).toMatchObject({ code: 0, err: expect.stringContaining("bucket club-files") })
    expect(restored.err).toContain(`copy ${at("beside", "files")}/objects to objects/ there`)
    await expectAllBytes("beside")
    const without = await run(`restore rows.symbolon --data-dir bare ${sealed}`, { env: bucket })
    expect(without.err).toContain("No uploaded files were restored")
  })

  it("is restored as a database that others on the machine cannot read", async () => {
    const modeOf = async (name: string) => (await stat(at("beside", name))).mode & 0o777
    expect(await modeOf("symbolon.db")).toBe(0o600)
    expect(await modeOf("vault.key")).toBe(0o600)
  })

  it("that was torn or changed among the files is refused, and leaves no database", async () => {
    await run("backup plain.symbolon --data-dir data")
    const whole = await readFile(at("plain.symbolon"))
    const changed = Buffer.from(whole)
    // The objects are the larger part of this backup: this is one of them.
    changed.writeUInt8(changed.readUInt8(whole.length - 200_000) ^ 1, whole.length - 200_000)
    for (const [name, bytes] of [
      ["cut", whole.subarray(0, whole.length - 200_000)],
      ["changed", changed],
    ] as const) {
      await writeFile(at(`${name}.symbolon`), bytes)
      expect(await run(`restore ${name}.symbolon --data-dir ${name}`)).toMatchObject({
        code: 1,
        err: expect.stringContaining("is damaged"),
      })
      expect(existsSync(at(name, "symbolon.db"))).toBe(false)
      // What was whole by then is in nobody's way.
      expect(await run(`restore plain.symbolon --data-dir ${name}`)).toMatchObject({ code: 0 })
      await expectAllBytes(name)
    }
  })

  it("of a file whose bytes were gone before is made, and says at the restore that they are", async () => {
    const bytes = await readFile(objectOf("data", 1))
    await unlink(objectOf("data", 1))
    expect(await run(`backup less.symbolon --data-dir data ${sealed}`)).toMatchObject({ code: 0 })
    await writeFile(objectOf("data", 1), bytes)
    const { code, out } = await run(`restore less.symbolon --data-dir less ${sealed} --json`)
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { files: 2, files_missing: [files[1]?.uuid] },
    ])
  })
})
