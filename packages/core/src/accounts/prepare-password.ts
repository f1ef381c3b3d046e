import { Invalid } from "../foundation/errors/refusals.ts"
import type { Passwords } from "../foundation/ports/passwords.ts"
import { step } from "../foundation/step.ts"
import { Ports, prepare } from "../foundation/unit-of-work.ts"
import { isOverlong, normalPassword, passwordFault } from "./password.ts"

/** The hash of a password that will do for a user; refuses one that will not, under `field`. */
export const hashPassword = step(function* (
  password: string,
  person: { readonly username: string; readonly email?: string | undefined },
  field: string = "password",
) {
  const passwords = yield* passwordsPort(field)
  const fault = passwordFault(password, person)
  if (fault !== undefined) return yield* new Invalid({ errors: { [field]: fault } })
  return yield* prepare(() => passwords.hash(normalPassword(password)))
})

/** What a password came to. */
export interface PasswordCheck {
  readonly isRight: boolean
  /** Made anew where the old one is weaker than what is made now; undefined otherwise. */
  readonly newHash: string | undefined
}

/**
 * Whether a password is the one that was hashed. Without a hash, another one is verified instead,
 * so that the time taken does not show whether there is an account, or whether it has a password.
 */
export const checkPassword = step(function* (hash: string | undefined, password: string) {
  const passwords = yield* passwordsPort("password")
  const { ids } = yield* Ports
  return yield* prepare(async (): Promise<PasswordCheck> => {
    const decoy = await decoyOf(passwords, () => ids.secret(""))
    const plain = isOverlong(password) ? "" : normalPassword(password)
    const isVerified = await passwords.verify(hash ?? decoy, plain)
    const isRight = isVerified && hash !== undefined && plain !== ""
    return {
      isRight,
      newHash: isRight && passwords.needsRehash(hash) ? await passwords.hash(plain) : undefined,
    }
  })
})

const passwordsPort = step(function* (field: string) {
  const { passwords } = yield* Ports
  if (passwords === undefined)
    return yield* new Invalid({
      errors: {
        [field]: "this service keeps no passwords; give createSymbolon a `passwords` port",
      },
    })
  return passwords
})

const decoys = new WeakMap<Passwords, Promise<string>>()

/**
 * A hash that matches no user's password, made once for each port. The first caller waits for it,
 * whether the account exists or not.
 */
const decoyOf = (passwords: Passwords, secret: () => string): Promise<string> => {
  const known = decoys.get(passwords)
  if (known !== undefined) return known
  const made = passwords.hash(secret())
  decoys.set(passwords, made)
  made.catch(() => decoys.delete(passwords))
  return made
}
