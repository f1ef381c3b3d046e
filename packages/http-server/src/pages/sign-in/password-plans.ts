import { Invalid, type MailDelivery } from "@symbolon/core"
import { portsOf } from "@symbolon/core/effect"
import type { Reply } from "../../exchange.ts"
import type { SignInParts } from "../../oauth/sign-in-parts.ts"
import type { Plan } from "../../plan.ts"
import { pathOf } from "./frame.ts"
import { noticePage } from "./message-pages.ts"
import { formOf, pagePlan, parameterOf } from "./page-plan.ts"
import { pageReply } from "./page-reply.ts"
import { faultOf } from "./parts.ts"
import { forgotPasswordPage, noMail, resetPasswordPage } from "./password-pages.ts"

const template = "/oauth2/password-reset"

/**
 * The plans for a new password. Without a token, the page asks for the account; with one, it asks for the password.
 */
export const passwordPlans = (parts: SignInParts): readonly Plan[] => {
  const { baseUrl, symbolon } = parts
  const { delivery = "addressee" } = portsOf(symbolon).mailer

  const request = async (
    name: string,
    { ip, challenge }: { readonly ip: string; readonly challenge: string | undefined },
  ): Promise<Reply> => {
    // The page is the same after too many requests, so that it reveals nothing.
    await symbolon.users.requestPasswordReset({ name, from: `ip:${ip}` })
    const back =
      challenge === undefined
        ? undefined
        : pathOf(baseUrl, `/oauth2/interaction/${encodeURIComponent(challenge)}`)
    const link = back === undefined ? undefined : { href: back, text: "Back to sign-in" }
    return pageReply(200, noticePage({ baseUrl, ...afterAsking[delivery], link }))
  }

  const choose = async (token: string, password: string): Promise<Reply> => {
    try {
      await symbolon.users.resetPassword({ token, password })
    } catch (reason) {
      if (!(reason instanceof Invalid)) throw reason
      return pageReply(422, resetPasswordPage({ baseUrl, token, fault: faultOf(reason) }))
    }
    return pageReply(200, noticePage({ baseUrl, ...changed }))
  }

  return [
    pagePlan(parts, {
      method: "GET",
      template,
      answer: (exchange) => {
        const token = parameterOf(exchange, "token")
        if (token !== undefined) return pageReply(200, resetPasswordPage({ baseUrl, token }))
        return pageReply(
          200,
          forgotPasswordPage({ baseUrl, challenge: parameterOf(exchange, "challenge"), delivery }),
        )
      },
    }),
    pagePlan(parts, {
      method: "POST",
      template,
      answer: async (exchange) => {
        const form = await formOf(exchange, parts)
        const [token, challenge] = [form.text("token"), form.text("challenge")]
        if (token !== undefined) return choose(token, form.text("password") ?? "")
        const name = form.text("username")
        if (name !== undefined) return request(name, { ip: exchange.ip, challenge })
        const fault = {
          message: "Enter the account.",
          fields: { username: "Enter your username or e-mail address." },
        }
        return pageReply(422, forgotPasswordPage({ baseUrl, challenge, delivery, fault }))
      },
    }),
  ]
}

const afterAsking: Readonly<
  Record<MailDelivery, { readonly title: string; readonly what: string }>
> = {
  addressee: {
    title: "Check your email",
    what: "If the account exists and has a confirmed e-mail address, we have sent it a link. The link is valid for an hour.",
  },
  terminal: {
    title: "Ask the operator for the link",
    what: "This service does not send e-mail yet. If the account exists and has a confirmed e-mail address, the link is printed in the terminal of the service. It is valid for an hour.",
  },
  none: noMail,
}

const changed = {
  title: "Your password is changed",
  what: "You are signed out everywhere. Go back to the app and sign in with the new password.",
}
