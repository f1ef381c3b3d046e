import type { OrganizationInput, PageInput, UserInput } from "../foundation/kernel/inputs.ts"
import type { GrantedRole } from "./invitation.ts"

/** A new organization. */
export interface CreateOrganizationInput {
  /** 1 to 100 characters; the slug follows from it. */
  readonly name: string
  /** At most 500 characters. */
  readonly description?: string | undefined
  /** Uuid of the user who owns it. */
  readonly ownerUuid: string
}

/** Which organizations. */
export interface ListOrganizationsInput extends PageInput<"created_at" | "name"> {}

/** What changes of an organization; undefined leaves a field, `null` clears it. */
export interface UpdateOrganizationInput extends OrganizationInput {
  /** 1 to 100 characters. The slug stays. */
  readonly name?: string | undefined
  /** At most 500 characters. */
  readonly description?: string | null | undefined
  /** At most 200 characters. */
  readonly website?: string | null | undefined
  /** Uuid of an image that is a file of the organization. */
  readonly logoImageFileUuid?: string | null | undefined
  /** IANA time zone. Terms that were agreed before keep their dates. */
  readonly timezone?: string | null | undefined
}

/** Which organization is deleted. */
export interface DeleteOrganizationInput extends OrganizationInput {
  /** The organization's slug once more: a deleted organization does not come back. */
  readonly confirm: string
}

/** Which members of a team. */
export interface ListStaffInput
  extends OrganizationInput,
    PageInput<"created_at" | "joined_at" | "updated_at"> {}

/** A member of an organization's team. */
export interface StaffMemberInput extends OrganizationInput, UserInput {}

/** A member of a team, and their role. */
export interface StaffRoleInput extends StaffMemberInput {
  /** Any role but `owner`, which {@link transferOwnership} hands over. */
  readonly role: GrantedRole
}

/** Who is invited: name exactly one of `email`, `username` and `userUuid`. */
export interface CreateInvitationInput extends OrganizationInput {
  /** E-mail address; the invitation is sent to it. */
  readonly email?: string | undefined
  /** Username. */
  readonly username?: string | undefined
  /** Uuid of a user. */
  readonly userUuid?: string | undefined
  /** The role that the user gets by accepting. */
  readonly role: GrantedRole
}

/** Which invitations. */
export interface ListInvitationsInput extends OrganizationInput, PageInput<"created_at"> {}

/** Names an invitation. */
export interface InvitationInput extends OrganizationInput {
  /** Uuid of the invitation. */
  readonly invitationUuid: string
}

/** Accepts an invitation. */
export interface AcceptInvitationInput {
  /** The token of the invitation's link. */
  readonly token: string
}
