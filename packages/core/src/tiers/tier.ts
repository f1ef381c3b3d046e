/** How often a tier charges (decisions, section 3). */
export const paymentIntervals = ["one_time", "weekly", "monthly", "quarterly", "semiannual", "yearly"] as const
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
  readonly name: string
  readonly description: string | undefined
  /** Minor units of `currency` per term; 0 is free. */
  readonly priceCents: number
  /** ISO 4217, upper case. */
  readonly currency: string
  readonly paymentInterval: PaymentInterval
  readonly visibility: Visibility
  readonly inclusions: readonly string[]
  readonly entitlements: Entitlements
  /** Whole days a lapsed membership stays renewable; undefined takes the default of its interval. */
  readonly gracePeriodDays: number | undefined
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
  readonly deletedAt: Date | undefined
}

/** What a tier is where nobody says otherwise: free, for good, open to all (specification, "Membership tier summary"). */
export const defaultTier = {
  description: undefined,
  priceCents: 0,
  currency: "PHP",
  paymentInterval: "one_time",
  visibility: "public",
  inclusions: [],
  entitlements: {},
  gracePeriodDays: undefined,
} as const satisfies Partial<Tier>
