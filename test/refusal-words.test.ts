import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "..")
const files = globSync("packages/{core,http-server}/src/**/*.ts", {
  cwd: root,
  exclude: (path) => path.endsWith(".test.ts"),
})

/**
 * Where a refusal's own text is a word of the code: `new BadRequest({ reason: "out_of_range" })`,
 * or any `message: "out_of_range"`.
 */
const bareWords = (text: string): readonly string[] =>
  [
    ...text.matchAll(/new (?:BadRequest|Forbidden)\(\{[^}]*reason:\s*"[a-z]+(?:_[a-z]+)*"/g),
    ...text.matchAll(/\b(?:message|description):\s*"[a-z]+(?:_[a-z]+)+"/g),
  ].map(([found]) => found)

it("a refusal says what is wrong in a sentence, not in a word of the code", () => {
  expect(files.length).toBeGreaterThan(300)
  expect(
    files.flatMap((file) =>
      bareWords(readFileSync(join(root, file), "utf8")).map((found) => `${file}: ${found}`),
    ),
  ).toEqual([])
})

it("finds such words", () => {
  expect(bareWords(`new BadRequest({ field: "amount", reason: "out_of_range" })`)).toHaveLength(1)
  expect(bareWords(`new Conflict({ reason: "no_mail", message: "no_mail" })`)).toHaveLength(1)
  expect(
    bareWords(`new Conflict({ reason: "no_mail", message: "This service sends no e-mail." })`),
  ).toEqual([])
})
