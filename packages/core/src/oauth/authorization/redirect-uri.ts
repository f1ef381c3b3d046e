import { limits } from "../../foundation/kernel/limits.ts"
import type { OauthClient } from "../clients/client.ts"

type ClientType = OauthClient["clientType"]

/** The characters of RFC 3986, less `#` and `*`: neither may stand in a redirect URI. */
const characters = /^(?:[A-Za-z0-9\-._~:/?@!$&'()+,;=[\]]|%[0-9A-Fa-f]{2})+$/

/** A reversed domain name (RFC 8252 section 7.1), so never `javascript:` or `data:`. */
const privateUseScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/

/** Whether a URL leads to the machine it is opened on. */
export const isLoopback = ({ hostname }: Pick<URL, "hostname">): boolean =>
  ["127.0.0.1", "[::1]", "localhost"].includes(hostname)

/**
 * Whether it is sure that a code sent there reaches the app it is for (RFC 8252 section 8.6): a
 * confidential client proves itself when it redeems the code, and a host is its owner's. A port on
 * the user's machine and a private-use scheme are any program's to take.
 */
export const assuresClient = (uri: string, clientType: ClientType): boolean => {
  const url = URL.parse(uri)
  return clientType === "confidential" || (url?.protocol === "https:" && !isLoopback(url))
}

/** What our answers add to the query. */
const answered = ["code", "state", "iss", "error", "error_description", "error_uri"] as const

/**
 * Why a URI may not be registered to send a browser to; undefined when it may.
 *
 * What is registered is compared byte by byte, so it must be written as a URL parser would give it
 * back: otherwise it would stand for a place that it does not seem to name (`http://127.1/`,
 * `https://app.example/a/../b`, upper case in the host).
 */
export const redirectUriFault = (uri: string, clientType: ClientType): string | undefined => {
  if (uri.length > limits.redirectUriMax)
    return `is longer than ${limits.redirectUriMax} characters`
  if (uri.includes("#")) return "must have no fragment"
  if (uri.includes("*")) return "must have no wildcard: each URI is registered by itself"
  if (!characters.test(uri))
    return "is no URI: it is empty, or holds a character that must be percent-encoded"
  const url = URL.parse(uri)
  if (url === null) return "is no absolute URI"
  return placeFault(url, clientType) ?? formFault(url, uri)
}

const placeFault = (url: URL, clientType: ClientType): string | undefined => {
  const { protocol, pathname, host } = url
  if (protocol === "https:") return undefined
  if (protocol === "http:")
    return isLoopback(url)
      ? undefined
      : "must use https; http only to 127.0.0.1, [::1] or localhost"
  if (!privateUseScheme.test(protocol))
    return "must use https, http on this machine, or a scheme with a dot such as com.example.app:"
  if (clientType !== "public")
    return "must use https: only a public client, which is installed, can own a scheme"
  return host === "" && !pathname.startsWith("/") ? "must have a slash after its scheme" : undefined
}

const formFault = (url: URL, uri: string): string | undefined => {
  if (url.username !== "" || url.password !== "") return "must have no user name or password"
  // The parser writes the slash of an empty path; either way of writing names the same place.
  if (url.href !== uri && url.href !== `${uri}/`) return `must be written as ${url.href}`
  const own = answered.find((name) => url.searchParams.has(name))
  return own === undefined ? undefined : `must not have ${own} in its query: the answer has it`
}

/**
 * A loopback address of RFC 8252 section 7.3, its port, and what follows. `localhost` is none: it
 * may resolve to anywhere.
 */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([1-9][0-9]{0,4}))?((?:[/?].*)?)$/
const portMax = 65_535

/**
 * Whether a URI that was sent is the registered one: byte by byte. The one exception is the
 * loopback address of a public client, which listens on whatever port is free when it asks (RFC
 * 8252 section 7.3).
 */
export const matchesRedirectUri = (
  registered: string,
  sent: string,
  clientType: ClientType,
): boolean => {
  if (registered === sent) return true
  if (clientType !== "public") return false
  const [, place, , rest] = loopback.exec(registered) ?? []
  const [, sentPlace, sentPort, sentRest] = loopback.exec(sent) ?? []
  return (
    place !== undefined &&
    place === sentPlace &&
    rest === sentRest &&
    Number(sentPort ?? 80) <= portMax
  )
}
