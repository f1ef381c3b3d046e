/** What an account stands for; service accounts are the platform's own staff. */
export const accountTypes = ["user", "organization", "service"] as const
export type AccountType = (typeof accountTypes)[number]

/** A person. */
export interface User {
  readonly uuid: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string | undefined
  /** As it was typed; compared in lower case. Only a verified one signs in. */
  readonly email: string | undefined
  readonly emailVerifiedAt: Date | undefined
  readonly phoneNumber: string | undefined
  /** The public image of the user, a file of their own. */
  readonly avatarImageFileUuid: string | undefined
  /** Who the user is at an identity provider outside; undefined in the built-in directory. */
  readonly iamUserId: string | undefined
  readonly accountType: AccountType
  /** Since when others cannot drop contacts with them; undefined: they can. */
  readonly dropsRefusedSince: Date | undefined
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
  /** Shut out, but kept as it is. */
  readonly disabledAt: Date | undefined
  /** Deleted: the row stays under a pseudonym for what refers to it. */
  readonly deletedAt: Date | undefined
}

/** Whether the user may sign in and hold tokens. */
export const isEnabled = (user: Pick<User, "disabledAt" | "deletedAt">): boolean =>
  user.disabledAt === undefined && user.deletedAt === undefined

/** The address that counts: to sign in with, and to send links to. */
export const verifiedEmail = ({ email, emailVerifiedAt }: User): string | undefined =>
  emailVerifiedAt === undefined ? undefined : email
