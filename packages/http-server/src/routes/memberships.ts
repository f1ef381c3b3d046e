import { memberships as endpoints } from "@symbolon/core/contract"
import { memberships } from "@symbolon/core/effect"
import { Effect } from "effect"
import { dateOrNull } from "../decode/date.ts"
import { encodeMember } from "../encode/member.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

export const membershipRoutes: readonly Route[] = [
  route(endpoints.listMembers, (input, caller) =>
    Effect.map(
      memberships.list(caller, { organization: input.organization_slug, standing: input.status, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeMember),
    ),
  ),
  route(endpoints.addMember, (input, caller) =>
    Effect.map(
      memberships.add(caller, {
        organization: input.organization_slug,
        member: input.identifier ?? { type: "user_id", value: input.user_uuid ?? "" },
        tierSlug: input.membership_tier_slug,
        validUntil: dateOrNull(input.valid_until),
        customPriceCents: input.custom_tier_price_cents ?? undefined,
        customPaymentInterval: input.custom_tier_payment_interval ?? undefined,
      }),
      encodeMember,
    ),
  ),
]
