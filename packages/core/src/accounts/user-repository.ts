import type { User } from "./user.ts"

/** People and their credentials. */
export interface UserRepository {
  /** Adds a user; the username was claimed in the same transaction. */
  readonly add: (user: User, passwordHash: string | undefined) => Promise<void>
  readonly find: (uuid: string) => Promise<User | undefined>
  readonly findByUsername: (username: string) => Promise<User | undefined>
  /** Many at once, in no order; unknown uuids are left out. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly User[]>
  /** The argon2id hash; undefined when the user has no password. */
  readonly passwordHash: (uuid: string) => Promise<string | undefined>
}
