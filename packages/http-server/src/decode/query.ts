import { BadRequest, Invalid } from "@symbolon/core"
import type * as z from "zod"
import { isPlainText } from "@symbolon/core"
import { anyText } from "@symbolon/core/contract"
import { parameterDecoder } from "./decoder.ts"

/** Reads the part of a URL behind the question mark. */
export type DecodeQuery = (query: string) => Readonly<Record<string, unknown>>

const noNames: ReadonlySet<string> = new Set()
const nothing: Readonly<Record<string, unknown>> = {}

/**
 * A decoder for query parameters: unknown ones are ignored, an empty one is as if it was not sent,
 * a known one that is no list may be sent once. Parameters that take any text take the empty one
 * too.
 */
export const queryDecoder = (schema: z.ZodObject | undefined): DecodeQuery => {
  if (schema === undefined) return () => nothing
  const decode = parameterDecoder(schema)
  const names = Object.keys(schema.shape)
  const lists = new Set(names.filter((name) => isList(schema.shape[name])))
  const anyTexts = new Set(names.filter((name) => schema.shape[name] === anyText))
  return (query) => {
    if (query === "") return decode({}) as Readonly<Record<string, unknown>>
    const sent = parameters(query, anyTexts)
    const values: Record<string, unknown> = {}
    for (const name of names) {
      const all = sent.getAll(name).filter((value) => value !== "" || anyTexts.has(name))
      if (all.length > 1 && !lists.has(name))
        throw new Invalid({ errors: { [name]: "was sent more than once" } })
      if (all.length > 0) values[name] = lists.has(name) ? all : all[0]
    }
    return decode(values) as Readonly<Record<string, unknown>>
  }
}

/**
 * The parameters of a query; malformed escapes stay as they are, as everywhere on the web. NUL is
 * refused, but in parameters that are named in `anyTexts`.
 */
export const parameters = (
  query: string,
  anyTexts: ReadonlySet<string> = noNames,
): URLSearchParams => {
  const sent = new URLSearchParams(query)
  for (const [name, value] of sent)
    if (!isPlainText(value) && !anyTexts.has(name))
      throw new BadRequest({ field: "_root", reason: "The query contains a NUL character." })
  return sent
}

const isList = (schema: unknown): boolean => {
  let inner = schema as z.core.$ZodType | undefined
  while (inner !== undefined && "innerType" in inner._zod.def)
    inner = inner._zod.def.innerType as z.core.$ZodType
  return inner?._zod.def.type === "array"
}
