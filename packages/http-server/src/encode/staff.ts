import type { InvitationView, OwnStaffRole, StaffMember, StaffMemberView } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import type { ImageUrl } from "./image-url.ts"
import { instant, instantOrNull } from "./instant.ts"
import { encodePublicUser } from "./member.ts"

/** A member of the staff on the wire. */
export const encodeStaffMember = (member: StaffMember): z.output<typeof resources.StaffMember> => ({
  uuid: member.uuid,
  user_uuid: member.userUuid,
  organization_uuid: member.organizationUuid,
  role: member.role,
  joined_at: instant(member.joinedAt),
  updated_at: instantOrNull(member.updatedAt),
})

/** The enriched list item. */
export const encodeStaffListItem =
  (imageUrl: ImageUrl) =>
  (member: StaffMemberView): z.output<typeof resources.StaffListItem> => ({
    ...encodeStaffMember(member),
    user: encodePublicUser(imageUrl, member.userUuid, member.user),
  })

/** The own role on the wire. */
export const encodeOwnStaffRole = ({
  organization,
  role,
}: OwnStaffRole): z.output<typeof resources.OwnStaffRole> => ({
  organization_uuid: organization.uuid,
  organization_slug: organization.slug,
  role: role ?? null,
})

/** An invitation without its token. */
export const encodeInvitation =
  (imageUrl: ImageUrl) =>
  (invitation: InvitationView): z.output<typeof resources.Invitation> => ({
    uuid: invitation.uuid,
    organization_uuid: invitation.organizationUuid,
    role: invitation.role,
    email: invitation.email ?? null,
    user:
      invitation.userUuid === undefined
        ? null
        : encodePublicUser(imageUrl, invitation.userUuid, invitation.user),
    status: invitation.status,
    invited_by_user_uuid: invitation.invitedByUserUuid ?? null,
    created_at: instant(invitation.createdAt),
    expires_at: instant(invitation.expiresAt),
  })
