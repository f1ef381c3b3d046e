import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { Conflict, Forbidden, Invalid, NotFound } from "../errors/refusals.ts"
import { isSlug } from "../kernel/slug.ts"
import { Ports, prepare, read, transact } from "../unit-of-work.ts"
import { prepareKey } from "../wallets/prepare.ts"
import { walletOfUser } from "../wallets/steps.ts"
import type { AccountType, User } from "./user.ts"

/** Who is to be made. */
export interface CreateUser {
  readonly username: string
  readonly firstName: string
  readonly lastName?: string | undefined
  readonly email?: string | undefined
  readonly accountType?: AccountType | undefined
  /** Hashed at once, never kept; without one the user cannot sign in by password. */
  readonly password?: string | undefined
}

const passwordMin = 8
const passwordMax = 256

/** Makes a user with their primary wallet. For the host alone: people register through the authorization server. */
export const createUser = Effect.fnUntraced(function* (caller: Caller, input: CreateUser) {
  if (caller.kind !== "host") return yield* new Forbidden({ reason: "Only the service itself makes users." })
  if (!isSlug(input.username)) return yield* new Invalid({ errors: { username: "3 to 80 of a-z, 0-9 and single hyphens" } })
  const { ids } = yield* Ports
  const passwordHash = yield* hashed(input.password)
  const key = yield* prepareKey()
  return yield* transact(function* (tx, now) {
    const user: User = {
      uuid: ids.uuid(),
      username: input.username,
      firstName: input.firstName,
      lastName: input.lastName,
      email: input.email,
      accountType: input.accountType ?? "user",
      createdAt: now,
      updatedAt: undefined,
    }
    if (!(yield* tx.names.claim(user.username, { kind: "user", uuid: user.uuid })))
      return yield* new Conflict({ reason: "username_taken", message: "Somebody has this name already." })
    yield* tx.users.add(user, passwordHash)
    const wallet = yield* walletOfUser(user.uuid, undefined, key, now)
    return { user, walletAddress: wallet.address }
  })
})

const hashed = Effect.fnUntraced(function* (password: string | undefined) {
  if (password === undefined) return undefined
  const { passwords } = yield* Ports
  if (passwords === undefined)
    return yield* new Invalid({ errors: { password: "this service keeps no passwords; give createSymbolon a `passwords` port" } })
  if (password.length < passwordMin || password.length > passwordMax)
    return yield* new Invalid({ errors: { password: `${passwordMin} to ${passwordMax} characters` } })
  return yield* prepare(() => passwords.hash(password))
})

/** A user by username or uuid. */
export const findUser = Effect.fnUntraced(function* (_caller: Caller, input: { readonly user: string }) {
  return yield* read(function* (tx) {
    const user = (yield* tx.users.findByUsername(input.user)) ?? (yield* tx.users.find(input.user))
    return user ?? (yield* new NotFound({ what: "user" }))
  })
})
