import * as z from "zod"
import { bases } from "@symbolon/core/contract"
import type { House } from "./house.ts"
import { sample } from "./sample.ts"
import { type Asker, knownFor, thingNamed } from "./things.ts"
import type { Guarded } from "./walk.ts"

/** A call without its token. */
export interface Call {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A call that an endpoint would take from `asker`: its path names real things, its body is one that the contract accepts. */
export const callOf = (house: House, guarded: Guarded, asker: Asker): Promise<Call> =>
  house.once(
    `call ${guarded.route} ${asker.kind} ${asker.person.uuid} ${asker.asksOfSelf ?? false} ${asker.isMixed ?? false}`,
    async () => {
      const { endpoint, params, route } = guarded
      let path: string = endpoint.path
      for (const [place, name] of params.entries()) {
        const home = place === 0 && asker.isMixed === true ? "elsewhere" : "club"
        path = path.replace(`{${name}}`, encodeURIComponent(await thingNamed(name).make(house, asker, guarded, home)))
      }
      const query = await made(house, guarded, asker, needed(endpoint.query))
      const body = await made(house, guarded, asker, endpoint.body)
      return {
        path: `${bases[endpoint.base]}${path}${query === undefined ? "" : `?${formOf(query)}`}`,
        method: route.split(" ")[0] ?? "GET",
        headers: body === undefined ? {} : { "content-type": endpoint.bodyType === "form" ? form : "application/json" },
        body: body === undefined ? undefined : endpoint.bodyType === "form" ? formOf(body) : JSON.stringify(body),
      }
    },
  )

const form = "application/x-www-form-urlencoded"

const made = async (house: House, guarded: Guarded, asker: Asker, schema: z.ZodType | undefined): Promise<unknown> => {
  if (schema === undefined) return undefined
  const text = JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }))
  const known = await knownFor(text, house, asker, guarded)
  return sample(schema, (name) => known.get(name), `the body or query of ${guarded.route}`)
}

/** A query is left out unless something in it is required. */
const needed = (query: z.ZodObject | undefined): z.ZodType | undefined =>
  query === undefined || query.safeParse({}).success ? undefined : query

const formOf = (value: unknown): string => new URLSearchParams(value as Record<string, string>).toString()

/** Sends a call, with a token or without. */
export const sendCall = (house: House, { path, method, headers, body }: Call, authorization: string | undefined): Promise<Response> =>
  house.send(path, {
    method,
    headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
    ...(body === undefined ? {} : { body }),
  })
