/** What a card is made of. */
export const cardTypes = ["nfc", "qr", "virtual"] as const
export type CardType = (typeof cardTypes)[number]

/**
 * Something that is tapped or scanned and stands for its holder. Service staff make it; an
 * organization takes it into its inventory and may assign it to a member; the holder claims it. An
 * assigned card that its holder did not claim counts at the doors of its organization alone.
 */
export interface Card {
  readonly uuid: string
  /**
   * What is printed on it or what its chip says, as `normaliseCardIdentifier` spells it; unique in
   * the deployment.
   */
  readonly identifier: string
  /** What its organization calls it; its holder sees it until they name the card themself. */
  readonly name: string | undefined
  /** What the holder who claimed it calls it, for themself alone; ends with the holder. */
  readonly holderName: string | undefined
  readonly cardType: CardType
  /** The organization that it was made for, which alone may take it; undefined for any. */
  readonly madeForUuid: string | undefined
  /** The organization in whose inventory it is; undefined until one takes it. */
  readonly organizationUuid: string | undefined
  /** The person it was assigned to, or who claimed it; undefined while it has no holder. */
  readonly holderUserUuid: string | undefined
  /**
   * When the holder claimed it: their consent. Undefined for a card that was only assigned, and
   * cleared when the holder changes.
   */
  readonly claimedAt: Date | undefined
  /**
   * The index in the ledger's log from which on its own wallet shows its holder what happened: the
   * length of the log when a holder before let it go. Undefined for a card that had none: its first
   * holder sees everything.
   */
  readonly historyFrom: number | undefined
  /** SHA-256 of its claim code; undefined for a card without one. */
  readonly claimCodeHash: string | undefined
  /**
   * Whether it opens doors and spends: a lost one does neither. What is sent to it still arrives.
   */
  readonly isFrozen: boolean
  /**
   * Who froze it; only they can unfreeze it. Undefined for a card that is not frozen. A frozen card
   * that names no one was frozen by its organization.
   */
  readonly frozenBy: FrozenBy | undefined
  /**
   * Its own wallet, of kind `card`, permanent: the card receives there while it has no holder, and
   * its holder owns what is in it.
   */
  readonly walletAddress: string
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
  /** How it looks and what it grants, unless it says so itself; of the same organization. */
  readonly cardModelUuid: string | undefined
  /** The tier that claiming it grants; undefined for that of its model, if it has one. */
  readonly membershipTierUuid: string | undefined
  /** When it was claimed while it granted a tier: it grants once. */
  readonly tierGrantedAt: Date | undefined
  /** Since when it is its holder's primary card; undefined for every other card. */
  readonly primarySince: Date | undefined
  /** To whom its holder offers it, and since when; both undefined without an offer. */
  readonly offeredToUserUuid: string | undefined
  readonly offeredAt: Date | undefined
  /** When its organization withdrew it: it has no holder and resolves to no one. */
  readonly withdrawnAt: Date | undefined
  /**
   * The page of its holder that it names. Ends with the holder; may be one that is deleted by now.
   */
  readonly profilePageUuid: string | undefined
  /** An image of its holder that it shows instead of the model's front; ends with the holder. */
  readonly customFrontImageFileUuid: string | undefined
}

/** Of a card, what doors ask. */
export type DoorCard = Pick<
  Card,
  | "identifier"
  | "organizationUuid"
  | "holderUserUuid"
  | "claimedAt"
  | "isFrozen"
  | "walletAddress"
  | "withdrawnAt"
>

/** Whoever froze a card. */
export type FrozenBy = "holder" | "organization" | "both"
