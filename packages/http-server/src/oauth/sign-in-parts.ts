import type { Browser, Interaction, Symbolon } from "@symbolon/core"
import type { Headers } from "../exchange.ts"
import type { Limiter } from "../limiter.ts"
import type { CookieJar } from "./cookies.ts"
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
  /** Where the pages of the embedding program are, instead of ours; `challenge` is put behind it. */
  readonly interactionUrl: string | undefined
  /** Whether people may make an account themselves. */
  readonly canRegister: boolean
}

/** The browser that a request comes from. */
export const browserOf = async ({ jar, identity, methods }: SignInParts, headers: Headers): Promise<Browser> => ({
  browserToken: jar.read(headers).browserToken,
  signedIn: await identity.signedIn({ headers }),
  methods,
})

/** Origins whose pages may send our forms. */
export const formOrigins = ({ baseUrl, interactionUrl }: SignInParts): readonly string[] =>
  [baseUrl, ...(interactionUrl === undefined ? [] : [interactionUrl])].map((url) => new URL(url).origin)

/** Where people see what a waiting request asks of them. */
export const interactionPage = ({ baseUrl, interactionUrl, identity }: SignInParts, { status, challenge }: Interaction): string => {
  const own = `${baseUrl}/oauth2/interaction/${challenge}`
  if (status === "login_required" && identity.loginUrl !== undefined) return identity.loginUrl(own)
  if (interactionUrl === undefined) return own
  const url = new URL(interactionUrl)
  url.searchParams.set("challenge", challenge)
  return url.href
}

/** Pages of the embedding program may read what is asked, and answer it; nobody else's may. */
export const isOwnPage =
  ({ interactionUrl }: SignInParts) =>
  async (origin: string): Promise<false | "with cookies"> =>
    interactionUrl !== undefined && new URL(interactionUrl).origin === origin ? "with cookies" : false
