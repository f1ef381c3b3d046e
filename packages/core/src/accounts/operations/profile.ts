import { Effect } from "effect"
import { countMail } from "../prepare-limits.ts"
import { actingUser, type Caller, type UserCaller } from "../../foundation/access/caller.ts"
import { permitHost, permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/accounts.ts"
import * as published from "../../contract/endpoints/users.ts"
import { Conflict, Invalid, NotFound } from "../../foundation/errors/refusals.ts"
import { holdImages } from "../../files/steps.ts"
import { patched } from "../../foundation/kernel/patched.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, sharedRead, transact, Tx } from "../../foundation/unit-of-work.ts"
import { isLive } from "../../memberships/membership.ts"
import { noteHappenings } from "../../rewards/triggers/steps.ts"
import { type CurrentUser, isOnboardingRequired, isProfileComplete } from "../current-user.ts"
import { emailChangedMail, verificationMail } from "../mails.ts"
import { personFaults } from "../person.ts"
import { proveIdentity } from "../prepare-proof.ts"
import { issueOneTimeToken, lockedUser, spendOneTimeToken } from "../steps.ts"
import { subscriptionOf } from "../subscription.ts"
import { isEnabled, type User, verifiedEmail } from "../user.ts"
import type { UpdateProfileInput, UsernameInput, VerifyEmailInput } from "../inputs.ts"
import type { NoInput } from "../../foundation/kernel/inputs.ts"
import type { LinkResult } from "../results.ts"

/**
 * Returns a user by username. `NotFound` for an unknown name, an organization's, and that of a
 * deleted or disabled user.
 */
export const get = step(function* (caller: Caller, input: UsernameInput) {
  yield* Effect.fromResult(permitToken(accessOf(published.getUser), caller))
  return yield* sharedRead(function* (tx) {
    const user = yield* tx.users.findByUsername(input.username)
    return user === undefined || !isEnabled(user) ? yield* new NotFound({ what: "user" }) : user
  })
})

/** Returns the user of the caller's token, with the fields that its scopes allow. */
export const me = step(function* (caller: Caller, _input: NoInput) {
  yield* Effect.fromResult(permitToken(accessOf(published.me), caller))
  return yield* sharedRead(function* (tx) {
    const user = yield* tx.users.find(actingUser(caller) ?? "")
    return user === undefined
      ? yield* new NotFound({ what: "user" })
      : yield* asSeenBy(caller, user)
  })
})

const asSeenBy = step(function* (caller: Caller, user: User) {
  const tx = yield* Tx
  const scopes = caller.kind === "host" ? [] : [...caller.scopes]
  const email = scopes.includes("email") ? user.email : undefined
  // Both open doors: they are for apps that were let see wallets and cards.
  const wallet = scopes.includes("wallet:read")
    ? yield* tx.wallets.ofUser(user.uuid, undefined)
    : undefined
  const cards = scopes.includes("card:read") ? yield* tx.cards.heldBy([user.uuid]) : []
  const current: CurrentUser = {
    user,
    email,
    isEmailVerified: email === undefined ? undefined : user.emailVerifiedAt !== undefined,
    phoneNumber: scopes.includes("phone") ? user.phoneNumber : undefined,
    scopes,
    walletAddress: wallet?.address,
    primaryCardIdentifier: cards.find(({ primarySince }) => primarySince !== undefined)?.identifier,
    acceptsDrops: user.dropsRefusedSince === undefined,
    isProfileComplete: isProfileComplete(user),
    isOnboardingRequired: isOnboardingRequired(user),
    subscription: subscriptionOf(user),
  }
  return current
})

/** Returns the service's plan of the caller and what it grants. */
export const subscription = step(function* (caller: Caller, _input: NoInput) {
  yield* Effect.fromResult(permitToken(accessOf(published.subscription), caller))
  return yield* sharedRead(function* (tx) {
    const user = yield* tx.users.find(actingUser(caller) ?? "")
    return user === undefined ? yield* new NotFound({ what: "user" }) : subscriptionOf(user)
  })
})

/**
 * Changes the caller's own profile. A new e-mail address, or a new spelling of it, requires the
 * password or a recent sign-in. A mail verifies the new address. The old address is no longer valid
 * from now on, and a mail to it says so.
 */
export const updateProfile = step(function* (caller: Caller, input: UpdateProfileInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.updateProfile), caller))
  if (caller.kind !== "user") return yield* new NotFound({ what: "user" })
  const { firstName, lastName, phoneNumber, email } = input
  const faults = personFaults({
    firstName,
    lastName: lastName ?? undefined,
    phoneNumber: phoneNumber ?? undefined,
    email: email ?? undefined,
  })
  if (Object.keys(faults).length > 0) return yield* new Invalid({ errors: faults })
  const { settings, outgoingMail } = yield* Ports
  const present = yield* read(function* (tx) {
    return (yield* tx.users.find(caller.userUuid)) ?? (yield* new NotFound({ what: "user" }))
  })
  const isNewEmail = emailAfter(present, input) !== present.email
  if (isNewEmail) yield* permitNewEmail(caller, input)
  const done = yield* transact(function* (tx, now) {
    const before = yield* lockedUser(caller.userUuid)
    const user: User = { ...changed(before, input, now), updatedAt: now }
    yield* holdImages({ avatar_image_file_uuid: input.avatarImageFileUuid }, [user.uuid])
    if (!isNewEmail && before.email !== user.email) return yield* changedMeanwhile
    if (!(yield* tx.users.change(user))) return yield* emailTaken()
    yield* noteProfileCompleted(before, user, now)
    const mails =
      before.email === user.email
        ? []
        : yield* startVerification(before, user, settings.baseUrl, now)
    return { mails, seen: yield* asSeenBy(caller, user) }
  })
  for (const mail of done.mails) outgoingMail.post(mail)
  return done.seen
})

/** Another address takes a proof of who asks; the mail to it counts before anything is written. */
const permitNewEmail = step(function* (
  caller: UserCaller,
  { email, currentPassword }: UpdateProfileInput,
) {
  yield* proveIdentity(caller, currentPassword)
  if (email !== null && email !== undefined) yield* countChosenMail(caller.userUuid, email)
})

/**
 * Refuses a mail to an address that the caller chose where the caller, or the address, has had too
 * many.
 */
const countChosenMail = step(function* (from: string, to: string) {
  const tooMany = yield* countMail({ from, to })
  if (tooMany !== undefined) return yield* tooMany
})

const changedMeanwhile = new Conflict({
  reason: "email_changed",
  message: "The e-mail address was changed in the meantime. Read the current one, then try again.",
})

const changed = (
  user: User,
  {
    firstName,
    lastName,
    phoneNumber,
    email,
    avatarImageFileUuid,
    acceptsContactDrops,
  }: UpdateProfileInput,
  now: Date,
): User => {
  const next = emailAfter(user, { email })
  return {
    ...user,
    firstName: firstName?.trim() ?? user.firstName,
    lastName: lastName === undefined ? user.lastName : lastName?.trim(),
    avatarImageFileUuid: patched(user.avatarImageFileUuid, avatarImageFileUuid),
    phoneNumber: phoneNumber === undefined ? user.phoneNumber : (phoneNumber ?? undefined),
    email: next,
    dropsRefusedSince:
      acceptsContactDrops === undefined
        ? user.dropsRefusedSince
        : acceptsContactDrops
          ? undefined
          : (user.dropsRefusedSince ?? now),
    // With other capitals it may be another mailbox: RFC 5321 section 2.4 leaves that to the
    // receiving server.
    emailVerifiedAt: next === user.email ? user.emailVerifiedAt : undefined,
  }
}

const emailAfter = (user: User, { email }: Pick<UpdateProfileInput, "email">) =>
  email === undefined ? user.email : (email ?? undefined)

/** Links that went to the old address end; the new one gets its own. */
const startVerification = step(function* (
  before: User,
  { uuid, username, email }: User,
  baseUrl: string,
  now: Date,
) {
  const tx = yield* Tx
  yield* tx.oneTimeTokens.forget(uuid, "password_reset")
  yield* tx.oneTimeTokens.forget(uuid, "email_verification")
  const old = verifiedEmail(before)
  const mails = old === undefined ? [] : [emailChangedMail({ username, email: old })]
  if (email === undefined) return mails
  const token = yield* issueOneTimeToken(
    "email_verification",
    { userUuid: uuid, subject: email },
    now,
  )
  return [...mails, verificationMail({ username, email }, baseUrl, token)]
})

/** Sends the mail that verifies the caller's address again. */
export const requestEmailVerification = step(function* (caller: Caller, _input: NoInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.requestEmailVerification), caller))
  if (caller.kind !== "user") return yield* new NotFound({ what: "user" })
  const { settings, mailer, outgoingMail } = yield* Ports
  if (mailer.delivery === "none") return yield* noMail
  const known = yield* read(function* (tx) {
    return yield* unverifiedEmail(
      (yield* tx.users.find(caller.userUuid)) ?? (yield* new NotFound({ what: "user" })),
    )
  })
  yield* countChosenMail(caller.userUuid, known)
  const done = yield* transact(function* (_tx, now) {
    const user = yield* lockedUser(caller.userUuid)
    const email = yield* unverifiedEmail(user)
    if (email !== known) return yield* changedMeanwhile
    const token = yield* issueOneTimeToken(
      "email_verification",
      { userUuid: user.uuid, subject: email },
      now,
    )
    return { user, mail: verificationMail({ ...user, email }, settings.baseUrl, token) }
  })
  outgoingMail.post(done.mail)
  return done.user
})

const unverifiedEmail = step(function* ({ email, emailVerifiedAt }: User) {
  if (email === undefined)
    return yield* new Conflict({
      reason: "no_email",
      message: "This account has no e-mail address. Add one first.",
    })
  if (emailVerifiedAt !== undefined)
    return yield* new Conflict({
      reason: "email_verified",
      message: "The e-mail address is already verified.",
    })
  return email
})

/**
 * Verifies an e-mail address with the token of a mail. `Conflict` if another user has verified the
 * address before. For the host alone.
 */
export const verifyEmail = step(function* (caller: Caller, input: VerifyEmailInput) {
  yield* Effect.fromResult(permitHost(caller))
  return yield* transact(function* (tx, now) {
    const { found, user } = yield* spendOneTimeToken(input.token, ["email_verification"], now)
    // Changing the address forgets the link, so that the two are the same: should they ever not be,
    // nothing is verified.
    if (found.subject !== user.email) return yield* emailTaken()
    const verified: User = { ...user, emailVerifiedAt: now, updatedAt: now }
    if (!(yield* tx.users.change(verified))) return yield* emailTaken()
    yield* noteProfileCompleted(user, verified, now)
    const result: LinkResult = { user: verified }
    return result
  })
})

const noMail = new Conflict({
  reason: "no_mail",
  message:
    "This service sends no e-mail, so an address cannot be verified. Ask the people who run the service to set up e-mail.",
})

const emailTaken = () =>
  new Conflict({
    reason: "email_taken",
    message: "Another account has verified this e-mail address. Use another address.",
  })

const membershipsPerSlice = 100

/**
 * Tells the triggers of those organizations of which the user is a member that the profile has become
 * complete. Its event is the user's one, so that each counts it once, however often it happens.
 */
const noteProfileCompleted = step(function* (before: User, after: User, now: Date) {
  if (isProfileComplete(before) || !isProfileComplete(after)) return
  const tx = yield* Tx
  const organizations = new Set<string>()
  let last: string | undefined
  do {
    const some = yield* tx.memberships.walkOf(after.uuid, last, membershipsPerSlice)
    for (const one of some) if (isLive(one, now)) organizations.add(one.organizationUuid)
    last = some.length < membershipsPerSlice ? undefined : some.at(-1)?.uuid
  } while (last !== undefined)
  yield* noteHappenings(
    [...organizations].map((organizationUuid) => ({
      event: "profile.completed",
      organizationUuid,
      id: after.uuid,
      subject: { userUuid: after.uuid, walletAddress: undefined },
      facts: {},
    })),
    now,
  )
})
