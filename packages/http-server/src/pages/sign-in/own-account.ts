import { createHmac, timingSafeEqual } from "node:crypto"
import { InteractionRefused, isRecentSignIn, type SignedIn, type User } from "@symbolon/core"
import { portsOf } from "@symbolon/core/effect"
import type { Sent } from "../../oauth/form.ts"
import type { SignInParts } from "../../oauth/sign-in-parts.ts"
import type { Exchange } from "../../plan.ts"

/** A user on the pages of their own account. */
export interface OwnAccount {
  readonly user: User
  /** Goes into every form: only this browser's cookie makes it, for this person. */
  readonly csrfToken: string
  /** To be written with the page. */
  readonly cookies: readonly string[]
}

/** Returns the signed-in user of a page; undefined without one. */
export const ownAccount = (
  parts: SignInParts,
  exchange: Exchange,
): Promise<OwnAccount | undefined> => accountOf(parts, exchange, () => true)

/**
 * Returns the user of the pages that change the sign-in; undefined if a (new) sign-in is needed
 * first. So a person who finds an open browser cannot add a passkey.
 */
export const recentlyProven = (
  parts: SignInParts,
  exchange: Exchange,
): Promise<OwnAccount | undefined> =>
  accountOf(parts, exchange, ({ authTime }) => isRecentSignIn(authTime, parts.symbolon.clock.now()))

const accountOf = async (
  parts: SignInParts,
  { request }: Exchange,
  isEnough: (signedIn: SignedIn) => boolean,
): Promise<OwnAccount | undefined> => {
  const { symbolon, identity, jar } = parts
  const signedIn = await identity.signedIn({ headers: request.headers })
  if (signedIn === undefined || !isEnough(signedIn)) return undefined
  const user = await symbolon.users.find({ user: signedIn.userUuid })
  const { browserToken } = jar.read(request.headers)
  const key = browserToken ?? portsOf(symbolon).ids.secret("sy_br_")
  return {
    user,
    csrfToken: tokenOf(key, user),
    cookies: browserToken === undefined ? [jar.writeBrowser(key)] : [],
  }
}

/**
 * Refuses a form that was not drawn for this person in this browser.
 *
 * @throws {InteractionRefused}
 */
export const expectOwnForm = ({ csrfToken }: OwnAccount, sent: Sent): void => {
  const given = Buffer.from(sent.text("csrf_token") ?? "")
  const expected = Buffer.from(csrfToken)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new InteractionRefused({
      reason: "This form does not belong to your session in this browser. Load the page again.",
    })
}

const tokenOf = (key: string, { uuid }: User): string =>
  createHmac("sha256", key).update(`account ${uuid}`).digest("base64url")
