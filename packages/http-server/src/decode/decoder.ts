import { Invalid } from "@symbolon/core"
import { queryReader, reader } from "@symbolon/core/contract"
import type * as z from "zod"

/** Decodes a value by its schema; throws the refusal that names the invalid fields. */
export type Decode = (value: unknown) => unknown

/** A decoder for a schema; see `reader` in the contract. */
export const decoder = (schema: z.ZodType): Decode => refusing(reader(schema))

/** A decoder for the parameters of a query; see `queryReader` in the contract. */
export const parameterDecoder = (schema: z.ZodObject): Decode => refusing(queryReader(schema))

const refusing =
  (read: ReturnType<typeof reader>): Decode =>
  (value) => {
    const reading = read(value)
    if ("errors" in reading) throw new Invalid({ errors: reading.errors })
    return reading.value
  }
