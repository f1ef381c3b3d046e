import { staff as endpoints } from "@symbolon/core/contract"
import { mapAnswer, staff } from "@symbolon/core/effect"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeOwnStaffRole, encodeStaffListItem, encodeStaffMember } from "../encode/staff.ts"
import { route, type Route } from "../route.ts"

export const staffRoutes: readonly Route[] = [
  route(endpoints.listStaff, (input, caller, imageUrl) =>
    mapAnswer(
      staff.list(caller, { organization: input.organization_slug, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeStaffListItem(imageUrl)),
    ),
  ),
  route(endpoints.me, (input, caller) =>
    mapAnswer(staff.me(caller, { organization: input.organization_slug }), encodeOwnStaffRole),
  ),
  route(endpoints.getStaff, (input, caller) =>
    mapAnswer(
      staff.get(caller, { organization: input.organization_slug, userUuid: input.user_uuid }),
      encodeStaffMember,
    ),
  ),
]
