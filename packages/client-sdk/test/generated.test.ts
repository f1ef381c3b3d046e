import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { generate } from "../generate/generate.ts"
import { printType } from "../generate/print-type.ts"
import { typeBook } from "../generate/type-book.ts"

const folder = join(import.meta.dirname, "../src/generated")
const rewrite = "run `node --conditions=@symbolon/source scripts/generate-sdk.ts` at the root"

it("what is generated is what the contract says", () => {
  const files = generate()
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(files).toSorted())
  for (const [name, text] of Object.entries(files))
    expect(
      readFileSync(join(folder, name), "utf8") === text,
      `${name} is out of date: ${rewrite}`,
    ).toBe(true)
})

describe("a schema is printed", () => {
  const printing = { io: "output", nameOf: (name: string) => name } as const
  it.each([
    [{ type: "string", enum: ["a", "b"] }, '"a" | "b" | (string & {})'],
    [{ anyOf: [{ type: "null" }, { type: "string", enum: ["a"] }] }, '"a" | (string & {}) | null'],
    [{ type: ["string", "null"] }, "string | null"],
    [{ type: "integer" }, "number"],
    [{ const: "ticket" }, '"ticket"'],
    [{ enum: [1, 2] }, "1 | 2"],
    [{ type: "array", items: { $ref: "#/$defs/Card" } }, "readonly Card[]"],
    [{ type: "array", items: { type: ["string", "null"] } }, "readonly (string | null)[]"],
    [
      { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
      "readonly [string, number]",
    ],
    [
      { type: "object", additionalProperties: { type: "string" } },
      "Readonly<Record<string, string>>",
    ],
    [{ type: "object", properties: {} }, "Readonly<Record<string, unknown>>"],
    [{ allOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }] }, "A & B"],
    [{}, "unknown"],
    [
      {
        type: "object",
        properties: { a: { type: "string" }, "b-c": { type: "null" } },
        required: ["a"],
      },
      '{\n  readonly a: string\n  readonly "b-c"?: null\n}',
    ],
  ])("%j", (schema, type) => expect(printType(schema, printing)).toBe(type))

  it("with a name of its own where it is sent otherwise than it is answered", () => {
    const book = typeBook()
    const inner = { type: "object", properties: { a: { type: "string", default: "x" } } }
    const outer = {
      type: "object",
      properties: { inner: { $ref: "#/$defs/Inner" } },
      required: ["inner"],
    }
    book.define(
      { Inner: { ...inner, required: ["a"] }, Outer: outer, Same: { type: "string" } },
      "output",
    )
    book.define({ Inner: inner, Outer: outer, Same: { type: "string" } }, "input")
    const text = book.print()
    expect(
      [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name),
    ).toEqual(["Inner", "InnerInput", "Outer", "OuterInput", "Same"])
    expect(text).toContain("readonly inner: InnerInput")
    expect(text).toContain("readonly a?: string | undefined")
  })

  it("and two of one name are a mistake", () => {
    const book = typeBook()
    book.define({ A: { type: "string" } }, "output")
    expect(() => book.define({ A: { type: "number" } }, "output")).toThrow(
      "Two schemas are called A",
    )
  })
})
