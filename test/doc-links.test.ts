import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "..")

/** Links that continue on the next line: an editor takes the `*` of that line into the link. */
const brokenLinks = (path: string, code: string): readonly string[] =>
  code.split("\n").flatMap((line, at) => (/\{@link[^}]*$/.test(line) ? [`${path}:${at + 1}`] : []))

/** Examples whose code does not stand on its own lines. */
const brokenExamples = (path: string, code: string): readonly string[] =>
  code
    .split("\n")
    .flatMap((line, at) => (/^\s*\* @example[ \t]+\S/.test(line) ? [`${path}:${at + 1}`] : []))

const complaints = (rule: (path: string, code: string) => readonly string[]): readonly string[] => {
  const files = globSync(["packages/*/src/**/*.ts", "packages/*/test/**/*.ts"], { cwd: root })
  expect(files.length).toBeGreaterThan(500)
  return files.flatMap((path) => rule(path, readFileSync(join(root, path), "utf8")))
}

it("no {@link} is broken over two lines", () => {
  expect(complaints(brokenLinks)).toEqual([])
})

it("the code of each @example stands on lines of its own", () => {
  expect(complaints(brokenExamples)).toEqual([])
})

it("a broken one is found", () => {
  expect(brokenLinks("a.ts", "/**\n * See {@link\n * Refusal}.\n */")).toEqual(["a.ts:2"])
  expect(brokenLinks("a.ts", "/** See {@link Refusal}. */")).toEqual([])
})

it("an example in prose is found", () => {
  expect(brokenExamples("a.ts", "/**\n * @example open({ file })\n */")).toEqual(["a.ts:2"])
  expect(brokenExamples("a.ts", "/**\n * @example\n * open({ file })\n */")).toEqual([])
})
