import type { Organization, StaffMember, User } from "@symbolon/core/storage"
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

export const nameColumns: Columns<ClaimedName> = { name: "text", kind: "text", uuid: "text" }

export const organizationColumns: Columns<Organization> = {
  uuid: "text",
  slug: "text",
  name: "text",
  description: "text?",
  website: "text?",
  timezone: "text?",
  createdAt: "instant",
  updatedAt: "instant?",
}

export const staffColumns: Columns<StaffMember> = {
  uuid: "text",
  organizationUuid: "text",
  userUuid: "text",
  role: "text",
  joinedAt: "instant",
  updatedAt: "instant?",
}

export const userColumns: Columns<User> = {
  uuid: "text",
  username: "text",
  firstName: "text",
  lastName: "text?",
  email: "text?",
  accountType: "text",
  createdAt: "instant",
  updatedAt: "instant?",
}

export const storedUserColumns: Columns<StoredUser> = { ...userColumns, passwordHash: "text?" }
