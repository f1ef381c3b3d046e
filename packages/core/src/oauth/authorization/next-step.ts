import type { SignedIn } from "../../accounts/login.ts"
import type { AuthorizationRequest } from "./authorization-request.ts"
import { type Consent, scopesToAsk } from "./consent.ts"
import type { Interaction } from "./interaction.ts"

/** What an authorization request needs next: an answer to its app, or a user's attention. */
export type NextStep = "answer" | Interaction["status"]

/** Where a request stands. */
export interface SignInState {
  readonly request: Pick<
    AuthorizationRequest,
    "prompt" | "maxAgeSeconds" | "hintedUserUuid" | "scopes"
  >
  readonly isFirstParty: boolean
  /** Whether the redirect URI assures which program gets the code. */
  readonly isAssured: boolean
  readonly signedIn: SignedIn | undefined
  readonly consent: Consent | undefined
  readonly isAccountChosen: boolean
  /** Whether the user has signed in since the request came: as recent as a request can require. */
  readonly isSignedInAnew: boolean
}

/** What a request needs before its app gets a code (OpenID Connect Core section 3.1.2). */
export const nextStep = (state: SignInState, now: Date): NextStep => {
  const { request, isFirstParty, isAssured, signedIn, consent, isAccountChosen, isSignedInAnew } =
    state
  if (signedIn === undefined || needsNewSignIn(state, signedIn, now)) return "login_required"
  if (request.prompt.includes("select_account") && !isAccountChosen && !isSignedInAnew)
    return "account_selection_required"
  if (request.prompt.includes("consent")) return "consent_required"
  // Any program on the user's machine may have sent this: a consent that was remembered is another
  // program's (RFC 8252 section 8.6).
  if (!isAssured && !(isFirstParty && (isSignedInAnew || isAccountChosen)))
    return "consent_required"
  return isFirstParty || scopesToAsk(request.scopes, consent).length === 0
    ? "answer"
    : "consent_required"
}

const needsNewSignIn = (
  { request, isSignedInAnew }: SignInState,
  signedIn: SignedIn,
  now: Date,
): boolean => {
  const { prompt, maxAgeSeconds, hintedUserUuid } = request
  if (hintedUserUuid !== undefined && hintedUserUuid !== signedIn.userUuid) return true
  if (isSignedInAnew) return false
  if (prompt.includes("login") || maxAgeSeconds === 0) return true
  return (
    maxAgeSeconds !== undefined &&
    now.getTime() - signedIn.authTime.getTime() > maxAgeSeconds * 1000
  )
}
