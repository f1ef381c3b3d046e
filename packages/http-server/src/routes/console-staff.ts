import { consoleStaff as endpoints } from "@symbolon/core/contract"
import { mapAnswer, invitations, staff } from "@symbolon/core/effect"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeInvitation, encodeStaffMember } from "../encode/staff.ts"
import { route, type Route, withMeta } from "../route.ts"

export const consoleStaffRoutes: readonly Route[] = [
  route(endpoints.createInvitation, (input, caller, imageUrl) =>
    mapAnswer(
      invitations.create(caller, {
        organization: input.organization_slug,
        email: input.email,
        username: input.username,
        userUuid: input.user_uuid,
        role: input.role,
      }),
      // The answer contains a secret and must not be cached.
      ({ invitation, token, link }) =>
        withMeta(
          { ...encodeInvitation(imageUrl)(invitation), token, link },
          { headers: { "cache-control": "no-store" } },
        ),
    ),
  ),
  route(endpoints.listInvitations, (input, caller, imageUrl) =>
    mapAnswer(
      invitations.list(caller, { organization: input.organization_slug, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeInvitation(imageUrl)),
    ),
  ),
  route(endpoints.withdraw, (input, caller, imageUrl) =>
    mapAnswer(
      invitations.withdraw(caller, {
        organization: input.organization_slug,
        invitationUuid: input.invitation_uuid,
      }),
      encodeInvitation(imageUrl),
    ),
  ),
  route(endpoints.accept, (input, caller) =>
    mapAnswer(invitations.accept(caller, { token: input.token }), encodeStaffMember),
  ),
  route(endpoints.changeRole, (input, caller) =>
    mapAnswer(
      staff.changeRole(caller, {
        organization: input.organization_slug,
        userUuid: input.user_uuid,
        role: input.role,
      }),
      encodeStaffMember,
    ),
  ),
  route(endpoints.remove, (input, caller) =>
    mapAnswer(
      staff.remove(caller, { organization: input.organization_slug, userUuid: input.user_uuid }),
      encodeStaffMember,
    ),
  ),
  route(endpoints.transferOwnership, (input, caller) =>
    mapAnswer(
      staff.transferOwnership(caller, {
        organization: input.organization_slug,
        userUuid: input.user_uuid,
      }),
      encodeStaffMember,
    ),
  ),
]
