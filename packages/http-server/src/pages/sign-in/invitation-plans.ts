import type { UserCaller } from "@symbolon/core"
import type { SignInParts } from "../../oauth/sign-in-parts.ts"
import type { Plan } from "../../plan.ts"
import { invitationPage } from "./account-pages.ts"
import { signInFirst } from "./account-plans.ts"
import { noticePage } from "./message-pages.ts"
import { expectOwnForm, ownAccount } from "./own-account.ts"
import { formOf, pagePlan, parameterOf } from "./page-plan.ts"
import { pageReply } from "./page-reply.ts"

const template = "/oauth2/invitation"

/** The plans of the link in an invitation: the invited person signs in and accepts. */
export const invitationPlans = (parts: SignInParts): readonly Plan[] => {
  const { baseUrl, symbolon } = parts
  return [
    pagePlan(parts, {
      method: "GET",
      template,
      answer: async (exchange) => {
        const token = parameterOf(exchange, "token") ?? ""
        const own = await ownAccount(parts, exchange)
        if (own === undefined) return signInFirst(parts, token)
        const { user, csrfToken, cookies } = own
        return { ...pageReply(200, invitationPage({ baseUrl, token, csrfToken, user })), cookies }
      },
    }),
    pagePlan(parts, {
      method: "POST",
      template,
      answer: async (exchange) => {
        const sent = await formOf(exchange, parts)
        const token = sent.text("token") ?? ""
        const own = await ownAccount(parts, exchange)
        if (own === undefined) return signInFirst(parts, token)
        expectOwnForm(own, sent)
        await symbolon.as(atOurPage(own.user.uuid)).invitations.accept({ token })
        return pageReply(
          200,
          noticePage({
            baseUrl,
            title: "You are on the team",
            what: "Open your app to start.",
          }),
        )
      },
    }),
  ]
}

/**
 * The caller on a built-in page: the user without an app and without special rights.
 */
const atOurPage = (userUuid: string): UserCaller => ({
  kind: "user",
  userUuid,
  clientId: "-",
  sid: "-",
  scopes: new Set(),
  isFirstParty: true,
  isServiceStaff: false,
})
