import type { OnBehalfInput, OrganizationInput, PageInput } from "../foundation/kernel/inputs.ts"
import type { CardType } from "./card.ts"
import type { CardOrder } from "./card-repository.ts"
import type { CardModelOrder } from "./models/card-model-repository.ts"

/** A card to be made. */
export interface NewCard {
  /** As it was printed or read; it is normalised here. At most 190 characters. */
  readonly identifier: string
  /** What the card is. */
  readonly cardType: CardType
  /** What its holder must know to claim it, in letters of either case. At most 64 characters. */
  readonly claimCode?: string | undefined
}

/** Cards that the service makes. */
export interface ManufactureCardsInput {
  /** At most 1,000. */
  readonly cards: readonly NewCard[]
  /**
   * Slug of the organization that they are made for: no other can take them. Without it, the first
   * organization that asks gets them.
   */
  readonly organization?: string | undefined
}

/** A card that an organization takes into its inventory. */
export interface CardForInventory {
  /** As it was printed or read; it is normalised here. At most 190 characters. */
  readonly identifier: string
  /** What the organization calls it. */
  readonly name?: string | undefined
  /** Uuid of an active card model of the organization. */
  readonly cardModelUuid?: string | undefined
  /** Uuid of the tier that claiming the card grants; without it, that of the model. */
  readonly membershipTierUuid?: string | undefined
}

/** Cards that an organization takes into its inventory. */
export interface AddCardsToInventoryInput extends OrganizationInput {
  /** At most 20. */
  readonly cards: readonly CardForInventory[]
}

/** What an organization changes of its card; undefined leaves a field as it is. */
export interface UpdateCardStateInput extends Partial<OrganizationInput> {
  /** Uuid of the card. */
  readonly card: string
  /** A frozen card opens no door and sends nothing; what is sent to it arrives. */
  readonly isFrozen?: boolean | undefined
  /** Uuid of a live member of the organization; `null` takes the card from its holder. */
  readonly holderUserUuid?: string | null | undefined
  /** Uuid of an active card model of the organization; `null` for none. */
  readonly cardModelUuid?: string | null | undefined
  /** Uuid of the tier that claiming the card grants; `null` for that of its model. */
  readonly membershipTierUuid?: string | null | undefined
  /** `true` takes the card out of use and from its holder; `false` returns it to the inventory. */
  readonly isWithdrawn?: boolean | undefined
}

/** Which of the caller's own cards. */
export interface ListOwnCardsInput extends OnBehalfInput, PageInput<CardOrder> {
  /** Only the card of this identifier, as it was printed or read. */
  readonly identifier?: string | undefined
}

/** One of the caller's own cards. */
export interface OwnCardInput extends OnBehalfInput {
  /** Uuid of the card. */
  readonly card: string
}

/** Which card a user claims. */
export interface ClaimOwnCardInput extends OnBehalfInput {
  /** As it was printed or read; it is normalised here. */
  readonly identifier: string
  /** Required for a card that was made with one; case is ignored. */
  readonly claimCode?: string | undefined
}

/** Which cards of an organization's inventory. */
export interface ListInventoryInput extends OrganizationInput, PageInput<CardOrder> {
  /** Only the card of this identifier, as it was printed or read. */
  readonly identifier?: string | undefined
  /** Only cards with this text anywhere in their identifier; it is normalised here. */
  readonly search?: string | undefined
}

/** Which card models of an organization. */
export interface ListCardModelsInput extends OrganizationInput, PageInput<CardModelOrder> {
  /** Whether to list models that are not active too. Default `false`. */
  readonly includeInactive?: boolean | undefined
}

/** Names a card model of an organization. */
export interface CardModelInput extends OrganizationInput {
  /** Uuid of the card model. */
  readonly cardModelUuid: string
}

/** What a card model can be given; undefined leaves a field as it is, `null` clears it. */
interface CardModelFields {
  /** At most 2,000 characters. */
  readonly description?: string | null | undefined
  /** Uuid of an image that is a file of the organization. */
  readonly frontImageFileUuid?: string | null | undefined
  /** Uuid of an image that is a file of the organization. */
  readonly backImageFileUuid?: string | null | undefined
  /** Where the design is on a fulfillment site. At most 255 characters. */
  readonly orderSiteTemplateId?: string | null | undefined
  /** Uuid of the tier of the organization that its cards grant. */
  readonly membershipTierUuid?: string | null | undefined
  /** Uuid of a profile template of the organization or of the platform. */
  readonly profileTemplateUuid?: string | null | undefined
  /** Whether cards may be given this model. Default `true`. */
  readonly isActive?: boolean | undefined
}

/** A new card model. */
export interface CreateCardModelInput extends OrganizationInput, CardModelFields {
  /** 1 to 255 characters. */
  readonly name: string
}

/** What changes of a card model. */
export interface UpdateCardModelInput extends CardModelInput, CardModelFields {
  /** 1 to 255 characters. */
  readonly name?: string | undefined
}
