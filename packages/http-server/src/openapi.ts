import { type ScopeAudience, scopes, scopesFor } from "@symbolon/core/contract"
import { limitHeaderNames } from "./limit-headers.ts"
import { type Components, type JsonSchema, openComponents } from "./openapi/json-schemas.ts"
import { operationOf } from "./openapi/operation.ts"
import { type WebhookEventDefinition, webhookOf } from "./openapi/webhook.ts"
import { type AnyEndpoint, templateOf } from "./route.ts"

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: "3.1.1"
  readonly info: JsonSchema
  readonly servers: readonly JsonSchema[]
  readonly tags: readonly JsonSchema[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  /** What the service sends, by event; not in the console's document. */
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
}

/** The version of the published API. */
export const apiVersion = "1.0.0-preview"

/** What a document says wherever the service is. */
export type OpenApiText = Omit<OpenApiDocument, "servers">

/** Writes the document of some endpoints, but for where they are. */
export const openApiOf = (
  endpoints: readonly AnyEndpoint[],
  {
    title,
    webhookEvents = [],
  }: {
    readonly title: string
    readonly webhookEvents?: readonly WebhookEventDefinition[]
  },
): OpenApiText => {
  const components = openComponents()
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const endpoint of endpoints) {
    const here = (paths[templateOf(endpoint)] ??= {})
    here[endpoint.method.toLowerCase()] = operationOf(endpoint, components)
  }
  const webhooks = Object.fromEntries(
    webhookEvents.map((event) => [event.name, { post: webhookOf(event, components) }]),
  )
  const tags = new Set(
    Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => operation["tags"] as readonly string[]),
    ),
  )
  return {
    openapi: "3.1.1",
    info: { title, version: apiVersion, license: { name: "MIT", identifier: "MIT" }, description },
    tags: [...tags].sort().map((name) => ({ name })),
    paths,
    ...(webhookEvents.length === 0 ? {} : { webhooks }),
    components: shared(components),
  }
}

/** The document of a service whose endpoints answer under `baseUrl`. */
export const openApiAt = (
  { openapi, info, components, ...text }: OpenApiText,
  baseUrl: string,
): OpenApiDocument => ({
  openapi,
  info,
  servers: [{ url: baseUrl }],
  ...text,
  components: { ...components, securitySchemes: securitySchemes(baseUrl) },
})

const description = [
  "Memberships, rewards and attendance.",
  "Every reply has `X-Request-Id` and the rate limit headers. Failures have the error envelope.",
  "Calls for first-party apps have a document of their own: `/console/v1/openapi.json`.",
  "Clients must tolerate new fields and new enum values. HEAD works wherever GET does.",
].join("\n\n")

const shared = (
  components: Components,
): Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> => ({
  schemas: { ...components.named(), ErrorEnvelope: errorEnvelope, OauthError: oauthError },
  parameters: {
    default_backend: {
      name: "default_backend",
      in: "query",
      required: false,
      schema: { type: "string", default: "primary" },
    },
  },
  headers: {
    "x-request-id": {
      description: "The id of this request in our logs. If you send one, it is used.",
      schema: { type: "string" },
    },
    "retry-after": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
    ...Object.fromEntries(limitHeaderNames.map((name) => [name, limitHeader(name)])),
  },
})

const limitHeader = (name: string): JsonSchema => {
  if (name.endsWith("policy"))
    return { description: "`<limit>;w=<seconds>`", schema: { type: "string" } }
  if (name.endsWith("reset"))
    return {
      description: "Seconds until the limit resets.",
      schema: { type: "integer", minimum: 0 },
    }
  if (name.endsWith("remaining"))
    return {
      description: "The remaining calls of the rate limit.",
      schema: { type: "integer", minimum: 0 },
    }
  return { description: "The allowance.", schema: { type: "integer", minimum: 1 } }
}

const errorEnvelope: JsonSchema = {
  type: "object",
  description:
    "`_root` in `errors` has messages that belong to no field. Read figures from `details`, not from `errors`.",
  properties: {
    errors: { type: "object", additionalProperties: { type: "string" } },
    message: { type: "string" },
    code: { type: ["string", "null"] },
    details: { type: ["object", "null"] },
  },
  required: ["errors", "message", "code", "details"],
}

const oauthError: JsonSchema = {
  type: "object",
  properties: { error: { type: "string" }, error_description: { type: "string" } },
  required: ["error", "error_description"],
}

const securitySchemes = (baseUrl: string): Readonly<Record<string, JsonSchema>> => ({
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  clientBasic: {
    type: "http",
    scheme: "basic",
    description: "client_secret_basic (RFC 6749 section 2.3.1)",
  },
  oauth2: {
    type: "oauth2",
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}/oauth2/authorize`,
        tokenUrl: `${baseUrl}/oauth2/token`,
        refreshUrl: `${baseUrl}/oauth2/token`,
        scopes: textsOf(["user", "organization"]),
      },
      clientCredentials: { tokenUrl: `${baseUrl}/oauth2/token`, scopes: textsOf(["client"]) },
    },
  },
})

/**
 * The scopes that any of `audiences` can have. A user's token carries those of organizations too:
 * they are for its exchange.
 */
const textsOf = (audiences: readonly ScopeAudience[]): JsonSchema =>
  Object.fromEntries(
    audiences
      .flatMap((audience) => scopesFor(audience))
      .map((name) => [name, scopes[name].description]),
  )
