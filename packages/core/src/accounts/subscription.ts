import type { User } from "./user.ts"

/** What the service itself grants, whatever organizations a user is in. */
export type SubscriptionTier = "free" | "plus" | "pro"

/** What a subscription lets its holder do. */
export interface SubscriptionEntitlements {
  readonly customBackgrounds: boolean
  readonly maxProfiles: number
  readonly extras: Readonly<Record<string, unknown>>
}

/** Every tier, with what it is called and what it grants. The one table. */
export const subscriptionTiers: Readonly<
  Record<
    SubscriptionTier,
    { readonly displayName: string; readonly entitlements: SubscriptionEntitlements }
  >
> = {
  free: {
    displayName: "Free",
    entitlements: { customBackgrounds: false, maxProfiles: 1, extras: {} },
  },
  plus: {
    displayName: "Plus",
    entitlements: { customBackgrounds: true, maxProfiles: 3, extras: {} },
  },
  pro: {
    displayName: "Pro",
    entitlements: { customBackgrounds: true, maxProfiles: 10, extras: {} },
  },
}

/** A user's subscription on the wire. */
export interface Subscription {
  readonly tier: SubscriptionTier
  readonly displayName: string
  readonly status: "active"
  readonly startedAt: Date
  /** Undefined does not end. */
  readonly validUntil: Date | undefined
  readonly entitlements: SubscriptionEntitlements
}

/**
 * A user's subscription. Every user has been on `free` since they signed up: the other plans are
 * not sold yet.
 */
export const subscriptionOf = (user: Pick<User, "createdAt">): Subscription => ({
  tier: "free",
  ...subscriptionTiers.free,
  status: "active",
  startedAt: user.createdAt,
  validUntil: undefined,
})
