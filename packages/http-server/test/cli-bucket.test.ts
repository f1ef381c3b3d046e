import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, vi } from "vitest"
import { main } from "../src/cli/main.ts"

it("a server whose bucket does not answer says so at its start, and serves all the same", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "symbolon-bucket-"))
  // A port on which nobody listens any more.
  const server = createServer().listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const address = server.address()
  const port = typeof address === "object" ? address?.port : 0
  await new Promise((resolve) => server.close(resolve))
  const said = { out: "", err: "" }
  const settings = `--files-s3-endpoint http://127.0.0.1:${port} --files-s3-bucket pier --files-s3-region eu --files-s3-access-key-id a`
  const code = await main(`serve --port 0 --log-level silent ${settings}`.split(" "), {
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    readIn: async function* () {},
    env: { SYMBOLON_FILES_S3_SECRET_ACCESS_KEY: "secret" },
    cwd,
    isTerminal: false,
    canAnswer: false,
    stopAsked: () =>
      vi.waitFor(() => expect(said.err).toContain("Run symbolon doctor."), { timeout: 20_000 }),
  })
  await rm(cwd, { recursive: true, force: true })
  expect(code).toBe(0)
  expect(said.out).toContain("Symbolon listens on")
  expect(said.err).toContain(`The S3 bucket http://127.0.0.1:${port}`)
  expect(said.err).toContain(
    "Uploads and downloads of files in the bucket pier fail until it answers.",
  )
})
