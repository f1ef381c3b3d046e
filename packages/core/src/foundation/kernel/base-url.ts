import { isWebAddress } from "./text.ts"

/**
 * What is wrong with the base URL of a service, as the end of a sentence ("must ..."); undefined
 * when it is good. Endpoints, links and the issuer of tokens are made by adding a path to it, so
 * that it ends with its own path: no query, no fragment, and not the `/api/v1` that clients add.
 */
export const baseUrlProblem = (text: unknown): string | undefined => {
  if (typeof text !== "string") return `must be a string${SUCH_AS}`
  if (!/^https?:\/\//i.test(text))
    return `must be a URL that begins with http:// or https://${SUCH_AS}`
  if (text.includes("?") || text.includes("#"))
    return `must have no query and no fragment${SUCH_AS}`
  if (!isWebAddress(text))
    return `must be a URL with a host and without a user name or spaces${SUCH_AS}`
  if (/\/api\/v1\/*$/i.test(text))
    return `must not end with /api/v1, which is added to it: ${text.replace(/\/api\/v1\/*$/i, "")}`
  return undefined
}

const SUCH_AS = ", such as https://club.example or https://club.example/members"
