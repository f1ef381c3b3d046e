import type { SignedIn } from "./login.ts"
import type { User } from "./user.ts"

/** A user who was created. */
export interface CreatedUser {
  readonly user: User
  /** Address of the primary wallet. */
  readonly walletAddress: string
}

/** A link for a password. */
export interface SetupLink {
  /** An absolute URL. It works once, within a day. */
  readonly link: string
}

/** A user who proved who they are. */
export interface SignInResult {
  readonly user: User
  /** When and how they signed in. */
  readonly signedIn: SignedIn
}

/** A user who opened the link of a mail. */
export interface LinkResult {
  readonly user: User
}

/** What shows that a user has signed in from a browser before. */
export interface BrowserToken {
  /** For the browser's cookie; undefined for a user without a password. */
  readonly deviceToken: string | undefined
}

/** A login that a browser remembers. */
export interface NewLogin {
  /** For the browser's cookie. Only its hash is stored. */
  readonly loginToken: string
}

/** A login that was to end. */
export interface EndedLogin {
  /** `false` when there was nothing to end. */
  readonly ended: boolean
}
