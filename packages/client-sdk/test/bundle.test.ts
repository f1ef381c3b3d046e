import { gzipSync } from "node:zlib"
import { join } from "node:path"
import { build } from "esbuild"
import { expect, it } from "vitest"

/**
 * Of what every program loads, and of what the first upload loads. An endpoint takes about 35 bytes:
 * there is room for all that the API has.
 */
const mostBytes = { client: 9 * 1024, uploads: 3 * 1024 }

it("the client travels light: no platform, no zod, no effect", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, "../src/index.ts")],
    bundle: true,
    minify: true,
    splitting: true,
    outdir: "out",
    format: "esm",
    target: "es2022",
    platform: "neutral",
    write: false,
    metafile: true,
  })
  const inputs = Object.keys(metafile.inputs)
  expect(inputs.length).toBeGreaterThan(10)
  expect(
    inputs.filter((path) => !path.includes("packages/client-sdk/src/") && !path.startsWith("src/")),
  ).toEqual([])
  // What uploads share with the rest is a chunk that the client imports.
  const isUploads = (path: string): boolean => /[\\/]upload-\w+\.js$/.test(path)
  const textOf = (isOfUploads: boolean): string =>
    outputFiles
      .filter(({ path }) => isUploads(path) === isOfUploads)
      .map(({ text }) => text)
      .join("")
  const texts = { client: textOf(false), uploads: textOf(true) }
  expect(texts.client).not.toMatch(/openAsBlob/)
  expect(texts.uploads).toMatch(/openAsBlob/)
  expect(texts.client).not.toMatch(/\bprocess\b/)
  for (const [name, text] of Object.entries(texts)) {
    expect(text).not.toMatch(/node:|\bzod\b|effect|\bBuffer\b|\brequire\b|__dirname/)
    // Newer than ES2022, or not in every browser of today.
    expect(text).not.toMatch(
      /withResolvers|toSorted|groupBy|fromAsync|AbortSignal\.(any|timeout)|\.try\(/,
    )
    const size = gzipSync(text, { level: 9 }).length
    const most = mostBytes[name as keyof typeof mostBytes]
    console.log(`@symbolon/client-sdk, ${name}: ${text.length} bytes, ${size} gzip, of ${most}`)
    expect(size).toBeLessThan(most)
  }
})
