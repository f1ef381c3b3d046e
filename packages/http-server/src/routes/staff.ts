import { staff as endpoints } from "@symbolon/core/contract"
import { staff } from "@symbolon/core/effect"
import { Effect } from "effect"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeOwnStaffRole, encodeStaffListItem, encodeStaffMember } from "../encode/staff.ts"
import { route, type Route } from "../route.ts"

export const staffRoutes: readonly Route[] = [
  route(endpoints.listStaff, (input, caller, imageUrl) =>
    Effect.map(
      staff.list(caller, { organization: input.organization_slug, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeStaffListItem(imageUrl)),
    ),
  ),
  route(endpoints.me, (input, caller) =>
    Effect.map(staff.me(caller, { organization: input.organization_slug }), encodeOwnStaffRole),
  ),
  route(endpoints.getStaff, (input, caller) =>
    Effect.map(
      staff.get(caller, { organization: input.organization_slug, userUuid: input.user_uuid }),
      encodeStaffMember,
    ),
  ),
]
