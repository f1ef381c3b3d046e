import { spawnSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { facadeOf } from "../packages/core/src/facade.ts"
import { installPublished, link } from "./published.ts"

const root = join(import.meta.dirname, "..")
const sources = join(root, "packages/core/src")

/** Every method of the facade, as `[noun, verb]`. */
const methods = Object.entries(
  facadeOf(() => Promise.reject(new Error("Nothing runs here."))),
).flatMap(([noun, verbs]) => Object.keys(verbs).map((verb) => [noun, verb] as const))
const nouns = [...new Set(methods.map(([noun]) => noun))]

/** What a library does that hands each method on to its own users. */
const program = `import type { Symbolon } from "@symbolon/core"
declare const symbolon: Symbolon
export const as = symbolon.as
${nouns.map((noun) => `export const ${noun} = symbolon.${noun}`).join("\n")}
${methods.map(([noun, verb]) => `export const ${noun}_${verb} = symbolon.${noun}.${verb}`).join("\n")}
`

let consumer: string
beforeAll(() => {
  consumer = mkdtempSync(join(tmpdir(), "symbolon-facade-"))
  installPublished(consumer)
  link(join(root, "node_modules/@types/node"), join(consumer, "node_modules/@types/node"))
  writeFileSync(
    join(consumer, "package.json"),
    JSON.stringify({ name: "consumer", type: "module" }),
  )
})
afterAll(() => rmSync(consumer, { recursive: true, force: true }))

/** Compiles a program against the packed packages, and gives its declarations. */
const declarationsOf = (text: string) => {
  writeFileSync(join(consumer, "main.ts"), text)
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: "nodenext",
    target: "es2024",
    lib: ["es2024", "esnext.disposable"],
    types: ["node"],
    declaration: true,
    emitDeclarationOnly: true,
    skipLibCheck: true,
  }
  writeFileSync(
    join(consumer, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["main.ts"] }),
  )
  const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", consumer], {
    encoding: "utf8",
  })
  return {
    errors: stdout.split("\n").filter((line) => line.includes("error TS")),
    declarations: readFileSync(join(consumer, "main.d.ts"), "utf8").replaceAll(
      /import\("@symbolon\/core[^"]*"\)\./g,
      "",
    ),
  }
}

/** A type that has a name: of ours, or one of the language. Lists, pages and streams of such are named too. */
const named = String.raw`(?:readonly )?(?:(?:Page|AsyncIterable)<)?\(?\w+(?: \| \w+)*\)?>?(?:\[\])?`
const method = new RegExp(
  String.raw`^export declare const \w+: \(input: [A-Z]\w*\) => Outcome<${named}, (?:[A-Z]\w*)(?: \| [A-Z]\w*)*>;$`,
)
const unnamed = (declarations: string): readonly string[] =>
  declarations
    .split("\n")
    .filter((line) => /^export declare const \w+_/.test(line) && !method.test(line))

describe("the facade in a library of somebody else's", () => {
  it("can be handed on, method by method, with declarations", () => {
    const { errors, declarations } = declarationsOf(program)
    expect(methods.length).toBeGreaterThan(150)
    expect(errors).toEqual([])
    // The whole type of each stands on one line, by names that the package exports.
    expect(unnamed(declarations)).toEqual([])
    const ofNouns = [...declarations.matchAll(/^export declare const (\w+): (\w+)Facade;$/gm)]
    expect(ofNouns.map(([, noun]) => noun)).toEqual(nouns)
  }, 120_000)

  it("shows what each method may refuse with", () => {
    const text = `import type { PaymentRequired, RefusalsOf, Symbolon } from "@symbolon/core"
type Joining = RefusalsOf<Symbolon["memberships"]["join"]>
export const refused = (error: Joining): PaymentRequired | undefined =>
  error._tag === "PaymentRequired" ? error : undefined
// @ts-expect-error leaving costs nothing
export const never = (error: PaymentRequired): RefusalsOf<Symbolon["memberships"]["leave"]> => error`
    expect(declarationsOf(text).errors).toEqual([])
  }, 120_000)

  it("is missed where a type has no name", () => {
    const one = "export declare const a_b: "
    expect(unnamed(`${one}(input: A) => Outcome<Page<B>, C | D>;`)).toEqual([])
    expect(unnamed(`${one}(input: A) => Outcome<readonly (B | C)[], D>;`)).toEqual([])
    expect(unnamed(`${one}(input: A) => Outcome<AsyncIterable<string>, D>;`)).toEqual([])
    for (const type of [
      "(input: A) => Outcome<{",
      "(input: A) => Outcome<AsyncIterable<{",
      "(input: {",
      "(input: A) => Outcome<Page<{",
      "(input: A) => Promise<B>;",
    ])
      expect(unnamed(`${one}${type}`)).toHaveLength(1)
    const { errors } = declarationsOf(
      `import { createSymbolon } from "@symbolon/core"\nexport const a: number = createSymbolon`,
    )
    expect(errors).toHaveLength(1)
  }, 120_000)
})

/** Members and interfaces of a file without a docstring right above them. */
const undocumented = (code: string): readonly string[] =>
  [...code.matchAll(/(\*\/)?\n *(?:export (?:interface|type)|readonly) (\w+)/g)].flatMap(
    ([, doc, name]) => (doc === undefined ? [name ?? ""] : []),
  )

describe("what an editor shows of an input", () => {
  it("is a docstring for each of its members", () => {
    const files = globSync(["*/inputs.ts", "foundation/kernel/inputs.ts"], { cwd: sources })
    expect(files.length).toBeGreaterThan(15)
    expect(
      files.flatMap((file) =>
        undocumented(readFileSync(join(sources, file), "utf8")).map((name) => `${file} ${name}`),
      ),
    ).toEqual([])
  })

  it("is missed where there is none", () => {
    const code = (doc: string): string =>
      `\n/** An input. */\nexport interface A {${doc}\n  readonly b: C\n}`
    expect(undocumented(code("\n  /** Slug. */"))).toEqual([])
    expect(undocumented(code(""))).toEqual(["b"])
    expect(undocumented("\nexport interface A {\n}")).toEqual(["A"])
  })
})
