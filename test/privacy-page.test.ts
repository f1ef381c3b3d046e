import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "..")

/** The tests that a page names: a file in backticks, a colon, and words of the test's title. */
const testsNamed = (page: string): readonly (readonly [file: string, title: string])[] =>
  [...page.matchAll(/`((?:packages|test)\/[^`]+\.ts)`: (.+?) \|$/gm)].map(
    ([, file = "", title = ""]) => [file, title],
  )

/** Rows of tables, but for heads and rules. */
const rowsOf = (page: string): readonly string[] =>
  page.split("\n").filter((line) => /^\| (?!who asks|claim)/.test(line))

const isThere = ([file, title]: readonly [string, string]): boolean =>
  existsSync(join(root, file)) &&
  readFileSync(join(root, file), "utf8")
    .split("\n")
    .some((line) => isTitle(line) && line.includes(title))

/** A line that may hold a title: of a test, of a case at doors, or of a case of the storage contract. */
const isTitle = (line: string): boolean =>
  /\b(it|test|describe)(\.each\(.*\))?\(|^\s*(says: )?["`]|storageCase\(/.test(line)

const page = readFileSync(join(root, "docs/privacy.md"), "utf8")

it("every line of the page on privacy names a test that exists", () => {
  const named = testsNamed(page)
  expect(named.length).toBeGreaterThan(25)
  expect(named.length).toBe(rowsOf(page).length)
  expect(named.filter((one) => !isThere(one))).toEqual([])
})

it("a test that does not exist is missed", () => {
  const [one] = testsNamed("| a | b | `packages/core/test/contacts.suite.ts`: is not the title |")
  expect(one).toEqual(["packages/core/test/contacts.suite.ts", "is not the title"])
  expect(one === undefined || isThere(one)).toBe(false)
  expect(isThere(["packages/core/test/nowhere.test.ts", "x"])).toBe(false)
})
