import type {
  OnBehalfInput,
  OrganizationInput,
  PageInput,
  UserInput,
} from "../foundation/kernel/inputs.ts"
import type { IdentifierRef } from "../identifiers/identifier.ts"
import type { PaymentInterval } from "../tiers/tier.ts"
import type { TierChange } from "../tiers/tier-rules.ts"
import type { MemberFilter } from "./membership.ts"
import type { MemberOrder } from "./membership-repository.ts"
import type { MoveTerms } from "./machine/moving.ts"

/** Which of the caller's own memberships. */
export interface ListOwnMembershipsInput extends OnBehalfInput, PageInput<MemberOrder> {}

/** The caller's own membership in an organization. */
export interface OwnMembershipInput extends OrganizationInput, OnBehalfInput {}

/** On which tier the caller joins. */
export interface JoinInput extends OwnMembershipInput {
  /** Slug of a tier that the organization offers to all. */
  readonly tierSlug: string
}

/** To which tier the caller changes. */
export interface ChangeTierInput extends OwnMembershipInput {
  /** Slug of a tier that the organization offers to all. */
  readonly tierSlug: string
  /** `true` returns the membership as it would be, and changes nothing. Default `false`. */
  readonly dryRun?: boolean | undefined
}

/** Which members of an organization. */
export interface ListMembersInput extends OrganizationInput, PageInput<MemberOrder> {
  /** Which memberships, by their status now. Default `current`: `active` and `lapsed`. */
  readonly status?: MemberFilter | undefined
  /** Only members on this tier; its slug. */
  readonly tier?: string | undefined
  /**
   * Beginnings of words of username and names, in any order, without regard to case and accents.
   */
  readonly search?: string | undefined
  /** Only memberships that end before this moment. */
  readonly endsBefore?: Date | undefined
}

/** A member of an organization. */
export interface MemberInput extends OrganizationInput, UserInput {}

/** Which member, and whether with their history. */
export interface GetMemberInput extends MemberInput {
  /** Whether to read the membership's history too. Default `false`. */
  readonly withHistory?: boolean | undefined
}

/** Who becomes a member, and on what terms. */
export interface AddMemberInput extends OrganizationInput {
  /** The user: by username, uuid, a card or a wallet of theirs. */
  readonly member: IdentifierRef
  /** The field that named the member; a refusal names it. Default `identifier`. */
  readonly namedBy?: "identifier" | "user_uuid" | undefined
  /** Slug of any tier of the organization. */
  readonly tierSlug: string
  /** The end; `null` never ends. Default: one term of the payment interval from now. */
  readonly validUntil?: Date | null | undefined
  /** An agreed price per term, in minor units of the tier's currency. Default: the tier's price. */
  readonly customPriceCents?: number | undefined
  /** An agreed interval. Default: the tier's. */
  readonly customPaymentInterval?: PaymentInterval | undefined
}

/** What changes of a membership; undefined leaves a field as it is. */
export interface UpdateMemberInput extends MemberInput {
  /** Slug of the tier that the member goes to. */
  readonly tierSlug?: string | undefined
  /**
   * What a new tier does to the time left: `keep` leaves the end where it is, `convert` expresses
   * the time in the new tier's days. Default `keep`.
   */
  readonly term?: "keep" | "convert" | undefined
  /** The new end; `null` never ends. */
  readonly validUntil?: Date | null | undefined
  /** Minor units per term; `null` goes back to the tier's price. */
  readonly customPriceCents?: number | null | undefined
  /** `null` goes back to the tier's interval. */
  readonly customPaymentInterval?: PaymentInterval | null | undefined
  /** `true` returns the membership as it would be, and changes nothing. Default `false`. */
  readonly dryRun?: boolean | undefined
}

/** For how long a membership is renewed. */
export interface RenewMemberInput extends MemberInput {
  /** Terms of the payment interval, 1 to 12. Default 1. */
  readonly terms?: number | undefined
  /** Kept in the history: how it was paid, or why it was given. At most 500 characters. */
  readonly note?: string | undefined
}

/** A card that was claimed, by what it grants. */
export interface ClaimCardInput extends OrganizationInput, UserInput {
  /** Uuid of the tier that the card is for. */
  readonly tierUuid: string
}

/** What changes of a tier; undefined leaves a field, `null` clears it. */
export interface UpdateTierInput extends OrganizationInput, TierChange {
  /** Uuid of the tier. */
  readonly tierUuid: string
  /**
   * With a new price: members on the tier keep the old one as an agreed price, unless another was
   * agreed with them. Default `false`.
   */
  readonly keepCurrentMembers?: boolean | undefined
}

/** Which members move to which tier. */
export interface MoveMembershipsInput extends OrganizationInput {
  /** Uuid of the tier they are on. */
  readonly tierUuid: string
  /** Slug of the tier they go to. */
  readonly toTierSlug: string
  /**
   * What becomes of the time left: `keep` leaves each end where it is, `convert` expresses the time
   * in the new tier's days. Default `keep`.
   */
  readonly term?: MoveTerms["term"] | undefined
  /**
   * What becomes of prices and intervals agreed with single members: `carry` keeps them, `clear`
   * drops them, `refuse` moves no members if there are any. Default `refuse`.
   */
  readonly customPricing?: MoveTerms["customPricing"] | undefined
  /** `true` returns the report, and changes nothing. Default `false`. */
  readonly dryRun?: boolean | undefined
}
