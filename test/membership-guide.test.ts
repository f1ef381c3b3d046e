import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "..")
const read = (path: string): string => readFileSync(join(root, path), "utf8")

/** The part of a page below a heading, up to the next one of its rank. */
const sectionOf = (page: string, heading: string): string =>
  page.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`)) ?? ""
const guide = read("docs/memberships.md")
const section = sectionOf(read("README.md"), "Memberships")

const blocksOf = (text: string): readonly string[] =>
  [...text.matchAll(/^```ts\n(.*?)\n```$/gms)].map((match) => match[1] ?? "")

/** Blocks of a page that stand nowhere in a program, line for line. */
const strayBlocks = (text: string, program: string): readonly string[] =>
  blocksOf(text).filter((block) => !program.includes(block))

/**
 * The words to branch on that the code refuses with: `reason` of a conflict, wherever the
 * memberships' calls can come by one.
 */
const reasonsIn = (code: string): readonly string[] =>
  [
    ...code.matchAll(
      /\bconflict\(\s*live,\s*"([a-z_]+)"|new Conflict\(\{\s*reason: "([a-z_]+)"|type RemainderRefusal =([\s\S]*?)\n\n/g,
    ),
  ].flatMap(([, live, plain, all]) =>
    all === undefined
      ? (live ?? plain ?? [])
      : [...all.matchAll(/"([a-z_]+)"/g)].flatMap((match) => match[1] ?? []),
  )
const refusing = [
  "memberships",
  "tiers",
  "organizations/operations/closing.ts",
  "payments/operations/checkouts.ts",
  "payments/operations/parked.ts",
  "payments/steps/checkouts.ts",
]
const codeIn = (path: string): readonly string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => codeIn(join(path, name)))
    : [readFileSync(path, "utf8")]
const reasons = [
  ...new Set(
    refusing.flatMap((path) => codeIn(join(root, "packages/core/src", path))).flatMap(reasonsIn),
  ),
].toSorted()

/** The words that the guide's part on refusals says. */
const saidIn = (text: string): readonly string[] => {
  const plain = new Set([
    "details",
    "reason",
    "status",
    "tier_slug",
    "purpose",
    "skipped",
    "carry",
    "clear",
    "conflict",
    "payment_required",
  ])
  const words = [...sectionOf(text, "Refusals").matchAll(/`([a-z_]+)`/g)].flatMap(
    (match) => match[1] ?? [],
  )
  return [...new Set(words.filter((word) => !plain.has(word)))].toSorted()
}

/** Links of a page that lead nowhere in the repository. */
const brokenLinks = (text: string, from: string): readonly string[] =>
  [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].flatMap((match) =>
    existsSync(join(root, dirname(from), match[1] ?? "")) ? [] : [match[1] ?? ""],
  )

it("every block of code is one that examples/membership-life runs", () => {
  const program = read("examples/membership-life/guide.ts")
  expect(blocksOf(guide).length).toBeGreaterThan(12)
  expect(blocksOf(section).length).toBeGreaterThan(2)
  expect(strayBlocks(guide, program)).toEqual([])
  expect(strayBlocks(section, program)).toEqual([])
})

it("the guide names every reason to refuse, and no other", () => {
  console.log(`${reasons.length} reasons`)
  expect(saidIn(guide)).toEqual(reasons)
})

it("no link is broken", () => {
  expect(brokenLinks(guide, "docs/memberships.md")).toEqual([])
  expect(brokenLinks(read("README.md"), "README.md")).toEqual([])
})

describe("each check can fail", () => {
  it("on code that nobody runs", () => {
    expect(strayBlocks("```ts\nconst a = 1\n```", "const a = 2")).toEqual(["const a = 1"])
  })

  it("on a reason that is new", () => {
    expect(reasonsIn(`conflict(live, "too_late", "...")`)).toEqual(["too_late"])
    expect(reasonsIn(`new Conflict({\n  reason: "too_soon", message })`)).toEqual(["too_soon"])
    expect(reasons).not.toContain("too_late")
    expect(saidIn(guide)).not.toContain("too_late")
  })

  it("on a link to nothing", () =>
    expect(brokenLinks("[a](nothing.md#part)", "docs/memberships.md")).toEqual(["nothing.md"]))
})
