import { isPlainText, OauthRefused } from "@symbolon/core"
import { announcesBody, bodyOf } from "../call.ts"
import { parseForm, parsePairs } from "../decode/form.ts"
import { parseJson } from "../decode/json.ts"
import type { Request } from "../exchange.ts"

const formBytesMax = 16_384
const none = new Uint8Array()

const invalid = (description: string): OauthRefused =>
  new OauthRefused({ error: "invalid_request", description })

/**
 * The fields of a form; a parameter that is sent empty counts as not sent (RFC 6749 section 3.2).
 */
export const readForm = async (
  request: Request,
  repeatable: readonly string[] = [],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  // A missing body counts as an empty form, so that the refusal names the missing parameter (RFC
  // 6749 section 5.2).
  const isSent = announcesBody(request) || request.headers["content-type"] !== undefined
  const bytes = isSent
    ? await bodyOf(request, "application/x-www-form-urlencoded", formBytesMax)
    : none
  const fields = new Map<string, readonly string[]>()
  for (const [name, values] of valuesOf(bytes)) {
    if (values.length > 1 && !repeatable.includes(name))
      throw invalid("A parameter was sent more than once.")
    const sent = values.filter((value) => value !== "")
    if (sent.length > 0) fields.set(name, sent)
  }
  return fields
}

const valuesOf = (bytes: Uint8Array): ReadonlyMap<string, readonly string[]> => {
  const fields = parseForm(bytes)
  if (fields === "not_utf8") throw invalid("The body is not UTF-8 text.")
  return fields
}

/** The input of a sign-in page, as a form or as JSON. */
export interface Sent {
  readonly isJson: boolean
  /** The text of a field; undefined when it was not sent, or is no text. */
  readonly text: (name: string) => string | undefined
  /** Texts of a list, which JSON alone can hold. */
  readonly texts: (name: string) => readonly string[] | undefined
  /** The value of a checkbox; `otherwise` if it was not sent. */
  readonly flag: (name: string, otherwise: boolean) => boolean
}

/**
 * Reads what a sign-in page sends: the pages of this service send forms, pages of others may send
 * JSON.
 */
export const readSent = async (request: Request): Promise<Sent> => {
  const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "")
  const fields = isJson
    ? await readJson(request)
    : new Map<string, unknown>(
        [...(await readForm(request))].map(([name, [value]]) => [name, value]),
      )
  return {
    isJson,
    text: (name) => {
      const value = fields.get(name)
      return typeof value === "string" && isPlainText(value) ? value : undefined
    },
    texts: (name) => {
      const value = fields.get(name)
      return Array.isArray(value) && value.every((each): each is string => typeof each === "string")
        ? value
        : undefined
    },
    flag: (name, otherwise) => {
      const value = fields.get(name)
      if (value === undefined) return otherwise
      return value === true || value === "true" || value === "on" || value === "1"
    },
  }
}

/** The parameters of a URL. */
export const queryOf = (query: string): ReadonlyMap<string, readonly string[]> => {
  const fields = parsePairs(query)
  if (fields === "not_utf8") throw invalid("The query contains a character that cannot be stored.")
  return fields
}

/** The one value of a field. */
export const valueOf = (
  fields: ReadonlyMap<string, readonly string[]>,
  name: string,
): string | undefined => fields.get(name)?.[0]

const readJson = async (request: Request): Promise<ReadonlyMap<string, unknown>> => {
  const value = parseJson(await bodyOf(request, "application/json", formBytesMax))
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid("The body must be a JSON object.")
  return new Map(Object.entries(value))
}
