import { memberships as endpoints } from "@symbolon/core/contract"
import { mapAnswer, memberships } from "@symbolon/core/effect"
import { dateOrNull, dateOrUndefined } from "../decode/date.ts"
import { encodeMember } from "../encode/member.ts"
import { encodeHistory } from "../encode/membership-history.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

/** An organization and its members. */
export const membershipRoutes: readonly Route[] = [
  route(endpoints.listMembers, (input, caller, imageUrl) =>
    mapAnswer(
      memberships.listMembers(caller, {
        organization: input.organization_slug,
        status: input.status,
        tier: input.tier,
        search: input.search,
        endsBefore: dateOrUndefined(input.ends_before),
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeMember(imageUrl)),
    ),
  ),
  route(endpoints.add, (input, caller, imageUrl) =>
    mapAnswer(
      memberships.add(caller, {
        organization: input.organization_slug,
        member: input.identifier ?? { type: "user_id", value: input.user_uuid ?? "" },
        namedBy: input.identifier === undefined ? "user_uuid" : "identifier",
        tierSlug: input.membership_tier_slug,
        validUntil: dateOrNull(input.valid_until),
        customPriceCents: input.custom_tier_price_cents ?? undefined,
        customPaymentInterval: input.custom_tier_payment_interval ?? undefined,
      }),
      encodeMember(imageUrl),
    ),
  ),
  route(endpoints.getMember, (input, caller, imageUrl) =>
    mapAnswer(
      memberships.getMember(caller, {
        ...memberOf(input),
        withHistory: input.include === "history",
      }),
      ({ history, ...view }) => ({
        ...encodeMember(imageUrl)(view),
        ...(history === undefined ? {} : { history: [...encodeHistory(history)] }),
      }),
    ),
  ),
  route(endpoints.updateMember, (input, caller, imageUrl) =>
    mapAnswer(
      memberships.updateMember(caller, {
        ...memberOf(input),
        tierSlug: input.membership_tier_slug,
        term: input.term,
        validUntil: dateOrNull(input.valid_until),
        customPriceCents: input.custom_tier_price_cents,
        customPaymentInterval: input.custom_tier_payment_interval,
        dryRun: input.dry_run,
      }),
      encodeMember(imageUrl),
    ),
  ),
  route(endpoints.removeMember, (input, caller, imageUrl) =>
    mapAnswer(memberships.removeMember(caller, memberOf(input)), encodeMember(imageUrl)),
  ),
  route(endpoints.renewMember, (input, caller, imageUrl) =>
    mapAnswer(
      memberships.renewMember(caller, { ...memberOf(input), terms: input.terms, note: input.note }),
      encodeMember(imageUrl),
    ),
  ),
]

const memberOf = (input: { readonly organization_slug: string; readonly user_uuid: string }) => ({
  organization: input.organization_slug,
  userUuid: input.user_uuid,
})
