import { mayOmitBody } from "@symbolon/core/contract"
import type * as z from "zod"
import { limitHeaderNames } from "../limit-headers.ts"
import { groupOf } from "../endpoints.ts"
import type { AnyEndpoint } from "../route.ts"
import type { Components, JsonSchema } from "./json-schemas.ts"
import { codesOf } from "./refusals.ts"

const reasons: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  303: "See other",
  304: "Not modified",
  400: "Malformed request",
  401: "The token is missing or invalid",
  403: "Not allowed",
  404: "Not found, or you do not have access to it",
  408: "The body arrived too slowly",
  409: "Conflicts with the current state",
  413: "The body is too large",
  415: "The media type of the body is not supported",
  422: "The fields named in `errors` are invalid",
  429: "Too many requests; nothing was done",
  500: "Server error",
  503: "Try again later",
}

/** Headers of every reply, by reference. */
const headers = Object.fromEntries(
  ["x-request-id", ...limitHeaderNames].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
)

/** An endpoint as an OpenAPI operation. */
export const operationOf = (endpoint: AnyEndpoint, components: Components): JsonSchema => ({
  operationId: endpoint.name,
  tags: [groupOf(endpoint)],
  summary: endpoint.summary,
  ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
  parameters: [
    ...parametersOf(endpoint.params, "path", components),
    ...parametersOf(endpoint.query, "query", components),
    ...common(endpoint),
  ],
  ...(endpoint.body === undefined
    ? {}
    : { requestBody: requestBody(endpoint, endpoint.body, components) }),
  responses: responsesOf(endpoint, components),
  security: securityOf(endpoint),
  "x-rate-limit-bucket": endpoint.bucket,
  ...(endpoint.limits === undefined ? {} : { "x-rate-limits": endpoint.limits }),
  ...accessOf(endpoint),
})

const parametersOf = (
  of: z.ZodObject | undefined,
  place: "path" | "query",
  components: Components,
): readonly JsonSchema[] => {
  if (of === undefined) return []
  const { properties = {}, required = [] } = components.schema(of, "input") as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema,
  }))
}

const common = ({ base }: AnyEndpoint): readonly JsonSchema[] =>
  base === "api" ? [{ $ref: "#/components/parameters/default_backend" }] : []

const requestBody = (
  { bodyType }: AnyEndpoint,
  body: z.ZodType,
  components: Components,
): JsonSchema => ({
  required: !mayOmitBody({ body }),
  content: {
    [bodyType === "form" ? "application/x-www-form-urlencoded" : "application/json"]: {
      schema: components.schema(body, "input"),
    },
  },
})

const responsesOf = (endpoint: AnyEndpoint, components: Components): JsonSchema => {
  const success = {
    description: reasons[endpoint.status] ?? "Done",
    headers,
    content: {
      [endpoint.answers === "ndjson" ? "application/x-ndjson" : "application/json"]: {
        schema: components.schema(endpoint.response, "output"),
      },
      ...pagesOf(endpoint),
    },
  }
  const also = Object.entries(endpoint.alsoAnswers ?? {}).map(
    ([status, { description, isResponse = false }]) => [
      status,
      isResponse ? { ...success, description } : { description, headers },
    ],
  )
  const replayed = endpoint.errors.includes("IdempotencyConflict") && endpoint.status === 201
  const refused = [...codesOf(endpoint)].map(([status, codes]) => [
    String(status),
    {
      description: `${reasons[status] ?? "Refused"} (${endpoint.base === "oauth2" ? "see RFC 6749 section 5.2" : codes.map((code) => `\`${code}\``).join(", ")})`,
      headers:
        status === 429 || status === 503
          ? { ...headers, "retry-after": { $ref: "#/components/headers/retry-after" } }
          : headers,
      content: {
        "application/json": {
          schema: {
            $ref: `#/components/schemas/${endpoint.base === "oauth2" ? "OauthError" : "ErrorEnvelope"}`,
          },
        },
      },
    },
  ])
  return {
    ...(replayed
      ? {
          "200": {
            ...success,
            description:
              "The same request was already done with this idempotency key; `Idempotent-Replayed: true`",
          },
        }
      : {}),
    ...(endpoint.dryRunStatus === undefined
      ? {}
      : {
          [String(endpoint.dryRunStatus)]: {
            ...success,
            description: "A dry run: the result of the call, without any change",
          },
        }),
    [String(endpoint.status)]: success,
    ...Object.fromEntries([...refused, ...oauthUnauthorized(endpoint), ...also]),
  }
}

/** What a browser gets instead of JSON. */
const pagesOf = ({ hasPages }: AnyEndpoint): JsonSchema =>
  hasPages === true ? { "text/html": { schema: { type: "string" } } } : {}

/** A client that cannot prove itself: the one 401 of an endpoint that takes no token. */
const oauthUnauthorized = (endpoint: AnyEndpoint): readonly (readonly [string, JsonSchema])[] =>
  endpoint.provesClient === true
    ? [
        [
          "401",
          {
            description: "`invalid_client`",
            headers,
            content: {
              "application/json": { schema: { $ref: "#/components/schemas/OauthError" } },
            },
          },
        ],
      ]
    : []

const securityOf = ({ access, provesClient }: AnyEndpoint): readonly JsonSchema[] => {
  if (access !== undefined)
    return [{ bearer: [] }, { oauth2: access.scope === undefined ? [] : [access.scope] }]
  return provesClient === true ? [{ clientBasic: [] }, {}] : []
}

const accessOf = ({ access }: AnyEndpoint): JsonSchema =>
  access === undefined
    ? {}
    : {
        "x-scope": access.scope ?? null,
        "x-token-kinds": access.tokens,
        "x-role": access.role ?? null,
      }
