import { Effect } from "effect"
import { countMail } from "../prepare-limits.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { Conflict, Invalid, NotFound } from "../../foundation/errors/refusals.ts"
import type { Mail } from "../../foundation/ports/mailer.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, sharedRead, transact } from "../../foundation/unit-of-work.ts"
import { prepareKey } from "../../wallets/prepare.ts"
import { walletOfUser } from "../../wallets/steps.ts"
import { passwordLink, verificationMail } from "../mails.ts"
import { personFaults } from "../person.ts"
import { hashPassword } from "../prepare-password.ts"
import { issueOneTimeToken } from "../steps.ts"
import type { User } from "../user.ts"
import type { CreateUserInput, FindUserInput, ListUsersInput, RegisterInput } from "../inputs.ts"
import type { UserInput } from "../../foundation/kernel/inputs.ts"
import type { CreatedUser, SetupLink } from "../results.ts"

/**
 * Creates a user and their primary wallet. For the host alone: people {@link register} through the
 * authorization server.
 */
export const create = step(function* (caller: Caller, input: CreateUserInput) {
  yield* Effect.fromResult(permitHost(caller))
  return yield* enrol(input)
})

/**
 * Creates an account for a person who signs up. The sign-up page calls it as the host. Sends a mail
 * that verifies the address. The result does not tell whether another user has the address; the
 * link in the mail does.
 */
export const register = step(function* (caller: Caller, input: RegisterInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { username, firstName, lastName, email, password } = input
  return yield* enrol({ username, firstName, lastName, email, password }, "with a mail")
})

const enrol = step(function* (input: CreateUserInput, mail?: "with a mail") {
  const faults = personFaults(input)
  if (Object.keys(faults).length > 0) return yield* new Invalid({ errors: faults })
  const { ids, settings } = yield* Ports
  const passwordHash =
    input.password === undefined ? undefined : yield* hashPassword(input.password, input)
  const key = yield* prepareKey()
  const made = yield* transact(function* (tx, now) {
    const user = newUser(ids.uuid(), input, now)
    if (!(yield* tx.names.claim(user.username, { kind: "user", uuid: user.uuid })))
      return yield* new Conflict({
        reason: "username_taken",
        message: "This username is already taken. Choose another one.",
      })
    if (
      user.email !== undefined &&
      user.emailVerifiedAt !== undefined &&
      (yield* tx.users.findByEmail(user.email)) !== undefined
    )
      return yield* new Conflict({
        reason: "email_taken",
        message: "Another account has already verified this e-mail address. Use another address.",
      })
    yield* tx.users.add(user, passwordHash)
    const wallet = yield* walletOfUser(user.uuid, undefined, key, now)
    const { email } = user
    if (mail === undefined || email === undefined)
      return { user, walletAddress: wallet.address, mail: undefined }
    const token = yield* issueOneTimeToken(
      "email_verification",
      { userUuid: user.uuid, subject: email },
      now,
    )
    return {
      user,
      walletAddress: wallet.address,
      mail: verificationMail({ ...user, email }, settings.baseUrl, token),
    }
  })
  if (made.mail !== undefined) yield* postUnlessTooMany(made.mail)
  const created: CreatedUser = { user: made.user, walletAddress: made.walletAddress }
  return created
})

/**
 * An account is made all the same where its address has had too many mails: its user can ask for
 * one later.
 */
const postUnlessTooMany = step(function* (mail: Mail) {
  const { outgoingMail } = yield* Ports
  const tooMany = yield* countMail({ from: undefined, to: mail.to })
  if (tooMany === undefined) outgoingMail.post(mail)
})

const newUser = (uuid: string, input: CreateUserInput, now: Date): User => ({
  uuid,
  username: input.username,
  firstName: input.firstName.trim(),
  lastName: input.lastName?.trim(),
  email: input.email,
  emailVerifiedAt: input.email !== undefined && input.isEmailVerified === true ? now : undefined,
  phoneNumber: undefined,
  avatarImageFileUuid: undefined,
  iamUserId: undefined,
  dropsRefusedSince: undefined,
  accountType: input.accountType ?? "user",
  createdAt: now,
  updatedAt: undefined,
  disabledAt: undefined,
  deletedAt: undefined,
})

/** Returns a user by username or uuid, deleted users too. For the host alone. */
export const find = step(function* (caller: Caller, input: FindUserInput) {
  yield* Effect.fromResult(permitHost(caller))
  return yield* sharedRead(function* (tx) {
    const user = (yield* tx.users.findByUsername(input.user)) ?? (yield* tx.users.find(input.user))
    return user ?? (yield* new NotFound({ what: "user" }))
  })
})

/** Lists all users, disabled and deleted ones too. For the host alone. */
export const list = listing(function* (caller: Caller, input: ListUsersInput) {
  yield* Effect.fromResult(permitHost(caller))
  return yield* read(function* (tx) {
    return yield* tx.users.list(input.page)
  })
})

/**
 * Creates a link with which a user sets a password, once, within a day. The operator hands it over
 * where no mail is sent. Earlier links end. For the host alone.
 */
export const createSetupLink = step(function* (caller: Caller, input: UserInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { settings } = yield* Ports
  return yield* transact(function* (tx, now) {
    const user = yield* tx.users.find(input.userUuid)
    if (user === undefined || user.deletedAt !== undefined)
      return yield* new NotFound({ what: "user" })
    const token = yield* issueOneTimeToken(
      "setup",
      { userUuid: user.uuid, subject: user.username },
      now,
    )
    const link: SetupLink = { link: passwordLink(settings.baseUrl, token) }
    return link
  })
})
