import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { User } from "./user.ts"

/** People and their credentials. */
export interface UserRepository {
  /**
   * Adds a user; the username was claimed in the same transaction. Rejects when another user has
   * verified that address, or is known under that subject outside.
   */
  readonly add: (user: User, passwordHash: string | undefined) => Promise<void>
  readonly find: (uuid: string) => Promise<User | undefined>
  readonly findByUsername: (username: string) => Promise<User | undefined>
  /** The user who has verified this address, one at most; compared in lower case. */
  readonly findByEmail: (email: string) => Promise<User | undefined>
  /** Who is known under this subject at an identity provider outside. */
  readonly findByIamUserId: (iamUserId: string) => Promise<User | undefined>
  /** Many at once, in no order; unknown uuids are left out. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly User[]>
  /** All users, including disabled and deleted ones. */
  readonly list: (page: PageRequest<"created_at" | "username">) => Promise<Page<User>>
  /** By uuid, locked until the transaction ends when the mode is "write". */
  readonly lock: (uuid: string) => Promise<User | undefined>
  /**
   * Writes a user over the one of the same uuid, which is there: it was locked in this transaction.
   * `false`, and nothing is written, when another user has verified that address, or is known
   * under that subject outside.
   */
  readonly change: (user: User) => Promise<boolean>
  /** The argon2id hash; undefined when the user has no password. */
  readonly passwordHash: (uuid: string) => Promise<string | undefined>
  /** Writes the hash of a user who is there; undefined takes the password away. */
  readonly setPassword: (uuid: string, passwordHash: string | undefined) => Promise<void>
}
