import type { SignedIn, Symbolon } from "@symbolon/core"
import type { Headers } from "../exchange.ts"
import type { CookieJar } from "./cookies.ts"

/**
 * Identifies the signed-in user of a browser: by the built-in sign-in or by the embedding program.
 */
export interface Identity {
  /** Undefined if no user is signed in. */
  readonly signedIn: (request: { readonly headers: Headers }) => Promise<SignedIn | undefined>
  /**
   * The sign-in page, which redirects back to `returnTo`. Undefined: the built-in page.
   */
  readonly loginUrl?: (returnTo: string) => string
}

/** The built-in directory: the user who signed in on the built-in page. */
export const builtInIdentity = (symbolon: Symbolon, jar: CookieJar): Identity => ({
  signedIn: async ({ headers }) => {
    const { loginToken } = jar.read(headers)
    return loginToken === undefined
      ? undefined
      : (await symbolon.users.getLogin({ loginToken }))?.signedIn
  },
})
