import type { Browser, Interaction, SignedIn, Symbolon } from "@symbolon/core"
import type { Headers } from "../exchange.ts"
import type { Limiter } from "../limiter.ts"
import { browserKey, type CookieJar } from "./cookies.ts"
import type { Identity } from "./identity.ts"

/** What the sign-in runs on. */
export interface SignInParts {
  readonly symbolon: Symbolon
  readonly limiter: Limiter
  /** With the prefix it is mounted under, without a trailing slash. */
  readonly baseUrl: string
  readonly jar: CookieJar
  readonly identity: Identity
  /** How people can sign in with us. */
  readonly methods: Interaction["login"]["methods"]
  /**
   * Where the pages of the embedding program are, instead of ours; `challenge` is put behind it.
   */
  readonly interactionUrl: string | undefined
  /** Whether people may make an account themselves. */
  readonly canRegister: boolean
}

/** The browser that a request comes from. */
export const browserOf = async (
  { jar, identity, methods }: SignInParts,
  headers: Headers,
): Promise<Browser> => ({
  browserToken: jar.read(headers).browserToken,
  signedIn: await identity.signedIn({ headers }),
  methods,
})

/**
 * Under what the requests of a browser are counted: its sign-in, where that was verified; undefined
 * where only the address is known.
 */
export const countedBrowser = (
  { jar }: SignInParts,
  headers: Headers,
  { signedIn }: Browser,
): string | undefined => {
  if (signedIn === undefined) return undefined
  const { loginToken } = jar.read(headers)
  // The sign-in of an embedding program may need no cookie of ours.
  return loginToken === undefined ? `u:${signedIn.userUuid}` : browserKey(loginToken)
}

/**
 * Returns the cookies of a new sign-in. They replace the browser's former ones.
 */
export const signInCookies = async (
  { symbolon, jar }: SignInParts,
  headers: Headers,
  signedIn: SignedIn,
): Promise<readonly string[]> => {
  const { loginToken: before } = jar.read(headers)
  const { loginToken } = await symbolon.users.createLogin({ signedIn })
  if (before !== undefined) await symbolon.users.endLogin({ loginToken: before })
  const { deviceToken } = await symbolon.users.createBrowserToken({ userUuid: signedIn.userUuid })
  return [
    jar.writeLogin(loginToken),
    ...(deviceToken === undefined ? [] : [jar.writeDevice(signedIn.userUuid, deviceToken)]),
  ]
}

/** Origins whose pages may send our forms. */
export const formOrigins = ({ baseUrl, interactionUrl }: SignInParts): readonly string[] =>
  [baseUrl, ...(interactionUrl === undefined ? [] : [interactionUrl])].map(
    (url) => new URL(url).origin,
  )

/** Where people see what a waiting request asks of them. */
export const interactionPage = (
  { baseUrl, interactionUrl, identity }: SignInParts,
  { status, challenge }: Interaction,
): string => {
  const own = `${baseUrl}/oauth2/interaction/${challenge}`
  if (status === "login_required" && identity.loginUrl !== undefined) return identity.loginUrl(own)
  if (interactionUrl === undefined) return own
  const url = new URL(interactionUrl)
  url.searchParams.set("challenge", challenge)
  return url.href
}

/** Only pages of the embedding program may read and answer a challenge. */
export const isOwnPage =
  ({ interactionUrl }: SignInParts) =>
  async (origin: string): Promise<false | "with cookies"> =>
    interactionUrl !== undefined && new URL(interactionUrl).origin === origin
      ? "with cookies"
      : false
