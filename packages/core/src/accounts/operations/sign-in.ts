import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { SignInRefused } from "../../foundation/errors/refusals.ts"
import { tokenHash } from "../../foundation/sealing/token-hash.ts"
import { Ports, read, transact } from "../../foundation/unit-of-work.ts"
import { deviceOf, deviceToken } from "../device-token.ts"
import { isSignedIn, isStale, type Login, signedInBy } from "../login.ts"
import { checkPassword } from "../prepare-password.ts"
import { userByName } from "../steps.ts"
import { isEnabled } from "../user.ts"
import type { CreateLoginInput, GetSignInSubjectInput, LoginInput, SignInInput } from "../inputs.ts"
import type { UserInput } from "../../foundation/kernel/inputs.ts"
import type { SignInResult, BrowserToken, NewLogin, EndedLogin } from "../results.ts"

/**
 * A user proves by their password who they are. `name` is a username, or an e-mail address that
 * was verified. Every cause of a refusal gives the same one, after the same time: an unknown name,
 * a wrong password, no password, an account that is shut.
 *
 * For the host alone: the page that calls it counts failures.
 */
export const signIn = Effect.fnUntraced(function* (caller: Caller, input: SignInInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { clock } = yield* Ports
  const known = yield* read(function* (tx) {
    const user = yield* userByName(input.name)
    return user === undefined ? undefined : { user, hash: yield* tx.users.passwordHash(user.uuid) }
  })
  const { isRight, newHash } = yield* checkPassword(known?.hash, input.password)
  if (known === undefined || !isRight || !isEnabled(known.user)) return yield* new SignInRefused()
  const { user, hash } = known
  if (newHash !== undefined)
    yield* transact(function* (tx) {
      // A user may have changed the password meanwhile: then that one stands.
      yield* tx.users.lock(user.uuid)
      if ((yield* tx.users.passwordHash(user.uuid)) === hash)
        yield* tx.users.setPassword(user.uuid, newHash)
    })
  const result: SignInResult = {
    user,
    signedIn: { userUuid: user.uuid, authTime: clock.now(), amr: ["pwd"], acr: "1" },
  }
  return result
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
 * Tells whom a sign-in is counted for, before it is tried: by the name that was typed and the
 * device tokens of the browser. For the host alone.
 */
export const getSignInSubject = Effect.fnUntraced(function* (
  caller: Caller,
  input: GetSignInSubjectInput,
) {
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
 * A token by which a browser shows that a user has signed in there before, so that nobody else's
 * wrong passwords keep them out. Undefined for a user without a password. It ends with a new
 * password. For the host alone, after a sign-in.
 */
export const createBrowserToken = Effect.fnUntraced(function* (caller: Caller, input: UserInput) {
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
 * Remembers in a browser that a user signed in. The token is for the browser's cookie; only its
 * hash is kept. For the host alone.
 */
export const createLogin = Effect.fnUntraced(function* (caller: Caller, input: CreateLoginInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { ids } = yield* Ports
  const loginToken = ids.secret("sy_ls_")
  return yield* transact(function* (tx, now) {
    const { userUuid, authTime, amr } = input.signedIn
    const user = yield* tx.users.lock(userUuid)
    if (user === undefined || !isEnabled(user)) return yield* new SignInRefused()
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

/**
 * Forgets it: the user signs out of a browser. `ended` is false when there was nothing to end. For
 * the host alone.
 */
export const endLogin = Effect.fnUntraced(function* (caller: Caller, input: LoginInput) {
  yield* Effect.fromResult(permitHost(caller))
  return yield* transact(function* (tx, now) {
    const ended: EndedLogin = { ended: yield* tx.logins.end(tokenHash(input.loginToken), now) }
    return ended
  })
})

/**
 * Who is signed in in a browser; undefined when nobody is: unknown, ended, unused for too long, too
 * old, or the account is shut. Being asked for keeps a login alive; that is written once a minute
 * at most. For the host alone.
 */
export const getLogin = Effect.fnUntraced(function* (caller: Caller, input: LoginInput) {
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
