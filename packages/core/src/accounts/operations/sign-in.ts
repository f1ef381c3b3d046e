import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { SignInRefused } from "../../foundation/errors/refusals.ts"
import { isSameText, tokenHash } from "../../foundation/sealing/token-hash.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, transact } from "../../foundation/unit-of-work.ts"
import { deviceOf, deviceToken } from "../device-token.ts"
import { isSignedIn, isStale, type Login, passwordProof, signedInBy } from "../login.ts"
import { checkPassword } from "../prepare-password.ts"
import { lockSignedIn, userByName } from "../steps.ts"
import { isEnabled } from "../user.ts"
import type { CreateLoginInput, GetSignInSubjectInput, LoginInput, SignInInput } from "../inputs.ts"
import type { UserInput } from "../../foundation/kernel/inputs.ts"
import type { SignInResult, BrowserToken, NewLogin, EndedLogin } from "../results.ts"

/**
 * Signs a user in with a password. `name` is a username or a verified e-mail address. Every failure
 * is the same refusal after the same time: an unknown name, a wrong password, no password, a
 * disabled account.
 *
 * For the host alone: the page that calls it counts failures.
 */
export const signIn = step(function* (caller: Caller, input: SignInInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { clock } = yield* Ports
  const known = yield* read(function* (tx) {
    const user = yield* userByName(input.name)
    return user === undefined ? undefined : { user, hash: yield* tx.users.passwordHash(user.uuid) }
  })
  const { isRight, newHash } = yield* checkPassword(known?.hash, input.password)
  if (known === undefined || !isRight || !isEnabled(known.user)) return yield* new SignInRefused()
  const { user, hash = "" } = known
  const present =
    newHash === undefined
      ? hash
      : yield* rehashed(user.uuid, { hash, newHash, password: input.password })
  const result: SignInResult = {
    user,
    signedIn: {
      userUuid: user.uuid,
      authTime: clock.now(),
      amr: ["pwd"],
      acr: "1",
      proof: passwordProof(present),
    },
  }
  return result
})

interface Rehash {
  readonly hash: string
  readonly newHash: string
  readonly password: string
}

/**
 * Writes the hash that was made anew of a password, and returns it. Where another one was written
 * meanwhile, that one stands and is returned if the password is right for it: another sign-in made it,
 * or the user changed the password.
 */
const rehashed = step(function* (userUuid: string, { hash, newHash, password }: Rehash) {
  const { present, isOurs } = yield* transact(function* (tx) {
    yield* tx.users.lock(userUuid)
    const present = yield* tx.users.passwordHash(userUuid)
    const isOurs = present !== undefined && isSameText(present, hash)
    if (isOurs) yield* tx.users.setPassword(userUuid, newHash)
    return { present, isOurs }
  })
  if (isOurs) return newHash
  const { isRight } = yield* checkPassword(present, password)
  return present === undefined || !isRight ? yield* new SignInRefused() : present
})

/** Whom a sign-in is counted for. */
export interface SignInSubject {
  /**
   * The account behind the name, however the name is written; for a name that no user has, a digest
   * of it.
   */
  readonly subject: string
  /** Names the browser, where one of its tokens shows that this user has signed in there before. */
  readonly device: string | undefined
}

/**
 * Returns the account that a sign-in attempt counts against, by the typed name and the device
 * tokens of the browser. Call it before the attempt. For the host alone.
 */
export const getSignInSubject = step(function* (caller: Caller, input: GetSignInSubjectInput) {
  yield* Effect.fromResult(permitHost(caller))
  return yield* read(function* (tx) {
    const user = yield* userByName(input.name)
    if (user === undefined) {
      const nobody: SignInSubject = {
        subject: `-${tokenHash(input.name.trim().toLowerCase())}`,
        device: undefined,
      }
      return nobody
    }
    const hash =
      input.deviceTokens.length === 0 ? undefined : yield* tx.users.passwordHash(user.uuid)
    const devices =
      hash === undefined ? [] : input.deviceTokens.map((token) => deviceOf(token, user.uuid, hash))
    const subject: SignInSubject = {
      subject: user.uuid,
      device: devices.find((device) => device !== undefined),
    }
    return subject
  })
})

/**
 * Creates a token that marks a browser in which the user has signed in, so that wrong passwords
 * from other browsers do not lock the user out. Undefined for a user without a password. A new
 * password ends it. For the host alone, after a sign-in.
 */
export const createBrowserToken = step(function* (caller: Caller, input: UserInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { ids } = yield* Ports
  const hash = yield* read(function* (tx) {
    return yield* tx.users.passwordHash(input.userUuid)
  })
  const token: BrowserToken = {
    deviceToken: hash === undefined ? undefined : deviceToken(input.userUuid, hash, ids.bytes(16)),
  }
  return token
})

/**
 * Signs a user in in a browser. The token is for the browser's cookie; only its hash is stored.
 * `SignInRefused` when what the sign-in rests on no longer holds. For the host alone.
 */
export const createLogin = step(function* (caller: Caller, input: CreateLoginInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { ids } = yield* Ports
  const loginToken = ids.secret("sy_ls_")
  return yield* transact(function* (tx, now) {
    const { userUuid, authTime, amr } = input.signedIn
    yield* lockSignedIn(input.signedIn, now)
    const login: Login = {
      tokenHash: tokenHash(loginToken),
      userUuid,
      authTime,
      amr,
      createdAt: now,
      seenAt: now,
      endedAt: undefined,
    }
    yield* tx.logins.add(login)
    const opened: NewLogin = { loginToken }
    return opened
  })
})

/** Signs a browser out. `ended` is false if no user was signed in. For the host alone. */
export const endLogin = step(function* (caller: Caller, input: LoginInput) {
  yield* Effect.fromResult(permitHost(caller))
  return yield* transact(function* (tx, now) {
    const ended: EndedLogin = { ended: yield* tx.logins.end(tokenHash(input.loginToken), now) }
    return ended
  })
})

/**
 * Returns the user who is signed in in a browser. Undefined if the login is unknown, ended, unused
 * for too long or too old, or the account is disabled. A call keeps the login alive; this is
 * written once a minute at most. For the host alone.
 */
export const getLogin = step(function* (caller: Caller, input: LoginInput) {
  yield* Effect.fromResult(permitHost(caller))
  const hash = tokenHash(input.loginToken)
  const found = yield* read(function* (tx, now) {
    const login = yield* tx.logins.find(hash)
    if (login === undefined || !isSignedIn(login, now)) return undefined
    const user = yield* tx.users.find(login.userUuid)
    return user === undefined || !isEnabled(user)
      ? undefined
      : { user, login, isStale: isStale(login, now) }
  })
  if (found === undefined) return undefined
  if (found.isStale)
    yield* transact(function* (tx, now) {
      yield* tx.logins.touch(hash, now)
    })
  const result: SignInResult = { user: found.user, signedIn: signedInBy(found.login) }
  return result
})
