/** How often a tier charges. */
export const paymentIntervals = [
  "one_time",
  "weekly",
  "monthly",
  "quarterly",
  "semiannual",
  "yearly",
] as const
export type PaymentInterval = (typeof paymentIntervals)[number]

export const visibilities = ["public", "private"] as const
export type Visibility = (typeof visibilities)[number]

/** What an entitlement key may grant: a switch, an amount, or a word. */
export type EntitlementValue = boolean | number | string
export type Entitlements = Readonly<Record<string, EntitlementValue>>

/** A membership tier of an organization. */
export interface Tier {
  readonly uuid: string
  readonly organizationUuid: string
  /** Unique in the organization, fixed. */
  readonly slug: string
  /** 1 to 191 characters. */
  readonly name: string
  /** At most 2,000 characters. */
  readonly description: string | undefined
  /** Minor units of `currency` per term; 0 is free. */
  readonly priceCents: number
  /** ISO 4217, upper case. */
  readonly currency: string
  /** The length of a term. */
  readonly paymentInterval: PaymentInterval
  /** A `private` tier is shown to staff and to those on it. */
  readonly visibility: Visibility
  /** What members are promised; at most 50 texts of at most 200 characters. */
  readonly inclusions: readonly string[]
  /** What the tier grants, by key; at most 100. */
  readonly entitlements: Entitlements
  /**
   * What points earned on the tier are multiplied by, in ten-thousandths: 10,000 is one. Whole, so
   * that it is exact.
   */
  readonly rewardPointsMultiplierTenThousandths: number
  /**
   * Whole days a lapsed membership stays renewable; undefined takes the default of its interval.
   */
  readonly gracePeriodDays: number | undefined
  /** The public image that shows it. */
  readonly imageFileUuid: string | undefined
  /** Where the organization shows it among its tiers, from 0; several may share a place. */
  readonly position: number
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
  /** From then on the tier is absent; rows that refer to it keep it. */
  readonly deletedAt: Date | undefined
}

/**
 * How many live memberships a tier has: those that grant, with or without notice, and those that
 * lapsed and can still be renewed.
 */
export interface TierMembers {
  readonly active: number
  readonly lapsed: number
}

/** The defaults of a tier: free, without an end, public. */
export const defaultTier = {
  description: undefined,
  priceCents: 0,
  currency: "PHP",
  paymentInterval: "one_time",
  visibility: "public",
  inclusions: [],
  entitlements: {},
  rewardPointsMultiplierTenThousandths: 10_000,
  gracePeriodDays: undefined,
  imageFileUuid: undefined,
  position: 0,
} as const satisfies Partial<Tier>
