/** What a card is made of (decisions, section 3). */
export const cardTypes = ["nfc", "qr", "virtual"] as const
export type CardType = (typeof cardTypes)[number]

/** Something that is tapped or scanned and stands for who holds it (specification, "Card"). */
export interface Card {
  readonly uuid: string
  /** What is printed on it or what its chip says, as `normaliseCardIdentifier` spells it; unique in the deployment. */
  readonly identifier: string
  readonly cardType: CardType
  /** Who gave it out. */
  readonly organizationUuid: string
  /** Whose it is; undefined while it is nobody's, or goes from hand to hand. */
  readonly holderUserUuid: string | undefined
  /** Whether it opens doors and spends: a lost one does neither. What is sent to it still arrives. */
  readonly isFrozen: boolean
  /** Its own wallet, of kind `card`, for ever: it receives there while nobody holds it, and its holder has what is in it. */
  readonly walletAddress: string
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
}
