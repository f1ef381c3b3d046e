/** What an account stands for; service accounts are the platform's own staff. */
export const accountTypes = ["user", "organization", "service"] as const
export type AccountType = (typeof accountTypes)[number]

/** A person (specification, "User"). */
export interface User {
  readonly uuid: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string | undefined
  readonly email: string | undefined
  readonly accountType: AccountType
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
}
