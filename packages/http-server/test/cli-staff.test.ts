import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { main } from "../src/cli/main.ts"

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-staff-"))
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
const team = async () =>
  (await json("orgs staff list --org club")).map(
    ({ username, role }: { username: string; role: string }) => `${username} ${role}`,
  )

it("the operator keeps a team", async () => {
  await run("migrate up")
  for (const name of ["ann", "ben", "cleo"]) await run(`users create ${name} --first-name ${name}`)
  const { uuid } = await json("users show ben")
  await run("orgs create club --owner ann")

  const added = { user_uuid: uuid, username: "ben", role: "staff", joined_at: expect.any(String) }
  expect(await json("orgs staff add ben --org club --role staff")).toEqual(added)
  expect(await run("orgs staff add ben --org club --role door")).toMatchObject({
    code: 1,
    err: expect.stringContaining("already on the staff"),
  })
  expect((await run("orgs staff list --org club")).out).toContain(`staff    ${uuid}  ben\n`)
  expect(await json("orgs staff role ben --org club --role manager")).toEqual({
    ...added,
    role: "manager",
  })
  expect(await run("orgs staff remove ann --org club")).toMatchObject({
    code: 1,
    err: expect.stringContaining("Transfer the ownership"),
  })
  await run("orgs staff transfer ben --org club")
  expect(await team()).toEqual(["ann manager", "ben owner"])
  expect(await run("orgs staff transfer cleo --org club")).toMatchObject({ code: 1 })
  await run("orgs staff remove ann --org club")
  expect(await team()).toEqual(["ben owner"])
}, 60_000)

it("a staff command that cannot be understood says what is missing", async () => {
  expect(await run("orgs staff")).toMatchObject({
    code: 2,
    err: expect.stringContaining("needs a subcommand: orgs staff list, orgs staff add"),
  })
  expect(await run("orgs staff lst")).toMatchObject({
    code: 2,
    err: expect.stringContaining("orgs staff list"),
  })
  expect(await run("orgs staff add ben --org club")).toMatchObject({
    code: 2,
    err: "--role is required.\n",
  })
  expect(await run("orgs staff add ben --org club --role owner")).toMatchObject({
    code: 2,
    err: expect.stringContaining("must be one of"),
  })
  expect(await run("orgs staff remove ben")).toMatchObject({ code: 2, err: "--org is required.\n" })
  expect((await run("orgs staff role --help")).out).toContain("symbolon orgs staff role USER")
})

it("the operator sets how many points an organization may issue", async () => {
  await run("migrate up")
  await run("users create ann --first-name ann")
  await run("orgs create club --owner ann")
  expect(await json("orgs allowance club")).toEqual({ allowance: 0, issued: 0, available: 0 })
  expect(await run("orgs allowance club --set 500")).toMatchObject({
    code: 0,
    out: "allowance 500  issued 0  available 500\n",
  })
  expect(await json("orgs allowance club")).toEqual({ allowance: 500, issued: 0, available: 500 })
  expect(await run("orgs allowance club --set 1.5")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--set 1.5 must be whole points"),
  })
  expect(await run("orgs allowance nowhere")).toMatchObject({ code: 1 })
})
