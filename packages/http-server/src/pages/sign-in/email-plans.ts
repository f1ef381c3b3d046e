import type { SignInParts } from "../../oauth/sign-in-parts.ts"
import type { Plan } from "../../plan.ts"
import { confirmEmailPage, noticePage } from "./message-pages.ts"
import { formOf, pagePlan, parameterOf } from "./page-plan.ts"
import { pageReply } from "./page-reply.ts"

const template = "/oauth2/verify-email"

/**
 * Where the link of a letter leads. Opening it changes nothing, since mail scanners open links too:
 * a button does.
 */
export const emailPlans = (parts: SignInParts): readonly Plan[] => {
  const { baseUrl, symbolon } = parts
  return [
    pagePlan(parts, {
      method: "GET",
      template,
      answer: (exchange) =>
        pageReply(200, confirmEmailPage({ baseUrl, token: parameterOf(exchange, "token") ?? "" })),
    }),
    pagePlan(parts, {
      method: "POST",
      template,
      answer: async (exchange) => {
        const form = await formOf(exchange, parts)
        await symbolon.users.verifyEmail({ token: form.text("token") ?? "" })
        return pageReply(
          200,
          noticePage({
            baseUrl,
            title: "E-mail address confirmed",
            what: "You can now sign in with it.",
          }),
        )
      },
    }),
  ]
}
