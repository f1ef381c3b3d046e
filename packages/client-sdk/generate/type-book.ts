import type { JsonSchema } from "./json-schema.ts"
import { printComment, printMembers, type Printing, printType } from "./print-type.ts"

type Io = Printing["io"]

/** Collects every named type of the wire, and prints them. */
export interface TypeBook {
  /** Takes in schemas that have a name of their own. */
  readonly define: (defs: Readonly<Record<string, JsonSchema>> | undefined, io: Io) => void
  /**
   * The type of a schema, for use in a signature; an object without a name gets `name`, and
   * `comment` to explain it.
   */
  readonly type: (schema: JsonSchema, name: string, io: Io, comment: string) => string
  /**
   * Turns the types that {@link type} gave into their final names. Valid once everything is in the
   * book.
   */
  readonly finish: (text: string) => string
  /** All types, as the text of a module. */
  readonly print: () => string
}

/** An empty book. */
export const typeBook = (): TypeBook => {
  const books: Readonly<Record<Io, Map<string, JsonSchema>>> = {
    output: new Map(),
    input: new Map(),
  }
  /** Inputs that differ from the answer of the same name are called `<name>Input`. */
  const separate = new Set<string>()
  const marked = (io: Io): Printing => ({ io, nameOf: (name) => `${io}:${name};` })
  const finalName = (io: Io, name: string): string =>
    io === "input" && separate.has(name) ? `${name}Input` : name
  const finish = (text: string): string =>
    text.replace(/(input|output):(\w+);/g, (_, io: Io, name: string) => finalName(io, name))

  const add = (name: string, schema: JsonSchema, io: Io): void => {
    const known = books[io].get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas are called ${name}`)
    books[io].set(name, schema)
  }

  const print = (): string => {
    findSeparate(books, separate)
    const outputs = [...books.output].map(
      ([name, schema]) => [name, declare(name, schema, "output", finish)] as const,
    )
    const inputs = [...books.input]
      .filter(([name]) => separate.has(name) || !books.output.has(name))
      .map(
        ([name, schema]) =>
          [
            finalName("input", name),
            declare(finalName("input", name), schema, "input", finish),
          ] as const,
      )
    const all = [...outputs, ...inputs].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const twice = all.find(([name], i) => all[i + 1]?.[0] === name)
    if (twice !== undefined) throw new Error(`Two types are called ${twice[0]}`)
    return all.map(([, text]) => text).join("\n")
  }

  return {
    define: (defs = {}, io) => {
      for (const [name, schema] of Object.entries(defs)) add(name, schema, io)
    },
    type: ({ $defs, ...schema }, name, io, comment) => {
      for (const [defined, of] of Object.entries($defs ?? {})) add(defined, of, io)
      const isObject =
        schema.$ref === undefined &&
        schema.type === "object" &&
        Object.keys(schema.properties ?? {}).length > 0
      if (!isObject) return printType(schema, marked(io))
      add(name, { description: comment, ...schema }, io)
      return marked(io).nameOf(name)
    },
    finish,
    print,
  }
}

/** Inputs whose text differs from the answer's, and those that mention one of them. */
const findSeparate = (
  books: Readonly<Record<Io, ReadonlyMap<string, JsonSchema>>>,
  separate: Set<string>,
): void => {
  const text = (name: string, io: Io): string =>
    declare(name, { ...books[io].get(name), description: "" }, io, (printed) =>
      printed.replace(/(input|output):(\w+);/g, (_, of: Io, named: string) =>
        of === "input" && separate.has(named) ? `${named}Input` : named,
      ),
    )
  const both = [...books.input.keys()].filter((name) => books.output.has(name))
  for (let before = -1; before !== separate.size; ) {
    before = separate.size
    for (const name of both) if (text(name, "input") !== text(name, "output")) separate.add(name)
  }
}

const declare = (
  name: string,
  schema: JsonSchema,
  io: Io,
  finish: (text: string) => string,
): string => {
  const printing: Printing = { io, nameOf: (of) => `${io}:${of};` }
  const comment = printComment([schema.description ?? `\`${name}\`, as it is on the wire.`])
  const isInterface = schema.type === "object" && Object.keys(schema.properties ?? {}).length > 0
  const body = isInterface
    ? `export interface ${name} {\n${printMembers(schema, printing, "  ")}}\n`
    : `export type ${name} = ${printType(schema, printing)}\n`
  return finish(comment + body)
}
