import { SignInRefused } from "@symbolon/core"
import { jsonReply } from "../../exchange.ts"
import type { SignInParts } from "../../oauth/sign-in-parts.ts"
import type { Plan } from "../../plan.ts"
import { refusalReply } from "../../wire-refusal.ts"
import { expectOwnForm, recentlyProven } from "./own-account.ts"
import { formOf, pagePlan } from "./page-plan.ts"

/** What our script asks before it asks the browser: JSON, of our own pages alone. */
export const passkeyPlans = (parts: SignInParts): readonly Plan[] => {
  const { symbolon } = parts
  return [
    pagePlan(parts, {
      method: "POST",
      template: "/oauth2/passkeys/sign-in-options",
      refuse: refusalReply,
      answer: async (exchange) => {
        await formOf(exchange, parts)
        return jsonReply(200, await symbolon.users.startPasskeySignIn({}))
      },
    }),
    pagePlan(parts, {
      method: "POST",
      template: "/oauth2/passkeys/registration-options",
      refuse: refusalReply,
      answer: async (exchange) => {
        const sent = await formOf(exchange, parts)
        const own = await recentlyProven(parts, exchange)
        if (own === undefined) throw new SignInRefused()
        expectOwnForm(own, sent)
        return jsonReply(
          200,
          await symbolon.users.startPasskeyRegistration({ userUuid: own.user.uuid }),
        )
      },
    }),
  ]
}
