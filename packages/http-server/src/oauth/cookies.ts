import { createHash } from "node:crypto"
import type { Headers } from "../exchange.ts"

/** The two cookies of a browser at the sign-in: one proves that a form comes from where its page was drawn, one that somebody is signed in. */
export interface Cookies {
  readonly browserToken: string | undefined
  readonly loginToken: string | undefined
}

/** How the cookies of a service are called and written. */
export interface CookieJar {
  readonly read: (headers: Headers) => Cookies
  readonly writeBrowser: (token: string) => string
  readonly writeLogin: (token: string) => string
  readonly dropLogin: string
}

/**
 * The cookies of a service at `baseUrl`. With https they are `__Host-` ones: Secure, of this host alone, for all of its paths. Both
 * are for the whole origin and never of one request, so that several tabs can sign in at once. They last as long as the browser.
 */
export const cookieJar = (baseUrl: string): CookieJar => {
  const isSecure = baseUrl.startsWith("https:")
  const prefix = isSecure ? "__Host-" : ""
  const [browser, login] = [`${prefix}symbolon_browser`, `${prefix}symbolon_login`]
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`
  return {
    read: ({ cookie }) => {
      const all = cookiesIn(cookie ?? "")
      return { browserToken: all.get(browser), loginToken: all.get(login) }
    },
    writeBrowser: (token) => `${browser}=${token}; ${attributes}`,
    writeLogin: (token) => `${login}=${token}; ${attributes}`,
    dropLogin: `${login}=; ${attributes}; Max-Age=0`,
  }
}

/** Ours have a typed prefix and base64url behind it; whatever else stands there is nobody's. */
const ours = /^sy_[a-z]+_[A-Za-z0-9_-]{43}$/

const cookiesIn = (header: string): ReadonlyMap<string, string> =>
  new Map(
    header
      .split(";")
      .map((pair) => pair.trim().split("="))
      .flatMap(([name, value]) => (name !== undefined && value !== undefined && ours.test(value) ? [[name, value] as const] : [])),
  )

/** Under what a browser is counted: a digest of its login, else of its own cookie; undefined in a new one. */
export const browserKey = ({ browserToken, loginToken }: Cookies): string | undefined => {
  const token = loginToken ?? browserToken
  return token === undefined ? undefined : createHash("sha256").update(token).digest("base64url").slice(0, 22)
}
