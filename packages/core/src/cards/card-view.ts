import type { Tier } from "../tiers/tier.ts"
import type { Card } from "./card.ts"
import type { CardModel } from "./models/card-model.ts"

/** A card as it is answered: what is known of its claim code stays in the store. */
export interface ShownCard extends Omit<Card, "claimCodeHash"> {}

/** A card without the hash of its claim code. */
export const shownCard = ({ claimCodeHash: _, ...card }: Card): ShownCard => card

/** A card with what it refers to. */
export interface CardView extends ShownCard {
  readonly model: CardModel | undefined
  /** The tier that claiming it grants: its own, else that of its model. */
  readonly tier: Tier | undefined
  /** When the offer of it lapses; undefined without an offer. */
  readonly offeredUntil: Date | undefined
}

/** What claiming a card did to the claimer's membership in its organization. */
export type MembershipEffect = "joined" | "renewed" | "none"

/** A card that was claimed. */
export interface ClaimedCard extends CardView {
  readonly membershipEffect: MembershipEffect
}
