import { Effect } from "effect"
import type { Caller } from "../foundation/access/caller.ts"
import { Conflict, Invalid, NotFound } from "../foundation/errors/refusals.ts"
import { step } from "../foundation/step.ts"
import { Ports, read } from "../foundation/unit-of-work.ts"
import { checkPassword } from "./prepare-password.ts"
import { isRecentSignIn, recentSignInRequired } from "./recent-sign-in.ts"
import { isEnabled } from "./user.ts"

/**
 * Refuses a caller who neither sends the password of their own account nor signed in within the
 * last five minutes, so that a stolen access token alone changes nothing by which the account is
 * signed in to. A password that is sent must be right. The host has proved it.
 */
export const proveIdentity = step(function* (caller: Caller, currentPassword: string | undefined) {
  if (caller.kind === "host") return
  const { clock, accountLimits } = yield* Ports
  if (caller.kind !== "user") return yield* new NotFound({ what: "user" })
  if (currentPassword === undefined) {
    if (!isRecentSignIn(caller.authTime, clock.now())) return yield* recentSignInRequired()
    return
  }
  const tooMany = yield* Effect.promise(() => accountLimits.passwordCheck(caller.sid, clock.now()))
  if (tooMany !== undefined) return yield* tooMany
  const hash = yield* read(function* (tx) {
    const user = yield* tx.users.find(caller.userUuid)
    if (user === undefined || !isEnabled(user)) return yield* new NotFound({ what: "user" })
    return yield* tx.users.passwordHash(caller.userUuid)
  })
  if (hash === undefined) return yield* noPassword()
  const { isRight } = yield* checkPassword(hash, currentPassword)
  if (!isRight)
    return yield* new Invalid({ errors: { current_password: "is not the present password" } })
})

const noPassword = (): Conflict =>
  new Conflict({
    reason: "no_password",
    message:
      "This account has no password yet. Sign in again, then repeat the call within five minutes, without current_password.",
  })
