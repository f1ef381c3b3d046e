import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "..")
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const filesIn = (folder: string, end: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return ["node_modules", "dist"].includes(entry.name) ? [] : filesIn(path, end)
    return path.endsWith(end) ? [path] : []
  })

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...filesIn("docs", ".md"),
  ...readdirSync(join(root, "packages")).flatMap((name) =>
    filesIn(join("packages", name), "README.md"),
  ),
]
const examples = readdirSync(join(root, "examples"))

/** Commands that run a file by the reader's own `node`, which may be too old. */
const bareNode = (text: string): readonly string[] => text.match(/`node [\w./-]+\.ts`/g) ?? []

/** Options of `createHandler` on a page. */
const handlerOptions = (text: string): readonly string[] =>
  [...text.matchAll(/createHandler\(\{(?:(.*)\}\)|([^]*?)^\}\))/gm)].flatMap((call) =>
    [
      ...(call[1] ?? call[2] ?? "").replaceAll(/\{[^]*\}/g, "").matchAll(/(?:^|[{,])\s*(\w+)/g),
    ].flatMap((option) => option[1] ?? []),
  )

describe("a newcomer", () => {
  it.each(examples)("reads in examples/%s how it is run", (name) => {
    const texts = [
      ...filesIn(join("examples", name), ".ts"),
      ...filesIn(join("examples", name), "README.md"),
    ].map(read)
    expect(texts.flatMap(bareNode)).toEqual([])
    const commands = [`npm run examples -- ${name}`, `cd examples/${name}\nnpm start`]
    expect(texts.some((text) => commands.some((command) => text.includes(command)))).toBe(true)
  })

  it("is given no command with a bare node", () =>
    expect(pages.flatMap((page) => bareNode(read(page)))).toEqual([]))

  it("finds every option of createHandler that a page shows", () => {
    const declared =
      /export interface HandlerOptions \{(.*?)^\}/ms.exec(
        read("packages/http-server/src/create-handler.ts"),
      )?.[1] ?? ""
    const documented = [...new Set(pages.flatMap((page) => handlerOptions(read(page))))]
    expect(documented).toContain("identity")
    expect(documented.filter((option) => !declared.includes(`readonly ${option}`))).toEqual([])
  })
})

describe("each check can fail", () => {
  it("on a bare node", () => expect(bareNode("Run `node quickstart.ts`.")).toHaveLength(1))
  it("on options on one line and on several", () => {
    expect(handlerOptions("createHandler({ symbolon, baseUrl })")).toEqual(["symbolon", "baseUrl"])
    expect(
      handlerOptions(
        "createHandler({\n  symbolon,\n  identity: { signedIn: 1, loginUrl: 2 },\n  limits,\n})",
      ),
    ).toEqual(["symbolon", "identity", "limits"])
  })
})
