import { BadRequest, Conflict, Invalid, type SignedIn, SignInRefused } from "@symbolon/core"
import type { Reply } from "../../exchange.ts"
import { admitAttempt, countFailure, mayLookUp } from "../../oauth/attempts.ts"
import type { Sent } from "../../oauth/form.ts"
import type { SignInParts } from "../../oauth/sign-in-parts.ts"
import type { Exchange, Plan } from "../../plan.ts"
import { accountPage, accountSignInPage } from "./account-pages.ts"
import { pathOf } from "./frame.ts"
import { expectOwnForm, type OwnAccount, ownAccount } from "./own-account.ts"
import { formOf, pagePlan, seeOther } from "./page-plan.ts"
import { pageReply } from "./page-reply.ts"
import { faultOf, type FormFault } from "./parts.ts"
import { notProven, passkeyAnswerIn } from "./passkey-answer.ts"

const place = "/oauth2/account"

/** Where somebody signs in for what is between them and the service, and no app has a part in. */
export const accountSignInPlan = (parts: SignInParts): Plan =>
  pagePlan(parts, { method: "POST", template: `${place}/sign-in`, answer: (exchange) => signInReply(parts, exchange) })

/** Where people see to their own passkeys. */
export const accountPlans = (parts: SignInParts): readonly Plan[] => [
  pagePlan(parts, { method: "GET", template: place, answer: (exchange) => accountReply(parts, exchange) }),
  pagePlan(parts, {
    method: "POST",
    template: `${place}/passkeys`,
    answer: changing(parts, async ({ user }, sent) => {
      const answer = passkeyAnswerIn(sent)
      if (answer === undefined) throw new BadRequest({ field: "passkey", reason: "Making a passkey takes a script, and scripts are off." })
      await parts.symbolon.accounts.finishPasskeyRegistration({ userUuid: user.uuid, name: sent.text("name") ?? "", answer })
    }),
  }),
  pagePlan(parts, {
    method: "POST",
    template: `${place}/passkeys/remove`,
    answer: changing(parts, async ({ user }, sent) => {
      await parts.symbolon.accounts.removePasskey({ userUuid: user.uuid, credentialId: sent.text("credential_id") ?? "" })
    }),
  }),
]

const accountReply = async (parts: SignInParts, exchange: Exchange): Promise<Reply> => {
  const own = await ownAccount(parts, exchange)
  return own === undefined ? signInFirst(parts) : drawn(parts, own, 200)
}

/** Asks for a sign-in: on our page, or where the embedding program has its own. */
export const signInFirst = ({ baseUrl, identity, methods }: SignInParts, invitation?: string): Reply =>
  identity.loginUrl === undefined
    ? pageReply(200, accountSignInPage({ baseUrl, methods, invitation }))
    : seeOther(identity.loginUrl(`${baseUrl}${invitation === undefined ? place : invitationPath(invitation)}`))

const invitationPath = (token: string): string => `/oauth2/invitation?token=${encodeURIComponent(token)}`

const drawn = async ({ baseUrl, symbolon }: SignInParts, { user, csrfToken, cookies }: OwnAccount, status: number, fault?: FormFault) => {
  const passkeys = await symbolon.accounts.listPasskeys({ userUuid: user.uuid })
  return { ...pageReply(status, accountPage({ baseUrl, user, passkeys, csrfToken, fault })), cookies }
}

type Change = (own: OwnAccount, sent: Sent) => Promise<void>

/** Changes something of an account for its owner, then shows it anew; what was wrong stands on the page. */
const changing =
  (parts: SignInParts, change: Change) =>
  async (exchange: Exchange): Promise<Reply> => {
    const sent = await formOf(exchange, parts)
    const own = await ownAccount(parts, exchange)
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
  const { baseUrl, symbolon, limiter, jar, methods } = parts
  const sent = await formOf(exchange, parts)
  const invitation = sent.text("invitation")
  const username = sent.text("username") ?? ""
  await admitAttempt(limiter, exchange, username)
  try {
    const signedIn = await proven(parts, sent, username)
    const { loginToken } = await symbolon.accounts.openLogin({ signedIn })
    const { loginToken: before } = jar.read(exchange.request.headers)
    if (before !== undefined) await symbolon.accounts.endLogin({ loginToken: before })
    return seeOther(pathOf(baseUrl, invitation === undefined ? place : invitationPath(invitation)), [jar.writeLogin(loginToken)])
  } catch (reason) {
    if (!(reason instanceof SignInRefused)) throw reason
    await countFailure(limiter, exchange, username)
    return pageReply(401, accountSignInPage({ baseUrl, methods, username, invitation, error: notProven(sent) }))
  }
}

/** Who somebody proved to be, by a passkey or by the password that they sent. */
const proven = async ({ symbolon, limiter }: SignInParts, sent: Sent, username: string): Promise<SignedIn> => {
  const answer = passkeyAnswerIn(sent)
  if (answer !== undefined) return (await symbolon.accounts.finishPasskeySignIn({ answer })).signedIn
  // Beyond the allowance every name is an unknown one, and takes as long.
  const name = (await mayLookUp(limiter)) ? username : ""
  return (await symbolon.accounts.signIn({ name, password: sent.text("password") ?? "" })).signedIn
}
