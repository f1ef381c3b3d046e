/** Runs the quickstart twice against a server of its own, on a fresh data directory. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { access, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address !== null ? address.port : 0
}

const dataDir = await mkdtemp(join(tmpdir(), "symbolon-quickstart-"))
const cli = join(import.meta.dirname, "../../packages/http-server/dist/cli.js")
const port = await freePort()
const server = spawn(
  process.execPath,
  // Its log would drown the story that the quickstart prints.
  [cli, "serve", "--demo", "--port", String(port), "--data-dir", dataDir, "--log-level", "warn"],
  {
    stdio: ["ignore", "inherit", "inherit"],
  },
)

try {
  for (let tries = 0; ; tries += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) break
    if (tries === 300 || server.exitCode !== null) throw new Error("The server did not come up.")
    await new Promise((wait) => setTimeout(wait, 100))
  }
  await access(join(dataDir, "bootstrap.json"))
  for (const round of [1, 2]) {
    console.log(`-- round ${round}`)
    const script = spawn(process.execPath, ["quickstart.ts"], {
      cwd: import.meta.dirname,
      stdio: "inherit",
      env: { ...process.env, SYMBOLON_DATA_DIR: dataDir },
    })
    const [code] = await once(script, "exit")
    if (code !== 0) throw new Error(`The quickstart ended with ${code}.`)
  }
} finally {
  server.kill()
  if (server.exitCode === null) await once(server, "exit")
  await rm(dataDir, { recursive: true })
}
