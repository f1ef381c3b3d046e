import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { scopesFor } from "@symbolon/core/contract"
import { main } from "../src/cli/main.ts"

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-apps-"))
  await run("migrate up")
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

const run = async (line: string) => {
  const said = { out: "", err: "" }
  const code = await main(line.split(" "), {
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    readIn: async function* () {},
    env: {},
    cwd,
    isTerminal: false,
    canAnswer: false,
    stopAsked: () => new Promise(() => undefined),
  })
  return { code, ...said }
}
const json = async (line: string) => JSON.parse((await run(`${line} --json`)).out)

it("the operator keeps the apps of an organization, and the platform's own", async () => {
  await run("users create ann --first-name Ann")
  const club = await json("orgs create club --owner ann")
  const site = await json(
    "clients create --org club --name Site --grant authorization_code --grant refresh_token --redirect-uri https://club.example/cb --post-logout-redirect-uri https://club.example/bye --website https://club.example",
  )
  expect(site.scopes).toEqual(scopesFor("user"))
  const own = await json(
    "clients create --name Ours --type public --first-party --grant authorization_code --redirect-uri org.ours:/cb",
  )
  expect(own.client_secret).toBe(null)

  const details = await json(`clients show ${site.client_id}`)
  expect(details).toMatchObject({
    organization_uuid: club.uuid,
    post_logout_redirect_uris: ["https://club.example/bye"],
    website_url: "https://club.example",
    live_secrets: 1,
  })
  expect(JSON.stringify(details)).not.toMatch(/sy_cs_|hash/i)
  expect(
    (await json("clients list --org club")).map((app: { client_id: string }) => app.client_id),
  ).toEqual([site.client_id])
  expect((await run("clients list")).out).toBe(
    `${own.client_id}  public        -        first-party  Ours\n`,
  )

  const { client_secret } = await json(`clients rotate-secret ${site.client_id}`)
  expect(client_secret).toMatch(/^sy_cs_/)
  expect(client_secret).not.toBe(site.client_secret)
  expect((await json(`clients show ${site.client_id}`)).live_secrets).toBe(2)
  expect(await run(`clients rotate-secret ${own.client_id}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining("cannot have a secret"),
  })

  expect(await run(`clients disable ${site.client_id}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`Disable the app Site (${site.client_id}) for ever?`),
  })
  expect((await run(`clients show ${site.client_id}`)).code).toBe(0)
  expect(await run(`clients disable ${site.client_id} --yes`)).toMatchObject({
    code: 0,
    out: expect.stringContaining("Site is disabled permanently."),
  })
  expect((await run(`clients show ${site.client_id}`)).code).toBe(1)
  expect(await json("clients list --org club")).toEqual([])
}, 60_000)

it("says what is wrong with an app", async () => {
  expect(
    await run(
      "clients create --name Site --grant authorization_code --redirect-uri http://club.example/cb",
    ),
  ).toMatchObject({
    code: 1,
    err: expect.stringContaining("redirect_uris.0: must use https"),
  })
  expect(await run("clients create --name Site --service-role owner")).toMatchObject({
    code: 1,
    err: expect.stringContaining("service_role:"),
  })
  expect(await run("clients create --grant authorization_code")).toMatchObject({
    code: 2,
    err: "--name is required.\n",
  })
  expect(await run("clients show")).toMatchObject({
    code: 2,
    err: "symbolon clients show needs CLIENT_ID.\n",
  })
}, 60_000)

it("the operator rotates and revokes the service's keys, and is told what follows", async () => {
  const [before, ...others] = await json("keys list --purpose tokens")
  expect(others).toEqual([])
  expect(before).toMatchObject({ purpose: "tokens", algorithm: "RS256", status: "active" })
  const { signs, next } = await json("keys rotate")
  expect([signs, next.status]).toEqual([before.key_id, "next"])
  expect((await run("keys rotate")).out).toMatch(
    new RegExp(
      `^${signs}  signs\n${next.key_id}  waiting, signs from [^\n]+\nThe old key keeps verifying for 30 days`,
    ),
  )
  expect(await run(`keys revoke ${signs}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`Revoke the key ${signs}?`),
  })
  expect((await json("keys list --purpose tokens"))[0]).toMatchObject({
    key_id: signs,
    status: "active",
  })
  const after = await run(`keys revoke ${signs} --yes`)
  expect(after.out).toContain("Tokens signed with the old key are refused from their next call on.")
  const now = Object.fromEntries(
    (await json("keys list --purpose tokens")).map((key: { key_id: string; status: string }) => [
      key.key_id,
      key.status,
    ]),
  )
  expect(now).toEqual({
    [signs]: "gone",
    [next.key_id]: "next",
    [after.out.split(" ")[0] ?? ""]: "active",
  })
  expect((await run("keys list")).out).not.toMatch(/sealed|wrapped/)
  expect(await run(`keys revoke ${signs} --yes`)).toMatchObject({
    code: 1,
    err: "The key is already revoked.\n",
  })
  expect(await run("keys revoke nothing --yes")).toMatchObject({
    code: 1,
    err: `There is no key "nothing". See symbolon keys list.\n`,
  })
  expect(await run("keys rotate --purpose ledger_status")).toMatchObject({
    code: 2,
    err: expect.stringContaining("must be one of"),
  })
  expect((await run("keys rotate --purpose checkin_manifest --emergency")).out).toContain(
    "Doors must fetch the trust keys",
  )
}, 60_000)
