import { checkouts as endpoints } from "@symbolon/core/contract"
import { mapAnswer, memberships } from "@symbolon/core/effect"
import { encodeCheckout, encodeCheckoutQuote } from "../encode/payment.ts"
import { route, type Route, withMeta } from "../route.ts"

export const checkoutRoutes: readonly Route[] = [
  route(endpoints.checkout, (input, caller) => {
    const checkoutInput = {
      organization: input.organization_slug,
      purpose: input.purpose,
      tierSlug: input.membership_tier_slug,
      returnUrl: input.return_url,
    }
    // Only a checkout that is new is 201: a quote makes nothing, and asking again answers the one
    // that is open.
    return input.dry_run
      ? mapAnswer(memberships.quoteCheckout(caller, checkoutInput), (quote) =>
          withMeta(encodeCheckoutQuote(quote), { status: 200 }),
        )
      : mapAnswer(memberships.checkout(caller, checkoutInput), ({ checkout, isNew }) =>
          withMeta(encodeCheckout(checkout), isNew ? {} : { status: 200 }),
        )
  }),
  route(endpoints.getCheckout, (input, caller) =>
    mapAnswer(
      memberships.getCheckout(caller, {
        organization: input.organization_slug,
        checkoutUuid: input.checkout_uuid,
      }),
      encodeCheckout,
    ),
  ),
]
