import * as z from "zod"
import type { Access } from "../../foundation/access/permit.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { manages } from "../access.ts"
import { endpoint, line, listQuery, page, reference, text } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { GrantedRole, Invitation, IssuedInvitation, StaffMember } from "../resources/staff.ts"

/**
 * An invitation is accepted by a person: never by an app by itself, nor by a token that acts for an
 * organization.
 */
const people: Access = { ...manages(undefined), tokens: ["user"] }

const team = "/organizations/{organization_slug}"

export const createInvitation = endpoint({
  name: "invitations.create",
  base: "console",
  method: "POST",
  path: `${team}/invitations`,
  summary: "Invites a person to the organization's staff. The token and its link are shown once.",
  description:
    "An invitation to a username or a user is valid for that user only. An invitation to an e-mail address is valid for the person with its token. It can be accepted once, within seven days. If an address is known, a mail is sent. Managers invite staff and doors; the owner also invites managers. At most 100 can be open at a time. A user or app can send 20 mails an hour to addresses that callers choose, and 5 to one address. Looking up accounts by e-mail or username is limited to 15 a minute for the whole service. Beyond that, the call is 429.",
  access: manages("manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z
    .strictObject({
      email: line(limits.nameMax, 1).trim().min(1).optional(),
      username: text(limits.nameMax, 1).optional(),
      user_uuid: reference(limits.nameMax).optional(),
      role: GrantedRole,
    })
    .refine(
      ({ email, username, user_uuid }) =>
        [email, username, user_uuid].filter((one) => one !== undefined).length === 1,
      {
        path: ["email"],
        message: "send exactly one of email, username and user_uuid",
      },
    ),
  response: IssuedInvitation,
  errors: ["NotFound", "IdentifierUnresolved", "Conflict"],
})

export const listInvitations = endpoint({
  name: "invitations.list",
  base: "console",
  method: "GET",
  path: `${team}/invitations`,
  summary: "Lists the invitations that can still be accepted, without their tokens.",
  access: manages("manager"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(["created_at"]),
  response: page(Invitation),
  errors: ["NotFound"],
})

export const withdraw = endpoint({
  name: "invitations.withdraw",
  base: "console",
  method: "DELETE",
  path: `${team}/invitations/{invitation_uuid}`,
  summary: "Withdraws an invitation. Its token becomes invalid.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.organization, invitation_uuid: reference() }),
  response: Invitation,
  errors: ["NotFound", "Conflict"],
})

export const accept = endpoint({
  name: "invitations.accept",
  base: "console",
  method: "POST",
  path: "/invitations/accept",
  summary: "Accepts an invitation for the user of the token.",
  access: people,
  bucket: "write",
  status: 201,
  body: z.strictObject({ token: text(limits.nameMax, 1) }),
  response: StaffMember,
  errors: ["NotFound", "Conflict", "ForbiddenNotAuthorized"],
})

export const changeRole = endpoint({
  name: "staff.changeRole",
  base: "console",
  method: "PATCH",
  path: `${team}/staff/{user_uuid}`,
  summary: "Changes the role of a staff member, from their next call on.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.organization, ...parameters.user }),
  body: z.strictObject({ role: GrantedRole }),
  response: StaffMember,
  errors: ["NotFound", "Conflict"],
})

export const remove = endpoint({
  name: "staff.remove",
  base: "console",
  method: "DELETE",
  path: `${team}/staff/{user_uuid}`,
  summary:
    "Removes a staff member. All staff except the owner may remove themselves. Returns the removed entry.",
  access: manages("door"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.organization, ...parameters.user }),
  response: StaffMember,
  errors: ["NotFound", "Conflict"],
})

export const transferOwnership = endpoint({
  name: "staff.transferOwnership",
  base: "console",
  method: "POST",
  path: `${team}/ownership`,
  summary:
    "Transfers the ownership to a staff member; the former owner becomes a manager. Returns the new owner's entry.",
  access: manages("owner"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.organization),
  body: z.strictObject({ user_uuid: reference(limits.nameMax) }),
  response: StaffMember,
  errors: ["NotFound", "Conflict"],
})
