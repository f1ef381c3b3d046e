import type {
  Invitation,
  OneTimeToken,
  Organization,
  Passkey,
  StaffMember,
  User,
} from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/** Who has a name of the one name space that organizations and users share. */
export interface ClaimedName {
  readonly name: string
  readonly kind: "organization" | "user"
  readonly uuid: string
}

/** A user with the argon2id hash of their password. */
export interface StoredUser extends User {
  readonly passwordHash: string | undefined
}

/**
 * What one user only is known by, besides the name: a verified address in lower case, or a subject
 * outside.
 */
export interface UserHandle {
  /** `email:ann@club.example`, `iam:248289761001`. */
  readonly handle: string
  readonly userUuid: string
}

/** One of the words that a user is found by. */
export interface UserWord {
  readonly word: string
  readonly userUuid: string
}

export const nameColumns: Columns<ClaimedName> = { name: "text", kind: "text", uuid: "text" }

export const organizationColumns: Columns<Organization> = {
  uuid: "text",
  slug: "text",
  name: "text",
  description: "text?",
  website: "text?",
  logoImageFileUuid: "text?",
  timezone: "text?",
  pointsAllowance: "integer",
  createdAt: "instant",
  updatedAt: "instant?",
  deletedAt: "instant?",
}

export const staffColumns: Columns<StaffMember> = {
  uuid: "text",
  organizationUuid: "text",
  userUuid: "text",
  role: "text",
  joinedAt: "instant",
  updatedAt: "instant?",
}

export const invitationColumns: Columns<Invitation> = {
  uuid: "text",
  organizationUuid: "text",
  role: "text",
  userUuid: "text?",
  email: "text?",
  tokenHash: "text",
  invitedByUserUuid: "text?",
  createdAt: "instant",
  expiresAt: "instant",
  settlement: "text?",
  settledAt: "instant?",
}

export const userColumns: Columns<User> = {
  uuid: "text",
  username: "text",
  firstName: "text",
  lastName: "text?",
  email: "text?",
  emailVerifiedAt: "instant?",
  phoneNumber: "text?",
  avatarImageFileUuid: "text?",
  iamUserId: "text?",
  dropsRefusedSince: "instant?",
  accountType: "text",
  createdAt: "instant",
  updatedAt: "instant?",
  disabledAt: "instant?",
  deletedAt: "instant?",
}

export const passkeyColumns: Columns<Passkey> = {
  credentialId: "text",
  userUuid: "text",
  publicKey: "text",
  counter: "integer",
  transports: "json",
  isBackedUp: "boolean",
  name: "text",
  createdAt: "instant",
  usedAt: "instant?",
}

export const storedUserColumns: Columns<StoredUser> = { ...userColumns, passwordHash: "text?" }

export const userHandleColumns: Columns<UserHandle> = { handle: "text", userUuid: "text" }

export const userWordColumns: Columns<UserWord> = { word: "text", userUuid: "text" }

export const oneTimeTokenColumns: Columns<OneTimeToken> = {
  tokenHash: "text",
  purpose: "text",
  userUuid: "text?",
  subject: "text",
  createdAt: "instant",
  expiresAt: "instant",
  consumedAt: "instant?",
}
