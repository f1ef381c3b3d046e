import { BadRequest, Conflict, Invalid, SignInRefused } from "@symbolon/core"
import type { Reply } from "../../exchange.ts"
import type { Sent } from "../../oauth/form.ts"
import { proven } from "../../oauth/interaction.ts"
import { signInCookies, type SignInParts } from "../../oauth/sign-in-parts.ts"
import type { Exchange, Plan } from "../../plan.ts"
import { accountPage, accountSignInPage } from "./account-pages.ts"
import { pathOf } from "./frame.ts"
import { expectOwnForm, type OwnAccount, recentlyProven } from "./own-account.ts"
import { formOf, pagePlan, seeOther } from "./page-plan.ts"
import { noticePage } from "./message-pages.ts"
import { pageReply } from "./page-reply.ts"
import { faultOf, type FormFault } from "./parts.ts"
import { notProven, passkeyAnswerIn } from "./passkey-answer.ts"

const place = "/oauth2/account"

/** The sign-in for the user's own account, without an app. */
export const accountSignInPlan = (parts: SignInParts): Plan =>
  pagePlan(parts, {
    method: "POST",
    template: `${place}/sign-in`,
    answer: (exchange) => signInReply(parts, exchange),
  })

/** Where people see to their own passkeys. */
export const accountPlans = (parts: SignInParts): readonly Plan[] => [
  pagePlan(parts, {
    method: "GET",
    template: place,
    answer: (exchange) => accountReply(parts, exchange),
  }),
  pagePlan(parts, {
    method: "POST",
    template: `${place}/passkeys`,
    answer: changing(parts, async ({ user }, sent) => {
      const answer = passkeyAnswerIn(sent)
      if (answer === undefined)
        throw new BadRequest({
          field: "passkey",
          reason: "Passkeys need JavaScript. Turn it on and try again.",
        })
      await parts.symbolon.users.finishPasskeyRegistration({
        userUuid: user.uuid,
        name: sent.text("name") ?? "",
        answer,
      })
    }),
  }),
  pagePlan(parts, {
    method: "POST",
    template: `${place}/passkeys/remove`,
    answer: changing(parts, async ({ user }, sent) => {
      await parts.symbolon.users.deletePasskey({
        userUuid: user.uuid,
        credentialId: sent.text("credential_id") ?? "",
      })
    }),
  }),
]

const accountReply = async (parts: SignInParts, exchange: Exchange): Promise<Reply> => {
  const own = await recentlyProven(parts, exchange)
  return own === undefined ? signInAnew(parts, exchange) : drawn(parts, own, 200)
}

/**
 * Asks for a new sign-in if the last one may be too old. A still open external sign-in would only
 * redirect back here.
 */
const signInAnew = async (parts: SignInParts, { request }: Exchange): Promise<Reply> => {
  const { baseUrl, identity } = parts
  const isStale =
    identity.loginUrl !== undefined &&
    (await identity.signedIn({ headers: request.headers })) !== undefined
  if (!isStale) return signInFirst(parts)
  const link = { href: identity.loginUrl(`${baseUrl}${place}`), text: "Sign in again" }
  return pageReply(200, noticePage({ baseUrl, title: "Sign in again", what: signInIsOld, link }))
}

const signInIsOld =
  "You signed in more than five minutes ago. To change how you sign in, sign in again. If the service does not ask you to, sign out first."

/** Redirects to the sign-in: the built-in page or the embedding program's. */
export const signInFirst = (
  { baseUrl, identity, methods }: SignInParts,
  invitation?: string,
): Reply =>
  identity.loginUrl === undefined
    ? pageReply(200, accountSignInPage({ baseUrl, methods, invitation }))
    : seeOther(
        identity.loginUrl(
          `${baseUrl}${invitation === undefined ? place : invitationPath(invitation)}`,
        ),
      )

const invitationPath = (token: string): string =>
  `/oauth2/invitation?token=${encodeURIComponent(token)}`

const drawn = async (
  { baseUrl, symbolon }: SignInParts,
  { user, csrfToken, cookies }: OwnAccount,
  status: number,
  fault?: FormFault,
) => {
  const passkeys = await symbolon.users.listPasskeys({ userUuid: user.uuid })
  return {
    ...pageReply(status, accountPage({ baseUrl, user, passkeys, csrfToken, fault })),
    cookies,
  }
}

type Change = (own: OwnAccount, sent: Sent) => Promise<void>

/**
 * Changes the user's own account, then shows the page again, with the error if there is one.
 */
const changing =
  (parts: SignInParts, change: Change) =>
  async (exchange: Exchange): Promise<Reply> => {
    const sent = await formOf(exchange, parts)
    const own = await recentlyProven(parts, exchange)
    if (own === undefined) return seeOther(pathOf(parts.baseUrl, place))
    expectOwnForm(own, sent)
    try {
      await change(own, sent)
    } catch (reason) {
      if (reason instanceof Invalid) return drawn(parts, own, 422, faultOf(reason))
      if (reason instanceof BadRequest) return drawn(parts, own, 400, { message: reason.reason })
      if (reason instanceof Conflict) return drawn(parts, own, 409, { message: reason.message })
      throw reason
    }
    return seeOther(pathOf(parts.baseUrl, place))
  }

const signInReply = async (parts: SignInParts, exchange: Exchange): Promise<Reply> => {
  const { baseUrl, methods } = parts
  const sent = await formOf(exchange, parts)
  const invitation = sent.text("invitation")
  try {
    const cookies = await signInCookies(
      parts,
      exchange.request.headers,
      await proven(parts, exchange, sent),
    )
    return seeOther(
      pathOf(baseUrl, invitation === undefined ? place : invitationPath(invitation)),
      cookies,
    )
  } catch (reason) {
    if (!(reason instanceof SignInRefused)) throw reason
    const page = accountSignInPage({
      baseUrl,
      methods,
      username: sent.text("username") ?? "",
      invitation,
      error: notProven(sent),
    })
    return pageReply(401, page)
  }
}
