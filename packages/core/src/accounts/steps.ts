import { BadRequest, NotFound, SignInRefused } from "../foundation/errors/refusals.ts"
import { isSameText, tokenHash } from "../foundation/sealing/token-hash.ts"
import { step } from "../foundation/step.ts"
import { Ports, Tx } from "../foundation/unit-of-work.ts"
import { isSignedIn, type SignedIn, type SignInProof } from "./login.ts"
import { isGood, type OneTimePurpose, startOneTimeToken } from "./one-time-token.ts"
import { isEnabled } from "./user.ts"

const prefixes: Readonly<Record<OneTimePurpose, string>> = {
  email_verification: "sy_ev_",
  password_reset: "sy_pr_",
  passkey_challenge: "sy_pc_",
  setup: "sy_su_",
}

/**
 * Makes a one-time token; a user's earlier ones for the same purpose end. Without a user it also
 * makes one, which no request can use: so answering an unknown name takes the same work as
 * answering a known one.
 */
export const issueOneTimeToken = step(function* (
  purpose: OneTimePurpose,
  of: { readonly userUuid: string | undefined; readonly subject: string },
  now: Date,
) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const token = ids.secret(prefixes[purpose])
  yield* tx.oneTimeTokens.forget(of.userUuid ?? ids.uuid(), purpose)
  yield* tx.oneTimeTokens.add(
    startOneTimeToken({ tokenHash: tokenHash(token), purpose, ...of }, now),
  )
  return token
})

/**
 * What a link's token stands for: a user who may still use it. Refuses one that was used, ran out,
 * or was never made.
 */
export const oneTimeTokenOf = step(function* (
  token: string,
  purposes: readonly OneTimePurpose[],
  now: Date,
) {
  const tx = yield* Tx
  const found = yield* tx.oneTimeTokens.find(tokenHash(token))
  if (found === undefined || !isGood(found, purposes, now) || found.userUuid === undefined)
    return yield* notGood()
  const user = yield* tx.users.find(found.userUuid)
  return user === undefined || !isEnabled(user) ? yield* notGood() : { found, user }
})

/** Uses up a one-time token and locks its user; refuses one that is unknown, used or expired. */
export const spendOneTimeToken = step(function* (
  token: string,
  purposes: readonly OneTimePurpose[],
  now: Date,
) {
  const tx = yield* Tx
  const { found } = yield* oneTimeTokenOf(token, purposes, now)
  const user = found.userUuid === undefined ? undefined : yield* tx.users.lock(found.userUuid)
  if (
    user === undefined ||
    !isEnabled(user) ||
    !(yield* tx.oneTimeTokens.consume(found.tokenHash, now))
  )
    return yield* notGood()
  return { found, user }
})

const notGood = () =>
  new BadRequest({
    field: "token",
    reason: "This link is no longer valid: it was used or has expired. Request another one.",
  })

/** A user who is not deleted, locked. */
export const lockedUser = step(function* (uuid: string) {
  const tx = yield* Tx
  const user = yield* tx.users.lock(uuid)
  return user === undefined || user.deletedAt !== undefined
    ? yield* new NotFound({ what: "user" })
    : user
})

/**
 * Locks the user of a sign-in and refuses one that no longer holds, with `SignInRefused`: the account
 * was disabled or deleted, the password changed, the passkey removed or the browser signed out since
 * it was proved. Whoever ends these things locks the user too, so that nothing opened by them is left
 * behind.
 */
export const lockSignedIn = step(function* ({ userUuid, proof }: SignedIn, now: Date) {
  const tx = yield* Tx
  const user = yield* tx.users.lock(userUuid)
  if (user === undefined || !isEnabled(user) || !(yield* stillHolds(userUuid, proof, now)))
    return yield* new SignInRefused()
  return user
})

const stillHolds = step(function* (userUuid: string, proof: SignInProof | undefined, now: Date) {
  const tx = yield* Tx
  if (proof === undefined) return true
  if (proof.kind === "password") {
    const hash = yield* tx.users.passwordHash(userUuid)
    return hash !== undefined && isSameText(tokenHash(hash), proof.digest)
  }
  if (proof.kind === "passkey")
    return (yield* tx.passkeys.find(proof.credentialId))?.userUuid === userUuid
  const login = yield* tx.logins.find(proof.digest)
  return login?.userUuid === userUuid && isSignedIn(login, now)
})

/** Ends every browser and every token of a user, and the codes that would become tokens. */
export const endEverything = step(function* (userUuid: string, now: Date, reason: string) {
  const tx = yield* Tx
  yield* tx.logins.endAll(userUuid, now)
  yield* tx.oauthCodes.consumeAll({ userUuid }, now)
  yield* tx.oauthSessions.endAll({ userUuid }, now, reason)
})

/** Ends every browser and token of a user, except the tokens of one session. */
export const endEverythingElse = step(function* (
  userUuid: string,
  exceptSid: string,
  now: Date,
  reason: string,
) {
  const tx = yield* Tx
  yield* tx.logins.endAll(userUuid, now)
  yield* tx.oauthCodes.consumeAll({ userUuid }, now)
  yield* tx.oauthSessions.endAll({ userUuid, exceptSid }, now, reason)
})

/**
 * The user who has a username, or has verified an e-mail address; deleted accounts have no name.
 */
export const userByName = step(function* (name: string) {
  const tx = yield* Tx
  const text = name.trim().toLowerCase()
  const user = text.includes("@")
    ? yield* tx.users.findByEmail(text)
    : yield* tx.users.findByUsername(text)
  return user?.deletedAt === undefined ? user : undefined
})
