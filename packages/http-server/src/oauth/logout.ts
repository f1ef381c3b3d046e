import { InteractionRefused } from "@symbolon/core"
import { oauth as endpoints } from "@symbolon/core/contract"
import { createHmac, timingSafeEqual } from "node:crypto"
import { jsonReply, type Reply } from "../exchange.ts"
import { limitsOf } from "../limits.ts"
import { logoutPage } from "../pages/sign-in/logout-page.ts"
import { loggedOutPage } from "../pages/sign-in/message-pages.ts"
import { pageReply } from "../pages/sign-in/page-reply.ts"
import { enforceLimit, type Exchange, type Plan } from "../plan.ts"
import { type AnyEndpoint, templateOf } from "../route.ts"
import { prefersHtml } from "./accept.ts"
import { queryOf, readForm, valueOf } from "./form.ts"
import { expectOwnOrigin } from "./origin.ts"
import { browserOf, formOrigins, type SignInParts } from "./sign-in-parts.ts"
import { signInRefusal } from "./sign-in-refusal.ts"

/**
 * The plans of `/oauth2/logout`. Without an ID token of the signed-in user, a page asks for
 * confirmation first.
 */
export const planLogout = (parts: SignInParts): readonly Plan[] => [
  plan(parts, endpoints.logout, ({ request }) => queryOf(request.query)),
  plan(parts, endpoints.logoutByPost, ({ request }) => readForm(request)),
]

type Fields = ReadonlyMap<string, readonly string[]>

const names = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state"] as const

const plan = (
  parts: SignInParts,
  endpoint: AnyEndpoint,
  read: (exchange: Exchange) => Promise<Fields> | Fields,
): Plan => {
  const { calls } = limitsOf(endpoint)
  return {
    method: endpoint.method,
    template: templateOf(endpoint),
    isCrossOrigin: false,
    rateLimitHeaders: calls,
    refuse: signInRefusal(parts.baseUrl),
    answer: async (exchange) => {
      enforceLimit(exchange, await parts.limiter.charge(calls(exchange)))
      return leave(parts, exchange, await read(exchange))
    },
  }
}

const leave = async (parts: SignInParts, exchange: Exchange, fields: Fields): Promise<Reply> => {
  const { symbolon, jar, baseUrl } = parts
  const { headers } = exchange.request
  const { loginToken } = jar.read(headers)
  const { signedIn } = await browserOf(parts, headers)
  const isConfirmed = loginToken !== undefined && isYes(parts, exchange, { fields, loginToken })
  const logoutRequest = {
    idTokenHint: valueOf(fields, "id_token_hint"),
    clientId: valueOf(fields, "client_id"),
    postLogoutRedirectUri: valueOf(fields, "post_logout_redirect_uri"),
    state: valueOf(fields, "state"),
  }
  const { mustConfirm, redirectTo } = await symbolon.oauth.logout({
    ...logoutRequest,
    signedIn,
    isConfirmed,
  })
  if (mustConfirm && loginToken !== undefined && signedIn !== undefined) {
    const { username } = await symbolon.users.find({ user: signedIn.userUuid })
    const csrfToken = yesToken(loginToken)
    const page = logoutPage({
      baseUrl,
      username,
      csrfToken,
      fields: Object.fromEntries(names.map((name) => [name, valueOf(fields, name)])),
    })
    return pageReply(200, page, { formActions: redirectTo === undefined ? [] : [redirectTo] })
  }
  if (loginToken !== undefined) await symbolon.users.endLogin({ loginToken })
  const cookies = [jar.dropLogin]
  if (redirectTo !== undefined)
    return {
      status: 303,
      headers: { location: redirectTo, "cache-control": "no-store" },
      cookies,
      body: undefined,
    }
  if (!prefersHtml(headers["accept"]))
    return { ...jsonReply(200, { message: "Signed out." }), cookies }
  return { ...pageReply(200, loggedOutPage({ baseUrl })), cookies }
}

interface Yes {
  readonly fields: Fields
  readonly loginToken: string
}

/** Whether this is the form of our own page, sent by the one it was drawn for. */
const isYes = (parts: SignInParts, { request }: Exchange, { fields, loginToken }: Yes): boolean => {
  const sent = request.method === "POST" ? valueOf(fields, "csrf_token") : undefined
  if (sent === undefined) return false
  expectOwnOrigin(request.headers, formOrigins(parts))
  const [given, expected] = [Buffer.from(sent), Buffer.from(yesToken(loginToken))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new InteractionRefused({
      reason: "This form does not belong to your session in this browser. Load the page again.",
    })
  return true
}

const yesToken = (loginToken: string): string =>
  createHmac("sha256", loginToken).update("logout").digest("base64url")
