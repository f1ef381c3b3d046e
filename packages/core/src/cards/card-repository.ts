import type { Card } from "./card.ts"

/** Cards; their identifiers come normalised and are unique in the deployment. */
export interface CardRepository {
  /** `false` when the identifier is taken: nothing is written then. */
  readonly add: (card: Card) => Promise<boolean>
  readonly find: (uuid: string) => Promise<Card | undefined>
  readonly findByIdentifier: (identifier: string) => Promise<Card | undefined>
  /** The card that a wallet of kind `card` belongs to. */
  readonly ofWallet: (address: string) => Promise<Card | undefined>
  /** As `find`, and nobody else changes it until the transaction ends. */
  readonly lock: (uuid: string) => Promise<Card | undefined>
  /** Overwrites `holderUserUuid`, `isFrozen` and `updatedAt`, and nothing else; `false` when there is no such card. */
  readonly change: (card: Card) => Promise<boolean>
}
