import { Forbidden } from "../foundation/errors/refusals.ts"
import { limits } from "../foundation/kernel/limits.ts"

const minutes = limits.recentSignInSeconds / 60

/** Whether a sign-in is recent enough to change how the account is signed in to. */
export const isRecentSignIn = (authTime: Date | undefined, now: Date): boolean =>
  authTime !== undefined && now.getTime() - authTime.getTime() <= limits.recentSignInSeconds * 1000

/** 403: the token is good, but its holder must prove to be its user. */
export const recentSignInRequired = (): Forbidden =>
  new Forbidden({
    reason: `Send the account's password in current_password, or sign in again. This call needs a sign-in at most ${minutes} minutes old. An app requests one with max_age=0 at /oauth2/authorize.`,
    details: { reason: "recent_sign_in_required", max_age_seconds: limits.recentSignInSeconds },
  })
