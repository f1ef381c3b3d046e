import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { Card, DoorCard } from "./card.ts"

/** What a change of a card writes: all but what it was made with. */
export type CardChange = Omit<
  Card,
  "identifier" | "cardType" | "claimCodeHash" | "walletAddress" | "createdAt" | "madeForUuid"
>

/** What a list of cards is sorted by. */
export type CardOrder = "created_at" | "identifier"

/** Which cards a person holds. */
export interface HeldCardsOf {
  readonly holderUserUuid: string
  /** Only the card of this identifier. */
  readonly identifier?: string
}

/** Which cards of an organization's inventory. */
export interface InventoryOf {
  readonly organizationUuid: string
  /** Only the card of this identifier. */
  readonly identifier?: string
  /** Only cards with this text anywhere in their identifier; not empty. */
  readonly search?: string
  /** Now, for a count of many that was made some seconds before. */
  readonly at: Date
}

/** Cards; their identifiers come normalised and are unique in the deployment. */
export interface CardRepository {
  /** `false` when the identifier is taken: nothing is written then. */
  readonly add: (card: Card) => Promise<boolean>
  /**
   * Adds those whose identifiers are free, of two with the same one the first; answers the uuids of
   * those that were added, in no order. Few statements, however many cards.
   */
  readonly addAll: (cards: readonly Card[]) => Promise<readonly string[]>
  /** Those of these identifiers that a card has, in no order. */
  readonly takenAmong: (identifiers: readonly string[]) => Promise<readonly string[]>
  readonly find: (uuid: string) => Promise<Card | undefined>
  readonly findByIdentifier: (identifier: string) => Promise<Card | undefined>
  /** As {@link findByIdentifier}, for many, in no order; unknown identifiers are left out. */
  readonly findAllByIdentifier: (identifiers: readonly string[]) => Promise<readonly Card[]>
  /** The card that a wallet of kind `card` belongs to. */
  readonly ofWallet: (address: string) => Promise<Card | undefined>
  /** The cards these people hold, in no order. */
  readonly heldBy: (userUuids: readonly string[]) => Promise<readonly Card[]>
  /** As {@link heldBy}, and of each card only what doors ask: a whole roster is read by this. */
  readonly doorCardsOf: (userUuids: readonly string[]) => Promise<readonly DoorCard[]>
  /** As {@link ofWallet}, for many, in no order. */
  readonly ofWallets: (addresses: readonly string[]) => Promise<readonly Card[]>
  /** The frozen cards of an organization by identifier, behind `after`, at most `limit`. */
  readonly frozenIn: (
    organizationUuid: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly Card[]>
  /**
   * Cards of an organization that nobody has claimed and that are not withdrawn, at most `limit`,
   * in no order. Finds them by an index.
   */
  readonly stockOf: (organizationUuid: string, limit: number) => Promise<readonly Card[]>
  /** The cards that a person holds. */
  readonly listHeld: (of: HeldCardsOf, page: PageRequest<CardOrder>) => Promise<Page<Card>>
  /**
   * An organization's cards, withdrawn ones too. Finds them by an index, however many there are; a
   * large total may be some seconds old.
   */
  readonly listInventory: (of: InventoryOf, page: PageRequest<CardOrder>) => Promise<Page<Card>>
  /** How many cards that are not withdrawn grant a tier, themselves or by their model. */
  readonly countGranting: (tierUuid: string) => Promise<number>
  /** How many cards have a model, withdrawn ones too. */
  readonly countOfModel: (cardModelUuid: string) => Promise<number>
  /** As `find`, and no other transaction changes it until this one ends. */
  readonly lock: (uuid: string) => Promise<Card | undefined>
  /**
   * The cards that a person holds, by uuid; no other transaction changes them until this one ends.
   */
  readonly lockHeld: (holderUserUuid: string) => Promise<readonly Card[]>
  /**
   * Overwrites these fields and nothing else; `false` when there is no such card. Rejects a second
   * primary card of a holder.
   */
  readonly change: (card: CardChange) => Promise<boolean>
  /**
   * As {@link change}, for many that are there and stay in the inventory they are in. Few statements,
   * however many cards.
   */
  readonly changeAll: (cards: readonly CardChange[]) => Promise<void>
}
