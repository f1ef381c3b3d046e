import type { Tier } from "../../src/index.ts"
import { defaultTier } from "../../src/tiers/tier.ts"

/** The moment at which the reference's vectors begin. */
export const now = new Date("2026-11-21T00:00:00.000Z")
export const day = 86_400_000

export const club = "club"

export const tierOf = (slug: string, of: Partial<Tier> = {}): Tier => ({
  ...defaultTier,
  uuid: `tier ${slug}`,
  organizationUuid: club,
  slug,
  name: slug,
  entitlements: { [slug]: true },
  createdAt: now,
  updatedAt: undefined,
  deletedAt: undefined,
  ...of,
})

const monthly = (priceCents: number, of: Partial<Tier> = {}): Partial<Tier> => ({
  paymentInterval: "monthly",
  priceCents,
  ...of,
})

/** What a club offers: everything that a rule can tell apart. */
export const tiers = {
  guest: tierOf("guest"),
  fan: tierOf("fan"),
  lifetime: tierOf("lifetime", { priceCents: 500_000 }),
  patron: tierOf("patron", { priceCents: 900_000 }),
  dollarLifetime: tierOf("dollar-lifetime", { priceCents: 10_000, currency: "USD" }),
  open: tierOf("open", monthly(0)),
  visitor: tierOf("visitor", { paymentInterval: "yearly" }),
  silver: tierOf("silver", monthly(50_000)),
  gold: tierOf("gold", monthly(100_000)),
  annual: tierOf("annual", { priceCents: 600_000, paymentInterval: "yearly" }),
  dollar: tierOf("dollar", monthly(1000, { currency: "USD" })),
  secret: tierOf("secret", monthly(50_000, { visibility: "private" })),
  gone: tierOf("gone", monthly(0, { deletedAt: now })),
  foreign: tierOf("foreign", { organizationUuid: "another club" }),
} as const satisfies Record<string, Tier>

export type TierName = keyof typeof tiers

export const everyTier: readonly Tier[] = Object.values(tiers)
