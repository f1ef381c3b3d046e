import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { createSymbolon, localKeyVault } from "@symbolon/core"
import { verifyLedger } from "@symbolon/core/ledger"
import { testClock } from "@symbolon/core/testing"
import { openPostgres } from "@symbolon/storage-postgres"
import { openSqlite } from "@symbolon/storage-sqlite"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { ask, type PostgresServer, startPostgres } from "../../storage-postgres/test/server.ts"
import type { Bootstrap } from "../src/demo/bootstrap.ts"
import { argon2Passwords } from "../src/passwords.ts"
import { runIn } from "./fixtures/cli-run.ts"
import { clientOf, serve } from "./fixtures/spawned-server.ts"

const cli = join(import.meta.dirname, "../src/cli.ts")
let cwd: string
const run = runIn(() => cwd)
const at = (...names: readonly string[]) => join(cwd, ...names)
const passphrase = "a boat in the harbour"

/** Users whose making and first point were answered before the backup began. */
let acknowledged: string[]
let bootstrap: Bootstrap

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-backup-"))
  await writeFile(at("passphrase.txt"), `${passphrase}\n`)
  const { server, baseUrl } = await serve(at("data"))
  bootstrap = JSON.parse(await readFile(at("data", "bootstrap.json"), "utf8")) as Bootstrap
  const stop = new AbortController()
  const answered: string[] = []
  const client = clientOf(baseUrl, bootstrap)
  const write = async () => {
    while (!stop.signal.aborted) {
      const user = await client.console.test.createUser()
      await client.wallets.transfer(bootstrap.organization.treasury_wallet_address, {
        to: { type: "user_id", value: user.uuid },
        amount: 1,
        idempotency_key: user.uuid,
      })
      answered.push(user.uuid)
    }
  }
  const writers = [write(), write(), write(), write()]
  while (answered.length < 30) await pause(20)
  acknowledged = [...answered]
  const sealed = await run(
    "backup sealed.symbolon --data-dir data --passphrase-file passphrase.txt --json",
  )
  expect(sealed).toMatchObject({ code: 0, err: "" })
  expect(JSON.parse(sealed.out)).toMatchObject({
    sealed: true,
    verified: true,
    rows: expect.any(Number),
  })
  expect(answered.length).toBeGreaterThan(acknowledged.length)
  const plain = await run("backup plain.symbolon --data-dir data")
  expect(plain).toMatchObject({
    code: 0,
    err: expect.stringContaining("This backup is not encrypted"),
  })
  stop.abort()
  await Promise.all(writers)
  server.kill("SIGTERM")
  await once(server, "exit")
}, 120_000)
afterAll(() => rm(cwd, { recursive: true, force: true }))

/** The whole service out of a restored data directory. */
const expectWhole = async (dataDir: string, databaseUrl?: string) => {
  const symbolon = await createSymbolon({
    storage:
      databaseUrl === undefined
        ? openSqlite({ file: join(dataDir, "symbolon.db") })
        : openPostgres({ connectionString: databaseUrl }),
    vault: await localKeyVault(join(dataDir, "vault.key")),
    baseUrl: bootstrap.base_url,
    testClock: testClock(new Date()),
    passwords: argon2Passwords,
  })
  try {
    const report = await verifyLedger(symbolon.exportLedger())
    expect(report).toMatchObject({ verdict: "verified", firstError: undefined })
    expect([...report.wallets.values()].reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
    for (const user of acknowledged) expect((await symbolon.users.find({ user })).uuid).toBe(user)
    const { username, password } = bootstrap.admin
    expect((await symbolon.users.signIn({ name: username, password })).signedIn.userUuid).toBe(
      bootstrap.admin.uuid,
    )
    // The restored keys sign.
    const { treasury_wallet_address: wallet } = bootstrap.organization
    await symbolon.wallets.transfer({
      wallet,
      to: { type: "user_id", value: acknowledged[0] ?? "" },
      amount: 1,
      idempotencyKey: "after",
    })
    expect((await verifyLedger(symbolon.exportLedger())).verdict).toBe("verified")
  } finally {
    await symbolon.close()
  }
}

describe("a backup of a server that writes", () => {
  it("restores into an empty directory, where the ledger verifies and people sign in", async () => {
    await mkdir(at("restored"))
    const { code, out } = await run(
      "restore sealed.symbolon --data-dir restored --passphrase-file passphrase.txt",
    )
    expect([code, out]).toEqual([0, expect.stringContaining("symbolon serve --data-dir")])
    expect((await readdir(at("restored"))).toSorted()).toEqual([
      "bootstrap.json",
      "server.json",
      "symbolon.db",
      "vault.key",
    ])
    for (const name of ["bootstrap.json", "vault.key"])
      expect((await stat(at("restored", name))).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(at("restored", "server.json"), "utf8"))).toMatchObject({
      network: "test",
      storage: { engine: "sqlite" },
    })
    await expectWhole(at("restored"))
    expect(await run("users list --data-dir restored")).toMatchObject({
      code: 0,
      out: expect.stringContaining("demo-ada"),
    })
  })

  it("is one file for its owner, which nothing overwrites, and leaves nothing else", async () => {
    for (const name of ["sealed.symbolon", "plain.symbolon"])
      expect((await stat(at(name))).mode & 0o777).toBe(0o600)
    const before = await readFile(at("sealed.symbolon"))
    expect(await run("backup sealed.symbolon --data-dir data")).toMatchObject({
      code: 1,
      err: expect.stringContaining("never overwrites"),
    })
    expect((await readFile(at("sealed.symbolon"))).equals(before)).toBe(true)
    expect((await readdir(cwd)).filter((name) => name.endsWith(".part"))).toEqual([])
    await mkdir(at("full"))
    await writeFile(at("full", "mine.txt"), "mine")
    for (const dir of ["full", "data"])
      expect(await run(`restore plain.symbolon --data-dir ${dir}`)).toMatchObject({
        code: 1,
        err: expect.stringContaining("is not empty"),
      })
    expect(await readdir(at("full"))).toEqual(["mine.txt"])
    expect(await run("restore plain.symbolon")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--data-dir is required"),
    })
    expect(await run("backup a.symbolon --data-dir nowhere")).toMatchObject({
      code: 1,
      err: expect.stringContaining("no database in"),
    })
  })

  it("goes beside the vault key that it belongs to, and beside nothing else", async () => {
    const key = await readFile(at("data", "vault.key"), "utf8")
    await mkdir(at("kept"), { mode: 0o700 })
    await writeFile(at("kept", "vault.key"), `${Buffer.alloc(32, 9).toString("base64url")}\n`, {
      mode: 0o600,
    })
    expect(await run("restore plain.symbolon --data-dir kept")).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        `${at("kept", "vault.key")} is not the vault key of this backup`,
      ),
    })
    expect(await readdir(at("kept"))).toEqual(["vault.key"])

    // A newer key in the file, as after `keys renew-vault`, stays.
    const newer = `${Buffer.alloc(32, 8).toString("base64url")}\n${key}`
    await writeFile(at("kept", "vault.key"), newer)
    expect(await run("serve --port 0 --data-dir kept")).toMatchObject({
      code: 1,
      err: expect.stringContaining(`symbolon restore FILE --data-dir ${at("kept")}`),
    })
    await writeFile(at("kept", "notes.txt"), "mine")
    expect(await run("restore plain.symbolon --data-dir kept")).toMatchObject({
      code: 1,
      err: expect.stringContaining("notes.txt. A restore never overwrites files"),
    })
    await rm(at("kept", "notes.txt"))
    expect(await run("restore plain.symbolon --data-dir kept")).toMatchObject({ code: 0 })
    expect(await readFile(at("kept", "vault.key"), "utf8")).toBe(newer)
    await expectWhole(at("kept"))
  })

  it("opens with its passphrase alone, and shows nothing without", async () => {
    const restoring = (more: string) => run(`restore sealed.symbolon --data-dir locked ${more}`)
    expect(await restoring("")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Pass --passphrase-file"),
    })
    await writeFile(at("wrong.txt"), "another passphrase")
    expect(await restoring("--passphrase-file wrong.txt")).toMatchObject({
      code: 1,
      err: expect.stringContaining("The passphrase for"),
    })
    await writeFile(at("short.txt"), "short")
    expect(await restoring("--passphrase-file short.txt")).toMatchObject({
      code: 2,
      err: expect.stringContaining("at least 12 characters"),
    })
    expect(await restoring("--passphrase-file nowhere.txt")).toMatchObject({
      code: 2,
      err: expect.stringContaining("cannot be read"),
    })
    expect(existsSync(at("locked"))).toBe(false)
    const bytes = await readFile(at("sealed.symbolon"), "latin1")
    for (const secret of [
      (await readFile(at("data", "vault.key"), "utf8")).trim(),
      "demo-ada",
      passphrase,
    ])
      expect(bytes).not.toContain(secret)
  })

  it("that is torn or changed is refused by name, and nothing is left of it", async () => {
    const whole = await readFile(at("plain.symbolon"))
    const lineEnd = whole.indexOf("\n")
    const changed = (offset: number) => {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset)
      return bytes
    }
    const bad: readonly (readonly [string, Buffer])[] = [
      ["empty", Buffer.alloc(0)],
      ["cut in its line", whole.subarray(0, lineEnd - 3)],
      ["cut after its line", whole.subarray(0, lineEnd + 1)],
      ["cut in the middle", whole.subarray(0, Math.floor(whole.length / 2))],
      ["without its last byte", whole.subarray(0, -1)],
      ["with a byte more", Buffer.concat([whole, Buffer.from([0])])],
      [
        "another date",
        Buffer.from(whole.toString("latin1").replace('"made_at":"2', '"made_at":"3'), "latin1"),
      ],
      ["one bit in its first frame", changed(lineEnd + 40)],
      ["one bit in the middle", changed(Math.floor(whole.length / 2))],
      ["one bit at its end", changed(whole.length - 1)],
      ["something else", Buffer.from("SQLite format 3\n")],
    ]
    for (const [what, bytes] of bad) {
      await writeFile(at("bad.symbolon"), bytes)
      const { code, err } = await run("restore bad.symbolon --data-dir broken")
      expect([what, code, err]).toEqual([what, 1, expect.stringContaining(at("bad.symbolon"))])
      expect(existsSync(at("broken")) ? await readdir(at("broken")) : []).toEqual([])
    }
    expect(await run("restore missing.symbolon --data-dir broken")).toMatchObject({
      code: 1,
      err: expect.stringContaining("no such file"),
    })
  })

  it("that is killed leaves no file of its name, and nothing that is in the way of the next", async () => {
    const args = [
      "--conditions=@symbolon/source",
      cli,
      "backup",
      at("killed.symbolon"),
      "--data-dir",
      at("data"),
    ]
    // The passphrase is worked out twice, half a second each: the file is there, under another
    // name, meanwhile.
    const child = spawn(process.execPath, [...args, "--passphrase-file", at("passphrase.txt")], {
      cwd,
      stdio: "ignore",
    })
    const parts = async () =>
      (await readdir(cwd)).filter((name) => name.startsWith("killed.symbolon."))
    await vi.waitFor(async () => expect(await parts()).toHaveLength(1), {
      timeout: 30_000,
      interval: 5,
    })
    child.kill("SIGKILL")
    await once(child, "exit")
    expect(existsSync(at("killed.symbolon"))).toBe(false)
    const [part = ""] = await parts()
    expect(part).toMatch(/^killed\.symbolon\.[0-9a-f]{8}\.part$/)
    await truncate(at(part), 1000)
    expect(
      await run(`restore ${part} --data-dir torn --passphrase-file passphrase.txt`),
    ).toMatchObject({
      code: 1,
      err: expect.stringContaining(part),
    })
    expect(await run("backup killed.symbolon --data-dir data")).toMatchObject({ code: 0 })
  })

  it("goes on where a restore was killed", async () => {
    await mkdir(at("again", ".restoring"), { recursive: true })
    await cp(at("data", "symbolon.db"), at("again", ".restoring", "symbolon.db"))
    await truncate(at("again", ".restoring", "symbolon.db"), 5000)
    expect(await run("restore plain.symbolon --data-dir again")).toMatchObject({ code: 0 })
    await expectWhole(at("again"))
  })
})

describe("PostgreSQL", () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())
  const database = async (name: string) => {
    await ask(postgres.url, `create database ${name}_${process.pid}`)
    return Object.assign(new URL(postgres.url), { pathname: `/${name}_${process.pid}` }).href
  }

  it("takes a backup in, gives one, and refuses where something is", async () => {
    const url = await database("backup_target")
    expect(await run(`restore plain.symbolon --data-dir pg --database-url ${url}`)).toMatchObject({
      code: 0,
    })
    expect(existsSync(at("pg", "symbolon.db"))).toBe(false)
    expect(
      await run(
        `backup pg.symbolon --data-dir pg --database-url ${url} --passphrase-file passphrase.txt`,
      ),
    ).toMatchObject({ code: 0 })
    expect(await run("backup pg2.symbolon --data-dir pg")).toMatchObject({
      code: 1,
      err: expect.stringContaining("belongs to a service on PostgreSQL"),
    })
    await expectWhole(at("pg"), url)
    expect(
      await run(`restore plain.symbolon --data-dir other --database-url ${url}`),
    ).toMatchObject({
      code: 1,
      err: expect.stringMatching(/The database is not empty.*choose an empty database/),
    })
    expect(await readdir(at("other"))).toEqual([])
    expect(
      await run("restore pg.symbolon --data-dir from-pg --passphrase-file passphrase.txt"),
    ).toMatchObject({ code: 0 })
    await expectWhole(at("from-pg"))
  })
})
