import {
  BadRequest,
  type Caller,
  InvalidCredentials,
  limits,
  permitToken,
  type Symbolon,
} from "@symbolon/core"
import { Result } from "effect"
import * as z from "zod"
import { bearerToken } from "./bearer.ts"
import { compressed } from "./compression.ts"
import { type Decode, decoder } from "./decode/decoder.ts"
import { parseJson } from "./decode/json.ts"
import { expectMediaType } from "./decode/media-type.ts"
import { parameters, queryDecoder } from "./decode/query.ts"
import { ndjsonReply, type Reply, type Request, textReply } from "./exchange.ts"
import type { Limiter } from "./limiter.ts"
import { limitsOf, unauthenticatedChecks } from "./limits.ts"
import { oauthRefusalReply } from "./oauth/refusal-reply.ts"
import { enforceLimit, type Exchange, type Plan } from "./plan.ts"
import { type Route, templateOf, splitReply } from "./route.ts"
import { tooLarge } from "./too-large.ts"
import { refusalReply } from "./wire-refusal.ts"

/** What every call needs. */
export interface CallParts {
  readonly symbolon: Symbolon
  readonly limiter: Limiter
  /** Names that `default_backend` may take. */
  readonly backends: readonly string[]
}

/**
 * Builds the plan of a call: authenticate, enforce the limits, check the token's access, decode the
 * input, run the operation, encode the answer. Everything independent of the request is computed
 * once.
 */
export const planCall = (route: Route, parts: CallParts): Plan => {
  const { endpoint } = route
  const { symbolon, limiter } = parts
  const template = templateOf(endpoint)
  const { calls, rateLimitHeaders: shown } = limitsOf(endpoint)
  const unauthenticated = unauthenticatedChecks(template)
  const decodeInput = inputDecoder(route, parts)

  const identify = async (exchange: Exchange): Promise<Caller> => {
    try {
      return await symbolon.authenticate(bearerToken(exchange.request.headers))
    } catch (reason) {
      if (reason instanceof InvalidCredentials)
        enforceLimit(exchange, await limiter.charge(unauthenticated(exchange)))
      throw reason
    }
  }

  return {
    method: endpoint.method,
    template,
    isCrossOrigin: endpoint.base !== "console",
    rateLimitHeaders: shown,
    refuse: endpoint.base === "oauth2" ? oauthRefusalReply : refusalReply,
    answer: async (exchange, params) => {
      if (endpoint.access !== undefined) exchange.caller = await identify(exchange)
      const charge = async (items: number): Promise<void> => {
        const checks = calls(exchange)
        const charged = items === 1 ? checks : checks.map((check) => ({ ...check, cost: items }))
        if (charged.length > 0) enforceLimit(exchange, await limiter.charge(charged))
      }
      const { access, itemsIn } = endpoint
      const permitted =
        access === undefined || exchange.caller === undefined
          ? Result.void
          : permitToken(access, exchange.caller)
      // A call without access is refused before its body is read, and counts once.
      if (itemsIn === undefined || Result.isFailure(permitted)) await charge(1)
      if (Result.isFailure(permitted)) throw permitted.failure
      const decode = () => decodeInput(exchange.request, params)
      const decoded = itemsIn === undefined ? decode() : inputByItems(decode, itemsIn, charge)
      const input = decoded instanceof Promise ? await decoded : decoded
      return reply(
        endpoint.status,
        await route.answer(symbolon, input, exchange.caller, {
          requestId: exchange.id,
          isAbandoned: exchange.request.isAbandoned,
        }),
        exchange.request,
      )
    },
  }
}

/**
 * Decodes the input of a call that counts by item. An unreadable input counts as one item.
 */
const inputByItems = async (
  decode: () => unknown,
  list: string,
  charge: (items: number) => Promise<void>,
): Promise<unknown> => {
  let input: unknown
  try {
    input = await decode()
  } catch (reason) {
    await charge(1)
    throw reason
  }
  const items = (input as Readonly<Record<string, unknown>>)[list]
  await charge(Array.isArray(items) ? items.length : 1)
  return input
}

type Params = Readonly<Record<string, string | undefined>>

const inputDecoder = (
  { endpoint }: Route,
  { backends }: CallParts,
): ((request: Request, params: Params) => unknown) => {
  const decodeParams =
    endpoint.params === undefined ? (params: Params) => params : decoder(endpoint.params)
  const decodeQuery = queryDecoder(endpoint.query)
  const decodeBody = decoderOfBody(endpoint)
  return (request, params) => {
    const path = decodeParams(params) as object
    if (endpoint.base === "api") checkBackend(request.query, backends)
    const query = decodeQuery(request.query)
    if (decodeBody === undefined) return { ...query, ...path }
    return jsonOf(request).then((value) => ({
      ...(decodeBody(value) as object),
      ...query,
      ...path,
    }))
  }
}

const noMembers = z.strictObject({})

/**
 * Returns the decoder of the body. A write without a declared body refuses a body with members, so
 * that a caller learns that `{ "terms": 3 }` is not supported. The body of a GET has no meaning
 * (RFC 9110, section 9.3.1) and is not read. Nor is the body of `/oauth2` endpoints without one,
 * because clients repeat their token there as a form.
 */
const decoderOfBody = ({ body, method, base }: Route["endpoint"]): Decode | undefined => {
  if (body !== undefined) return decoder(body)
  return method === "GET" || base === "oauth2" ? undefined : decoder(noMembers)
}

/**
 * Reads the JSON body. A missing body counts as `{}`, so that the refusal names the required
 * fields.
 */
const jsonOf = async (request: Request): Promise<unknown> => {
  const bytes = await (announcesBody(request)
    ? bodyOf(request, "application/json", limits.bodyBytesMax)
    : unannounced(request))
  return bytes.length === 0 ? {} : parseJson(bytes)
}

/** Whether the headers say that a body comes. */
export const announcesBody = ({ headers }: Request): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/**
 * Reads a body without length headers. It is usually empty, but `fetch` requests announce none of
 * their bodies.
 */
const unannounced = async (request: Request): Promise<Uint8Array> => {
  const bytes = await request.readBody(limits.bodyBytesMax)
  if (bytes.length > 0) expectMediaType(request.headers, "application/json")
  return bytes
}

/** Reads the body of a request after checking its size and media type. */
export const bodyOf = async (
  request: Request,
  mediaType: Parameters<typeof expectMediaType>[1],
  most: number,
): Promise<Uint8Array> => {
  if (Number(request.headers["content-length"] ?? 0) > most) throw tooLarge(most)
  expectMediaType(request.headers, mediaType)
  return request.readBody(most)
}

/**
 * Checks that `default_backend` is empty or names a configured storage backend. It has no other
 * effect.
 */
const checkBackend = (query: string, backends: readonly string[]): void => {
  if (!query.includes("default_backend")) return
  for (const name of parameters(query).getAll("default_backend"))
    if (name !== "" && !backends.includes(name))
      throw new BadRequest({
        field: "default_backend",
        reason: `There is no such storage backend. Known backends: ${backends.join(", ")}.`,
      })
}

const reply = (status: number, answer: unknown, request: Request): Reply | Promise<Reply> => {
  const { body, how } = splitReply(answer)
  if (how.lines !== undefined) return ndjsonReply(how.status ?? status, how.lines, how.headers)
  if (how.pieces === undefined)
    return textReply(how.status ?? status, JSON.stringify(body), how.headers)
  return compressed(how.pieces, textReply(how.status ?? status, "", how.headers), request)
}
