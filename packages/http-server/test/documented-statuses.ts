import type { IncomingMessage, ServerResponse } from "node:http"
import type { Handler } from "../src/create-handler.ts"

interface Watch {
  readonly listener: Handler["listener"]
  /** What was answered with a status, or in a media type, that the documents do not know. */
  readonly faults: readonly string[]
}

/**
 * Watches a handler: every status that it answers must be one that the OpenAPI documents describe,
 * with a body of a type they name.
 */
export const watchStatuses = (handler: Handler): Watch => {
  const faults: string[] = []
  const paths = Object.entries({
    ...handler.openapi().paths,
    ...handler.consoleOpenapi().paths,
  }).map(([template, methods]) => ({
    pattern: new RegExp(
      `^${template.replaceAll(".", String.raw`\.`).replaceAll(/\{\w+\}/g, "[^/]+")}$`,
    ),
    methods,
  }))
  const check = ({ method = "GET", url = "" }: IncomingMessage, outgoing: ServerResponse): void => {
    const path = url.split("?")[0] ?? url
    const operation = paths.find(({ pattern }) => pattern.test(path))?.methods[
      method === "HEAD" ? "get" : method.toLowerCase()
    ]
    const { statusCode: status } = outgoing
    if (operation === undefined || status === 304) return
    const responses = operation["responses"] as Readonly<
      Record<string, { readonly content?: object }>
    >
    const type = String(outgoing.getHeader("content-type") ?? "").split(";")[0] ?? ""
    const known = responses[String(status)]
    if (known === undefined) faults.push(`${method} ${path} answered ${status}`)
    // The pages that tell people of a refusal are a courtesy: programs ask for JSON.
    else if (type !== "" && status < 400 && !(type in (known.content ?? {})))
      faults.push(`${method} ${path} answered ${status} as ${type}`)
  }
  return {
    faults,
    listener: (incoming, outgoing) => {
      outgoing.on("finish", () => check(incoming, outgoing))
      handler.listener(incoming, outgoing)
    },
  }
}
