import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import {
  BadRequest,
  Conflict,
  Invalid,
  NotFound,
  SignInRefused,
} from "../../foundation/errors/refusals.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { isOneLine, isPlainText } from "../../foundation/kernel/text.ts"
import { tokenHash } from "../../foundation/sealing/token-hash.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, prepare, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { isGood } from "../one-time-token.ts"
import { type Passkey, siteOf } from "../passkey.ts"
import { endEverything, issueOneTimeToken } from "../steps.ts"
import { isEnabled } from "../user.ts"
import type { NoInput, UserInput } from "../../foundation/kernel/inputs.ts"
import type {
  FinishPasskeyRegistrationInput,
  FinishPasskeySignInInput,
  PasskeyInput,
} from "../inputs.ts"
import type { SignInResult } from "../results.ts"

/**
 * Starts the registration of a passkey for a signed-in user. Returns the options for the browser as
 * JSON, with a challenge that is valid once.
 */
export const startPasskeyRegistration = step(function* (caller: Caller, input: UserInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { passkeys, site } = yield* passkeysOfHere()
  const { user, known, challenge } = yield* transact(function* (tx, now) {
    const user = yield* tx.users.find(input.userUuid)
    if (user === undefined || !isEnabled(user)) return yield* new NotFound({ what: "user" })
    const known = yield* tx.passkeys.ofUser(user.uuid)
    if (known.length >= limits.passkeysPerUserMax) return yield* tooMany
    return {
      user,
      known,
      challenge: yield* issueOneTimeToken(
        "passkey_challenge",
        { userUuid: user.uuid, subject: registration },
        now,
      ),
    }
  })
  const { uuid, username, firstName, lastName } = user
  const displayName = [firstName, lastName].filter((name) => name !== undefined).join(" ")
  return yield* prepare(() =>
    passkeys.registrationOptions({ site, challenge, known, user: { uuid, username, displayName } }),
  )
})

/**
 * Stores the passkey that a browser made. Rejects an answer that is invalid, late, or to another
 * user's challenge.
 */
export const finishPasskeyRegistration = step(function* (
  caller: Caller,
  input: FinishPasskeyRegistrationInput,
) {
  yield* Effect.fromResult(permitHost(caller))
  const { passkeys, site } = yield* passkeysOfHere()
  const name = input.name.trim()
  if (name === "" || name.length > limits.passkeyNameMax || !isPlainText(name) || !isOneLine(name))
    return yield* new Invalid({
      errors: { name: `1 to ${limits.passkeyNameMax} characters, at least one visible` },
    })
  const claim = passkeys.claimOf(input.answer)
  if (claim === undefined) return yield* notGood
  const { challenge } = claim
  const made = yield* prepare(() => passkeys.verifyRegistration(input.answer, { site, challenge }))
  if (made === undefined) return yield* notGood
  return yield* transact(function* (tx, now) {
    if (
      !(yield* spendChallenge(challenge, { userUuid: input.userUuid, subject: registration }, now))
    )
      return yield* notGood
    // Locked, so that registrations at once cannot pass the limit together.
    const user = yield* tx.users.lock(input.userUuid)
    if (user === undefined || !isEnabled(user)) return yield* notGood
    if ((yield* tx.passkeys.ofUser(user.uuid)).length >= limits.passkeysPerUserMax)
      return yield* tooMany
    const passkey: Passkey = {
      ...made,
      userUuid: user.uuid,
      name,
      createdAt: now,
      usedAt: undefined,
    }
    if (!(yield* tx.passkeys.add(passkey)))
      return yield* new Conflict({
        reason: "passkey_known",
        message: "This passkey is already registered. Sign in with it, or register another one.",
      })
    return passkey
  })
})

/**
 * Starts a sign-in with a passkey. Returns the options for the browser as JSON. They name no user:
 * the passkey identifies its user.
 */
export const startPasskeySignIn = step(function* (caller: Caller, _input: NoInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { passkeys, site } = yield* passkeysOfHere()
  const challenge = yield* transact(function* (_tx, now) {
    return yield* issueOneTimeToken(
      "passkey_challenge",
      { userUuid: undefined, subject: signIn },
      now,
    )
  })
  return yield* prepare(() => passkeys.signInOptions({ site, challenge }))
})

/**
 * Returns the user that a passkey sign-in proves. Every failure is the same {@link SignInRefused}:
 * an unknown passkey, a used or expired challenge, a bad signature, a counter that went back, a
 * disabled account.
 */
export const finishPasskeySignIn = step(function* (
  caller: Caller,
  input: FinishPasskeySignInInput,
) {
  yield* Effect.fromResult(permitHost(caller))
  const { passkeys, site } = yield* passkeysOfHere()
  const claim = passkeys.claimOf(input.answer)
  if (claim === undefined) return yield* new SignInRefused()
  const { challenge, credentialId } = claim
  const passkey = yield* read(function* (tx) {
    return yield* tx.passkeys.find(credentialId)
  })
  if (passkey === undefined || passkey.userUuid !== claim.userUuid)
    return yield* new SignInRefused()
  const proven = yield* prepare(() =>
    passkeys.verifySignIn(input.answer, { site, challenge, passkey }),
  )
  if (proven === undefined) return yield* new SignInRefused()
  return yield* transact(function* (tx, now) {
    if (!(yield* spendChallenge(challenge, { userUuid: undefined, subject: signIn }, now)))
      return yield* new SignInRefused()
    const user = yield* tx.users.find(passkey.userUuid)
    if (user === undefined || !isEnabled(user)) return yield* new SignInRefused()
    // Asked of the row as it is now: another sign-in may have counted since it was read.
    if (!(yield* tx.passkeys.used(credentialId, proven.counter, now)))
      return yield* new SignInRefused()
    // RFC 8176: a key in hardware or the like, whose user was verified.
    const result: SignInResult = {
      user,
      signedIn: {
        userUuid: user.uuid,
        authTime: now,
        amr: ["hwk", "user"],
        acr: "2",
        proof: { kind: "passkey", credentialId },
      },
    }
    return result
  })
})

/** Lists the passkeys of a user, the oldest first. */
export const listPasskeys = listing(function* (caller: Caller, input: UserInput) {
  yield* Effect.fromResult(permitHost(caller))
  return yield* read(function* (tx) {
    return yield* tx.passkeys.ofUser(input.userUuid)
  })
})

/**
 * Deletes a passkey and ends all browsers and tokens of the user: any of them may have been opened by
 * it, on a device that is lost. A user without a password cannot delete their last one, because they
 * could not sign in again.
 */
export const deletePasskey = step(function* (caller: Caller, input: PasskeyInput) {
  yield* Effect.fromResult(permitHost(caller))
  return yield* transact(function* (tx, now) {
    const user = yield* tx.users.lock(input.userUuid)
    if (user === undefined) return yield* new NotFound({ what: "passkey" })
    const all = yield* tx.passkeys.ofUser(user.uuid)
    if (!all.some(({ credentialId }) => credentialId === input.credentialId))
      return yield* new NotFound({ what: "passkey" })
    if (all.length === 1 && (yield* tx.users.passwordHash(user.uuid)) === undefined)
      return yield* new Conflict({
        reason: "last_passkey",
        message: "This passkey is the only way to sign in to the account. Set a password first.",
      })
    yield* tx.passkeys.remove(user.uuid, input.credentialId)
    yield* endEverything(user.uuid, now, "passkey_removed")
  })
})

const registration = "registration"
const signIn = "sign-in"

const notGood = new BadRequest({
  field: "passkey",
  reason: "The passkey could not be verified. Try again.",
})
const tooMany = new Conflict({
  reason: "too_many_passkeys",
  message: `An account can have at most ${limits.passkeysPerUserMax} passkeys. Remove one first.`,
})

/** The port, and the site that it works for; a service without passkeys has no such pages. */
const passkeysOfHere = step(function* () {
  const { passkeys, settings } = yield* Ports
  const site = siteOf(settings.baseUrl)
  return passkeys === undefined || site === undefined
    ? yield* new NotFound({ what: "page" })
    : { passkeys, site }
})

/**
 * Uses up the challenge of a ceremony. `false` for one of another ceremony or person, one that is
 * late, and one that was used.
 */
const spendChallenge = step(function* (
  challenge: string,
  of: { readonly userUuid: string | undefined; readonly subject: string },
  now: Date,
) {
  const tx = yield* Tx
  const found = yield* tx.oneTimeTokens.find(tokenHash(challenge))
  const isOurs =
    found !== undefined && found.userUuid === of.userUuid && found.subject === of.subject
  return (
    isOurs &&
    isGood(found, ["passkey_challenge"], now) &&
    (yield* tx.oneTimeTokens.consume(found.tokenHash, now))
  )
})
