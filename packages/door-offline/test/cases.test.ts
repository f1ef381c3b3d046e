import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { serverCases } from "../../core/test/admission/cases/cases.suite.ts"
import { readSuites } from "./vectors.ts"

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

/** Cases that tests are named after: `D30, D32: uploads stay`, `case 53: …`. */
const namedIn = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: import.meta.dirname }).flatMap((file) => [
    ...[...read(file).matchAll(/"((?:[A-H]\d+(?:, )?)+): /g)].flatMap(([, codes = ""]) =>
      codes.split(", "),
    ),
    ...[...read(file).matchAll(/"cases? ([\d, and]+): /g)].flatMap(
      ([, numbers = ""]) => numbers.match(/\d+/g) ?? [],
    ),
  ])

/** What is run, by where the list says that it is. */
const covered: Readonly<Record<string, ReadonlySet<string>>> = {
  door: new Set(readSuites()[0]?.cases.flatMap(({ covers }) => covers ?? [])),
  service: new Set(serverCases.flatMap(({ covers }) => covers)),
  host: new Set(namedIn("connected/*.test.ts")),
  node: new Set(namedIn("*.test.ts")),
}

it("the list of cases is whole, and each is shown wherever it says so", () => {
  const rows = [
    ...read("../../../vectors/door/CASES.md").matchAll(/^\| ([A-H])(\d+) \| (.+) \| (.+) \|$/gm),
  ]
  expect(rows.map(([, , number]) => Number(number))).toEqual(
    Array.from({ length: 60 }, (_, n) => n + 1),
  )
  const missing = rows.flatMap(([, letter = "", number = "", , places = ""]) =>
    places
      .split(", ")
      .filter((place) => {
        const [, where = "", code = `${letter}${number}`] =
          /^(\w+)(?: \((\w+)\))?$/.exec(place) ?? []
        const has = covered[where]
        return has === undefined || !(has.has(code) || (where === "node" && has.has(number)))
      })
      .map((place) => `${letter}${number} is not shown by ${place}`),
  )
  expect(missing).toEqual([])
})

it("both ways of asking the service play all of its cases", () => {
  for (const [file, way] of [
    ["../../core/test/admission/cases/by-library.test.ts", "openByLibrary"],
    ["../../http-server/test/doors/cases.test.ts", "openByHttp"],
  ] as const)
    expect(read(file)).toMatch(new RegExp(`^admissionCasesSuite\\(.*${way}`, "m"))
  expect(new Set(serverCases.map(({ says }) => says)).size).toBe(serverCases.length)
})
