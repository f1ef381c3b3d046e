import {
  type Asking,
  Conflict,
  Invalid,
  NotFound,
  OauthRefused,
  type SignedIn,
} from "@symbolon/core"
import type { Reply } from "../../exchange.ts"
import { readSignInForm, signedInReply } from "../../oauth/interaction.ts"
import { answerReply } from "../../oauth/answer-reply.ts"
import type { Sent } from "../../oauth/form.ts"
import { browserOf, type SignInParts } from "../../oauth/sign-in-parts.ts"
import type { Exchange, Plan } from "../../plan.ts"
import { pagePlan, parameterOf } from "./page-plan.ts"
import { pageReply } from "./page-reply.ts"
import { faultOf, type FormFault } from "./parts.ts"
import { registerPage } from "./register-page.ts"

const template = "/oauth2/register"

/**
 * The plans of a registration during a sign-in to an app. The new user is signed in and continues.
 */
export const registerPlans = (parts: SignInParts): readonly Plan[] => {
  if (!parts.canRegister) return []
  const { symbolon } = parts

  /** The pending challenge of a registration; a reply if there is none. */
  const waiting = async ({ request }: Exchange, challenge: string): Promise<Asking | Reply> => {
    const answer = await symbolon.oauth.resume({
      challenge,
      ...(await browserOf(parts, request.headers)),
    })
    return answer.kind === "return" ? answerReply(parts, answer, { isJson: false }) : answer
  }

  return [
    pagePlan(parts, {
      method: "GET",
      template,
      answer: async (exchange) => {
        const challenge = parameterOf(exchange, "challenge")
        if (challenge === undefined) throw new NotFound({ what: "page" })
        const found = await waiting(exchange, challenge)
        return "kind" in found ? drawn(parts, found, 200) : found
      },
    }),
    pagePlan(parts, {
      method: "POST",
      template,
      answer: async (exchange) => {
        const { sent, challenge, csrfToken } = await readSignInForm(parts, exchange)
        if (sent.isJson)
          throw new OauthRefused({
            error: "invalid_request",
            description: "Create your account on our own page.",
          })
        const browser = await browserOf(parts, exchange.request.headers)
        await symbolon.oauth.checkSignIn({ challenge, csrfToken, isJson: false, ...browser })
        const made = await registered(parts, sent)
        if ("userUuid" in made)
          return signedInReply(parts, exchange, { signedIn: made, challenge, isJson: false })
        const found = await waiting(exchange, challenge)
        return "kind" in found
          ? drawn(parts, found, 422, { values: valuesOf(sent), fault: made })
          : found
      },
    }),
  ]
}

/** The registration page of a pending challenge. */
const drawn = (
  { baseUrl }: SignInParts,
  asking: Asking,
  status: number,
  how: { readonly values?: Values; readonly fault?: FormFault } = {},
): Reply => {
  const { challenge, csrfToken, client } = asking.interaction
  const page = registerPage({
    baseUrl,
    challenge,
    csrfToken,
    clientName: client.name,
    ...how,
  })
  return pageReply(status, page, { formActions: [asking.redirectUri] })
}

/** Creates the account. Returns the sign-in of the new user, or what is wrong with the form. */
const registered = async ({ symbolon }: SignInParts, sent: Sent): Promise<SignedIn | FormFault> => {
  const values = valuesOf(sent)
  try {
    const { user } = await symbolon.users.register({
      username: values.username ?? "",
      firstName: values.first_name ?? "",
      lastName: values.last_name,
      email: values.email,
      password: sent.text("password") ?? "",
    })
    return { userUuid: user.uuid, authTime: symbolon.clock.now(), amr: ["pwd"], acr: "1" }
  } catch (reason) {
    if (reason instanceof Invalid) return faultOf(reason)
    if (reason instanceof Conflict && reason.reason === "username_taken") return nameTaken
    throw reason
  }
}

const names = ["username", "first_name", "last_name", "email"] as const
type Values = Readonly<Partial<Record<(typeof names)[number], string>>>

const valuesOf = (sent: Sent): Values =>
  Object.fromEntries(
    names.flatMap((name) =>
      sent.text(name) === undefined ? [] : [[name, sent.text(name)?.trim()]],
    ),
  )

const nameTaken: FormFault = {
  message: "Please correct one field.",
  fields: { username: "This username is already taken. Choose another." },
}
