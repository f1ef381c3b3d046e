import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

interface Vectors {
  readonly signed: readonly {
    readonly name: string
    readonly secret: string
    readonly body: string
    readonly headers: Readonly<Record<string, string>>
  }[]
  readonly verify: readonly { readonly answer: string }[]
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const script = path("webhooks_check.py")
const vectorsFile = path("../../../../vectors/webhooks.json")
const docs = path("../../../../docs/webhooks.md")
const run = promisify(execFile)

let folder: string
let text: string
let vectors: Vectors
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "symbolon-webhooks-"))
  text = await readFile(vectorsFile, "utf8")
  vectors = JSON.parse(text)
})
afterAll(() => rm(folder, { recursive: true }))

describe("Python, with its standard library and the function of docs/webhooks.md,", () => {
  const check = async (changed = text): Promise<Readonly<Record<string, number>>> => {
    const file = join(folder, "vectors.json")
    await writeFile(file, changed)
    const { stdout } = await run(process.env["PYTHON"] ?? "python3", [script, file, docs])
    return JSON.parse(stdout)
  }

  it("agrees with every vector", async () => {
    const counted = await check()
    expect(counted).toMatchObject({
      digest: 3,
      signature: vectors.signed.length,
      envelope: vectors.signed.length,
      answer: vectors.verify.length,
    })
    expect(counted["page"]).toBeGreaterThan(60)
  })

  it("can also say no", async () => {
    await expect(check(text.replace('"answer": "stale"', '"answer": "verified"'))).rejects.toThrow(
      "wrong: answer",
    )
    await expect(check(text.replace("sha256=151926d1", "sha256=151926d2"))).rejects.toThrow(
      "wrong: signature",
    )
  })
})

it("openssl, as docs/webhooks.md calls it, prints every signature", async () => {
  const [, lines = ""] = /^```sh\n(KEY=.*?)^```$/ms.exec(await readFile(docs, "utf8")) ?? []
  for (const { name, secret, body, headers } of vectors.signed) {
    await writeFile(join(folder, "body.json"), body)
    const { stdout } = await run("sh", ["-ec", lines], {
      cwd: folder,
      env: { ...process.env, SECRET: secret },
    })
    expect([name, stdout.trim()]).toEqual([name, headers["x-webhook-signature"]])
  }
  expect(vectors.signed.length).toBeGreaterThan(15)
})
