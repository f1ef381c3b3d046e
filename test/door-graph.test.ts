import { join } from "node:path"
import { build, type BuildOptions } from "esbuild"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "..")

interface Graph {
  /** Everything that went in, from the root of the workspace. */
  readonly inputs: readonly string[]
  readonly text: string
}

async function bundle(entry: Pick<BuildOptions, "entryPoints" | "stdin">): Promise<Graph> {
  const { metafile, outputFiles } = await build({
    ...entry,
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    legalComments: "none",
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    conditions: ["@symbolon/source"],
    logLevel: "silent",
  })
  return {
    inputs: Object.keys(metafile.inputs),
    text: outputFiles.map(({ text }) => text).join("\n"),
  }
}

/** The folders and packages a door is made of. */
const allowed = [
  /^packages\/core\/src\/door\//,
  /^packages\/door-offline\/src\//,
  /\/node_modules\/@noble\/ed25519\//,
  /\/node_modules\/canonicalize\//,
]
/** What a host without Node and without a browser does not have, and what is too heavy for it. */
const forbidden = [
  "effect",
  "zod",
  "node:",
  "Buffer",
  "TextEncoder",
  "TextDecoder",
  "process",
  "require",
  "crypto.subtle",
  "setTimeout",
  "Intl",
  "URL",
]

const strangers = ({ inputs }: Graph) =>
  inputs.filter((input) => !allowed.some((pattern) => pattern.test(input)))
const ours = ({ inputs }: Graph) => inputs.filter((input) => input.startsWith("packages/"))
const found = ({ text }: Graph) =>
  forbidden.filter((word) =>
    new RegExp(`(?<![\\w$.])${word.replace(".", "\\.")}(?![\\w$])`).test(text),
  )

describe.each([
  ["the verifier", "packages/core/src/door/index.ts"],
  ["the door", "packages/door-offline/src/index.ts"],
  ["the firmware", "packages/door-offline/src/firmware.ts"],
])("%s", (_, entry) => {
  const graph = bundle({ entryPoints: [entry] })

  it("is made of our files, @noble/ed25519 and canonicalize", async () => {
    const seen = await graph
    console.log(
      `${entry}: ${seen.inputs.length} inputs, ${ours(seen).length} of ours, ${(seen.text.length / 1024).toFixed(1)} kB minified`,
    )
    expect(strangers(seen)).toEqual([])
    expect(ours(seen).length).toBeGreaterThan(8)
  })

  it("names nothing that a bare host lacks", async () => expect(found(await graph)).toEqual([]))
})

describe("each check can fail", () => {
  const planted = (contents: string) =>
    bundle({ stdin: { contents, resolveDir: join(root, "packages/core/src/door"), loader: "ts" } })

  it("on a dependency of the core", async () => {
    const graph = await planted(`export * from "./index.ts"\nexport { object } from "zod"`)
    expect(strangers(graph)).toContainEqual(expect.stringContaining("/zod/"))
  })

  it("on a file of the core", async () => {
    const graph = await planted(`export * from "../foundation/kernel/limits.ts"`)
    expect(strangers(graph)).toContain("packages/core/src/foundation/kernel/limits.ts")
  })

  it.each(["new TextEncoder()", "Buffer.from([])", "process.env", "globalThis.a ?? setTimeout"])(
    "on %s",
    async (expression) => {
      expect(found(await planted(`export const a = ${expression}`))).toHaveLength(1)
    },
  )
})
