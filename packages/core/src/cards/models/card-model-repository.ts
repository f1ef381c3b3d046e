import type { Page, PageRequest } from "../../foundation/kernel/page.ts"
import type { CardModel } from "./card-model.ts"

/** What a list of card models is sorted by. */
export type CardModelOrder = "created_at" | "name"

/** Which card models of an organization. */
export interface CardModelsOf {
  readonly organizationUuid: string
  /** Only models that are, or are not, active. */
  readonly isActive?: boolean
}

/**
 * The card models of organizations. A transaction that gives a card a model *holds* the model; one
 * that removes it *locks* it, as tiers are held and locked.
 */
export interface CardModelRepository {
  readonly add: (model: CardModel) => Promise<void>
  readonly find: (uuid: string) => Promise<CardModel | undefined>
  /** Finds a model and holds it until the transaction ends. In a read it holds nothing. */
  readonly hold: (uuid: string) => Promise<CardModel | undefined>
  /** Finds a model and locks it until the transaction ends. In a read it locks nothing. */
  readonly lock: (uuid: string) => Promise<CardModel | undefined>
  /** Many at once, in no order. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly CardModel[]>
  readonly list: (of: CardModelsOf, page: PageRequest<CardModelOrder>) => Promise<Page<CardModel>>
  /** Writes all fields of the model of that uuid; `false` when there is none. */
  readonly change: (model: CardModel) => Promise<boolean>
  /** Removes a model that no card has; `false` when there is none. */
  readonly remove: (uuid: string) => Promise<boolean>
  /** How many models grant a tier. */
  readonly countGranting: (tierUuid: string) => Promise<number>
  /** Takes a tier from every model that grants it, as of `at`. */
  readonly unlinkTier: (tierUuid: string, at: Date) => Promise<void>
  /** Takes a profile template from every model that has it, as of `at`. */
  readonly unlinkTemplate: (profileTemplateUuid: string, at: Date) => Promise<void>
}
