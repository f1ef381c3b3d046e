import { Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/cards.ts"
import { normaliseCardIdentifier } from "../../door/index.ts"
import type { Page } from "../../foundation/kernel/page.ts"
import type { Organization } from "../../organizations/organization.ts"
import { holdOrganization, organizationFor } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { cardRules } from "../card-rules.ts"
import type { Card } from "../card.ts"
import type { CardView } from "../card-view.ts"
import {
  isRefused,
  type ReadEntry,
  readEntries,
  refusedCard,
  type RefusedCard,
} from "../refused-card.ts"
import { noteCardChanges } from "../steps.ts"
import { grantedTierFault, modelFault } from "../steps/links.ts"
import { inventoryViewsOf } from "../steps/views.ts"
import type { AddCardsToInventoryInput, CardForInventory, ListInventoryInput } from "../inputs.ts"

/** The cards that were taken and those that were not, each in the order of the list. */
export interface TakenCards {
  readonly accepted: readonly CardView[]
  readonly refused: readonly RefusedCard[]
}

/**
 * Adds manufactured cards to the organization's inventory if no organization has them and they were
 * not made for another. Skips the
 * cards that cannot be added.
 */
export const addToInventory = step(function* (caller: Caller, input: AddCardsToInventoryInput) {
  const entries = readEntries(input.cards)
  return yield* transact(function* (_tx, now) {
    const found = yield* organizationFor(
      caller,
      endpoints.addToInventory.access,
      input.organization,
    )
    const { uuid } = yield* holdOrganization(found)
    const faults = yield* linkFaults(found, input.cards)
    const outcomes = new Map<string, Card | RefusedCard>()
    const wanted = entries.flatMap((one) => (isRefused(one) ? [] : [one]))
    // In one order, so that two organizations that take the same cards do not wait for each other.
    for (const one of wanted.toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1)))
      outcomes.set(one.identifier, yield* takeCard(one, uuid, faults, now))
    const all = entries.flatMap((one) =>
      isRefused(one) ? [one] : (outcomes.get(one.identifier) ?? []),
    )
    const accepted = all.flatMap((one) => (isRefused(one) ? [] : [one]))
    yield* noteCardChanges(accepted)
    const taken: TakenCards = {
      accepted: yield* inventoryViewsOf(accepted, now),
      refused: all.filter((one) => isRefused(one)),
    }
    return taken
  })
})

const takeCard = step(function* (
  { entry, identifier }: ReadEntry<CardForInventory>,
  organizationUuid: string,
  faults: LinkFaults,
  now: Date,
) {
  const tx = yield* Tx
  const fault =
    faults.tiers.get(entry.membershipTierUuid ?? "") ?? faults.models.get(entry.cardModelUuid ?? "")
  if (fault !== undefined) return refusedCard(entry.identifier, "invalid", fault)
  const known = yield* tx.cards.findByIdentifier(identifier)
  const card = known === undefined ? undefined : yield* tx.cards.lock(known.uuid)
  // What was made for another organization is as if it was not there.
  if (card === undefined || (card.madeForUuid ?? organizationUuid) !== organizationUuid)
    return refusedCard(entry.identifier, "unknown")
  const { name, cardModelUuid, membershipTierUuid } = entry
  const ask = { organizationUuid, name, cardModelUuid, membershipTierUuid }
  const taken = cardRules.take(card, ask, now)
  if (Result.isFailure(taken)) return refusedCard(entry.identifier, "taken", taken.failure.message)
  yield* tx.cards.change(taken.success)
  return taken.success
})

/** What is wrong with tiers and card models, by their uuid. */
interface LinkFaults {
  readonly tiers: ReadonlyMap<string, string>
  readonly models: ReadonlyMap<string, string>
}

/**
 * Holds the tiers and models that cards are given, each kind in one order. Returns what is wrong
 * with those that the organization does not have.
 */
const linkFaults = step(function* (
  organization: Pick<Organization, "uuid">,
  cards: readonly CardForInventory[],
) {
  const tiers = new Map<string, string>()
  const models = new Map<string, string>()
  for (const uuid of distinct(cards.map(({ membershipTierUuid }) => membershipTierUuid))) {
    const fault = yield* grantedTierFault(organization, uuid)
    if (fault !== undefined) tiers.set(uuid, fault)
  }
  for (const uuid of distinct(cards.map(({ cardModelUuid }) => cardModelUuid))) {
    const fault = yield* modelFault(organization, uuid)
    if (fault !== undefined) models.set(uuid, fault)
  }
  const faults: LinkFaults = { tiers, models }
  return faults
})

const distinct = (uuids: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(uuids.filter((uuid) => uuid !== undefined))].toSorted()

/** Lists the cards of an organization, withdrawn ones too. */
export const listInventory = listing(function* (caller: Caller, input: ListInventoryInput) {
  const { identifier, search } = input
  return yield* read(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.listInventory.access,
      input.organization,
    )
    const sought = search === undefined ? undefined : normaliseCardIdentifier(search)
    const of = {
      organizationUuid: organization.uuid,
      at: now,
      ...(identifier === undefined ? {} : { identifier: normaliseCardIdentifier(identifier) }),
      ...(sought === undefined ? {} : { search: sought }),
    }
    const found =
      sought === "" ? { items: [], totalItems: 0 } : yield* tx.cards.listInventory(of, input.page)
    const cards: Page<CardView> = { ...found, items: yield* inventoryViewsOf(found.items, now) }
    return cards
  })
})
