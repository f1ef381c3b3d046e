import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "..")

/** Links that continue on the next line: an editor takes the `*` of that line into the link. */
const brokenLinks = (path: string, code: string): readonly string[] =>
  code.split("\n").flatMap((line, at) => (/\{@link[^}]*$/.test(line) ? [`${path}:${at + 1}`] : []))

it("no {@link} is broken over two lines", () => {
  const files = globSync(["packages/*/src/**/*.ts", "packages/*/test/**/*.ts"], { cwd: root })
  expect(files.length).toBeGreaterThan(500)
  expect(
    files.flatMap((path) => brokenLinks(path, readFileSync(join(root, path), "utf8"))),
  ).toEqual([])
})

it("a broken one is found", () => {
  expect(brokenLinks("a.ts", "/**\n * See {@link\n * Refusal}.\n */")).toEqual(["a.ts:2"])
  expect(brokenLinks("a.ts", "/** See {@link Refusal}. */")).toEqual([])
})
