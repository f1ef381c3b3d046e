import type { Asking, AuthorizationAnswer, Interaction, Returning } from "@symbolon/core"
import { type ImageUrl, imageUrlsOf } from "../encode/image-url.ts"
import { instant } from "../encode/instant.ts"
import { jsonReply, type Reply } from "../exchange.ts"
import { formPostPage } from "../pages/sign-in/form-post-page.ts"
import { pageReply } from "../pages/sign-in/page-reply.ts"
import { interactionPage, type SignInParts } from "./sign-in-parts.ts"

interface How {
  /** Whether a program reads the answer, which then never gets a redirect from a form. */
  readonly isJson: boolean
  readonly cookies?: readonly string[]
}

const none = { "cache-control": "no-store", pragma: "no-cache", "referrer-policy": "no-referrer" }

/** What a form, or a program, is answered: where to go now, or what to ask next. */
export const answerReply = (
  parts: SignInParts,
  answer: AuthorizationAnswer,
  { isJson, cookies = [] }: How,
): Reply => {
  if (answer.kind === "return")
    return { ...(isJson ? returnAsJson(answer) : returnReply(parts, answer)), cookies }
  const written =
    answer.browserToken === undefined
      ? cookies
      : [...cookies, parts.jar.writeBrowser(answer.browserToken)]
  if (isJson)
    return { ...jsonReply(200, encodeInteraction(parts, answer.interaction)), cookies: written }
  const location = interactionPage(parts, answer.interaction)
  return { status: 303, headers: { ...none, location }, cookies: written, body: undefined }
}

/**
 * Sends the browser back to its app: 303, never a status under which a form would be sent on (RFC
 * 9700 section 4.12).
 */
export const returnReply = (
  { baseUrl }: SignInParts,
  { redirectUri, responseMode, parameters }: Returning,
): Reply => {
  if (responseMode === "query")
    return {
      status: 303,
      headers: { ...none, location: withQuery(redirectUri, parameters) },
      body: undefined,
    }
  const clientName = new URL(redirectUri).host
  return pageReply(
    200,
    formPostPage({ baseUrl, action: redirectUri, fields: parameters, clientName }),
    { formActions: [redirectUri] },
  )
}

/** A redirect back to the app whose body says to a program where it leads, and which error it has. */
export const withJsonBody = (parts: SignInParts, answer: Returning): Reply => {
  const redirect = returnReply(parts, answer)
  const { location } = redirect.headers
  if (location === undefined) return redirect
  const { error, error_description } = answer.parameters
  const { headers, body } = jsonReply(303, {
    redirect_to: location,
    ...(error === undefined ? {} : { error, error_description }),
  })
  return { status: 303, headers: { ...headers, ...redirect.headers }, body }
}

const returnAsJson = ({ redirectUri, responseMode, parameters }: Returning): Reply =>
  jsonReply(
    200,
    responseMode === "query"
      ? { redirect_to: withQuery(redirectUri, parameters) }
      : { redirect_to: redirectUri, form: parameters },
  )

/**
 * Appends parameters to a URI without changing any of its characters, because it is compared
 * exactly.
 */
const withQuery = (uri: string, parameters: Readonly<Record<string, string>>): string =>
  `${uri}${uri.includes("?") ? "&" : "?"}${new URLSearchParams(parameters).toString()}`

/** The data for a consent screen, as `/authorize` and the forms answer it. */
export const encodeInteraction = (
  { baseUrl, symbolon }: Pick<SignInParts, "baseUrl" | "symbolon">,
  interaction: Asking["interaction"],
  error?: string,
) => ({
  status: interaction.status,
  challenge: interaction.challenge,
  expires_at: instant(interaction.expiresAt),
  csrf_token: interaction.csrfToken,
  client: encodeClient(interaction.client),
  user: interaction.user === undefined ? null : encodeUser(imageUrlsOf(symbolon), interaction.user),
  scopes: interaction.scopes.map(({ name, description, isSensitive, isAlreadyGranted }) => ({
    name,
    description,
    sensitive: isSensitive,
    already_granted: isAlreadyGranted,
  })),
  login: { methods: interaction.login.methods, hint: interaction.login.hint ?? null },
  prompt: interaction.prompt,
  ui_locales: interaction.uiLocales,
  actions: {
    login: `${baseUrl}/oauth2/login`,
    accept: `${baseUrl}/oauth2/consent`,
    deny: `${baseUrl}/oauth2/consent`,
  },
  ...(error === undefined ? {} : { error }),
})

const encodeClient = (client: Interaction["client"]) => ({
  client_id: client.clientId,
  name: client.name,
  icon_url: client.iconUrl ?? null,
  website_url: client.websiteUrl ?? null,
  policy_url: client.policyUrl ?? null,
  tos_url: client.tosUrl ?? null,
  redirect_host: client.redirectHost,
  is_first_party: client.isFirstParty,
  organization: client.organization ?? null,
})

const encodeUser = (imageUrl: ImageUrl, user: NonNullable<Interaction["user"]>) => ({
  uuid: user.uuid,
  username: user.username,
  first_name: user.firstName,
  last_name: user.lastName ?? null,
  avatar_image_file_url: imageUrl(user.avatarImageFileUuid),
})
