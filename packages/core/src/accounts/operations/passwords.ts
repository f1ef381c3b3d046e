import { Effect } from "effect"
import { countLookup, countResetMail } from "../prepare-limits.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost, permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/accounts.ts"
import { Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, transact } from "../../foundation/unit-of-work.ts"
import { passwordChangedMail, passwordResetMail } from "../mails.ts"
import { hashPassword } from "../prepare-password.ts"
import { proveIdentity } from "../prepare-proof.ts"
import {
  endEverything,
  endEverythingElse,
  issueOneTimeToken,
  lockedUser,
  oneTimeTokenOf,
  spendOneTimeToken,
  userByName,
} from "../steps.ts"
import { isEnabled, type User, verifiedEmail } from "../user.ts"
import type {
  ChangePasswordInput,
  RequestPasswordResetInput,
  ResetPasswordInput,
  SetPasswordInput,
} from "../inputs.ts"
import type { LinkResult } from "../results.ts"

/**
 * Sends a link for a new password to the verified address of the user with this name. Returns
 * nothing and takes the same time for every name, known or not, and also after too many requests in
 * the deployment or for the account. Links sent earlier stay valid then. For the host alone: a page
 * calls it.
 */
export const requestPasswordReset = step(function* (
  caller: Caller,
  input: RequestPasswordResetInput,
) {
  yield* Effect.fromResult(permitHost(caller))
  const { settings, mailer, outgoingMail } = yield* Ports
  // Without mail the link would reach no user, and would only end links that an operator has given
  // out.
  if (mailer.delivery === "none") return
  if ((yield* countLookup(input.from)) !== undefined) return
  const found = yield* read(function* () {
    const user = yield* userByName(input.name)
    return user !== undefined && isEnabled(user) && verifiedEmail(user) !== undefined
      ? user
      : undefined
  })
  const mayMail = found !== undefined && (yield* countResetMail(found.uuid)) === undefined
  const mail = yield* transact(function* (tx, now) {
    const user = mayMail ? yield* tx.users.find(found.uuid) : undefined
    const email = user !== undefined && isEnabled(user) ? verifiedEmail(user) : undefined
    const of = { userUuid: email === undefined ? undefined : user?.uuid, subject: email ?? "" }
    const token = yield* issueOneTimeToken("password_reset", of, now)
    return user === undefined || email === undefined
      ? undefined
      : passwordResetMail({ ...user, email }, settings.baseUrl, token)
  })
  if (mail !== undefined) outgoingMail.post(mail)
})

const chooses = ["password_reset", "setup"] as const

/**
 * Sets a new password with the token of a link. The token is used up unless the password is
 * rejected. All browsers and tokens of the user end. For the host alone.
 */
export const resetPassword = step(function* (caller: Caller, input: ResetPasswordInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { outgoingMail } = yield* Ports
  const known = yield* read(function* (_tx, now) {
    return yield* oneTimeTokenOf(input.token, chooses, now)
  })
  const hash = yield* hashPassword(input.password, known.user)
  const user = yield* transact(function* (tx, now) {
    const { user } = yield* spendOneTimeToken(input.token, chooses, now)
    for (const purpose of chooses) yield* tx.oneTimeTokens.forget(user.uuid, purpose)
    yield* tx.users.setPassword(user.uuid, hash)
    yield* endEverything(user.uuid, now, "password_reset")
    return user
  })
  mailPasswordChange(outgoingMail.post, user)
  const result: LinkResult = { user }
  return result
})

/**
 * Changes the caller's own password, or sets the first one. Requires the current password or a
 * recent sign-in. All browsers and sessions of the user end, except the one that calls.
 */
export const changePassword = step(function* (caller: Caller, input: ChangePasswordInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.changePassword), caller))
  if (caller.kind !== "user") return yield* new NotFound({ what: "user" })
  const { outgoingMail } = yield* Ports
  const known = yield* read(function* (tx) {
    const user = yield* tx.users.find(caller.userUuid)
    if (user === undefined || !isEnabled(user)) return yield* new NotFound({ what: "user" })
    return { user, hash: yield* tx.users.passwordHash(caller.userUuid) }
  })
  yield* proveIdentity(caller, input.currentPassword)
  const hash = yield* hashPassword(input.newPassword, known.user, "new_password")
  const user = yield* transact(function* (tx, now) {
    const user = yield* lockedUser(caller.userUuid)
    if ((yield* tx.users.passwordHash(user.uuid)) !== known.hash)
      return yield* new Conflict({
        reason: "password_changed",
        message: "The password was changed in the meantime. Try again.",
      })
    yield* tx.users.setPassword(user.uuid, hash)
    for (const purpose of chooses) yield* tx.oneTimeTokens.forget(user.uuid, purpose)
    if (input.endsEverything === true) yield* endEverything(user.uuid, now, "password_changed")
    else yield* endEverythingElse(user.uuid, caller.sid, now, "password_changed")
    return user
  })
  mailPasswordChange(outgoingMail.post, user)
  return user
})

/**
 * Sets a user's password and ends all their browsers and tokens. For the host alone: an operator's
 * last resort.
 */
export const setPassword = step(function* (caller: Caller, input: SetPasswordInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { outgoingMail } = yield* Ports
  const known = yield* read(function* (tx) {
    return (yield* tx.users.find(input.userUuid)) ?? (yield* new NotFound({ what: "user" }))
  })
  const hash = yield* hashPassword(input.password, known)
  const user = yield* transact(function* (tx, now) {
    const user = yield* lockedUser(input.userUuid)
    yield* tx.users.setPassword(user.uuid, hash)
    yield* endEverything(user.uuid, now, "password_set")
    return user
  })
  mailPasswordChange(outgoingMail.post, user)
  return user
})

type Post = (mail: ReturnType<typeof passwordChangedMail>) => void

const mailPasswordChange = (post: Post, user: User): void => {
  const email = verifiedEmail(user)
  if (email !== undefined) post(passwordChangedMail({ ...user, email }))
}
