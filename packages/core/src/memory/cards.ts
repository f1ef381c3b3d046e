import type { Card, DoorCard } from "../cards/card.ts"
import type { CardChange, CardOrder, CardRepository } from "../cards/card-repository.ts"
import type { CardModelRepository } from "../cards/models/card-model-repository.ts"
import type { PageRequest } from "../foundation/kernel/page.ts"
import { compare, pageOf, rowsOf, sliceOf } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

const cardOrders = { created_at: "createdAt", identifier: "identifier" } as const
const modelOrders = { created_at: "createdAt", name: "name" } as const

const pageOfCards = (cards: readonly Card[], page: PageRequest<CardOrder>) =>
  pageOf(
    cards,
    page,
    (card) => card[cardOrders[page.sortBy]],
    ({ uuid }) => uuid,
  )

const isTaken = (tables: Tables, identifier: string): boolean =>
  tables.cards.at(place("identifier", identifier)) !== undefined

const addCard = (tables: Tables, card: Card): boolean => {
  if (isTaken(tables, card.identifier)) return false
  addNew(tables.cards, card, "card, or its wallet,")
  return true
}

const heldBy = (tables: Tables, userUuids: readonly string[]): readonly Card[] =>
  tables.cards.rows().filter(({ holderUserUuid }) => userUuids.includes(holderUserUuid ?? ""))

const asDoorCard = (card: Card): DoorCard => ({
  identifier: card.identifier,
  organizationUuid: card.organizationUuid,
  holderUserUuid: card.holderUserUuid,
  claimedAt: card.claimedAt,
  isFrozen: card.isFrozen,
  walletAddress: card.walletAddress,
  withdrawnAt: card.withdrawnAt,
})

export const cards = (tables: Tables): CardRepository => ({
  add: async (card) => addCard(tables, card),
  addAll: async (rows) => rows.filter((card) => addCard(tables, card)).map(({ uuid }) => uuid),
  takenAmong: async (identifiers) =>
    [...new Set(identifiers)].filter((identifier) => isTaken(tables, identifier)),
  find: async (uuid) => tables.cards.get(uuid),
  findByIdentifier: async (identifier) => tables.cards.at(place("identifier", identifier)),
  findAllByIdentifier: async (identifiers) =>
    rowsOf((identifier) => tables.cards.at(place("identifier", identifier)), identifiers),
  ofWallet: async (address) => tables.cards.at(place("wallet", address)),
  heldBy: async (userUuids) => heldBy(tables, userUuids),
  doorCardsOf: async (userUuids) => heldBy(tables, userUuids).map(asDoorCard),
  ofWallets: async (addresses) =>
    tables.cards.rows().filter(({ walletAddress }) => addresses.includes(walletAddress)),
  frozenIn: async (organizationUuid, after, limit) =>
    sliceOf(
      tables.cards
        .rows()
        .filter((card) => card.isFrozen && card.organizationUuid === organizationUuid),
      ({ identifier }) => identifier,
      after,
      limit,
    ),
  stockOf: async (organizationUuid, limit) =>
    tables.cards
      .rows()
      .filter((card) => card.organizationUuid === organizationUuid)
      .filter(({ claimedAt, withdrawnAt }) => (claimedAt ?? withdrawnAt) === undefined)
      .slice(0, limit),
  listHeld: async (of, page) =>
    pageOfCards(
      tables.cards
        .rows()
        .filter(({ holderUserUuid }) => holderUserUuid === of.holderUserUuid)
        .filter(({ identifier }) => identifier === (of.identifier ?? identifier)),
      page,
    ),
  listInventory: async (of, page) =>
    pageOfCards(
      tables.cards
        .rows()
        .filter(({ organizationUuid }) => organizationUuid === of.organizationUuid)
        .filter(({ identifier }) => identifier === (of.identifier ?? identifier))
        .filter(({ identifier }) => identifier.includes(of.search ?? "")),
      page,
    ),
  countGranting: async (tierUuid) =>
    tables.cards.rows().filter((card) => {
      const model = tables.cardModels.get(card.cardModelUuid ?? "")
      const granted = card.membershipTierUuid ?? model?.membershipTierUuid
      return card.withdrawnAt === undefined && granted === tierUuid
    }).length,
  countOfModel: async (cardModelUuid) =>
    tables.cards.rows().filter((card) => card.cardModelUuid === cardModelUuid).length,
  lock: async (uuid) => tables.cards.get(uuid),
  lockHeld: async (of) =>
    tables.cards
      .rows()
      .filter(({ holderUserUuid }) => holderUserUuid === of)
      .toSorted((a, b) => compare(a.uuid, b.uuid)),
  change: async (changed) => changeCard(tables, changed),
  changeAll: async (all) => {
    for (const changed of all) changeCard(tables, changed)
  },
})

const changeCard = (tables: Tables, changed: CardChange): boolean => {
  const card = tables.cards.get(changed.uuid)
  if (card === undefined) return false
  const { identifier, cardType, claimCodeHash, walletAddress, createdAt, madeForUuid } = card
  const made = { identifier, cardType, claimCodeHash, walletAddress, createdAt, madeForUuid }
  tables.cards.put({ ...changed, ...made })
  return true
}

export const cardModels = (tables: Tables): CardModelRepository => ({
  add: async (model) => addNew(tables.cardModels, model, "card model"),
  find: async (uuid) => tables.cardModels.get(uuid),
  hold: async (uuid) => tables.cardModels.get(uuid),
  lock: async (uuid) => tables.cardModels.get(uuid),
  findAll: async (uuids) => rowsOf(tables.cardModels.get, uuids),
  list: async (of, page) =>
    pageOf(
      tables.cardModels
        .rows()
        .filter(({ organizationUuid }) => organizationUuid === of.organizationUuid)
        .filter(({ isActive }) => isActive === (of.isActive ?? isActive)),
      page,
      (model) => model[modelOrders[page.sortBy]],
      ({ uuid }) => uuid,
    ),
  change: async (model) => {
    if (tables.cardModels.get(model.uuid) === undefined) return false
    tables.cardModels.put(model)
    return true
  },
  remove: async (uuid) => {
    if (tables.cardModels.get(uuid) === undefined) return false
    tables.cardModels.delete(uuid)
    return true
  },
  countGranting: async (tierUuid) =>
    tables.cardModels.rows().filter((model) => model.membershipTierUuid === tierUuid).length,
  unlinkTier: async (tierUuid, at) => {
    for (const model of tables.cardModels.rows())
      if (model.membershipTierUuid === tierUuid)
        tables.cardModels.put({ ...model, membershipTierUuid: undefined, updatedAt: at })
  },
  unlinkTemplate: async (profileTemplateUuid, at) => {
    for (const model of tables.cardModels.rows())
      if (model.profileTemplateUuid === profileTemplateUuid)
        tables.cardModels.put({ ...model, profileTemplateUuid: undefined, updatedAt: at })
  },
})
