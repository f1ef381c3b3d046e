import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { readSuites } from "../vectors.ts"

const script = fileURLToPath(new URL("play.py", import.meta.url))
const vectors = new URL("../../../../vectors/", import.meta.url)
const python = process.env["PYTHON"] ?? "python3"
const run = promisify(execFile)

it("a door in Python, written from docs/door-protocol.md, passes all vectors of doors", async () => {
  const cases = readSuites().reduce((sum, suite) => sum + suite.cases.length, 0)
  const lines = (await readFile(new URL("door/signatures.tsv", vectors), "utf8"))
    .trimEnd()
    .split("\n").length
  const strict = JSON.parse(await readFile(new URL("ed25519/strict.json", vectors), "utf8")).vectors
    .length
  const { stdout } = await run(python, ["-B", script])
  expect(stdout.trim()).toBe(`${cases} cases, ${lines + strict} signatures, 0 failures`)
})

it("the Python door notices a wrong expectation", async () => {
  const folder = await mkdtemp(join(tmpdir(), "symbolon-door-"))
  try {
    const conformance = join(folder, "conformance.json")
    const text = await readFile(new URL("door/conformance.json", vectors), "utf8")
    await writeFile(conformance, text.replace('"already_admitted"', '"checkin_closed"'))
    const loads = fileURLToPath(new URL("door/load.json", vectors))
    await expect(run(python, ["-B", script, conformance, loads])).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(" 1 failures"),
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
