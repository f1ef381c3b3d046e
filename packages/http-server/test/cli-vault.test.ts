import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { main } from "../src/cli/main.ts"

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-vault-"))
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

it("the operator gives the vault a new key, and afterwards needs the old one no more", async () => {
  await run("users create ann --first-name Ann")
  await run("orgs create club --owner ann")
  const file = join(cwd, ".symbolon", "vault.key")
  const before = await readFile(file, "utf8")
  const { code, out } = await run("keys renew-vault --json")
  const replyBody = JSON.parse(out)
  expect([code, replyBody.failed]).toEqual([0, []])
  // Ann's wallet, the club's two and the ledger's own, each with two keys, and the service's keys.
  expect(replyBody.rewrapped).toBeGreaterThanOrEqual(12)
  const [newest, ...older] = (await readFile(file, "utf8")).trim().split("\n")
  expect(older).toEqual([before.trim()])
  expect(out).not.toContain(newest)

  await writeFile(file, `${newest}\n`)
  expect(await run("keys list")).toMatchObject({ code: 0, err: "" })
  expect(await run("orgs create other --owner ann")).toMatchObject({ code: 0 })
  expect(JSON.parse((await run("keys renew-vault --json")).out).failed).toEqual([])
})
