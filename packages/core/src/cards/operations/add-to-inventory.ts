import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/cards.ts"
import { holdOrganization, organizationFor } from "../../organizations/steps.ts"
import { transact, Tx } from "../../foundation/unit-of-work.ts"
import type { Card } from "../card.ts"
import {
  isRefused,
  type ReadEntry,
  readEntries,
  refusedCard,
  type RefusedCard,
} from "../refused-card.ts"
import { noteCardChanges } from "../steps.ts"
import type { AddCardsToInventoryInput, CardForInventory } from "../inputs.ts"

/** The cards that were taken and those that were not, each in the order of the list. */
export interface TakenCards {
  readonly accepted: readonly Card[]
  readonly refused: readonly RefusedCard[]
}

/**
 * Adds manufactured cards to the organization's inventory if no organization has them. Skips the
 * cards that cannot be added.
 */
export const addToInventory = Effect.fnUntraced(function* (
  caller: Caller,
  input: AddCardsToInventoryInput,
) {
  const read = readEntries(input.cards)
  return yield* transact(function* (_tx, now) {
    const found = yield* organizationFor(
      caller,
      endpoints.addToInventory.access,
      input.organization,
    )
    const { uuid } = yield* holdOrganization(found)
    const outcomes = new Map<string, Card | RefusedCard>()
    const wanted = read.flatMap((one) => (isRefused(one) ? [] : [one]))
    // In one order, so that two organizations that take the same cards do not wait for each other.
    for (const one of wanted.toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1)))
      outcomes.set(one.identifier, yield* takeCard(one, uuid, now))
    const all = read.flatMap((one) =>
      isRefused(one) ? [one] : (outcomes.get(one.identifier) ?? []),
    )
    const accepted = all.flatMap((one) => (isRefused(one) ? [] : [one]))
    yield* noteCardChanges(accepted)
    const taken: TakenCards = { accepted, refused: all.filter((one) => isRefused(one)) }
    return taken
  })
})

const takeCard = Effect.fnUntraced(function* (
  { entry, identifier }: ReadEntry<CardForInventory>,
  organizationUuid: string,
  now: Date,
) {
  const tx = yield* Tx
  const known = yield* tx.cards.findByIdentifier(identifier)
  const card = known === undefined ? undefined : yield* tx.cards.lock(known.uuid)
  if (card === undefined) return refusedCard(entry.identifier, "unknown")
  if (card.organizationUuid === organizationUuid)
    return refusedCard(
      entry.identifier,
      "taken",
      "This card is already in the organization's inventory.",
    )
  if (card.organizationUuid !== undefined || card.holderUserUuid !== undefined)
    return refusedCard(entry.identifier, "taken", "Another organization has this card.")
  const taken: Card = { ...card, organizationUuid, name: entry.name, updatedAt: now }
  yield* tx.cards.change(taken)
  return taken
})
