import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { allCommands } from "../src/cli/all-commands.ts"
import { main } from "../src/cli/main.ts"

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-cli-"))
})
afterEach(() => rm(cwd, { recursive: true }))

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

const run = async (
  args: string,
  { input = "", env = {} }: { readonly input?: string; readonly env?: Record<string, string> } = {},
): Promise<Ran> => {
  let out = ""
  let err = ""
  const io = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    readIn: async function* () {
      yield input
    },
    env,
    cwd,
    isTerminal: false,
    canAnswer: false,
    stopAsked: () => Promise.resolve(),
  }
  const words = [...args.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  )
  const code = await main(words, io)
  return { code, out, err }
}

describe("the command line", () => {
  it("helps, examples first", async () => {
    for (const args of ["", "--help", "-h", "help"])
      expect(await run(args)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^symbolon .*\n\nExamples\n[\s\S]*Commands\n/),
        err: "",
      })
    for (const { name, examples } of allCommands) {
      const { code, out } = await run(`${name} --help`)
      expect(code).toBe(0)
      expect(out).toContain(`\nExamples\n  ${examples[0]}\n`)
      expect(out.indexOf("Examples")).toBeLessThan(out.indexOf("Every command"))
    }
    expect((await run("--version")).out).toMatch(/^\d+\.\d+\.\d+/)
  })
  it.each([
    ["serv", "symbolon has no command serv. Did you mean serve? See symbolon --help."],
    ["frobnicate", "symbolon has no command frobnicate. See symbolon --help."],
    ["migrate", "symbolon migrate needs a subcommand: migrate status, migrate up."],
    [
      "migrate upp",
      "symbolon has no command migrate upp. Did you mean migrate up? See symbolon --help.",
    ],
    [
      "users craete ada",
      "symbolon has no command users craete. Did you mean users create? See symbolon --help.",
    ],
    ["serve --prot 1", "symbolon serve has no flag --prot. Did you mean --port?"],
    ["serve extra", "symbolon serve takes no argument extra."],
    [
      "orgs staff list second-club",
      "symbolon orgs staff list takes no argument second-club. Did you mean --org second-club?",
    ],
    [
      "orgs staff list --org a second-club",
      "symbolon orgs staff list takes no argument second-club.",
    ],
    [
      "orgs staff add second-club olga --role door",
      "symbolon orgs staff add takes no argument olga. Write symbolon orgs staff add USER --org ORG.",
    ],
    [
      "orgs allowance --org second-club",
      "symbolon orgs allowance has no flag --org. ORGANIZATION stands without a flag: symbolon orgs allowance ORGANIZATION.",
    ],
    ["users show --user ada", "symbolon users show has no flag --user. USER stands without a flag"],
    ["users create", "symbolon users create needs USERNAME."],
    ["users create ada", "--first-name is required."],
    [
      "clients create --org x --name y --type secret",
      "--type secret must be one of confidential, public.",
    ],
    ["clients create --org x --name y --scope walet:read", "--scope walet:read must be one of"],
  ])("%s: exit code 2, and says why", async (args, message) => {
    const { code, out, err } = await run(args)
    expect({ code, out, err: err.startsWith(message) ? message : err }).toEqual({
      code: 2,
      out: "",
      err: message,
    })
  })
  it("says that a data directory is a file, or below one", async () => {
    await writeFile(join(cwd, "a-file"), "")
    for (const command of ["serve", "users list"])
      expect(await run(`${command} --data-dir a-file`)).toMatchObject({
        code: 1,
        err: expect.stringContaining(
          `${join(cwd, "a-file")} is a file, not a directory. Choose another --data-dir.`,
        ),
      })
    expect(await run("serve --data-dir a-file/under")).toMatchObject({
      code: 1,
      err: expect.stringContaining("a-file/under is below a file. Choose another --data-dir."),
    })
  })
  it("names three mistakes of a configuration at once", async () => {
    await writeFile(join(cwd, "symbolon.config.json"), JSON.stringify({ logLevel: "loud" }))
    const { code, err } = await run("serve --port eighty", {
      env: { SYMBOLON_BASE_URL: "nowhere", SYMBOLON_PROT: "1" },
    })
    expect(code).toBe(2)
    expect(err).toMatch(
      /^The configuration has 3 errors:\n {2}--port "eighty" must .*\n {2}SYMBOLON_BASE_URL "nowhere" must .*\n {2}.*symbolon\.config\.json: logLevel "loud" must .*\n$/,
    )
    expect(existsSync(join(cwd, ".symbolon"))).toBe(false)
  })
  it("refuses a test clock in production", async () => {
    expect(await run("serve --test-clock", { env: { NODE_ENV: "production" } })).toMatchObject({
      code: 2,
      err: expect.stringContaining("--test-clock is not allowed with NODE_ENV=production"),
    })
  })
})

describe("commands on a store", () => {
  it("migrate, make people, organizations and apps, export and verify", async () => {
    expect(await run("doctor")).toMatchObject({ code: 0 })
    expect(existsSync(join(cwd, ".symbolon"))).toBe(false)
    expect(await run("migrate status --json")).toMatchObject({
      code: 1,
      out: expect.stringContaining('"up_to_date": false'),
    })
    expect(JSON.parse((await run("migrate up --json")).out).applied.length).toBeGreaterThan(3)
    expect(await run("migrate up")).toMatchObject({
      code: 0,
      out: "The schema is already up to date.\n",
    })
    expect(await run("migrate status")).toMatchObject({
      code: 0,
      out: expect.stringContaining("The schema is up to date."),
    })

    const ada = JSON.parse((await run("users create ada --first-name Ada --json")).out)
    expect(ada).toEqual({
      uuid: expect.any(String),
      username: "ada",
      wallet_address: expect.stringMatching(/^sy1/),
      password: expect.any(String),
    })
    expect(await run("users create ada --first-name Ada")).toMatchObject({
      code: 1,
      err: "This username is already taken. Choose another one.\n",
    })
    expect(await run("users create x --first-name X")).toMatchObject({
      code: 1,
      err: expect.stringContaining("username: 3 to 80"),
    })
    const ben = await run("users create ben --first-name Ben --password-stdin", {
      input: "a-long-password\nmore",
    })
    expect([ben.code, ben.out.includes("password")]).toEqual([0, false])
    expect(JSON.parse((await run("users show ada --json")).out)).toMatchObject({
      uuid: ada.uuid,
      account_type: "user",
      service_staff: false,
    })
    expect((await run("users show nobody")).code).toBe(1)

    const club = JSON.parse((await run('orgs create "Harbour Club" --owner ada --json')).out)
    expect(club).toEqual({
      uuid: expect.any(String),
      slug: "harbour-club",
      name: "Harbour Club",
      owner_uuid: ada.uuid,
    })
    expect((await run("orgs list")).out).toBe(`harbour-club  ${club.uuid}  Harbour Club\n`)
    const client = JSON.parse(
      (
        await run(
          "clients create --org harbour-club --name Till --service-role manager --scope wallet:read --json",
        )
      ).out,
    )
    expect(client).toMatchObject({
      client_secret: expect.stringMatching(/^sy_cs_/),
      scopes: ["wallet:read"],
    })

    const { out: ledger } = await run("export ledger")
    expect(JSON.parse(ledger.split("\n")[0] ?? "").ledger).toMatchObject({
      network: "main",
      origin: "127.0.0.1:8080/ledger",
    })
    await writeFile(join(cwd, "ledger.ndjson"), ledger)
    expect(await run("verify-ledger --export ledger.ndjson --json")).toMatchObject({
      code: 0,
      out: expect.stringContaining('"verdict": "verified"'),
    })
    expect((await run("verify-ledger", { input: ledger })).code).toBe(0)
    const unanchored = ledger
      .split("\n")
      .filter((line) => !line.startsWith('{"checkpoint"'))
      .join("\n")
    expect(
      JSON.parse((await run("verify-ledger --json", { input: unanchored })).out),
    ).toMatchObject({
      verdict: "unanchored",
      first_error: null,
    })
    expect((await run("verify-ledger", { input: unanchored })).code).toBe(3)
    expect(await run("verify-ledger --json", { input: "nonsense" })).toMatchObject({
      code: 2,
      err: expect.stringContaining("not a ledger export"),
    })
    expect(await run("verify-ledger --export nowhere")).toMatchObject({
      code: 2,
      err: expect.stringContaining("nowhere cannot be read"),
    })
    expect((await stat(join(cwd, ".symbolon", "vault.key"))).mode & 0o777).toBe(0o600)
    expect(JSON.parse((await run("doctor --json")).out)).toMatchObject({ ok: true })
  })

  it("prints the documents", async () => {
    expect(JSON.parse((await run("openapi --base-url https://club.example")).out)).toMatchObject({
      openapi: "3.1.1",
      servers: [{ url: "https://club.example" }],
    })
    const paths = Object.keys(JSON.parse((await run("openapi --console")).out).paths)
    expect(paths).toContain("/console/v1/organizations/{organization_slug}/points")
    expect(paths.filter((path) => path.startsWith("/console/v1/test/"))).toEqual([])
    expect((await run("openapi --console --test-clock")).out).toContain("/console/v1/test/clock")
  })

  it("tells what is not well", async () => {
    await run("migrate up")
    await writeFile(join(cwd, ".symbolon", "vault.key"), "short", { mode: 0o644 })
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const { port } = taken.address() as { port: number }
    const { code, out } = await run(`doctor --port ${port}`)
    taken.close()
    expect(code).toBe(1)
    expect(out).toMatch(/FAILED {2}vault key +.*chmod 600/)
    expect(out).toMatch(/FAILED {2}port +.*EADDRINUSE/)
    expect(out).toMatch(/FAILED {2}storage +.*vault key of 32 bytes/)
  })
})

const cli = join(import.meta.dirname, "../src/cli.ts")

const start = async (
  args: readonly string[],
): Promise<{
  readonly child: ChildProcess
  readonly started: Record<string, string>
  readonly err: () => string
}> => {
  const child = spawn(
    process.execPath,
    [
      "--conditions=@symbolon/source",
      cli,
      "serve",
      "--json",
      "--port",
      "0",
      "--data-dir",
      join(cwd, "data"),
      ...args,
    ],
    { cwd, stdio: ["ignore", "pipe", "pipe"] },
  )
  // From the start: whoever listens later may miss it.
  const exited = once(child, "exit")
  let out = ""
  let err = ""
  child.stderr.on("data", (chunk) => (err += String(chunk)))
  for await (const chunk of child.stdout) {
    out += String(chunk)
    if (out.trimEnd().endsWith("}")) break
  }
  if (out === "") {
    await exited
    throw new Error(err)
  }
  return { child, started: JSON.parse(out), err: () => err }
}

describe("symbolon serve", () => {
  it("makes the demo, serves it, stops when told to, and starts again on the same data", async () => {
    const first = await start(["--demo", "--log-level", "info"])
    const { base_url: url = "", bootstrap = "" } = first.started
    const demo = JSON.parse(await readFile(bootstrap, "utf8"))
    expect((await stat(bootstrap)).mode & 0o777).toBe(0o600)
    const { client_id, client_secret } = demo.client
    const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret })
    const { access_token } = (await (
      await fetch(demo.token_endpoint, { method: "POST", body })
    ).json()) as { access_token: string }
    const found = await fetch(`${url}/api/v1/organizations`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect([found.status, found.headers.get("ratelimit-remaining")]).toEqual([200, "299"])
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    expect((await fetch(`${url}/console/v1/test/clock`)).status).toBe(404)
    first.child.kill("SIGTERM")
    expect(await once(first.child, "exit")).toEqual([0, null])
    expect(first.err()).toContain('"route":"/api/v1/organizations"')
    for (const secret of [client_secret, access_token, demo.admin.password])
      expect(first.err()).not.toContain(secret)

    const second = await start(["--demo", "--log-level", "silent"])
    const again = JSON.parse(await readFile(bootstrap, "utf8"))
    expect(again.organization).toEqual(demo.organization)
    second.child.kill("SIGINT")
    expect(await once(second.child, "exit")).toEqual([0, null])
    await expect(start(["--test-clock"])).rejects.toThrow("must never get one")
  }, 120_000)

  it("serves a test clock, and commands beside it speak of the same network", async () => {
    const { child, started } = await start(["--demo", "--test-clock", "--log-level", "silent"])
    expect(started).toMatchObject({ test_clock: true, limits: "off" })
    const demo = JSON.parse(await readFile(started["bootstrap"] ?? "", "utf8"))
    const { client_id, client_secret } = demo.client
    const token = async () =>
      (
        (await (
          await fetch(demo.token_endpoint, {
            method: "POST",
            body: new URLSearchParams({
              grant_type: "client_credentials",
              client_id,
              client_secret,
            }),
          })
        ).json()) as { access_token: string }
      ).access_token
    const call = async (path: string, body?: unknown) =>
      (
        await fetch(`${started["base_url"]}${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: { authorization: `Bearer ${await token()}`, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
      ).json() as Promise<Record<string, string>>
    const { now = "" } = await call("/console/v1/test/clock")
    expect(Math.abs(new Date(now).getTime() - Date.now())).toBeLessThan(60_000)
    const month = 30 * 86_400_000
    expect(await call("/console/v1/test/clock", { advance_ms: month })).toEqual({
      now: new Date(new Date(now).getTime() + month).toISOString(),
    })
    const made = JSON.parse(
      (await run(`users create dora --first-name Dora --data-dir data --json`)).out,
    )
    expect(made.wallet_address).toMatch(/^tsy1/)
    const { out: ledger } = await run("export ledger --data-dir data")
    expect(await run("verify-ledger", { input: ledger })).toMatchObject({ code: 0 })
    expect(JSON.parse(ledger.split("\n")[0] ?? "").ledger.origin).toBe(
      `${started["base_url"]?.replace("http://", "")}/ledger`,
    )
    child.kill("SIGTERM")
    await once(child, "exit")
  })

  it("refuses a stale schema and a taken port, with what to do", async () => {
    await run("migrate up --data-dir data")
    const { DatabaseSync } = await import("node:sqlite")
    const database = new DatabaseSync(join(cwd, "data", "symbolon.db"))
    const table = String(
      (
        database
          .prepare(
            "select name from sqlite_master where name like '%migration%' and type = 'table' and sql like '%name%'",
          )
          .get() as { name: string } | undefined
      )?.name,
    )
    database.exec(`delete from ${table} where name like '0006%'`)
    database.close()
    await expect(start([])).rejects.toThrow("Run symbolon migrate up, or start with --migrate.")
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const { port } = taken.address() as { port: number }
    await expect(start(["--port", String(port)])).rejects.toThrow(
      `Port ${port} is in use. Choose another port: --port ${port + 1}`,
    )
    taken.close()
  })
})
