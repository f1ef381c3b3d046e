import {
  type Asking,
  InteractionRefused,
  OauthRefused,
  type SignedIn,
  SignInRefused,
} from "@symbolon/core"
import { oauth as endpoints } from "@symbolon/core/contract"
import { jsonReply, type Reply } from "../exchange.ts"
import { limitsOf, unauthenticatedChecks } from "../limits.ts"
import { consentPage } from "../pages/sign-in/consent-page.ts"
import { pageReply } from "../pages/sign-in/page-reply.ts"
import { notProven, passkeyAnswerIn } from "../pages/sign-in/passkey-answer.ts"
import { selectAccountPage } from "../pages/sign-in/select-account-page.ts"
import { signInPage } from "../pages/sign-in/sign-in-page.ts"
import { enforceLimit, type Exchange, type Plan } from "../plan.ts"
import { templateOf } from "../route.ts"
import { prefersHtml } from "./accept.ts"
import { answerReply, encodeInteraction } from "./answer-reply.ts"
import { attemptSignIn } from "./attempts.ts"
import { readSent, type Sent } from "./form.ts"
import { expectOwnOrigin } from "./origin.ts"
import {
  browserOf,
  formOrigins,
  isOwnPage,
  signInCookies,
  type SignInParts,
} from "./sign-in-parts.ts"
import { signInRefusal } from "./sign-in-refusal.ts"

/** The plans of what people see between `/authorize` and its answer. */
export const planInteraction = (parts: SignInParts): readonly Plan[] => [
  planPage(parts),
  planLogin(parts),
  planConsent(parts),
]

const planPage = (parts: SignInParts): Plan => {
  const template = "/oauth2/interaction/{challenge}"
  const checks = unauthenticatedChecks(template)
  return {
    method: "GET",
    template,
    isCrossOrigin: isOwnPage(parts),
    rateLimitHeaders: checks,
    refuse: signInRefusal(parts.baseUrl),
    answer: async (exchange, { challenge = "" }) => {
      enforceLimit(exchange, await parts.limiter.charge(checks(exchange)))
      const { headers } = exchange.request
      const answer = await parts.symbolon.oauth.resume({
        challenge,
        ...(await browserOf(parts, headers)),
      })
      if (answer.kind === "return" || !prefersHtml(headers["accept"]))
        return answerReply(parts, answer, { isJson: answer.kind === "interaction" })
      return isForAnother(exchange) ? drawnSignIn(parts, answer, 200) : drawn(parts, answer, 200)
    },
  }
}

/** Whether the user wants to continue with another account. */
const isForAnother = ({ request }: Exchange): boolean =>
  new URLSearchParams(request.query).get("account") === "another"

/** The page for the current state of the challenge. */
const drawn = (parts: SignInParts, asking: Asking, status: number): Reply => {
  const { interaction, redirectUri } = asking
  if (interaction.status === "login_required") return drawnSignIn(parts, asking, status)
  const draw = interaction.status === "consent_required" ? consentPage : selectAccountPage
  return pageReply(status, draw(interaction, { baseUrl: parts.baseUrl }), {
    formActions: [redirectUri],
  })
}

const drawnSignIn = (
  parts: SignInParts,
  { interaction, redirectUri }: Asking,
  status: number,
  fault: Fault = {},
): Reply => {
  const { baseUrl, canRegister, methods } = parts
  // Another account was chosen, so the signed-in user does not count.
  const visible =
    interaction.status === "login_required" ? interaction : { ...interaction, user: undefined }
  const page = signInPage(visible, {
    baseUrl,
    canRegister,
    passkeys: methods.includes("passkey"),
    ...fault,
  })
  return pageReply(status, page, { formActions: [redirectUri] })
}

interface Fault {
  readonly error?: string
  readonly username?: string | undefined
}

/** What every form of the sign-in brings. */
interface Form {
  readonly sent: Sent
  readonly challenge: string
  readonly csrfToken: string
  /** Whether a program reads the answer. */
  readonly isJson: boolean
}

/** Reads a form of the sign-in, after looking where it comes from. */
export const readSignInForm = async (parts: SignInParts, { request }: Exchange): Promise<Form> => {
  expectOwnOrigin(request.headers, formOrigins(parts))
  const sent = await readSent(request)
  const challenge = sent.text("challenge")
  const csrfToken = sent.text("csrf_token")
  if (challenge === undefined)
    throw new OauthRefused({ error: "invalid_request", description: "challenge is required." })
  if (csrfToken === undefined) throw new InteractionRefused({ reason: "csrf_token is required." })
  return {
    sent,
    challenge,
    csrfToken,
    isJson: sent.isJson || !prefersHtml(request.headers["accept"]),
  }
}

/**
 * Continues after a sign-in: sets the sign-in cookie and answers the next step.
 */
export const signedInReply = async (
  parts: SignInParts,
  exchange: Exchange,
  {
    signedIn,
    challenge,
    isJson,
  }: { readonly signedIn: SignedIn; readonly challenge: string; readonly isJson: boolean },
): Promise<Reply> => {
  const { symbolon, jar, methods } = parts
  const { headers } = exchange.request
  const { browserToken } = jar.read(headers)
  const cookies = await signInCookies(parts, headers, signedIn)
  const answer = await symbolon.oauth.advance({ challenge, browserToken, signedIn, methods })
  return answerReply(parts, answer, { isJson, cookies })
}

const planLogin = (parts: SignInParts): Plan => ({
  ...formPlan(parts, endpoints.login),
  answer: async (exchange) => {
    await counted(parts, endpoints.login, exchange)
    const form = await readSignInForm(parts, exchange)
    const { sent, challenge, csrfToken, isJson } = form
    const browser = await browserOf(parts, exchange.request.headers)
    await parts.symbolon.oauth.checkSignIn({
      challenge,
      csrfToken,
      isJson: sent.isJson,
      ...browser,
    })
    try {
      const signedIn = await proven(parts, exchange, sent)
      return await signedInReply(parts, exchange, { signedIn, challenge, isJson })
    } catch (reason) {
      if (!(reason instanceof SignInRefused)) throw reason
      return refusedReply(parts, exchange, form)
    }
  },
})

/**
 * Who the user of a sign-in form proved to be, by the password that they sent or by a passkey;
 * counts failures.
 */
export const proven = async (
  parts: SignInParts,
  exchange: Exchange,
  sent: Sent,
): Promise<SignedIn> => {
  const { symbolon } = parts
  const answer = passkeyAnswerIn(sent)
  const name = sent.text("username") ?? ""
  const { signedIn } =
    answer === undefined
      ? await attemptSignIn(parts, exchange, { name }, () =>
          symbolon.users.signIn({ name, password: sent.text("password") ?? "" }),
        )
      : await attemptSignIn(parts, exchange, { name: undefined }, () =>
          symbolon.users.finishPasskeySignIn({ answer }),
        )
  return signedIn
}

/** Answers the same challenge with the error. */
const refusedReply = async (
  parts: SignInParts,
  exchange: Exchange,
  { challenge, csrfToken, sent, isJson }: Form,
): Promise<Reply> => {
  const browser = await browserOf(parts, exchange.request.headers)
  const answer = await parts.symbolon.oauth.resume({
    challenge,
    ...browser,
    csrfToken: sent.isJson ? csrfToken : undefined,
  })
  if (answer.kind === "return") return answerReply(parts, answer, { isJson })
  if (isJson)
    return jsonReply(401, encodeInteraction(parts, answer.interaction, "invalid_credentials"))
  return drawnSignIn(parts, answer, 401, {
    error: notProven(sent),
    username: sent.text("username"),
  })
}

const planConsent = (parts: SignInParts): Plan => ({
  ...formPlan(parts, endpoints.consent),
  answer: async (exchange) => {
    await counted(parts, endpoints.consent, exchange)
    const { sent, challenge, csrfToken, isJson } = await readSignInForm(parts, exchange)
    const decision = sent.text("decision")
    if (decision !== "accept" && decision !== "deny")
      throw new OauthRefused({
        error: "invalid_request",
        description: "decision must be accept or deny.",
      })
    const answer = await parts.symbolon.oauth.decide({
      challenge,
      csrfToken,
      decision,
      scopes: sent.texts("scopes"),
      // A form sends nothing for a box that was not ticked.
      isRemembered: sent.flag("remember", sent.isJson),
      ...(await browserOf(parts, exchange.request.headers)),
    })
    return answerReply(parts, answer, { isJson })
  },
})

type FormEndpoint = typeof endpoints.login | typeof endpoints.consent

const formPlan = (parts: SignInParts, endpoint: FormEndpoint): Omit<Plan, "answer"> => ({
  method: "POST",
  template: templateOf(endpoint),
  isCrossOrigin: isOwnPage(parts),
  rateLimitHeaders: limitsOf(endpoint).rateLimitHeaders,
  refuse: signInRefusal(parts.baseUrl),
})

const counted = async (
  { limiter }: SignInParts,
  endpoint: FormEndpoint,
  exchange: Exchange,
): Promise<void> => enforceLimit(exchange, await limiter.charge(limitsOf(endpoint).calls(exchange)))
