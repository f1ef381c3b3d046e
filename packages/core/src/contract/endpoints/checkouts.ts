import * as z from "zod"
import type { Access } from "../../foundation/access/permit.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { endpoint, text, webAddress } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { Checkout, CheckoutQuote } from "../resources/payment.ts"

/** A person pays for their own membership. */
const own = {
  tokens: ["user"],
  role: undefined,
  isFirstPartyOnly: false,
} as const satisfies Partial<Access>

export const checkout = endpoint({
  name: "memberships.checkout",
  base: "api",
  method: "POST",
  path: "/memberships/{organization_slug}/checkout",
  summary: "Opens a checkout to join, to renew, or to change to another tier.",
  description:
    "If a checkout is already open, the answer is that checkout, with 200. The membership changes when the payment arrives. With `dry_run`, no checkout is opened: the answer has the amount and the resulting end of the membership.",
  access: { ...own, scope: "membership:write", isRead: false },
  bucket: "write",
  status: 201,
  dryRunStatus: 200,
  params: z.object(parameters.organization),
  body: z
    .strictObject({
      purpose: z.enum(["join", "renew", "change"]),
      membership_tier_slug: text(limits.nameMax, 1)
        .optional()
        .describe("the tier to join or to change to"),
      return_url: webAddress(limits.redirectUriMax, 1).optional(),
      dry_run: z.boolean().default(false),
    })
    .refine(
      ({ purpose, membership_tier_slug: slug }) => (purpose === "renew") === (slug === undefined),
      {
        path: ["membership_tier_slug"],
        message: "is required to join and to change, and must be omitted to renew",
      },
    ),
  response: z.union([Checkout, CheckoutQuote]),
  errors: ["NotFound", "Conflict"],
})

export const getCheckout = endpoint({
  name: "memberships.getCheckout",
  base: "api",
  method: "GET",
  path: "/memberships/{organization_slug}/checkout/{checkout_uuid}",
  summary: "Returns one of the caller's own checkouts. Poll it after the user returns from paying.",
  access: { ...own, scope: "membership:read", isRead: true },
  bucket: "read",
  status: 200,
  params: z.object({ ...parameters.organization, ...parameters.checkout }),
  response: Checkout,
  errors: ["NotFound"],
})
