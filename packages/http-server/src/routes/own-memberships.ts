import { ownMemberships as endpoints } from "@symbolon/core/contract"
import { mapAnswer, memberships } from "@symbolon/core/effect"
import { encodeMembership } from "../encode/member.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

/** People and their own memberships. */
export const ownMembershipRoutes: readonly Route[] = [
  route(endpoints.listMemberships, (input, caller) =>
    mapAnswer(memberships.list(caller, { page: pageRequest(input) }), (page) =>
      encodePage(input, page, encodeMembership),
    ),
  ),
  route(endpoints.getMembership, (input, caller) =>
    mapAnswer(memberships.get(caller, { organization: input.organization_slug }), encodeMembership),
  ),
  route(endpoints.join, (input, caller) =>
    mapAnswer(
      memberships.join(caller, {
        organization: input.organization_slug,
        tierSlug: input.membership_tier_slug,
      }),
      encodeMembership,
    ),
  ),
  route(endpoints.changeTier, (input, caller) =>
    mapAnswer(
      memberships.changeTier(caller, {
        organization: input.organization_slug,
        tierSlug: input.membership_tier_slug,
        dryRun: input.dry_run,
      }),
      encodeMembership,
    ),
  ),
  route(endpoints.leave, (input, caller) =>
    mapAnswer(
      memberships.leave(caller, { organization: input.organization_slug }),
      encodeMembership,
    ),
  ),
  route(endpoints.resume, (input, caller) =>
    mapAnswer(
      memberships.resume(caller, { organization: input.organization_slug }),
      encodeMembership,
    ),
  ),
  route(endpoints.renew, (input, caller) =>
    mapAnswer(
      memberships.renew(caller, { organization: input.organization_slug }),
      encodeMembership,
    ),
  ),
]
