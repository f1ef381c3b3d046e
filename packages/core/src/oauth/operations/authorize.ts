import { Effect, Result } from "effect"
import type { SignedIn } from "../../accounts/login.ts"
import { lockSignedIn } from "../../accounts/steps.ts"
import { isEnabled } from "../../accounts/user.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { scopes as scopeTexts } from "../../contract/scopes.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { step } from "../../foundation/step.ts"
import { Ports, prepare, read, transact, Tx, type Verbs } from "../../foundation/unit-of-work.ts"
import {
  type AuthorizationAnswer,
  returnCode,
  returnError,
} from "../authorization/authorization-answer.ts"
import {
  type AuthorizationRequest,
  clientIdIn,
  judgeAuthorization,
  oneOf,
  returnAddress,
} from "../authorization/authorization-request.ts"
import type { OauthChallenge } from "../authorization/challenge.ts"
import { csrfToken, isDecisionToken, isSignInToken } from "../authorization/csrf.ts"
import { drawInteraction } from "../authorization/draw-interaction.ts"
import { idClaimsIn } from "../tokens/id-token.ts"
import { nextStep } from "../authorization/next-step.ts"
import { assuresClient } from "../authorization/redirect-uri.ts"
import { InteractionRefused, OauthRefused } from "../../foundation/errors/oauth-refusals.ts"
import { isSameText, tokenHash } from "../../foundation/sealing/token-hash.ts"
import type {
  AdvanceInput,
  AuthorizeInput,
  Browser,
  ChallengeInput,
  CheckSignInInput,
  DecideInput,
  ResumeAuthorizationInput,
} from "../inputs.ts"

/**
 * Handles `/authorize`: returns the answer for the app if no page is needed, else what the page
 * asks the user.
 */
export const authorize = step(function* (caller: Caller, input: AuthorizeInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { parameters, signedIn } = input
  const { settings, tokenVerifier, ids } = yield* Ports
  const clientId = yield* Effect.fromResult(clientIdIn(parameters))
  const hint = oneOf(parameters, "id_token_hint")
  const signed = hint === undefined ? undefined : yield* prepare(() => tokenVerifier.open(hint))
  const looked = yield* read(function* (tx, now) {
    const back = yield* Effect.fromResult(
      returnAddress(yield* tx.oauthClients.find(clientId), parameters),
    )
    const hinted = signed === undefined ? undefined : idClaimsIn(signed, settings.baseUrl)
    const judged = judgeAuthorization(parameters, back, {
      client: back.client,
      baseUrl: settings.baseUrl,
      hintedUserUuid: hinted?.sub,
      isHintGood: hint === undefined || hinted?.aud === clientId,
    })
    if (Result.isFailure(judged)) return { answer: returnError(judged.failure, settings.baseUrl) }
    const request = judged.success
    const pending = yield* pendingSignIn(
      request,
      { signedIn, isAccountChosen: false, isSignedInAnew: false },
      now,
    )
    if (pending.step === "answer") return { request, answer: undefined }
    if (!request.prompt.includes("none")) return { request, pending, answer: undefined }
    const description = "Somebody would have to be asked, and prompt=none forbids that."
    return { answer: returnError({ ...back, error: pending.step, description }, settings.baseUrl) }
  })
  if (looked.answer !== undefined) return looked.answer satisfies AuthorizationAnswer
  const { request, pending } = looked
  return yield* transact(function* (tx, now) {
    if (pending === undefined) return yield* answerWithCode(request, signedIn, request.scopes, now)
    const challenge = ids.secret("sy_ch_")
    const browserToken = input.browserToken ?? ids.secret("sy_br_")
    const row: OauthChallenge = {
      challengeHash: tokenHash(challenge),
      browserHash: tokenHash(browserToken),
      csrfHash: tokenHash(csrfToken(browserToken, challenge, undefined)),
      request,
      isAccountChosen: false,
      isSignedInAnew: false,
      createdAt: now,
      expiresAt: new Date(now.getTime() + limits.challengeLifetimeSeconds * 1000),
      consumedAt: undefined,
    }
    yield* tx.oauthChallenges.add(row)
    return interactionAnswer(pending, { challenge, browserToken, row, browser: input })
  })
})

/**
 * Continues a pending request: returns what its page asks now, or the answer for the app if nothing
 * is left to ask (the user signed in in another tab).
 */
export const resume = step(function* (caller: Caller, input: ResumeAuthorizationInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { csrfToken } = input
  return yield* transact(function* (_tx, now) {
    const row = yield* waiting(input.challenge, now)
    if (
      input.browserToken === undefined &&
      csrfToken !== undefined &&
      isSameText(tokenHash(csrfToken), row.csrfHash)
    ) {
      const pending = yield* pendingSignIn(row.request, { ...row, signedIn: undefined }, now)
      return interactionAnswer(pending, {
        challenge: input.challenge,
        browserToken: undefined,
        csrfToken,
        row,
        browser: input,
      })
    }
    const browserToken = yield* Effect.fromResult(sameBrowser(row, input.browserToken))
    return yield* continueSignIn(input, { row, browserToken, now })
  })
})

/** Rejects a sign-in that another browser started. Call it before the password is verified. */
export const checkSignIn = step(function* (caller: Caller, input: CheckSignInInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { challenge, browserToken, signedIn } = input
  yield* read(function* (_tx, now) {
    const row = yield* waiting(challenge, now)
    if (browserToken === undefined && input.isJson) {
      if (!isSameText(tokenHash(input.csrfToken), row.csrfHash)) yield* strangeForm
      return
    }
    const own = yield* Effect.fromResult(sameBrowser(row, browserToken))
    if (!isSignInToken(input.csrfToken, own, challenge, signedIn?.userUuid)) yield* strangeForm
  })
})

/** Continues a request whose user has just signed in. Call {@link checkSignIn} before it. */
export const advance = step(function* (caller: Caller, input: AdvanceInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const known = yield* waiting(input.challenge, now)
    const browserToken = input.browserToken ?? ids.secret("sy_br_")
    const row: OauthChallenge = {
      ...known,
      browserHash: tokenHash(browserToken),
      csrfHash: tokenHash(csrfToken(browserToken, input.challenge, undefined)),
      isAccountChosen: true,
      isSignedInAnew: true,
    }
    yield* tx.oauthChallenges.advance(row.challengeHash, row)
    return yield* continueSignIn(input, { row, browserToken, now })
  })
})

/** Applies the user's decision at the choice of an account or at the consent. */
export const decide = step(function* (caller: Caller, input: DecideInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { challenge, signedIn } = input
  const { settings } = yield* Ports
  return yield* transact(function* (tx, now) {
    const row = yield* waiting(challenge, now)
    const browserToken = yield* Effect.fromResult(sameBrowser(row, input.browserToken))
    if (
      signedIn === undefined ||
      !isDecisionToken(input.csrfToken, browserToken, challenge, signedIn.userUuid)
    )
      return yield* strangeForm
    const { request } = row
    if (input.decision === "deny") {
      yield* consumed(tx, row, now)
      return returnError(
        { ...request, error: "access_denied", description: "The user said no." },
        settings.baseUrl,
      )
    }
    const { step } = yield* pendingSignIn(request, { ...row, signedIn }, now)
    if (step === "account_selection_required") {
      const chosen = { ...row, isAccountChosen: true }
      yield* tx.oauthChallenges.advance(row.challengeHash, chosen)
      return yield* continueSignIn(input, { row: chosen, browserToken, now })
    }
    if (step !== "consent_required") return yield* continueSignIn(input, { row, browserToken, now })
    const granted =
      input.scopes === undefined
        ? request.scopes
        : request.scopes.filter((scope) => input.scopes?.includes(scope))
    if (
      input.scopes?.some((scope) => !request.scopes.includes(scope)) ||
      (request.scopes.includes("openid") && !granted.includes("openid"))
    )
      return yield* new OauthRefused({
        error: "invalid_scope",
        description: "scopes must be among those asked for, with openid if it is.",
      })
    if (input.isRemembered) yield* remember(request, signedIn.userUuid, granted, now)
    yield* consumed(tx, row, now)
    return yield* answerWithCode(request, signedIn, granted, now)
  })
})

const strangeForm = new InteractionRefused({
  reason: "This form does not belong to your session in this browser. Load the page again.",
})

const waiting = step(function* (challenge: string, now: Date) {
  const tx = yield* Tx
  const row = yield* tx.oauthChallenges.find(tokenHash(challenge))
  if (row === undefined || row.consumedAt !== undefined || row.expiresAt <= now)
    return yield* new OauthRefused({
      error: "invalid_request",
      description:
        "This sign-in has expired or was already completed. Go back to the app and start again.",
    })
  return row
})

const sameBrowser = (
  row: OauthChallenge,
  browserToken: string | undefined,
): Result.Result<string, InteractionRefused> =>
  browserToken !== undefined && isSameText(tokenHash(browserToken), row.browserHash)
    ? Result.succeed(browserToken)
    : Result.fail(
        new InteractionRefused({
          reason:
            "This sign-in was started in another browser, or cookies are disabled. Go back to the app and start again.",
        }),
      )

const consumed = step(function* (tx: Verbs, row: OauthChallenge, now: Date) {
  if (!(yield* tx.oauthChallenges.consume(row.challengeHash, now)))
    yield* new OauthRefused({
      error: "invalid_request",
      description: "This request was answered already.",
    })
})

interface Progress {
  readonly signedIn: SignedIn | undefined
  readonly isAccountChosen: boolean
  readonly isSignedInAnew: boolean
}

/** Returns the next step of a request, and what its page shows. */
const pendingSignIn = step(function* (
  request: AuthorizationRequest,
  progress: Progress,
  now: Date,
) {
  const tx = yield* Tx
  const client = yield* tx.oauthClients.find(request.clientId)
  if (client === undefined || client.disabledAt !== undefined)
    return yield* new OauthRefused({
      error: "invalid_client",
      description: "The app has been switched off.",
    })
  const found =
    progress.signedIn === undefined ? undefined : yield* tx.users.find(progress.signedIn.userUuid)
  const user = found !== undefined && isEnabled(found) ? found : undefined
  const signedIn = user === undefined ? undefined : progress.signedIn
  const consent =
    user === undefined ? undefined : yield* tx.consents.find(user.uuid, client.clientId)
  const organization =
    client.organizationUuid === undefined
      ? undefined
      : yield* tx.organizations.find(client.organizationUuid)
  const { isFirstParty, clientType } = client
  const isAssured = assuresClient(request.redirectUri, clientType)
  const step = nextStep({ request, isFirstParty, isAssured, consent, ...progress, signedIn }, now)
  return { step, request, client, organization, user, consent }
})
type PendingSignIn = Effect.Success<ReturnType<typeof pendingSignIn>>

interface Continuation {
  readonly row: OauthChallenge
  readonly browserToken: string
  readonly now: Date
}

const continueSignIn = step(function* (
  browser: ChallengeInput,
  { row, browserToken, now }: Continuation,
) {
  const pending = yield* pendingSignIn(row.request, { ...row, signedIn: browser.signedIn }, now)
  if (pending.step !== "answer")
    return interactionAnswer(pending, { challenge: browser.challenge, browserToken, row, browser })
  yield* consumed(yield* Tx, row, now)
  return yield* answerWithCode(row.request, browser.signedIn, row.request.scopes, now)
})

interface AuthorizeCall {
  readonly challenge: string
  readonly row: OauthChallenge
  readonly browser: Browser
  readonly browserToken: string | undefined
  /** Undefined: the one that this browser's cookie makes. */
  readonly csrfToken?: string
}

const interactionAnswer = (
  pending: PendingSignIn,
  { challenge, browserToken, row, browser, ...rest }: AuthorizeCall,
): AuthorizationAnswer => {
  const { step, user } = pending
  if (step === "answer") throw new Error("A request that needs nothing has nothing to ask.")
  const token =
    rest.csrfToken ??
    csrfToken(browserToken ?? "", challenge, step === "login_required" ? undefined : user?.uuid)
  const scene = {
    ...pending,
    status: step,
    challenge,
    csrfToken: token,
    expiresAt: row.expiresAt,
    methods: browser.methods,
  }
  return {
    kind: "interaction",
    browserToken,
    redirectUri: pending.request.redirectUri,
    interaction: drawInteraction(scene, scopeTexts),
  }
}

const answerWithCode = step(function* (
  request: AuthorizationRequest,
  signedIn: SignedIn | undefined,
  scopes: readonly string[],
  now: Date,
) {
  if (signedIn === undefined)
    throw new Error("No user is signed in, so the consent cannot be answered.")
  const tx = yield* Tx
  const { ids, settings } = yield* Ports
  yield* lockSignedIn(signedIn, now)
  const code = ids.secret("sy_code_")
  yield* tx.oauthCodes.add({
    codeHash: tokenHash(code),
    clientId: request.clientId,
    userUuid: signedIn.userUuid,
    sid: ids.uuid(),
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    nonce: request.nonce,
    scopes,
    authTime: signedIn.authTime,
    acr: signedIn.acr,
    amr: signedIn.amr,
    createdAt: now,
    expiresAt: new Date(now.getTime() + limits.authorizationCodeLifetimeSeconds * 1000),
    consumedAt: undefined,
  })
  return returnCode(request, code, settings.baseUrl)
})

const remember = step(function* (
  request: AuthorizationRequest,
  userUuid: string,
  granted: readonly string[],
  now: Date,
) {
  const tx = yield* Tx
  const known = yield* tx.consents.find(userUuid, request.clientId)
  const scopes = [...new Set([...(known?.scopes ?? []), ...granted])]
  yield* tx.consents.keep({
    userUuid,
    clientId: request.clientId,
    scopes,
    createdAt: now,
    updatedAt: now,
  })
})
