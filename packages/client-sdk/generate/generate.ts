import { resources } from "@symbolon/core/contract"
import { toJsonSchema } from "./json-schema.ts"
import { printNouns, typesIn } from "./print-nouns.ts"
import { printOperations } from "./print-operations.ts"
import { readMethods } from "./read-contract.ts"
import { typeBook } from "./type-book.ts"

const head =
  "// Generated from the contract by scripts/generate-sdk.ts; `npm test` fails when it is out of date.\n"

/** The generated files of the SDK: name and text. */
export const generate = (): Readonly<Record<string, string>> => {
  const book = typeBook()
  const methods = readMethods(book)
  book.define(toJsonSchema(resources.KnownWebhookEvent, "output").$defs, "output")
  book.define(toJsonSchema(resources.GeneratedReward, "input").$defs, "input")
  const types = book.print()
  const nouns = book.finish(printNouns(methods))
  const declared = new Set(
    [...types.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name as string),
  )
  return {
    "types.ts": `${head}\n${types}`,
    "nouns.ts": [
      head,
      `import type { Call, CallOptions } from "../call.ts"\nimport type { List } from "../list.ts"\n`,
      `import type {\n${typesIn(nouns, declared)
        .map((name) => `  ${name},\n`)
        .join("")}} from "./types.ts"\n\n`,
      nouns,
    ].join(""),
    "operations.ts": `${head}import type { Operations } from "../operation.ts"\n\n/** Every call of the client: what it is on the wire, and how it may be retried. */\n${printOperations(methods)}`,
  }
}
