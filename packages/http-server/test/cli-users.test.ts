import { mkdtemp, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { main } from "../src/cli/main.ts"
import { withCore } from "../src/cli/open.ts"

let cwd: string
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-users-"))
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

const ioFor = (input: string, said: { out: string; err: string }, canAnswer = false) => ({
  out: (text: string) => void (said.out += text),
  err: (text: string) => void (said.err += text),
  readIn: async function* () {
    yield input
  },
  env: {},
  cwd,
  isTerminal: false,
  canAnswer,
  stopAsked: () => new Promise<void>(() => undefined),
})

const run = async (line: string, input = "", canAnswer = false) => {
  const said = { out: "", err: "" }
  const code = await main(line.split(" "), ioFor(input, said, canAnswer))
  return { code, ...said }
}
const json = async (line: string, input?: string) =>
  JSON.parse((await run(`${line} --json`, input)).out)

/** Whether somebody can sign in, and what else only the core knows. */
const signIn = (name: string, password: string) =>
  withCore(
    {
      positionals: [],
      flags: {},
      settings: {},
      configFile: undefined,
      isJson: false,
      io: ioFor("", { out: "", err: "" }),
    },
    (symbolon) =>
      symbolon.users.signIn({ name, password }).then(
        ({ user }) => user.username,
        (reason: { readonly _tag: string }) => reason._tag,
      ),
  )

describe("symbolon users", () => {
  it("sets a password from standard input, never from the line", async () => {
    const ada = await json("users create ada --first-name Ada")
    expect(await signIn("ada", ada.password)).toBe("ada")
    expect(await json("users set-password ada", "a new password\nmore")).toEqual({
      uuid: ada.uuid,
      username: "ada",
    })
    expect(await signIn("ada", "a new password")).toBe("ada")
    expect(await signIn("ada", ada.password)).toBe("SignInRefused")
    expect(await run("users set-password ada", "short\n")).toMatchObject({
      code: 1,
      err: expect.stringContaining("password: 8 to 256"),
    })
    expect(await run("users set-password nobody", "a new password")).toMatchObject({ code: 1 })
  })

  it("hands out a link instead of a password", async () => {
    const root = await json("users create root --first-name Root --service-staff --setup-link")
    expect(root).toEqual({
      uuid: expect.any(String),
      username: "root",
      wallet_address: expect.stringMatching(/^sy1/),
      setup_link: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:8080\/oauth2\/password-reset\?token=sy_su_[\w-]{43}$/,
      ),
    })
    const again = await json("users setup-link root")
    expect(again.setup_link).toMatch(/token=sy_su_/)
    expect(again.setup_link).not.toBe(root.setup_link)
  })

  it("shuts an account, opens it, and deletes it", async () => {
    const ben = await json("users create ben --first-name Ben")
    expect(await json("users disable ben")).toEqual({
      uuid: ben.uuid,
      username: "ben",
      disabled_at: expect.stringMatching(/Z$/),
    })
    expect(await signIn("ben", ben.password)).toBe("SignInRefused")
    expect(await json(`users enable ${ben.uuid}`)).toEqual({
      uuid: ben.uuid,
      username: "ben",
      disabled_at: null,
    })
    expect(await signIn("ben", ben.password)).toBe("ben")
    await run("orgs create club --owner ben")
    expect(await run("users delete ben --yes")).toMatchObject({
      code: 1,
      err: expect.stringContaining("Transfer them first"),
    })
    const cleo = await json("users create cleo --first-name Cleo --email cleo@example.org")
    expect(await run("users delete cleo")).toEqual({
      code: 2,
      out: "",
      err: `Delete the account cleo (${cleo.uuid})? This cannot be undone, and there is no terminal to answer. Add --yes to do it.\n`,
    })
    for (const answer of ["\n", "n\n", "", "yellow\n"])
      expect(await run("users delete cleo", answer, true)).toEqual({
        code: 1,
        out: "",
        err: `Delete the account cleo (${cleo.uuid})? This cannot be undone. [y/N] Nothing was changed.\n`,
      })
    expect(await json("users show cleo")).toMatchObject({ state: "enabled" })
    const deleted = JSON.parse((await run("users delete cleo --json", "Yes\n", true)).out)
    expect(deleted).toEqual({
      uuid: cleo.uuid,
      username: expect.stringMatching(/^deleted-/),
      deleted_at: expect.stringMatching(/Z$/),
    })
    expect(await json(`users show ${cleo.uuid}`)).toMatchObject({
      state: "deleted",
      email: null,
      first_name: "",
    })
  })

  it("exports everything of a user into a file that it makes", async () => {
    const { uuid } = await json("users show ben")
    expect(await json("users export ben ben.ndjson")).toEqual({
      file: join(cwd, "ben.ndjson"),
      user_uuid: uuid,
      lines: { account: 1, sign_in_methods: 1, staff_role: 1, wallet: 1 },
    })
    const file = join(cwd, "ben.ndjson")
    const [account] = (await readFile(file, "utf8"))
      .split("\n")
      .map((line) => line && JSON.parse(line))
    expect(account).toMatchObject({ kind: "account", data: { uuid, username: "ben" } })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await run("users export ben ben.ndjson")).toMatchObject({
      code: 1,
      err: expect.stringContaining("already exists"),
    })
    expect((await run("users export nobody nobody.ndjson")).code).toBe(1)
  })

  it("lists everybody, page by page", async () => {
    const { total_items, total_pages, current_page, items } = await json("users list")
    expect({ total_items, total_pages, current_page }).toEqual({
      total_items: 4,
      total_pages: 1,
      current_page: 1,
    })
    expect(
      items.map(({ username, account_type, state }: Record<string, string>) => [
        username?.slice(0, 7),
        account_type,
        state,
      ]),
    ).toEqual([
      ["ada", "user", "enabled"],
      ["root", "service", "enabled"],
      ["ben", "user", "enabled"],
      ["deleted", "user", "deleted"],
    ])
    expect((await json("users list --page 2")).items).toEqual([])
    expect((await run("users list")).out.split("\n")[0]).toMatch(
      /^ada {2}[0-9a-f-]{36} {2}user {2}enabled$/,
    )
    expect(await run("users list --page none")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--page must be a whole number"),
    })
  })
}, 60_000)
