import { readdirSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { describe, expect, it } from "vitest"
import { lowerCanonicalize } from "../tsup.base.ts"

const root = join(import.meta.dirname, "..")
const folder = join(root, "packages/core/src/ledger-proof")
/** What `@symbolon/client-sdk/ledger` carries of it. */
const holderMostBytes = 12 * 1024

async function bundle(contents: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder, loader: "ts" },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"],
    write: false,
    metafile: true,
    logLevel: "silent",
    // As the SDK is built.
    plugins: [lowerCanonicalize],
  })
  return {
    inputs: Object.keys(metafile.inputs).filter((path) => path !== "<stdin>"),
    text: outputFiles.map(({ text }) => text).join("\n"),
  }
}

const exportsOf = (...files: readonly string[]): string =>
  files.map((file, index) => `export * as file${index} from "./${file}"`).join("\n")

/** The folder itself, and the door with the packages that a door is made of. */
const allowed =
  /^packages\/core\/src\/(?:ledger-proof|door)\/|node_modules\/(?:@noble\/(?:ed25519|hashes)|canonicalize)\//
const strangers = ({ inputs }: { readonly inputs: readonly string[] }) =>
  inputs.filter((path) => !allowed.test(path))
const platformNames = ({ text }: { readonly text: string }) =>
  text.match(/node:|(?<![\w$.])(?:process|Buffer|require|TextEncoder|crypto\.subtle)(?![\w$])/g) ??
  []

describe("ledger-proof", () => {
  const files = readdirSync(folder).filter((file) => /(?<!\.test)\.ts$/.test(file))

  it("is made of its own files and the door's, and names nothing of a platform", async () => {
    const whole = await bundle(exportsOf(...files))
    console.log(`ledger-proof: ${files.length} files, ${whole.text.length} bytes minified`)
    expect(files.length).toBeGreaterThan(10)
    expect(strangers(whole)).toEqual([])
    expect(platformNames(whole)).toEqual([])
  })

  it("is small and no newer than ES2022 where a holder runs it", async () => {
    const { text } = await bundle(exportsOf("verify-history.ts", "signed-note.ts"))
    expect(text).not.toMatch(/isWellFormed\(\)|toSorted|toSpliced|groupBy|withResolvers|replaceAll/)
    const size = gzipSync(text, { level: 9 }).length
    console.log(`a holder's part: ${text.length} bytes, ${size} gzip, of ${holderMostBytes}`)
    expect(size).toBeLessThan(holderMostBytes)
  })
})

describe("each check can fail", () => {
  it("on a file of the core", async () => {
    const graph = await bundle(`export * from "../foundation/kernel/limits.ts"`)
    expect(strangers(graph)).toEqual(["packages/core/src/foundation/kernel/limits.ts"])
  })

  it.each(["Buffer.from([])", "process.env", "new TextEncoder()"])("on %s", async (expression) =>
    expect(platformNames(await bundle(`export const a = ${expression}`))).toHaveLength(1),
  )
})
