import { resources } from "@symbolon/core/contract"
import { allEndpoints } from "../endpoints.ts"
import { type OpenApiDocument, openApiOf } from "../openapi.ts"

/** The two documents of a service. */
export interface Documents {
  /** The published API, the authorization server, and the webhooks that the service sends. */
  readonly openapi: () => OpenApiDocument
  /** The console. */
  readonly consoleOpenapi: () => OpenApiDocument
}

/**
 * Returns the OpenAPI documents of a service at `baseUrl`, built on first use. They include the
 * test console if it is mounted.
 */
export const documentsOf = ({
  baseUrl,
  hasTestClock,
}: {
  readonly baseUrl: string
  readonly hasTestClock: boolean
}): Documents => {
  const endpoints = allEndpoints.filter(({ testOnly }) => hasTestClock || testOnly !== true)
  const ofBase = (isConsole: boolean) =>
    endpoints.filter(({ base }) => (base === "console") === isConsole)
  return {
    openapi: () =>
      openApiOf(ofBase(false), {
        baseUrl,
        title: "Symbolon",
        webhookEvents: resources.webhookEvents,
      }),
    consoleOpenapi: () => openApiOf(ofBase(true), { baseUrl, title: "Symbolon console" }),
  }
}
