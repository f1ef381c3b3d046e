import { WebhookError } from "./webhook-error.ts"

type HeaderValue = string | readonly string[] | undefined

/**
 * The headers of a request: a Fetch `Headers`, the `headers` of Node's `IncomingMessage`, a record,
 * or pairs of name and value. Names may be in any case.
 */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | Iterable<readonly [string, HeaderValue]>
  | Readonly<Record<string, HeaderValue>>

/**
 * Returns the one value of a header. Throws `missing_header` if it is absent or empty, and
 * `malformed_header` if there are several: which one is the sender's, nobody can tell.
 */
export const readHeader = (headers: WebhookHeaders, name: string): string => {
  const values = valuesOf(headers, name.toLowerCase()).flatMap((value) => value ?? [])
  const [value = ""] = values
  // Servers join repeated headers with a comma, which no header of a webhook has.
  if (values.length > 1 || value.includes(","))
    throw new WebhookError("malformed_header", `${name} must be sent once, with one value.`)
  if (value === "")
    throw new WebhookError(
      "missing_header",
      `${name} is missing. Pass the headers as they arrived, and check that no proxy removes X-Webhook-* headers.`,
    )
  return value
}

const valuesOf = (headers: WebhookHeaders, name: string): readonly HeaderValue[] => {
  if (!isIterable(headers) && isLookup(headers)) return [headers.get(name) ?? undefined]
  const pairs = isIterable(headers) ? [...headers] : Object.entries(headers)
  return pairs.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []))
}

const isIterable = (headers: WebhookHeaders): headers is Iterable<readonly [string, HeaderValue]> =>
  Symbol.iterator in headers

const isLookup = (
  headers: WebhookHeaders,
): headers is { readonly get: (name: string) => string | null } =>
  typeof (headers as { readonly get?: unknown }).get === "function"
