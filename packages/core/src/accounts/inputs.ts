import type { PageInput, UserInput } from "../foundation/kernel/inputs.ts"
import type { SignedIn } from "./login.ts"
import type { AccountType } from "./user.ts"

/** A new user. */
export interface CreateUserInput {
  /** A slug, 3 to 80 characters, that neither a user nor an organization has. */
  readonly username: string
  /** 1 to 255 characters. */
  readonly firstName: string
  /** At most 255 characters. */
  readonly lastName?: string | undefined
  /** E-mail address. */
  readonly email?: string | undefined
  /** The host vouches for the address. Default: it is not verified, and no mail goes out. */
  readonly isEmailVerified?: boolean | undefined
  /** Default `user`. */
  readonly accountType?: AccountType | undefined
  /** Hashed at once, never stored; without one the user cannot sign in by password. */
  readonly password?: string | undefined
}

/** A user who registers. */
export interface RegisterInput
  extends Pick<CreateUserInput, "username" | "firstName" | "lastName" | "email"> {
  /** Hashed at once, never stored. */
  readonly password: string
}

/** Names a user, deleted or not. */
export interface FindUserInput {
  /** Username or uuid. */
  readonly user: string
}

/** Names a user by username. */
export interface UsernameInput {
  /** Username. */
  readonly username: string
}

/** Which users. */
export interface ListUsersInput extends PageInput<"created_at" | "username"> {}

/** Name and password, as a user types them. */
export interface SignInInput {
  /** Username, or an e-mail address that was verified. */
  readonly name: string
  /** As typed. */
  readonly password: string
}

/** A sign-in before it is tried. */
export interface GetSignInSubjectInput {
  /** Username or e-mail address, as typed. */
  readonly name: string
  /** The device tokens that the browser sends. */
  readonly deviceTokens: readonly string[]
}

/** A user's sign-in. */
export interface CreateLoginInput {
  /** Who signed in, when and how. */
  readonly signedIn: SignedIn
}

/** A browser's login. */
export interface LoginInput {
  /** The token of the browser's cookie. */
  readonly loginToken: string
}

/** Whose password is forgotten. */
export interface RequestPasswordResetInput {
  /** Username or e-mail address, as typed. */
  readonly name: string
  /** Where the request comes from, such as `ip:192.0.2.1`, whose share of all requests it takes. */
  readonly from?: string | undefined
}

/** A new password with the token of a link. */
export interface ResetPasswordInput {
  /** The token of the link. It works once. */
  readonly token: string
  /** The new password. */
  readonly password: string
}

/** A user's new password, with a proof of who they are. */
export interface ChangePasswordInput {
  /** Required unless the sign-in is at most 5 minutes old. */
  readonly currentPassword?: string | undefined
  /** The new password. */
  readonly newPassword: string
  /** Whether the caller's own session ends too. Default `false`. */
  readonly endsEverything?: boolean | undefined
}

/** A user's new password, from an operator. */
export interface SetPasswordInput extends UserInput {
  /** The new password. */
  readonly password: string
}

/** What changes of a profile; undefined leaves a field, `null` clears it. */
export interface UpdateProfileInput {
  /** 1 to 255 characters. */
  readonly firstName?: string | undefined
  /** At most 255 characters. */
  readonly lastName?: string | null | undefined
  /** 4 to 20 digits, with `+` in front. */
  readonly phoneNumber?: string | null | undefined
  /** E-mail address. It counts once it is verified. */
  readonly email?: string | null | undefined
  /** Whether others can drop contacts with the user. */
  readonly acceptsContactDrops?: boolean | undefined
  /** Uuid of an image that is a file of the user. */
  readonly avatarImageFileUuid?: string | null | undefined
  /** Required with another e-mail address, unless the sign-in is at most 5 minutes old. */
  readonly currentPassword?: string | undefined
}

/** The token of a mail. */
export interface VerifyEmailInput {
  /** The token of the link. It works once. */
  readonly token: string
}

/** Which account, with a proof of who deletes it. */
export interface DeleteAccountInput extends UserInput {
  /** The caller's own. Required unless the sign-in is at most 5 minutes old. */
  readonly currentPassword?: string | undefined
}

/** A browser's answer to a registration that was started. */
export interface FinishPasskeyRegistrationInput extends UserInput {
  /** The browser's answer, as JSON. */
  readonly answer: unknown
  /** What the user calls the passkey, 1 to 80 characters. */
  readonly name: string
}

/** A browser's answer to a sign-in that was started. */
export interface FinishPasskeySignInInput {
  /** The browser's answer, as JSON. */
  readonly answer: unknown
}

/** Names a passkey of a user. */
export interface PasskeyInput extends UserInput {
  /** Id of the passkey, in base64url. */
  readonly credentialId: string
}
