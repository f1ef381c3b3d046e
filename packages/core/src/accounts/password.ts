import { limits } from "../foundation/kernel/limits.ts"
import { commonestPasswords } from "./commonest-passwords.ts"

const shortest = 8
const longest = 256

/**
 * A password as it is hashed: people type the same letter in different ways (NIST SP 800-63B,
 * section 3.1.1.2).
 */
export const normalPassword = (password: string): string => password.normalize("NFKC")

/**
 * Whether a text is too long to be a user's password, so that hashing it would be wasted work.
 * Counted in code points.
 */
export const isOverlong = (password: string): boolean =>
  password.length > limits.passwordTextMax || [...normalPassword(password)].length > longest

/**
 * What is wrong with a password for a user; undefined when it will do. No rule asks for digits or
 * signs, which make passwords harder to keep and no harder to guess; what is guessed first is
 * refused instead (NIST SP 800-63B, section 3.1.1.2).
 */
export const passwordFault = (
  password: string,
  person: { readonly username: string; readonly email?: string | undefined },
): string | undefined => {
  if (isOverlong(password) || [...normalPassword(password)].length < shortest)
    return `${shortest} to ${longest} characters`
  const plain = normalPassword(password).toLowerCase()
  const own = [person.username, person.email, person.email?.split("@")[0]].filter(
    (name) => name !== undefined,
  )
  if (own.some((name) => name.toLowerCase() === plain))
    return "must not be your own name or address"
  if (commonestPasswords.has(plain) || new Set(plain).size === 1)
    return "is one of the first that anybody would try; choose another"
  return undefined
}
