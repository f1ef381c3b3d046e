import type { Subscription } from "./subscription.ts"
import type { User } from "./user.ts"

/**
 * A user as their own token shows them: without the scope `email`, `phone`, `wallet:read` or
 * `card:read`, that part is undefined.
 */
export interface CurrentUser {
  readonly user: User
  readonly email: string | undefined
  readonly isEmailVerified: boolean | undefined
  readonly phoneNumber: string | undefined
  /** The token's. */
  readonly scopes: readonly string[]
  /** The primary wallet's. */
  readonly walletAddress: string | undefined
  /** Of the card that the user made their primary one. */
  readonly primaryCardIdentifier: string | undefined
  /** Whether others can drop contacts with the user. */
  readonly acceptsDrops: boolean
  readonly isProfileComplete: boolean
  readonly isOnboardingRequired: boolean
  readonly subscription: Subscription
}

/**
 * Whether first name, last name and a verified e-mail address are there. The scopes of a token do
 * not change it.
 */
export const isProfileComplete = ({ firstName, lastName, email, emailVerifiedAt }: User): boolean =>
  firstName !== "" && lastName !== undefined && email !== undefined && emailVerifiedAt !== undefined

/**
 * Whether something must be asked for before the account is of use: a first name, which a directory
 * outside may not tell. Registering asks.
 */
export const isOnboardingRequired = ({ firstName }: User): boolean => firstName === ""
