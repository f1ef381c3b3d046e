import { createHash } from "node:crypto"
import type { Headers } from "../exchange.ts"

/**
 * The cookies of a browser at the sign-in: one proves that a form comes from where its page was
 * drawn, one that a user is signed in, and one for each user who has signed in here before, whom
 * wrong passwords from elsewhere do not keep out.
 */
export interface Cookies {
  readonly browserToken: string | undefined
  readonly loginToken: string | undefined
  /** One for each account that has signed in in this browser. */
  readonly deviceTokens: readonly string[]
}

/** How the cookies of a service are called and written. */
export interface CookieJar {
  readonly read: (headers: Headers) => Cookies
  readonly writeBrowser: (token: string) => string
  readonly writeLogin: (token: string) => string
  readonly dropLogin: string
  readonly writeDevice: (userUuid: string, token: string) => string
}

const deviceMaxAgeSeconds = 365 * 86_400
/** The number of accounts that a browser remembers. */
const devicesMax = 10

/**
 * The cookies of a service at `baseUrl`. With https they are `__Host-` ones: Secure, of this host
 * alone, for all of its paths. Both are for the whole origin and never of one request, so that
 * several tabs can sign in at once. They last as long as the browser, but for those of devices,
 * which last a year.
 */
export const cookieJar = (baseUrl: string): CookieJar => {
  const isSecure = baseUrl.startsWith("https:")
  const prefix = isSecure ? "__Host-" : ""
  const [browser, login, device] = [
    `${prefix}symbolon_browser`,
    `${prefix}symbolon_login`,
    `${prefix}symbolon_device_`,
  ]
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`
  return {
    read: ({ cookie }) => {
      const all = cookiesIn(cookie ?? "")
      const devices = [...all].flatMap(([name, token]) => (name.startsWith(device) ? [token] : []))
      return {
        browserToken: all.get(browser),
        loginToken: all.get(login),
        deviceTokens: devices.slice(0, devicesMax),
      }
    },
    writeBrowser: (token) => `${browser}=${token}; ${attributes}`,
    writeLogin: (token) => `${login}=${token}; ${attributes}`,
    dropLogin: `${login}=; ${attributes}; Max-Age=0`,
    writeDevice: (userUuid, token) =>
      `${device}${digest(userUuid).slice(0, 10)}=${token}; ${attributes}; Max-Age=${deviceMaxAgeSeconds}`,
  }
}

/** Our cookie values have a prefix and base64url. Any other value is ignored. */
const ours = /^sy_[a-z]+_[A-Za-z0-9_-]{43}$/

const cookiesIn = (header: string): ReadonlyMap<string, string> =>
  new Map(
    header
      .split(";")
      .map((pair) => pair.trim().split("="))
      .flatMap(([name, value]) =>
        name !== undefined && value !== undefined && ours.test(value)
          ? [[name, value] as const]
          : [],
      ),
  )

/**
 * Under what a browser is counted in which a user is signed in: a digest of its login, which was
 * verified.
 */
export const browserKey = (loginToken: string): string => digest(loginToken).slice(0, 22)

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url")
