import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { expect, it } from "vitest"

const mostBytes = 9 * 1024

it("what a holder runs needs nothing of a platform, and no package", async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: ["verify-history", "signed-note"]
        .map((file) => `export * from "./${file}.ts"`)
        .join("\n"),
      resolveDir: join(import.meta.dirname, "../src/holder"),
    },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    write: false,
    metafile: true,
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error("nothing was bundled")
  const inputs = Object.keys(metafile.inputs)
  expect(inputs.length).toBeGreaterThan(10)
  expect(
    inputs.filter(
      (path) => !/^<stdin>$|(?:^|\/)src\/(?:holder\/|door\/|ledger\/transaction\.ts$)/.test(path),
    ),
  ).toEqual([])
  expect(Object.values(metafile.outputs).flatMap((output) => output.imports)).toEqual([])
  expect(file.text).not.toMatch(/node:|\bprocess\b|\bBuffer\b|\brequire\b|TextEncoder|\bcrypto\b/)
  // Newer than ES2022.
  expect(file.text).not.toMatch(
    /isWellFormed\(|toSorted|toSpliced|groupBy|withResolvers|replaceAll/,
  )
  const size = gzipSync(file.contents, { level: 9 }).length
  console.log(`holder: ${file.contents.length} bytes, ${size} gzip, of ${mostBytes}`)
  expect(size).toBeLessThan(mostBytes)
})
