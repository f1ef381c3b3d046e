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
  id: "createInvitation",
  base: "console",
  method: "POST",
  path: `${team}/invitations`,
  summary: "Holds out a place on the team; the token and its link are shown this once.",
  description:
    "An invitation to a username or a user is good for that user alone; one to an e-mail address for whoever has its token. It can be accepted once, for seven days, and a mail tells of it where an address is known. Managers invite staff and doors, the owner managers too. At most 100 are open at a time. Mails to addresses that callers choose are 20 an hour for one user or app, and 5 to one address; looking for an account by e-mail or username counts among 15 a minute for the whole service. Beyond that the call is 429.",
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
  id: "listInvitations",
  base: "console",
  method: "GET",
  path: `${team}/invitations`,
  summary: "The invitations that can still be accepted; without their tokens.",
  access: manages("manager"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(["created_at"]),
  response: page(Invitation),
  errors: ["NotFound"],
})

export const withdrawInvitation = endpoint({
  id: "withdrawInvitation",
  base: "console",
  method: "DELETE",
  path: `${team}/invitations/{invitation_uuid}`,
  summary: "Takes an invitation back: its token is good for nothing any more.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.organization, invitation_uuid: reference() }),
  response: Invitation,
  errors: ["NotFound", "Conflict"],
})

export const acceptInvitation = endpoint({
  id: "acceptInvitation",
  base: "console",
  method: "POST",
  path: "/invitations/accept",
  summary:
    "Takes the place on the team that an invitation holds out, for the user behind the token.",
  access: people,
  bucket: "write",
  status: 201,
  body: z.strictObject({ token: text(limits.nameMax, 1) }),
  response: StaffMember,
  errors: ["NotFound", "Conflict", "ForbiddenNotAuthorized"],
})

export const changeStaffRole = endpoint({
  id: "changeStaffRole",
  base: "console",
  method: "PATCH",
  path: `${team}/staff/{user_uuid}`,
  summary: "Gives somebody on the team another role, from the next call on.",
  access: manages("manager"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.organization, ...parameters.user }),
  body: z.strictObject({ role: GrantedRole }),
  response: StaffMember,
  errors: ["NotFound", "Conflict"],
})

export const removeStaffMember = endpoint({
  id: "removeStaffMember",
  base: "console",
  method: "DELETE",
  path: `${team}/staff/{user_uuid}`,
  summary:
    "Takes somebody off the team; everybody but the owner may take themselves off. Answers the place they had.",
  access: manages("door"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.organization, ...parameters.user }),
  response: StaffMember,
  errors: ["NotFound", "Conflict"],
})

export const transferOwnership = endpoint({
  id: "transferOwnership",
  base: "console",
  method: "POST",
  path: `${team}/ownership`,
  summary:
    "Makes somebody on the team the owner, and the owner a manager, in one moment. Answers the new owner's place.",
  access: manages("owner"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.organization),
  body: z.strictObject({ user_uuid: reference(limits.nameMax) }),
  response: StaffMember,
  errors: ["NotFound", "Conflict"],
})
