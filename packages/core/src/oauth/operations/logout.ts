import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { step } from "../../foundation/step.ts"
import { Ports, prepare, read, transact } from "../../foundation/unit-of-work.ts"
import { idClaimsIn } from "../tokens/id-token.ts"
import { OauthRefused } from "../../foundation/errors/oauth-refusals.ts"
import type { LogoutInput } from "../inputs.ts"

/** What becomes of a logout. */
export interface LogoutAnswer {
  /** Whether the user has to be asked first: the app did not show who they are. */
  readonly mustConfirm: boolean
  /** Where the browser goes afterwards; undefined stays with us. */
  readonly redirectTo: string | undefined
}

/**
 * Ends the session of the calling app and returns whether its browser may be signed out too.
 * Redirects to registered addresses only.
 */
export const logout = step(function* (caller: Caller, input: LogoutInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { tokenVerifier, settings } = yield* Ports
  const { idTokenHint: sent } = input
  const signed = sent === undefined ? undefined : yield* prepare(() => tokenVerifier.open(sent))
  const hint = signed === undefined ? undefined : idClaimsIn(signed, settings.baseUrl)
  if (input.idTokenHint !== undefined && hint === undefined)
    return yield* refused("id_token_hint is none of our ID tokens.")
  if (hint !== undefined && input.clientId !== undefined && input.clientId !== hint.aud)
    return yield* refused("client_id is not the client that id_token_hint was issued to.")
  const clientId = hint?.aud ?? input.clientId
  const client = yield* read(function* (tx) {
    return clientId === undefined ? undefined : yield* tx.oauthClients.find(clientId)
  })
  const uri = input.postLogoutRedirectUri
  if (
    uri !== undefined &&
    (client === undefined ||
      client.disabledAt !== undefined ||
      !client.postLogoutRedirectUris.includes(uri))
  )
    return yield* refused("post_logout_redirect_uri is not one of those that the app registered.")
  const isKnownAs =
    hint !== undefined && (input.signedIn === undefined || input.signedIn.userUuid === hint.sub)
  const redirectTo = withState(uri, input.state)
  if (!isKnownAs && !input.isConfirmed) {
    const answer: LogoutAnswer = { mustConfirm: input.signedIn !== undefined, redirectTo }
    return answer
  }
  if (hint !== undefined)
    yield* transact(function* (tx, now) {
      yield* tx.oauthSessions.end(hint.sid, now, "logout")
    })
  const answer: LogoutAnswer = { mustConfirm: false, redirectTo }
  return answer
})

const refused = (description: string) => new OauthRefused({ error: "invalid_request", description })

const withState = (uri: string | undefined, state: string | undefined): string | undefined => {
  if (uri === undefined || state === undefined) return uri
  const url = new URL(uri)
  url.searchParams.set("state", state)
  return url.href
}
