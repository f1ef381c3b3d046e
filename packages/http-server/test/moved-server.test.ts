import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { main } from "../src/cli/main.ts"
import type { Bootstrap } from "../src/demo/bootstrap.ts"
import { clientOf, serve } from "./fixtures/spawned-server.ts"

let cwd: string
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-moved-"))
})
afterAll(() => rm(cwd, { recursive: true }))

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

/** Starts the demo server on a port of its own, posts an entry, lets `look` see it, and stops. */
const onServer = async <A>(key: string, look: (baseUrl: string) => Promise<A>): Promise<A> => {
  const { server, baseUrl } = await serve(join(cwd, "data"))
  try {
    const bootstrap = JSON.parse(
      await readFile(join(cwd, "data", "bootstrap.json"), "utf8"),
    ) as Bootstrap
    const [user] = bootstrap.users
    const to = { type: "wallet" as const, value: user?.wallet_address ?? "" }
    await clientOf(baseUrl, bootstrap).wallets.transfer(
      bootstrap.organization.treasury_wallet_address,
      {
        to,
        amount: 1,
        idempotency_key: key,
      },
    )
    return await look(baseUrl)
  } finally {
    server.kill("SIGTERM")
    await once(server, "exit")
  }
}
const text = async (url: string): Promise<string> => (await fetch(url)).text()
const witness = (baseUrl: string) =>
  run([
    "witness",
    "--origin",
    baseUrl,
    "--key",
    "w.pem",
    "--state",
    "state.json",
    "--name",
    "w.example",
    "--once",
  ])

it("a server that comes back on another port shows the same log: to a checkpoint, a witness, and an export", {
  timeout: 120_000,
}, async () => {
  const before = await onServer("first", async (baseUrl) => ({
    baseUrl,
    keys: JSON.parse(await text(`${baseUrl}/api/v1/ledger/keys`)) as { readonly origin: string },
    note: await text(`${baseUrl}/api/v1/ledger/checkpoint`),
    cosigned: await witness(baseUrl),
  }))
  await writeFile(join(cwd, "kept.txt"), before.note)
  const origin = `${before.baseUrl.replace("http://", "")}/ledger`
  expect([before.keys.origin, before.note.split("\n")[0], before.cosigned.code]).toEqual([
    origin,
    origin,
    0,
  ])

  const after = await onServer("second", async (baseUrl) => ({
    baseUrl,
    keys: JSON.parse(await text(`${baseUrl}/api/v1/ledger/keys`)) as { readonly origin: string },
    note: await text(`${baseUrl}/api/v1/ledger/checkpoint`),
    cosigned: await witness(baseUrl),
  }))
  expect(after.baseUrl).not.toBe(before.baseUrl)
  expect([after.keys.origin, after.note.split("\n")[0]]).toEqual([origin, origin])
  expect(after.cosigned).toMatchObject({ code: 0, out: expect.stringContaining(`${origin}\n`) })

  const exported = await run(["export", "ledger", "--data-dir", "data"])
  expect(JSON.parse(exported.out.split("\n")[0] ?? "")).toMatchObject({ ledger: { origin } })
  const verified = await run(["verify-ledger", "--json", "--checkpoint", "kept.txt"], exported.out)
  expect({ code: verified.code, ...JSON.parse(verified.out) }).toMatchObject({
    code: 0,
    verdict: "verified",
    first_error: null,
  })
})

it("a command that comes before the first server does not name its ledger; a server at another address says so", {
  timeout: 120_000,
}, async () => {
  expect(await run(["migrate", "up", "--data-dir", "fresh"])).toMatchObject({ code: 0 })
  const made = await run(["users", "create", "ada", "--first-name", "Ada", "--data-dir", "fresh"])
  expect(made).toMatchObject({ code: 0 })
  const exported = await run([
    "export",
    "ledger",
    "--data-dir",
    "fresh",
    "--base-url",
    "https://club.example",
  ])
  expect(JSON.parse(exported.out.split("\n")[0] ?? "")).toMatchObject({
    ledger: { origin: "club.example/ledger" },
  })

  // From then on a server at another address says so.
  expect(await warningsAt("https://club.example")).toEqual([])
  expect(await warningsAt("https://other.example")).toMatchObject([
    {
      level: "warn",
      msg: expect.stringContaining("The ledger began at another address."),
      base_url: "https://other.example",
      ledger: "club.example/ledger",
    },
  ])
})

/** What a server logs until it listens. */
const warningsAt = async (url: string): Promise<readonly unknown[]> => {
  const cli = join(import.meta.dirname, "../src/cli.ts")
  const settings = ["--data-dir", "fresh", "--port", "0", "--base-url", url, "--log-level", "warn"]
  const args = ["--conditions=@symbolon/source", cli, "serve", "--json", ...settings]
  const server = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] })
  let logged = ""
  server.stderr.on("data", (chunk) => void (logged += String(chunk)))
  await once(server.stdout, "data")
  server.kill("SIGTERM")
  await once(server, "close")
  return logged
    .trim()
    .split("\n")
    .flatMap((line): readonly unknown[] => (line === "" ? [] : [JSON.parse(line)]))
}
