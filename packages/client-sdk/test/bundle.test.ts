import { gzipSync } from "node:zlib"
import { join } from "node:path"
import { build } from "esbuild"
import { expect, it } from "vitest"

const mostBytes = 8 * 1024

it("the client travels light: no platform, no zod, no effect", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, "../src/index.ts")],
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
    inputs.filter((path) => !path.includes("packages/client-sdk/src/") && !path.startsWith("src/")),
  ).toEqual([])
  expect(file.text).not.toMatch(/node:|\bzod\b|effect|\bprocess\b|\bBuffer\b|\brequire\b|__dirname/)
  // Newer than ES2022, or not in every browser of today.
  expect(file.text).not.toMatch(
    /withResolvers|toSorted|groupBy|fromAsync|AbortSignal\.(any|timeout)|\.try\(/,
  )
  const size = gzipSync(file.contents, { level: 9 }).length
  console.log(`@symbolon/client-sdk: ${file.contents.length} bytes, ${size} gzip, of ${mostBytes}`)
  expect(size).toBeLessThan(mostBytes)
})
