import type { OrganizationInput } from "../foundation/kernel/inputs.ts"
import type { CardType } from "./card.ts"

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
}

/** A card that an organization takes into its inventory. */
export interface CardForInventory {
  /** As it was printed or read; it is normalised here. At most 190 characters. */
  readonly identifier: string
  /** What the organization calls it. */
  readonly name?: string | undefined
}

/** Cards that an organization takes into its inventory. */
export interface AddCardsToInventoryInput extends OrganizationInput {
  /** At most 20. */
  readonly cards: readonly CardForInventory[]
}

/** What changes of a card; undefined leaves a field as it is. */
export interface UpdateCardStateInput {
  /** Uuid of the card. */
  readonly card: string
  /** A frozen card opens no door and sends nothing; what is sent to it arrives. */
  readonly isFrozen?: boolean | undefined
  /** Uuid of a live member of the organization; `null` takes the card from its holder. */
  readonly holderUserUuid?: string | null | undefined
}
