import type { SignedIn, Symbolon } from "@symbolon/core"
import type { Headers } from "../exchange.ts"
import type { CookieJar } from "./cookies.ts"

/**
 * Tells who is signed in in a browser: our own directory, or the sign-in of the program that embeds
 * us.
 */
export interface Identity {
  /** Undefined when nobody is. */
  readonly signedIn: (request: { readonly headers: Headers }) => Promise<SignedIn | undefined>
  /**
   * Where somebody signs in who is not: sends the browser back to `returnTo` afterwards. Undefined:
   * our own page.
   */
  readonly loginUrl?: (returnTo: string) => string
}

/** The built-in directory: whoever signed in at our own page. */
export const builtInIdentity = (symbolon: Symbolon, jar: CookieJar): Identity => ({
  signedIn: async ({ headers }) => {
    const { loginToken } = jar.read(headers)
    return loginToken === undefined
      ? undefined
      : (await symbolon.users.getLogin({ loginToken }))?.signedIn
  },
})
