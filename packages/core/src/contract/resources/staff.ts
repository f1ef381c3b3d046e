import * as z from "zod"
import { dateTime } from "../endpoint.ts"
import { PublicUser } from "./membership.ts"

const Role = z.enum(["owner", "manager", "staff", "door"]).meta({ id: "Role" })

/** The roles that a user can be given; ownership is transferred instead. */
export const GrantedRole = z.enum(["manager", "staff", "door"]).meta({ id: "GrantedRole" })

/** A member of the staff on the wire. */
export const StaffMember = z
  .object({
    uuid: z.string(),
    user_uuid: z.string(),
    organization_uuid: z.string(),
    role: Role,
    joined_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "StaffMember" })

/** The enriched list item. */
export const StaffListItem = StaffMember.extend({ user: PublicUser }).meta({ id: "StaffListItem" })

/** The own role on the wire. */
export const OwnStaffRole = z
  .object({
    organization_uuid: z.string(),
    organization_slug: z.string(),
    role: z
      .enum(["owner", "manager", "staff", "door", "admin"])
      .nullable()
      .describe("null for a user without a role; `admin` for service staff, who need no role"),
  })
  .meta({ id: "OwnStaffRole" })

/** An invitation of a user or an address to a team. */
export const Invitation = z
  .object({
    uuid: z.string(),
    organization_uuid: z.string(),
    role: GrantedRole,
    email: z.string().nullable(),
    user: PublicUser.nullable().describe(
      "the only user who can accept; null if an e-mail address was invited",
    ),
    status: z.enum(["open", "accepted", "withdrawn", "expired"]),
    invited_by_user_uuid: z.string().nullable(),
    created_at: dateTime,
    expires_at: dateTime,
  })
  .meta({ id: "Invitation" })

/** An invitation with its token, as returned once on creation. */
export const IssuedInvitation = Invitation.extend({ token: z.string(), link: z.string() }).meta({
  id: "IssuedInvitation",
})
