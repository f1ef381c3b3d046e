import type { Expectation, Refusal } from "./expectation.ts"

/** A reply as it is judged. */
export interface Reply {
  readonly status: number
  readonly challenge: string | null
  readonly text: string
}

export const readReply = async (reply: Response): Promise<Reply> => ({
  status: reply.status,
  challenge: reply.headers.get("www-authenticate"),
  text: await reply.text(),
})

/** What is wrong with a reply; undefined when it is as it must be. */
export const faultOf = (
  heard: Reply,
  { refusals }: Expectation,
  isOauth: boolean,
): string | undefined => {
  if (refusals.length === 0)
    return heard.status === 401 || heard.status === 403
      ? `was refused: ${heard.status} ${heard.text}`
      : undefined
  const refusal = refusals.find(({ status }) => status === heard.status)
  if (refusal === undefined)
    return `is ${heard.status}, not ${refusals.map(({ status }) => status).join(" or ")}: ${heard.text}`
  const { challenge } = refusal
  if (challenge !== undefined && !challenge.test(heard.challenge ?? ""))
    return `challenges with ${heard.challenge}, not ${challenge}`
  return isOauth ? oauthFaultOf(heard) : envelopeFaultOf(heard, refusal)
}

/** The error envelope. */
const envelopeFaultOf = ({ text }: Reply, { codes, details = {} }: Refusal): string | undefined => {
  const body = parsed(text)
  if (!codes.includes(String(body["code"])))
    return `has code ${String(body["code"])}, not ${codes.join(" or ")}`
  const isWhole =
    typeof body["message"] === "string" &&
    typeof body["errors"] === "object" &&
    body["errors"] !== null
  if (!isWhole || Object.keys(body["errors"] ?? {}).length === 0)
    return `is no error envelope: ${text}`
  const replyBody = (body["details"] ?? {}) as Readonly<Record<string, unknown>>
  const missing = Object.entries(details).find(([name, value]) => replyBody[name] !== value)
  return missing === undefined
    ? undefined
    : `does not say ${missing.join(" ")} in its details: ${text}`
}

/** The authorization server speaks RFC 6750 section 3.1. */
const oauthFaultOf = ({ status, text }: Reply): string | undefined => {
  const body = parsed(text)
  const fits =
    status === 401 ? body["error"] === "invalid_token" : typeof body["error"] === "string"
  return fits && typeof body["error_description"] === "string"
    ? undefined
    : `is no OAuth error: ${text}`
}

const parsed = (text: string): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/**
 * What a reply gives away of `secrets` that its caller did not say themself; undefined when
 * nothing.
 */
export const leakOf = (
  { text }: Reply,
  secrets: readonly string[],
  said: string,
): string | undefined => {
  const leaked = secrets.filter((secret) => text.includes(secret) && !said.includes(secret))
  return leaked.length === 0 ? undefined : `gives away ${leaked.join(", ")}: ${text}`
}
