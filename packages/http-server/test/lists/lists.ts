import * as z from "zod"
import { type Guarded, guarded } from "../authorisation/walk.ts"

/** A list endpoint, and what it can be sorted by: the first is the default. */
export interface ListEndpoint extends Guarded {
  readonly orders: readonly string[]
  /** The names of all its query parameters. */
  readonly parameters: readonly string[]
}

const isPage = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && "total_items" in schema.shape && "items" in schema.shape

const ordersOf = ({ endpoint: { query } }: Guarded): readonly string[] => {
  const { properties = {} } = z.toJSONSchema(query ?? z.object({}), {
    io: "input",
    unrepresentable: "any",
  })
  const sortBy = properties["sort_by"]
  return typeof sortBy === "object" && sortBy.enum !== undefined ? sortBy.enum.map(String) : []
}

/** Every endpoint that answers a page, read off the contract: a new list is among them. */
export const lists: readonly ListEndpoint[] = guarded
  .filter(({ endpoint }) => isPage(endpoint.response))
  .map((each) => ({
    ...each,
    orders: ordersOf(each),
    parameters: Object.keys(each.endpoint.query?.shape ?? {}),
  }))
