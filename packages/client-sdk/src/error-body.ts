/** What an error response says, whichever of the shapes it has. */
export interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly errors: Readonly<Record<string, string>>
  readonly details: Readonly<Record<string, unknown>> | null
}

/**
 * Codes of envelopes that carry none, and of answers without a body where the status says it all.
 */
const codes: Readonly<Record<number, string>> = {
  400: "bad_request",
  401: "invalid_credentials",
  402: "payment_required",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  422: "validation_error",
  429: "rate_limit_exceeded",
  500: "internal_error",
  503: "unavailable",
}

/**
 * Statuses with the same meaning from any server. A 404 without an envelope may come from a wrong
 * base URL, so it is not among them.
 */
const recognisedStatuses: ReadonlySet<number> = new Set([401, 429, 503])

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the error envelope, `{ detail: [...] }`, or the OAuth form; anything else is
 * `unexpected_response`.
 */
export const readErrorBody = (status: number, text: string, baseUrl?: string): ErrorBody => {
  const body = parseObject(text)
  const code = codes[status] ?? "unexpected_response"
  if (Array.isArray(body?.["detail"])) return readDetail(body["detail"], code)
  if (isOauth(status, body)) {
    const message =
      typeof body["error_description"] === "string" ? body["error_description"] : body.error
    return { code: body.error, message, errors: { _root: message }, details: null }
  }
  if (isEnvelope(body))
    return {
      code: typeof body["code"] === "string" ? body["code"] : code,
      message: body.message,
      errors: (asObject(body["errors"]) ?? {}) as Readonly<Record<string, string>>,
      details: asObject(body["details"]) ?? null,
    }
  const isRedirect = status >= 300 && status < 400
  const message = isRedirect
    ? "The server redirects: baseUrl must be the address that it redirects to."
    : `The server answered ${status} without an error of this API: is baseUrl the address of a Symbolon service?${baseUrl === undefined ? "" : ` It is ${baseUrl}`}`
  return {
    code: recognisedStatuses.has(status) ? code : "unexpected_response",
    message,
    errors: { _root: message },
    details: null,
  }
}

/**
 * The envelope has its members beside the message; frameworks and gateways answer with a `message`
 * too.
 */
const isEnvelope = (body: Fields | undefined): body is Fields & { readonly message: string } =>
  typeof body?.["message"] === "string" &&
  ("errors" in body || typeof body["code"] === "string") &&
  !("statusCode" in body)

/**
 * RFC 6749 section 5.2: a code in small letters, never with a 404; frameworks answer `"error": "Not
 * Found"`.
 */
const isOauth = (
  status: number,
  body: Fields | undefined,
): body is Fields & { readonly error: string } =>
  status !== 404 && typeof body?.["error"] === "string" && /^[a-z]+(_[a-z]+)*$/.test(body["error"])

/** `{ detail: [{ loc, msg, type }] }`: the last part of `loc` that is a name is the field. */
const readDetail = (detail: readonly unknown[], code: string): ErrorBody => {
  const complaints = detail.map((one) => {
    const { loc, msg } = asObject(one) ?? {}
    const path = (Array.isArray(loc) ? loc.map(String) : []).filter(
      (part, i) => i > 0 || !["body", "query", "path", "header"].includes(part),
    )
    return [path.join(".") || "_root", typeof msg === "string" ? msg : "is not acceptable"] as const
  })
  const message = complaints
    .map(([field, msg]) => (field === "_root" ? msg : `${field}: ${msg}`))
    .join("; ")
  return {
    code,
    message: message || "Some fields are invalid.",
    errors: Object.fromEntries(complaints),
    details: null,
  }
}

const parseObject = (text: string): Fields | undefined => {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return undefined
  }
}

const asObject = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined
