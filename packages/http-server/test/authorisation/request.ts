import * as z from "zod"
import { bases } from "@symbolon/core/contract"
import type { TwoOrganizations } from "../fixtures/two-organizations.ts"
import { sample } from "./sample.ts"
import { type Asker, knownFor, thingNamed } from "./things.ts"
import type { Guarded } from "./walk.ts"

/** What a call says, before it is put on a wire. */
export interface Parts {
  readonly params: Readonly<Record<string, string>>
  /** Undefined when nothing in it is required. */
  readonly query: unknown
  readonly body: unknown
}

/**
 * What `asker` would say: the path names real things, the body is one that the contract accepts.
 */
export const partsOf = (
  setup: TwoOrganizations,
  guarded: Guarded,
  asker: Asker,
): Promise<Parts> => {
  const { asksOfSelf = false, isMixed = false } = asker
  return setup.once(
    `parts of ${guarded.route} ${asker.kind} ${asker.person.uuid} ${asksOfSelf} ${isMixed}`,
    async () => {
      const params: Record<string, string> = {}
      for (const [place, name] of guarded.params.entries())
        params[name] = await thingNamed(name).make(
          setup,
          asker,
          guarded,
          place === 0 && isMixed ? "elsewhere" : "club",
        )
      const { query, body } = guarded.endpoint
      return {
        params,
        query: await made(setup, guarded, asker, needed(query)),
        body: await made(setup, guarded, asker, body),
      }
    },
  )
}

/** A call without its token. */
export interface Call {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The same on the wire. */
export const callOf = async (
  setup: TwoOrganizations,
  guarded: Guarded,
  asker: Asker,
): Promise<Call> => {
  const { base, method, path, bodyType } = guarded.endpoint
  const { params, query, body } = await partsOf(setup, guarded, asker)
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  )
  return {
    path: `${bases[base]}${place}${query === undefined ? "" : `?${formOf(query)}`}`,
    method,
    headers:
      body === undefined ? {} : { "content-type": bodyType === "form" ? form : "application/json" },
    body:
      body === undefined ? undefined : bodyType === "form" ? formOf(body) : JSON.stringify(body),
  }
}

const form = "application/x-www-form-urlencoded"

const made = async (
  setup: TwoOrganizations,
  guarded: Guarded,
  asker: Asker,
  schema: z.ZodType | undefined,
): Promise<unknown> => {
  if (schema === undefined) return undefined
  const text = JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }))
  const known = await knownFor(text, setup, asker, guarded)
  return sample(schema, (name) => known.get(name), `the body or query of ${guarded.route}`)
}

/** A query is left out unless something in it is required. */
const needed = (query: z.ZodObject | undefined): z.ZodType | undefined =>
  query === undefined || query.safeParse({}).success ? undefined : query

const formOf = (value: unknown): string =>
  new URLSearchParams(value as Record<string, string>).toString()

/** Sends a call, with a token or without. */
export const sendCall = (
  setup: TwoOrganizations,
  { path, method, headers, body }: Call,
  authorization: string | undefined,
): Promise<Response> =>
  setup.send(path, {
    method,
    headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
    ...(body === undefined ? {} : { body }),
  })
