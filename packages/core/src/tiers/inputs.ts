import type { OrganizationInput, PageInput } from "../foundation/kernel/inputs.ts"
import type { defaultTier, Tier, Visibility } from "./tier.ts"
import type { TierOrder } from "./tier-repository.ts"

/** A new tier. What you leave out takes its default: free, PHP, paid once, public. */
export interface CreateTierInput
  extends OrganizationInput,
    Partial<Pick<Tier, keyof typeof defaultTier>> {
  /** 1 to 191 characters; the slug follows from it. */
  readonly name: string
}

/** Which tiers of an organization. */
export interface ListTiersInput extends OrganizationInput, PageInput<TierOrder> {
  /** Only tiers of this visibility. The organization's staff alone sees private ones. */
  readonly visibility?: Visibility | undefined
}

/** Names a tier of an organization. */
export interface TierInput extends OrganizationInput {
  /** Uuid of the tier. */
  readonly tierUuid: string
}
