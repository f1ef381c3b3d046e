import { type ChildProcess, execFile } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Bootstrap } from "../src/demo/bootstrap.ts"
import { runIn } from "./fixtures/cli-run.ts"
import { serve } from "./fixtures/spawned-server.ts"

let cwd: string
let server: ChildProcess
let demo: Bootstrap
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-token-"))
  server = (await serve(join(cwd, ".symbolon"))).server
  demo = JSON.parse(await readFile(join(cwd, ".symbolon/bootstrap.json"), "utf8")) as Bootstrap
})
afterAll(async () => {
  server.kill("SIGTERM")
  await once(server, "exit")
  await rm(cwd, { recursive: true, force: true })
})
const run = runIn(() => cwd)
const call = (path: string, token: string, body?: unknown) =>
  fetch(`${demo.base_url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token.trim()}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const page = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../..", name), "utf8")
const bash = async (script: string): Promise<string> =>
  (await promisify(execFile)("bash", ["-euc", script], { cwd })).stdout

describe("symbolon token", () => {
  it("signs in a user of the demo, as the README says", async () => {
    const lines = [...page("README.md").matchAll(/pnpm exec symbolon (token [^)]+)\)/g)].map(
      ([, line = ""]) => line,
    )
    expect(lines).toEqual(["token demo-ada", "token demo-admin --org harbour-club"])
    const [ada, admin] = await Promise.all(lines.map((line) => run(line)))
    const me = await call("/api/v1/users/me", ada?.out ?? "")
    expect(await me.json()).toMatchObject({ username: "demo-ada" })
    const made = await call(
      "/api/v1/organizations/harbour-club/membership-tiers",
      admin?.out ?? "",
      {
        name: "Mate",
        price_cents: 0,
      },
    )
    expect(made.status).toBe(201)
  })

  it("asks for the scopes that are named, and says which cannot be had", async () => {
    const narrow = JSON.parse((await run("token demo-ben --scope wallet:read --json")).out)
    expect(narrow).toMatchObject({ scope: "wallet:read", expires_in: 3600 })
    const { code, err } = await run("token demo-ben --scope wallet:read --scope wallet:fly")
    expect([code, err]).toEqual([1, expect.stringContaining("invalid_scope")])
  })

  it("takes a password from a file or standard input, and any public app, whose consent it gives", async () => {
    await run('users create "eve" --first-name Eve --password-stdin', { input: "wind and tide\n" })
    const app = JSON.parse(
      (
        await run(
          "clients create --org harbour-club --name Till --type public --grant authorization_code --redirect-uri http://127.0.0.1/back --json",
        )
      ).out,
    )
    const line = `token eve --client ${app.client_id} --redirect-uri http://127.0.0.1:9/back`
    await writeFile(join(cwd, "password.txt"), "wind and tide\n")
    const byFile = await run(`${line} --password-file password.txt`)
    expect((await call("/api/v1/users/me", byFile.out)).status).toBe(200)
    expect((await run(line, { input: "wind and tide\n" })).out).toMatch(/^ey/)
    expect(await run(line, { input: "wrong\n" })).toMatchObject({
      code: 1,
      out: "",
      err: "Wrong username or password.\n",
    })
  })

  it("says what is missing", async () => {
    expect((await run("token ada --data-dir nowhere")).err).toContain("No server has run on")
    expect((await run("token ada --data-dir nowhere --base-url http://127.0.0.1:9")).err).toContain(
      "needs --client",
    )
    expect(
      (await run("token ada --client x --base-url http://127.0.0.1:1", { input: "x" })).err,
    ).toContain("http://127.0.0.1:1 does not answer")
  })
})

it("the lines of the page on signing in give a user's token with curl, and one for an organization", async () => {
  const blocks = [...page("docs/sign-in.md").matchAll(/^```bash\n(.*?)^```/gms)].map(
    ([, block = ""]) => block,
  )
  expect(blocks).toHaveLength(2)
  const [own, bound] = (
    await bash(`${blocks.join("\n")}\nprintf '%s %s' "$TOKEN" "$CLUB_TOKEN"`)
  ).split(" ")
  const claims = [own, bound].map((jwt = "") =>
    JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString()),
  )
  expect(claims[0]).toMatchObject({ sub: demo.users[0]?.uuid })
  expect(JSON.stringify(claims[1])).toContain(demo.organization.uuid)
})
