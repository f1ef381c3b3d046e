import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import {
  anchorsOf,
  brokenCitations,
  shapelessDecisions,
  type Source,
  type Targets,
} from "./citations.ts"

const root = join(import.meta.dirname, "..")

const read = (patterns: readonly string[]): readonly Source[] =>
  globSync([...patterns], {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|generated)$/.test(path),
  })
    .map((path) => path.replaceAll("\\", "/"))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))

/** This check says what it looks for, and a test of the diagram makes a row up. */
const exempt = new Set([
  "test/citations.ts",
  "test/citations.test.ts",
  "test/membership-diagram.test.ts",
])
const sources = read([
  "*.md",
  "docs/**/*.md",
  "{packages,examples,scripts,test,bench,vectors}/**/*.{ts,tsx,mjs,js,py,sh,md}",
  "vectors/**/*.json",
]).filter(
  ({ path }) =>
    !exempt.has(path) && !path.includes("node_modules") && !path.endsWith("CHANGELOG.md"),
)
const decisions = sources.filter(({ path }) => /^docs\/decisions\/(?!README\.md$)/.test(path))

const targets: Targets = {
  anchors: new Map(
    sources
      .filter(({ path }) => path.endsWith(".md"))
      .map(({ path, text }) => [path, anchorsOf(text)]),
  ),
  decisions: new Set(decisions.map(({ path }) => /(\d{4})-/.exec(path)?.[1] ?? "")),
  exists: (path) => existsSync(join(root, path)),
}

it("every citation has a target in the repository", () => {
  expect(sources.length).toBeGreaterThan(1000)
  expect(brokenCitations(sources, targets)).toEqual([])
})

it("the table of memberships has the rows T1 to T42", () => {
  const rows = [...(targets.anchors.get("docs/membership-rules.md") ?? [])].filter((anchor) =>
    /^t\d+$/.test(anchor),
  )
  expect(rows).toEqual(Array.from({ length: 42 }, (_, n) => `t${n + 1}`))
})

it("every decision says its context, the decision and its consequences", () => {
  expect(decisions.length).toBeGreaterThan(40)
  expect(shapelessDecisions(decisions)).toEqual([])
})

describe("each check can fail", () => {
  const broken = (path: string, text: string) =>
    brokenCitations([{ path, text }], targets).map((what) => what.slice(path.length + 1))

  it.each([
    [
      "a page",
      "a.ts",
      "// docs/no-such-page.md",
      "cites docs/no-such-page.md, which does not exist",
    ],
    [
      "an anchor",
      "a.ts",
      "// docs/door-protocol.md#nothing",
      "cites docs/door-protocol.md#nothing, an anchor that does not exist",
    ],
    ["a link", "docs/a.md", "[a](nothing.md)", "links to nothing.md, which does not exist"],
    [
      "a link's anchor",
      "docs/a.md",
      "[a](door-protocol.md#no)",
      "links to door-protocol.md#no, an anchor that does not exist",
    ],
    [
      "a file",
      "docs/a.md",
      "`packages/nothing.ts`",
      "names packages/nothing.ts, which does not exist",
    ],
    ["a decision", "a.ts", "// decision 9999", "cites decision 9999, a decision without a file"],
    [
      "a row",
      "packages/core/src/memberships/a.ts",
      '"T43: no"',
      "cites T43, which docs/membership-rules.md does not have",
    ],
  ])("on %s that is not there", (_, path, text, complaint) =>
    expect(broken(path, text)).toEqual([complaint]),
  )

  it.each([
    "reference 03",
    "reference/01 section 5.2",
    "reference table",
    "decisions, section 4",
    "decisions.md",
    'specification, "Limits"',
  ])("on `%s`, which nobody outside can open", (words) =>
    expect(broken("a.ts", `// ${words}`)).toHaveLength(1),
  )

  it("and passes what is there", () => {
    const text =
      "docs/door-protocol.md#uploads, docs/decisions/0017, decision 3, RFC 8785 section 3.1, 2026-01-01T20:00:00Z"
    expect(broken("packages/core/src/memberships/a.ts", `// ${text}`)).toEqual([])
  })

  it("on a decision without its parts", () =>
    expect(
      shapelessDecisions([{ path: "docs/decisions/0001-a.md", text: "# 0001: A\n\nText\n" }]),
    ).toEqual([
      "docs/decisions/0001-a.md has the parts none",
      'docs/decisions/0001-a.md does not begin with "# 1. Title"',
    ]))
})
