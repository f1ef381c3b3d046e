import type { Card } from "./card.ts"

/** What a change of a card writes. */
export type CardChange = Pick<
  Card,
  "uuid" | "name" | "organizationUuid" | "holderUserUuid" | "claimedAt" | "isFrozen" | "updatedAt"
>

/** Cards; their identifiers come normalised and are unique in the deployment. */
export interface CardRepository {
  /** `false` when the identifier is taken: nothing is written then. */
  readonly add: (card: Card) => Promise<boolean>
  readonly find: (uuid: string) => Promise<Card | undefined>
  readonly findByIdentifier: (identifier: string) => Promise<Card | undefined>
  /** The card that a wallet of kind `card` belongs to. */
  readonly ofWallet: (address: string) => Promise<Card | undefined>
  /** The cards these people hold, in no order. */
  readonly heldBy: (userUuids: readonly string[]) => Promise<readonly Card[]>
  /** As {@link ofWallet}, for many, in no order. */
  readonly ofWallets: (addresses: readonly string[]) => Promise<readonly Card[]>
  /** The frozen cards of an organization by identifier, behind `after`, at most `limit`. */
  readonly frozenIn: (
    organizationUuid: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly Card[]>
  /** As `find`, and no other transaction changes it until this one ends. */
  readonly lock: (uuid: string) => Promise<Card | undefined>
  /** Overwrites these fields and nothing else; `false` when there is no such card. */
  readonly change: (card: CardChange) => Promise<boolean>
}
