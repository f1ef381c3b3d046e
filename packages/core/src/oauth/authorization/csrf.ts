import { isSameText, keyedToken } from "../../foundation/sealing/token-hash.ts"

/** Who a form was drawn for: the person signed in, or a user who is about to sign in. */
const drawnFor = (challenge: string, userUuid: string | undefined): string =>
  `${challenge} ${userUuid ?? "sign-in"}`

/**
 * The token that a form carries: only this browser's cookie makes it, for this request and this
 * person. A decision that was drawn for one person cannot be sent by another who signed in
 * meanwhile.
 */
export const csrfToken = (
  browserToken: string,
  challenge: string,
  userUuid: string | undefined,
): string => keyedToken(browserToken, drawnFor(challenge, userUuid))

/** Whether a form's token is good for a decision of the person signed in. */
export const isDecisionToken = (
  sent: string,
  browserToken: string,
  challenge: string,
  userUuid: string,
): boolean => isSameText(sent, csrfToken(browserToken, challenge, userUuid))

/**
 * Whether a form's token is good for signing in, which also a user may do who is signed in
 * already.
 */
export const isSignInToken = (
  sent: string,
  browserToken: string,
  challenge: string,
  userUuid: string | undefined,
): boolean =>
  isSameText(sent, csrfToken(browserToken, challenge, undefined)) ||
  (userUuid !== undefined && isDecisionToken(sent, browserToken, challenge, userUuid))
