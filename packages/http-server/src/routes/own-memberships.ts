import { ownMemberships as endpoints } from "@symbolon/core/contract"
import { memberships } from "@symbolon/core/effect"
import { Effect } from "effect"
import { encodeMembership } from "../encode/member.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

/** People and their own memberships. */
export const ownMembershipRoutes: readonly Route[] = [
  route(endpoints.listMemberships, (input, caller) =>
    Effect.map(memberships.list(caller, { page: pageRequest(input) }), (page) =>
      encodePage(input, page, encodeMembership),
    ),
  ),
  route(endpoints.getMembership, (input, caller) =>
    Effect.map(
      memberships.get(caller, { organization: input.organization_slug }),
      encodeMembership,
    ),
  ),
  route(endpoints.join, (input, caller) =>
    Effect.map(
      memberships.join(caller, {
        organization: input.organization_slug,
        tierSlug: input.membership_tier_slug,
      }),
      encodeMembership,
    ),
  ),
  route(endpoints.changeTier, (input, caller) =>
    Effect.map(
      memberships.changeTier(caller, {
        organization: input.organization_slug,
        tierSlug: input.membership_tier_slug,
        dryRun: input.dry_run,
      }),
      encodeMembership,
    ),
  ),
  route(endpoints.leave, (input, caller) =>
    Effect.map(
      memberships.leave(caller, { organization: input.organization_slug }),
      encodeMembership,
    ),
  ),
  route(endpoints.resume, (input, caller) =>
    Effect.map(
      memberships.resume(caller, { organization: input.organization_slug }),
      encodeMembership,
    ),
  ),
  route(endpoints.renew, (input, caller) =>
    Effect.map(
      memberships.renew(caller, { organization: input.organization_slug }),
      encodeMembership,
    ),
  ),
]
