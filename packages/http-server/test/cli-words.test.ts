import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { allCommands } from "../src/cli/all-commands.ts"
import { addressesOf } from "../src/cli/where-it-listens.ts"
import { spellings } from "../src/config/settings.ts"
import { runIn } from "./fixtures/cli-run.ts"

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-words-"))
})
afterEach(() => rm(cwd, { recursive: true, force: true }))
const run = runIn(() => cwd)

describe("the first words of a command", () => {
  const groups = [
    ...new Set(
      allCommands.flatMap(({ name }) =>
        name.split(" ").map((_, n, all) => all.slice(0, n).join(" ")),
      ),
    ),
  ].filter(Boolean)
  it.each(groups)("%s --help lists what begins so", async (group) => {
    for (const line of [`${group} --help`, `${group} -h`, `help ${group}`]) {
      const { code, out, err } = await run(line)
      expect([code, err]).toEqual([0, ""])
      for (const { name, summary } of allCommands.filter((each) =>
        each.name.startsWith(`${group} `),
      )) {
        expect(out).toContain(name)
        expect(out).toContain(summary)
      }
    }
    expect(await run(group)).toMatchObject({
      code: 2,
      err: expect.stringContaining("needs a subcommand"),
    })
    expect(await run(`${group} nonsense`)).toMatchObject({
      code: 2,
      err: expect.stringContaining("has no command"),
    })
  })
})

describe.each(allCommands.map((command) => [command.name, command] as const))(
  "%s",
  (name, { flags = {}, settings = [], positionals = [] }) => {
    const required = Object.entries(flags).filter(([, { isRequired }]) => isRequired === true)
    const least = [
      name,
      ...positionals.filter((each) => !each.startsWith("[")).map(() => "x"),
      ...required.map(([flag]) => `--${flag}=x`),
    ].join(" ")

    it("says what is wrong with its flags, and makes nothing", async () => {
      expect(await run(`${least} --nonsense`)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`symbolon ${name} has no flag --nonsense`),
      })
      expect(await run(`help ${name}`)).toEqual(await run(`${name} --help`))
      const kinds = [
        ...Object.entries(flags).map(([flag, { kind }]) => [flag, kind === "switch"] as const),
        ...settings.map(
          (setting) => [spellings[setting].flag, spellings[setting].kind === "switch"] as const,
        ),
      ]
      const wrong = kinds.flatMap(([flag, isSwitch]): readonly (readonly [string, string])[] =>
        isSwitch
          ? [[`--${flag}=maybe`, `--${flag} takes no value. Leave out =maybe.`]]
          : [
              [`--${flag}`, `--${flag} needs a value: --${flag} VALUE.`],
              [
                `--${flag} --json`,
                `--${flag} needs a value, and --json looks like another flag. If it is the value, write --${flag}=--json.`,
              ],
            ],
      )
      for (const [more, err] of wrong)
        expect(await run(`${least} ${more}`)).toEqual({ code: 2, out: "", err: `${err}\n` })
      for (const [flag] of required)
        expect(await run(least.replace(` --${flag}=x`, ""))).toMatchObject({
          code: 2,
          err: expect.stringContaining(`--${flag} is required.`),
        })
      const optional = positionals.filter((each) => each.startsWith("[")).map(() => "x")
      expect(await run([least, ...optional, "one too many"].join(" "))).toMatchObject({
        code: 2,
        err: expect.stringContaining("takes no argument one"),
      })
      expect(await readdir(cwd)).toEqual([])
    })
  },
)

describe("a negative value", () => {
  it.each([
    ["serve --port -1", "--port -1 must be 0 to 65535"],
    ["serve --drain-seconds -2.5", "--drain-seconds -2.5 must be at least 0"],
    ["users list --page -1", "--page must be a whole number, 1 or more."],
    [
      "witness --origin http://x --key k --state s --interval -5",
      "--interval -5 must be whole seconds, 1 or more.",
    ],
  ])("%s is read, and refused for what it is", async (line, message) => {
    expect(await run(line)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
  })
})

describe("serve", () => {
  it("without --demo says how to make the first service staff and an organization, until there are both", async () => {
    const serve = "serve --port 0 --log-level silent"
    const { out } = await run(serve)
    const staff = /^ {2}symbolon (users create .*--service-staff.*)$/m.exec(out)?.[1] ?? ""
    const organization = /^ {2}symbolon (orgs create .*)$/m.exec(out)?.[1] ?? ""
    expect(await run(staff)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/setup_link +http/),
    })
    expect((await run(serve)).out).toContain("There is no organization yet")
    expect((await run(organization)).code).toBe(0)
    expect((await run(serve)).out).not.toContain("symbolon orgs create")
    expect((await run(`${serve} --data-dir "other place"`)).out).toContain(
      '--setup-link --data-dir "other place"',
    )
  })
  it("on every address names the addresses of this machine, and warns of one that others cannot reach", async () => {
    const { out, err } = await run("serve --port 0 --log-level silent --host 0.0.0.0")
    const [, listens = ""] = /^Symbolon listens on (.*)$/m.exec(out) ?? []
    const port = new URL(listens.split(", ")[0] ?? "").port
    expect(listens.split(", ")).toEqual(addressesOf("0.0.0.0", `http://127.0.0.1:${port}`))
    expect(err).toContain("which other machines cannot reach. Set --base-url")
    const replyBody = await run(
      "serve --port 0 --log-level silent --host 0.0.0.0 --base-url https://club.example",
    )
    expect(replyBody.err).not.toContain("cannot reach")
    expect(replyBody.out).toContain("Public address: https://club.example")
    expect(addressesOf("127.0.0.1", "http://127.0.0.1:8080")).toEqual(["http://127.0.0.1:8080"])
  })
})
