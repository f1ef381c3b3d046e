import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { main } from "../src/cli/main.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let forked: TestServer
let treasury: string
let lines: readonly string[]
let early: string
let cwd: string

/** The club issues points, and Ada gets some of them, one after the other. */
const play = async ({ symbolon, club, ada }: TestServer, count: number, key: string) => {
  const minted = await symbolon.points.mint({
    organization: club.slug,
    amount: 1000,
    idempotencyKey: `${key}-mint`,
  })
  const wallet = minted.transaction.body.to_address
  for (let n = 0; n < count; n += 1)
    await symbolon.wallets.transfer({
      wallet,
      to: { type: "wallet", value: ada.walletAddress },
      amount: 3,
      idempotencyKey: `${key}-${n}`,
    })
  return wallet
}

const exported = async ({ symbolon }: TestServer): Promise<string[]> => {
  const all: string[] = []
  for await (const line of symbolon.exportLedger()) all.push(line)
  return all
}

beforeAll(async () => {
  world = await startTestServer()
  forked = await startTestServer()
  treasury = await play(world, 4, "first")
  early = await world.symbolon.ledger.checkpoint({})
  await play(world, 5, "second")
  lines = await exported(world)
  await play(forked, 9, "other")
})
afterAll(async () => {
  await world.close()
  await forked.close()
})
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-ledger-"))
})
afterEach(() => rm(cwd, { recursive: true }))

const run = async (args: readonly string[], input = "") => {
  let out = ""
  let err = ""
  const code = await main(args, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    readIn: async function* () {
      yield input
    },
    env: {},
    cwd,
    isTerminal: false,
    canAnswer: false,
    stopAsked: () => Promise.resolve(),
  })
  return { code, out, err }
}

const verify = async (some: readonly string[], ...args: readonly string[]) => {
  const { code, out } = await run(
    ["verify-ledger", "--json", ...args],
    some.map((line) => `${line}\n`).join(""),
  )
  return {
    code,
    ...(JSON.parse(out) as {
      readonly verdict: string
      readonly first_error: unknown
      readonly wallet?: unknown
    }),
  }
}
const saveFile = async (name: string, text: string): Promise<string> => {
  await writeFile(join(cwd, name), text)
  return name
}

describe("symbolon verify-ledger", () => {
  it("verifies a whole export, out of a file or standard input, and shows a wallet", async () => {
    const file = await saveFile("ledger.ndjson", lines.map((line) => `${line}\n`).join(""))
    expect(await run(["verify-ledger", "--export", file])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^verified: 11 entries\nroot /),
      err: "",
    })
    const { wallet, ...rest } = await verify(lines, "--wallet", world.ada.walletAddress)
    expect(rest).toMatchObject({ code: 0, verdict: "verified", first_error: null })
    expect(wallet).toMatchObject({
      address: world.ada.walletAddress,
      balance: 27,
      held: 0,
      sequence: 9,
    })
    expect(await verify(lines, "--wallet", "tsy1nobody")).toMatchObject({ code: 0, wallet: null })
    expect((await run(["verify-ledger", "--wallet", treasury], lines.join("\n"))).out).toContain(
      `wallet ${treasury}: 11 entries, balance 1973`,
    )
  })
  it("holds it against a checkpoint that was kept elsewhere", async () => {
    const earlyFile = await saveFile("kept.txt", early)
    expect(await verify(lines, "--checkpoint", earlyFile)).toMatchObject({
      code: 0,
      verdict: "verified",
    })
    expect(await verify(lines.slice(0, 6), "--checkpoint", earlyFile)).toMatchObject({
      code: 0,
      verdict: "verified",
      leaves: 5,
    })
    const other = await saveFile(
      "other.txt",
      (await exported(forked)).map((line) => JSON.parse(line).checkpoint).findLast(Boolean),
    )
    expect(await verify(lines, "--checkpoint", other)).toMatchObject({
      code: 1,
      first_error: { code: "bad_root" },
    })
    expect(
      await verify(
        lines,
        "--checkpoint",
        await saveFile("torn.txt", early.replace("\n5\n", "\n4\n")),
      ),
    ).toMatchObject({
      code: 1,
      first_error: { code: "checkpoint_signature", log_index: null },
    })
  })
  it("a cut tail is unanchored by itself, and broken with a checkpoint", async () => {
    const cut = lines.slice(0, -3)
    expect(await verify(cut)).toMatchObject({
      code: 3,
      verdict: "unanchored",
      first_error: null,
      leaves: 9,
    })
    const newest = await saveFile("newest.txt", await world.symbolon.ledger.checkpoint({}))
    expect(await verify(cut, "--checkpoint", newest)).toMatchObject({
      code: 1,
      verdict: "broken",
      first_error: { code: "truncated", log_index: 9 },
    })
  })
  it("finds what was tampered with", async () => {
    const richer = lines.map((line, at) =>
      at === 4 ? line.replace('\\"amount\\":3', '\\"amount\\":4') : line,
    )
    expect(richer[4]).not.toBe(lines[4])
    expect(await verify(richer)).toMatchObject({
      code: 1,
      verdict: "broken",
      first_error: { code: "bad_signature", log_index: 3 },
    })
    const without = lines.filter((_, at) => at !== 4)
    expect(await verify(without)).toMatchObject({
      code: 1,
      first_error: { code: "sequence_gap", log_index: 3 },
    })
  })
  it("trusts the keys that it is given, and no others", async () => {
    const keys = (
      JSON.parse(lines[0] ?? "") as { ledger: { keys: { purpose: string; public_key: string }[] } }
    ).ledger.keys
    const own = keys.find(({ purpose }) => purpose === "ledger_checkpoint")?.public_key ?? ""
    expect(await verify(lines, `--key=${own}`)).toMatchObject({ code: 0 })
    expect(await verify(lines, `--key=${Buffer.alloc(32, 9).toString("base64url")}`)).toMatchObject(
      {
        code: 1,
        first_error: { code: "checkpoint_signature" },
      },
    )
  })
  it.each([
    ["nothing", "", "schema"],
    ["a text", "Dear all,\n", "bad_json"],
    ["JSON", '{"name":"x"}\n', "schema"],
    ["an export without its head", () => lines.slice(1).join("\n"), "schema"],
  ])("says of %s that it is no export, and where", async (_what, text, code) => {
    const file = await saveFile("none.ndjson", typeof text === "string" ? text : text())
    expect(await run(["verify-ledger", "--export", file])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining(
        `none.ndjson: not a ledger export, because line 1 is not an export header (${code})`,
      ),
    })
  })
  it.each([
    [["--export", "nope.ndjson"], "--export nope.ndjson cannot be read"],
    [["--export", "."], "--export . cannot be read"],
    [["--checkpoint", "nowhere.txt"], "--checkpoint nowhere.txt cannot be read"],
    [["--checkpoint", import.meta.filename], "is not a checkpoint"],
    [["--key", "short"], "--key short must be 32 bytes in base64url."],
  ])("%j is usage", async (args, message) =>
    expect(await run(["verify-ledger", ...args])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining(message),
    }),
  )
})

describe("symbolon witness", () => {
  const ask = (of: TestServer, ...more: readonly string[]) =>
    run([
      "witness",
      "--origin",
      of.url,
      "--key",
      "w.pem",
      "--state",
      "state.json",
      "--name",
      "w.example",
      "--once",
      ...more,
    ])
  const readState = async () =>
    JSON.parse(await readFile(join(cwd, "state.json"), "utf8")) as {
      readonly size: number
      readonly note: string
    }

  it("cosigns a log that grows, keeps what it cosigned, and its key to itself", async () => {
    const first = await ask(world)
    expect(first).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^symbolon\.test\/ledger\n11\n[\s\S]*\n\u2014 w\.example \S+\n$/),
    })
    expect(first.err).toMatch(/^w\.example\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}\n$/)
    expect((await readState()).note).toBe(first.out)
    expect((await stat(join(cwd, "w.pem"))).mode & 0o777).toBe(0o600)
    // The same once more, then one that is longer: shown by its tiles.
    expect((await ask(world)).code).toBe(0)
    await play(world, 2, "third")
    const later = await ask(world)
    expect([later.code, later.out.split("\n")[1], later.err]).toEqual([0, "14", first.err])
    expect((await readState()).size).toBe(14)
  })
  it("refuses another history, shorter, as long, or longer, and shows both notes", async () => {
    const before = await ask(world)
    expect(await ask(forked)).toMatchObject({ code: 1, out: expect.stringMatching(/^smaller: /) })
    for (const [more, refusal] of [
      [3, "fork"],
      [1, "bad_proof"],
    ] as const) {
      await play(forked, more, refusal)
      const { code, out } = await ask(forked, "--json")
      const replyBody = JSON.parse(out) as { readonly known: string; readonly offered: string }
      expect({ code, replyBody }).toMatchObject({
        code: 1,
        replyBody: { cosigned: false, refusal, known: before.out },
      })
      expect(replyBody.offered).not.toBe("")
    }
    expect((await readState()).note).toBe(before.out)
  })
  it("does not begin anew where it cannot read what it kept", async () => {
    await saveFile("state.json", '{"origin":"symbolon.test/ledger","size":3')
    expect(await ask(world)).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("is not a witness state file"),
    })
    await saveFile(
      "state.json",
      JSON.stringify({ origin: "other.test/ledger", size: 1, root: "0".repeat(64), note: "" }),
    )
    expect(await ask(world)).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("the state file has other.test/ledger"),
    })
  })
  it("wants the log's own signature, by keys that it is given", async () => {
    const wrong = await ask(world, "--log-key", Buffer.alloc(32, 9).toString("base64url"))
    expect(wrong).toMatchObject({ code: 1, out: expect.stringMatching(/^bad_signature: /) })
  })
  it("looks again until it is stopped", async () => {
    expect(
      (
        await run([
          "witness",
          "--origin",
          world.url,
          "--key",
          "w.pem",
          "--state",
          "s.json",
          "--name",
          "w",
        ])
      ).code,
    ).toBe(0)
  })
  it("says what is out of reach, and what it is not told", async () => {
    const nobody = await run([
      "witness",
      "--origin",
      "http://127.0.0.1:1",
      "--key",
      "w.pem",
      "--state",
      "s.json",
      "--once",
    ])
    expect(nobody).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("cannot be fetched"),
    })
    expect(
      await run(["witness", "--origin", "nowhere", "--key", "w", "--state", "s"]),
    ).toMatchObject({ code: 2 })
    expect(await run(["witness", "--origin", world.url])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--key is required"),
    })
    await saveFile("bad.pem", "no key")
    expect(
      await run(["witness", "--origin", world.url, "--key", "bad.pem", "--state", "s", "--once"]),
    ).toMatchObject({ code: 2 })
  })
})
