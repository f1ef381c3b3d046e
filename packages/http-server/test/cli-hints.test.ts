import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ask, type PostgresServer, startPostgres } from "../../storage-postgres/test/server.ts"
import { commandWord, shellWord } from "../src/cli/how-called.ts"
import { runIn } from "./fixtures/cli-run.ts"

let cwd: string
const children: ChildProcess[] = []
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-hints-"))
})
afterAll(async () => {
  for (const child of children) {
    child.kill("SIGTERM")
    if (child.exitCode === null) await once(child, "exit")
  }
  await rm(cwd, { recursive: true, force: true })
})
const run = runIn(() => cwd)
const at = (...names: readonly string[]) => join(cwd, ...names)

const inClone = { npm_lifecycle_event: "start", npm_package_name: "symbolon" }

const start = async (dataDir: string): Promise<string> => {
  const cli = join(import.meta.dirname, "../src/cli.ts")
  const flags = [
    "serve",
    "--json",
    "--port",
    "0",
    "--log-level",
    "silent",
    "--data-dir",
    at(dataDir),
  ]
  const child = spawn(process.execPath, ["--conditions=@symbolon/source", cli, ...flags], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  })
  children.push(child)
  let out = ""
  for await (const chunk of child.stdout) {
    out += String(chunk)
    if (out.trimEnd().endsWith("}")) break
  }
  return (JSON.parse(out) as { readonly base_url: string }).base_url
}

describe("a printed command", () => {
  it("is called as where the server was started", async () => {
    expect(commandWord({})).toBe("symbolon")
    expect(commandWord({ npm_lifecycle_event: "npx", npm_command: "exec" })).toBe("npx symbolon")
    expect(commandWord(inClone)).toBe("npx -y pnpm exec symbolon")
    expect(commandWord({ PNPM_PACKAGE_NAME: "symbolon", npm_lifecycle_event: "npx" })).toBe(
      "npx -y pnpm exec symbolon",
    )
    const clone = await run("serve --port 0 --log-level silent --data-dir clone", { env: inClone })
    expect(clone.out).toContain("  npx -y pnpm exec symbolon users create root ")
    const demo = await run("serve --demo --port 0 --log-level silent --data-dir clone-demo", {
      env: inClone,
    })
    expect(demo.out).toContain("npx -y pnpm exec symbolon demo\n")
    const installed = await run("demo --fast", {
      env: { npm_lifecycle_event: "npx", npm_command: "exec" },
    })
    expect(installed.out).toMatch(/run: npx symbolon serve --demo\n$/)
  })

  it("chooses another port the way the server was started", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const { port } = taken.address() as { port: number }
    const { err } = await run(`serve --port ${port} --data-dir never`, { env: inClone })
    taken.close()
    expect(err).toBe(
      `Port ${port} is in use. Choose another port: npm start -- --port ${port + 1}\n`,
    )
  })

  it("restores a sealed backup with its passphrase, and starts what was restored", async () => {
    expect((await run("users create ada --first-name Ada --data-dir kept")).code).toBe(0)
    await writeFile(at("pass phrase.txt"), "correct horse battery\n")
    const { out } = await run(
      'backup kept.symbolon --data-dir kept --passphrase-file "pass phrase.txt"',
    )
    expect(out).toContain(
      `symbolon restore ${at("kept.symbolon")} --data-dir DIR --passphrase-file "pass phrase.txt"\n`,
    )
    expect(shellWord("it's $5")).toBe(`'it'\\''s $5'`)
  })

  it("tells what a damaged or misplaced backup means", async () => {
    expect(await run("backup nodir/x.symbolon --data-dir kept")).toMatchObject({
      code: 1,
      err: `The folder ${at("nodir")} does not exist. Create it first, or choose another folder for the backup.\n`,
    })
    expect((await run("backup torn.symbolon --data-dir kept")).code).toBe(0)
    await truncate(at("torn.symbolon"), 1000)
    expect((await run("restore torn.symbolon --data-dir torn")).err).toMatch(
      /is damaged: it was truncated.*an earlier backup/,
    )
  })
})

describe("a word that names nothing", () => {
  it("is repeated, with the command that lists what there is", async () => {
    expect((await run("orgs allowance harbor --data-dir kept")).err).toBe(
      'There is no organization "harbor". See symbolon orgs list.\n',
    )
    expect((await run("clients create --org harbor --name Till --data-dir kept")).err).toContain(
      'no organization "harbor"',
    )
    expect((await run("users show bob --data-dir kept")).err).toBe(
      'There is no user "bob". See symbolon users list.\n',
    )
    expect((await run("orgs create Club --owner bob --data-dir kept")).err).toContain(
      'no user "bob"',
    )
  })
  it("is compared with the words that there are", async () => {
    expect((await run("clients create --name x --scope wallet:raed")).err).toMatch(
      / Did you mean wallet:read\?\n$/,
    )
    const env = { DATABASE_URL: "postgres://ada:secret@127.0.0.1/club" }
    expect((await run("users list --data-dir kept", { env })).err).toBe(
      "DATABASE_URL is not a setting of symbolon. Did you mean SYMBOLON_DATABASE_URL?\n",
    )
  })
})

describe("beside a running server", () => {
  it("a second one on the same SQLite file is refused, and writes nothing", async () => {
    const url = await start("busy")
    const before = await readFile(at("busy", "server.json"), "utf8")
    expect(await run("serve --port 0 --log-level silent --data-dir busy")).toMatchObject({
      code: 1,
      err: expect.stringContaining(`Another server already uses ${at("busy")}, at ${url}.`),
    })
    expect(await readFile(at("busy", "server.json"), "utf8")).toBe(before)

    const found = await run("doctor --data-dir busy")
    expect(found).toMatchObject({
      code: 0,
      out: expect.stringMatching(`ok +port +${url} is served by this deployment`),
    })
    expect(found.out).toContain(`${url}/oauth2 is served by this deployment`)

    expect((await run("users create ada --first-name Ada --data-dir other")).code).toBe(0)
    const other = await run(`doctor --data-dir other --port ${new URL(url).port}`)
    expect(other.code).toBe(1)
    expect(other.out).toMatch(/FAILED {2}port +.*served by another deployment/)
    expect(other.out).toMatch(/FAILED {2}sign-in +.*is served by another deployment/)
    const fresh = await run(`doctor --data-dir fresh --port ${new URL(url).port}`)
    expect(fresh.out).toMatch(/FAILED {2}port +.*served by another deployment/)
  })
})

describe("on PostgreSQL", () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  it("the first steps and a restore name the variable, and never the password", async () => {
    const database = async (name: string) => {
      await ask(postgres.url, `create database ${name}_${process.pid}`)
      return Object.assign(new URL(postgres.url), { pathname: `/${name}_${process.pid}` }).href
    }
    const { password } = new URL(postgres.url)
    const served = await run(
      `serve --migrate --port 0 --log-level silent --data-dir pg --database-url ${await database("hints")}`,
    )
    const restored = await run(
      `restore whole.symbolon --data-dir pg2 --database-url ${await database("hints2")}`,
    )
    expect(restored.code).toBe(1)
    expect((await run("backup whole.symbolon --data-dir kept")).code).toBe(0)
    const again = await run(
      `restore whole.symbolon --data-dir pg3 --database-url ${await database("hints3")}`,
    )
    for (const { out } of [served, again]) {
      expect(out).toContain("First set SYMBOLON_DATABASE_URL")
      expect(out).not.toContain(`:${password}@`)
    }
  })
})
