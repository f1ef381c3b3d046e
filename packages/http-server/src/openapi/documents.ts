import { resources } from "@symbolon/core/contract"
import { allEndpoints } from "../endpoints.ts"
import { type OpenApiDocument, type OpenApiText, openApiAt, openApiOf } from "../openapi.ts"

/** The two documents of a service. Frozen: copy one to change it. */
export interface Documents {
  /** The published API, the authorization server, and the webhooks that the service sends. */
  readonly openapi: () => OpenApiDocument
  /** The console. */
  readonly consoleOpenapi: () => OpenApiDocument
}

/**
 * Returns the OpenAPI documents of a service at `baseUrl`, written on first use. They include the
 * test console if it is mounted.
 */
export const documentsOf = ({
  baseUrl,
  hasTestClock,
}: {
  readonly baseUrl: string
  readonly hasTestClock: boolean
}): Documents => ({
  openapi: () => openApiAt(textOf("published", hasTestClock), baseUrl),
  consoleOpenapi: () => openApiAt(textOf("console", hasTestClock), baseUrl),
})

type Which = "published" | "console"

/** Written once for a process: it takes a tenth of a second. */
const texts = new Map<string, OpenApiText>()

const textOf = (which: Which, hasTestClock: boolean): OpenApiText => {
  const key = `${which} ${hasTestClock}`
  const written = texts.get(key) ?? frozen(write(which, hasTestClock))
  texts.set(key, written)
  return written
}

const write = (which: Which, hasTestClock: boolean): OpenApiText => {
  const endpoints = allEndpoints.filter(
    ({ base, testOnly }) =>
      (base === "console") === (which === "console") && (hasTestClock || testOnly !== true),
  )
  return which === "console"
    ? openApiOf(endpoints, { title: "Symbolon console" })
    : openApiOf(endpoints, { title: "Symbolon", webhookEvents: resources.webhookEvents })
}

/** All handlers of a process share it: who changed it would change it for all. */
const frozen = <Value>(value: Value): Value => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(frozen)
  }
  return value
}
