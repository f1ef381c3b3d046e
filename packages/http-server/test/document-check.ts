import type { Handler } from "../src/create-handler.ts"
import type { OpenApiDocument } from "../src/openapi.ts"
import { faultsOf } from "./json-schema.ts"

type Operation = {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Answer>>
}
type Answer = {
  readonly content?: Readonly<
    Record<string, { readonly schema: Readonly<Record<string, unknown>> }>
  >
}

/** `fetch` against a server whose every answer must be one that the OpenAPI documents describe. */
export const checkedFetch = (
  url: string,
  handler: Handler,
  prefix = "",
): ((path: string, init?: RequestInit) => Promise<Response>) => {
  const documents = [handler.openapi(), handler.consoleOpenapi()]
  return async (path, init) => {
    const reply = await fetch(`${url}${prefix}${path}`, init)
    const found = documents.flatMap((document) =>
      operationAt(document, init?.method ?? "GET", path.split("?")[0] ?? path),
    )[0]
    if (found !== undefined) await check(reply.clone(), found)
    return reply
  }
}

interface Found {
  readonly document: OpenApiDocument
  readonly operation: Operation
}

const operationAt = (document: OpenApiDocument, method: string, path: string): readonly Found[] => {
  const verb = method === "HEAD" ? "get" : method.toLowerCase()
  return Object.entries(document.paths).flatMap(([template, methods]) => {
    const fits = new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path)
    const operation = methods[verb] as Operation | undefined
    return fits && operation !== undefined ? [{ document, operation }] : []
  })
}

const check = async (reply: Response, { document, operation }: Found): Promise<void> => {
  const told = operation.responses[String(reply.status)]
  if (reply.status === 304) return
  if (told === undefined)
    throw new Error(
      `${operation.operationId} answered ${reply.status}, which its document does not know: ${await reply.text()}`,
    )
  const text = await reply.text()
  const schema = told.content?.["application/json"]?.schema
  if (text === "" || schema === undefined) return
  const faults = faultsOf(
    JSON.parse(text),
    schema,
    (document.components["schemas"] ?? {}) as Readonly<
      Record<string, Readonly<Record<string, unknown>>>
    >,
  )
  if (faults.length > 0)
    throw new Error(
      `${operation.operationId} ${reply.status} does not fit its document:\n${faults.join("\n")}`,
    )
}
