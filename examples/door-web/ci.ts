/**
 * Runs the example against a server of its own: the page is built and served, its code opens a
 * door, and the door admits members alone.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { memoryStore, openConnectedDoor } from "@symbolon/door-offline/connected"
import { readProvision, readSetupLink } from "./src/provisioning.ts"

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address !== null ? address.port : 0
}

/** Asks until something answers, or the process that should is gone. */
const waitFor = async (url: string, child: ChildProcess): Promise<void> => {
  for (let tries = 0; ; tries += 1) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    if (tries === 300 || child.exitCode !== null) throw new Error(`No server answered at ${url}.`)
    await new Promise((wait) => setTimeout(wait, 100))
  }
}

const end = async (child: ChildProcess | undefined): Promise<void> => {
  if (child === undefined || child.exitCode !== null) return
  child.kill()
  await once(child, "exit")
}

const dataDir = await mkdtemp(join(tmpdir(), "symbolon-door-web-"))
const [port, pagePort] = [await freePort(), await freePort()]
const cli = join(import.meta.dirname, "../../packages/http-server/dist/cli.js")
const server = spawn(
  process.execPath,
  [cli, "serve", "--demo", "--port", String(port), "--data-dir", dataDir],
  {
    stdio: ["ignore", "ignore", "inherit"],
  },
)
let page: ChildProcess | undefined

try {
  await waitFor(`http://127.0.0.1:${port}/health/ready`, server)
  const started = spawn(process.execPath, ["serve.ts"], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, SYMBOLON_DATA_DIR: dataDir, PORT: String(pagePort) },
  })
  page = started
  let said = ""
  started.stdout.on("data", (chunk) => {
    said += String(chunk)
  })
  await waitFor(`http://127.0.0.1:${pagePort}/`, started)
  for (let tries = 0; !said.includes("#pair="); tries += 1) {
    if (tries === 100) throw new Error("The page printed no link.")
    await new Promise((wait) => setTimeout(wait, 50))
  }
  const code = readSetupLink(/^http\S+#\S+$/m.exec(said)?.[0] ?? "")
  const pair = () =>
    fetch(`http://127.0.0.1:${pagePort}/pair`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(code),
    })
  const provision = readProvision(await (await pair()).json())
  if (provision === undefined) throw new Error("The printed code did not set up a door.")
  if ((await pair()).status !== 404) throw new Error("The code was accepted twice.")
  const script = await fetch(`http://127.0.0.1:${pagePort}/door.js`)
  const policy = script.headers.get("content-security-policy") ?? ""
  console.log(
    `the page: ${(await script.text()).length} bytes of script, may talk to ${/connect-src ([^;]+)/.exec(policy)?.[1]}`,
  )

  const door = await openConnectedDoor({
    ...provision,
    deviceId: "ci",
    stores: { door: memoryStore(), roster: memoryStore() },
  })
  await door.sync()
  const bootstrap = JSON.parse(await readFile(join(dataDir, "bootstrap.json"), "utf8"))
  const verdict = await door.admit(bootstrap.users[0].card_identifier)
  console.log(
    `${door.status().mode}, list version ${door.status().manifest_version}: ${verdict.decision} by the ${verdict.by}`,
  )
  const newcomer = [
    "users",
    "create",
    "stranger",
    "--first-name",
    "Sid",
    "--data-dir",
    dataDir,
    "--json",
  ]
  const stranger = await door.admit(
    JSON.parse(execFileSync(process.execPath, [cli, ...newcomer], { encoding: "utf8" }))
      .wallet_address,
  )
  const unknown = await door.admit("DEMO-STRANGER")
  console.log(
    `a stranger: ${stranger.decision}, ${stranger.blocked_reason}; a card of nobody: ${unknown.decision}, ${unknown.error_code}`,
  )
  await end(server)
  const offline = await door.admit("04C0FFEE00")
  console.log(`the server is gone, ${offline.decision} by the ${offline.by}`)
  door.close()
  if (stranger.blocked_reason !== "membership_required" || unknown.decision !== "blocked")
    throw new Error("The door admitted an unknown card.")
  if (verdict.decision !== "admitted" || verdict.by !== "service" || offline.by !== "door")
    throw new Error("The door did not behave as expected.")
  console.log("done")
} finally {
  await end(page)
  await end(server)
  await rm(dataDir, { recursive: true })
}
