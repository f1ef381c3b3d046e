import { existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { ask, type PostgresServer, startPostgres } from "../../storage-postgres/test/server.ts"
import { chooseStorage, storageNoteOf } from "../src/cli/storage-note.ts"
import { runIn } from "./fixtures/cli-run.ts"

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-cli-"))
})
afterEach(() => rm(cwd, { recursive: true, force: true }))
const run = runIn(() => cwd)
const file = (name: string) => join(cwd, ".symbolon", name)

describe("a vault key and its database", () => {
  beforeEach(async () => {
    expect((await run("serve --port 0 --log-level silent")).code).toBe(0)
    expect((await run("users create ada --first-name Ada")).code).toBe(0)
  })

  it.each(["users list", "serve --port 0", "export ledger", "keys renew-vault", "doctor"])(
    "%s beside a missing key writes nothing and names the file to restore",
    async (command) => {
      await rename(file("vault.key"), join(cwd, "kept.key"))
      const { code, out, err } = await run(command)
      expect([code, `${out}${err}`]).toEqual([
        1,
        expect.stringContaining(`${file("vault.key")} is missing`),
      ])
      expect(`${out}${err}`).toContain("Restore it from your backup")
      expect(out).not.toContain("none yet")
      expect(existsSync(file("vault.key"))).toBe(false)
      await rename(join(cwd, "kept.key"), file("vault.key"))
      expect((await run("users list")).code).toBe(0)
    },
  )

  it("beside another key writes nothing", async () => {
    const other = Buffer.alloc(32, 9).toString("base64url")
    await rename(file("vault.key"), join(cwd, "kept.key"))
    await writeFile(file("vault.key"), `${other}\n`, { mode: 0o600 })
    for (const command of ["users create ben --first-name Ben", "keys renew-vault"])
      expect(await run(command)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/does not belong to this database.*wrapped by key/),
      })
    expect(await readFile(file("vault.key"), "utf8")).toBe(`${other}\n`)
    await rename(join(cwd, "kept.key"), file("vault.key"))
    expect((await run("users list")).out).not.toContain("ben")
  })

  it("beside no database is not set up anew without being asked, and nothing is written", async () => {
    for (const name of ["symbolon.db", "symbolon.db-wal", "symbolon.db-shm"])
      await rm(file(name), { force: true })
    const before = await readdir(join(cwd, ".symbolon"))
    for (const command of [
      "serve --port 0",
      "serve --port 0 --demo",
      "users create ben --first-name Ben",
      "users list",
    ])
      expect(await run(command), command).toMatchObject({
        code: 1,
        err: expect.stringMatching(
          /vault\.key exists, but there is no database .*symbolon restore FILE --data-dir EMPTY_DIR/,
        ),
      })
    expect(await run("doctor")).toMatchObject({
      code: 1,
      out: expect.stringMatching(/FAILED {2}storage .*symbolon restore/),
    })
    expect(await run("migrate status")).toMatchObject({
      code: 1,
      out: expect.stringContaining("pending"),
    })
    expect(await readdir(join(cwd, ".symbolon"))).toEqual(before)
    await rm(file("server.json"))
    expect(await run("serve --port 0")).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /symbolon restore FILE --data-dir \S+\/\.symbolon\. .* symbolon migrate up --data-dir \S+\/\.symbolon\.$/m,
      ),
    })
    expect(await readdir(join(cwd, ".symbolon"))).toEqual(["files", "vault.key"])
    await rename(join(cwd, ".symbolon"), join(cwd, "my club"))
    const spaced = await run('doctor --data-dir "my club"')
    expect(spaced.out).toContain(`symbolon restore FILE --data-dir "${join(cwd, "my club")}"`)
    await rename(join(cwd, "my club"), join(cwd, ".symbolon"))
    expect(await run("migrate up")).toMatchObject({
      code: 0,
      err: expect.stringContaining("symbolon restore"),
    })
    expect((await run("serve --port 0 --log-level silent")).code).toBe(0)
  })
})

describe("a command without a database", () => {
  it("makes none", async () => {
    for (const command of ["users list", "export ledger", "orgs list --data-dir elsewhere"])
      expect(await run(command)).toMatchObject({
        code: 1,
        out: "",
        err: expect.stringContaining("There is no database in"),
      })
    expect(await run("migrate status")).toMatchObject({
      code: 1,
      out: expect.stringContaining("Run symbolon migrate up to apply the pending migrations."),
    })
    expect(await readdir(cwd)).toEqual([])
    expect((await run("users list --migrate")).code).toBe(0)
  })
  it("but for the first user, with whom a service begins", async () => {
    expect((await run("users create ada --first-name Ada")).code).toBe(0)
    expect((await run("users list")).out).toContain("ada")
  })
})

describe("a data directory", () => {
  let server: PostgresServer
  let url: string
  let made = 0
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    made += 1
    await ask(server.url, `create database cli_${process.pid}_${made}`)
    url = Object.assign(new URL(server.url), { pathname: `/cli_${process.pid}_${made}` }).href
  })

  it("of a server on PostgreSQL is not served from a file", async () => {
    expect(
      (await run(`serve --port 0 --log-level silent --migrate --database-url ${url}`)).code,
    ).toBe(0)
    const place = url.replace(":postgres@", "@")
    for (const command of [
      "export ledger",
      "users list",
      "migrate status",
      "migrate up",
      "serve --port 0",
      "keys list",
    ])
      expect(await run(command), command).toMatchObject({
        code: 1,
        out: "",
        err: `${join(cwd, ".symbolon")} belongs to a service on PostgreSQL, ${place}. Pass the whole URL with --database-url or SYMBOLON_DATABASE_URL: its password is not stored.\n`,
      })
    expect(await run("doctor")).toMatchObject({
      code: 1,
      out: expect.stringContaining("belongs to a service on PostgreSQL"),
    })
    expect(existsSync(file("symbolon.db"))).toBe(false)
    expect(await readFile(file("server.json"), "utf8")).not.toContain(":postgres@")
    expect((await run("export ledger", { env: { SYMBOLON_DATABASE_URL: url } })).code).toBe(0)
  })

  it("of a server on a file is not served from PostgreSQL", async () => {
    await run("serve --port 0 --log-level silent")
    for (const command of ["export ledger", "serve --port 0 --migrate", "migrate up"])
      expect(await run(`${command} --database-url ${url}`)).toMatchObject({
        code: 1,
        err: expect.stringContaining("belongs to a SQLite database"),
      })
  })

  it("an empty PostgreSQL database is set up by --migrate or migrate up alone", async () => {
    for (const command of ["serve --port 0", "serve --port 0 --demo"])
      expect(await run(`${command} --database-url ${url}`)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/is empty\. To set it up, run symbolon migrate up/),
      })
    expect(await run(`users list --database-url ${url}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining("is empty"),
    })
    expect(existsSync(file("vault.key"))).toBe(false)
    expect((await run(`migrate up --database-url ${url}`)).code).toBe(0)
    expect((await run(`serve --port 0 --log-level silent --database-url ${url}`)).code).toBe(0)
  })

  it("a database that is not there is named, with what to do", async () => {
    const closed = "postgres://symbolon:secret@127.0.0.1:1/club"
    for (const command of [
      "serve --port 0",
      "users list",
      "migrate up",
      "migrate status",
      "export ledger",
    ])
      expect(await run(`${command} --database-url ${closed}`), command).toMatchObject({
        code: 1,
        err: "Could not connect to the database postgres://symbolon@127.0.0.1:1/club: connection refused. Is the server running?\n",
      })
    const missingUrl = Object.assign(new URL(url), { pathname: "/nowhere" }).href
    expect(await run(`users list --database-url ${missingUrl}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining("no such database"),
    })
    const wrong = Object.assign(new URL(url), { password: "wrong" }).href
    expect(await run(`users list --database-url ${wrong}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining("wrong user name or password"),
    })
  })
})

describe("which storage", () => {
  const dataDir = "/data"
  it.each([
    [undefined, false, undefined, { databaseUrl: undefined }],
    [undefined, false, "postgres://a@b/c", { databaseUrl: "postgres://a@b/c" }],
    [
      { engine: "postgres", url: "postgres://a@b/c", is_whole: true },
      false,
      undefined,
      { databaseUrl: "postgres://a@b/c" },
    ],
    [
      { engine: "postgres", url: "postgres://a@b/c", is_whole: true },
      true,
      undefined,
      { databaseUrl: "postgres://a@b/c" },
    ],
    [
      { engine: "postgres", url: "postgres://a@b/c", is_whole: false },
      false,
      undefined,
      { refusal: expect.stringContaining("a@b/c") },
    ],
    [
      { engine: "postgres", url: "postgres://a@b/c", is_whole: false },
      false,
      "postgres://a:p@b/c",
      { databaseUrl: "postgres://a:p@b/c" },
    ],
    [{ engine: "sqlite" }, true, undefined, { databaseUrl: undefined }],
    [
      { engine: "sqlite" },
      false,
      "postgres://a@b/c",
      { refusal: expect.stringContaining("SQLite") },
    ],
    [undefined, true, "postgres://a@b/c", { refusal: expect.stringContaining("SQLite") }],
  ] as const)("noted %o, file %s, given %s", (note, hasSqliteFile, databaseUrl, expected) => {
    expect(chooseStorage({ dataDir, databaseUrl, note, hasSqliteFile })).toEqual(expected)
  })
  it("a note keeps no secret", () => {
    expect(storageNoteOf("postgres://a:secret@b:5433/c?sslmode=require&password=x")).toEqual({
      engine: "postgres",
      url: "postgres://a@b:5433/c",
      is_whole: false,
    })
    expect(storageNoteOf("postgres://a@b/c")).toMatchObject({ is_whole: true })
  })
})
