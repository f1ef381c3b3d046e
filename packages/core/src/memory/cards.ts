import type { CardRepository } from "../cards/card-repository.ts"
import { sliceOf } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

export const cards = (tables: Tables): CardRepository => ({
  add: async (card) => {
    if (tables.cards.at(place("identifier", card.identifier)) !== undefined) return false
    addNew(tables.cards, card, "card, or its wallet,")
    return true
  },
  find: async (uuid) => tables.cards.get(uuid),
  findByIdentifier: async (identifier) => tables.cards.at(place("identifier", identifier)),
  ofWallet: async (address) => tables.cards.at(place("wallet", address)),
  heldBy: async (userUuids) =>
    tables.cards.rows().filter(({ holderUserUuid }) => userUuids.includes(holderUserUuid ?? "")),
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
  lock: async (uuid) => tables.cards.get(uuid),
  change: async ({
    uuid,
    name,
    organizationUuid,
    holderUserUuid,
    claimedAt,
    isFrozen,
    updatedAt,
  }) => {
    const card = tables.cards.get(uuid)
    if (card === undefined) return false
    tables.cards.put({
      ...card,
      name,
      organizationUuid,
      holderUserUuid,
      claimedAt,
      isFrozen,
      updatedAt,
    })
    return true
  },
})
