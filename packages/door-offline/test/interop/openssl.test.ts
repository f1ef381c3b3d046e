import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const script = fileURLToPath(new URL("../../../../vectors/door/verify.sh", import.meta.url))
const list = new URL("../../../../vectors/door/signatures.tsv", import.meta.url)
const run = promisify(execFile)

it("openssl agrees on every signature of the door's vectors, valid or not", async () => {
  const { stdout } = await run("sh", [script])
  const lines = (await readFile(list, "utf8")).trimEnd().split("\n")
  const count = (verdict: string) => lines.filter((line) => line.startsWith(`${verdict}\t`)).length
  expect(stdout.trim()).toBe(
    `${count("valid")} valid, ${count("invalid")} invalid, 0 otherwise than expected`,
  )
  expect(count("valid")).toBeGreaterThan(60)
  expect(count("invalid")).toBeGreaterThan(5)
})

it("the script notices a wrong expectation", async () => {
  const folder = await mkdtemp(join(tmpdir(), "symbolon-door-"))
  try {
    const lines = (await readFile(list, "utf8")).trimEnd().split("\n")
    await writeFile(
      join(folder, "list.tsv"),
      `${lines
        .slice(0, 3)
        .map((line) => line.replace(/^valid/, "invalid"))
        .join("\n")}\n`,
    )
    await expect(run("sh", [script, join(folder, "list.tsv")])).rejects.toMatchObject({ code: 1 })
  } finally {
    await rm(folder, { recursive: true })
  }
})
