import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import { offeredUntil } from "../card-rules.ts"
import type { Tier } from "../../tiers/tier.ts"
import type { Card } from "../card.ts"
import { type CardView, shownCard } from "../card-view.ts"
import type { CardModel } from "../models/card-model.ts"

/** Cards as their organization sees them: without what the holders made of them for themselves. */
export const inventoryViewsOf = (cards: readonly Card[], now: Date) =>
  cardViewsOf(cards.map(withoutHoldersOwn), now)

/** As {@link inventoryViewsOf}, for one card. */
export const inventoryViewOf = (card: Card, now: Date) => cardViewOf(withoutHoldersOwn(card), now)

const withoutHoldersOwn = (card: Card): Card => ({
  ...card,
  holderName: undefined,
  profilePageUuid: undefined,
  customFrontImageFileUuid: undefined,
})

/** Cards with what they refer to, as their holders see them. Five reads, however many cards. */
export const cardViewsOf = step(function* (cards: readonly Card[], now: Date) {
  const tx = yield* Tx
  const modelUuids = distinct(cards.map(({ cardModelUuid }) => cardModelUuid))
  const models = byUuid(modelUuids.length === 0 ? [] : yield* tx.cardModels.findAll(modelUuids))
  const tierOf = ({ membershipTierUuid, cardModelUuid = "" }: Card) =>
    membershipTierUuid ?? models.get(cardModelUuid)?.membershipTierUuid
  const tierUuids = distinct(cards.map(tierOf))
  const tiers = byUuid(tierUuids.length === 0 ? [] : yield* tx.tiers.findAll(tierUuids))
  const pageUuids = distinct(cards.map(({ profilePageUuid }) => profilePageUuid))
  const pages = byUuid(pageUuids.length === 0 ? [] : yield* tx.profilePages.findAll(pageUuids))
  const makers = distinct(
    [...models.values(), ...tiers.values()].map((one) => one.organizationUuid),
  )
  const there = byUuid(makers.length === 0 ? [] : yield* tx.organizations.findAll(makers))
  const withImages = <T extends CardModel | Tier>(one: T | undefined) =>
    one === undefined || there.has(one.organizationUuid) ? one : { ...one, ...noImages }
  return cards.map((card): CardView => {
    const tier = tiers.get(tierOf(card) ?? "")
    const page = pages.get(card.profilePageUuid ?? "")
    return {
      ...shownCard(card),
      profilePageUuid: page?.userUuid === card.holderUserUuid ? page?.uuid : undefined,
      model: withImages(models.get(card.cardModelUuid ?? "")),
      tier: tier?.deletedAt === undefined ? withImages(tier) : undefined,
      offeredUntil: offeredUntil(card, now),
    }
  })
})

/** The files of an organization go with it. */
const noImages = {
  frontImageFileUuid: undefined,
  backImageFileUuid: undefined,
  imageFileUuid: undefined,
}

/** A card with what it refers to, as its holder sees it. */
export const cardViewOf = step(function* (card: Card, now: Date) {
  const [view] = yield* cardViewsOf([card], now)
  if (view === undefined) throw new Error("Each card has a view.")
  return view
})

const distinct = (uuids: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(uuids.filter((uuid) => uuid !== undefined)),
]

const byUuid = <T extends { readonly uuid: string }>(rows: readonly T[]): ReadonlyMap<string, T> =>
  new Map(rows.map((row) => [row.uuid, row]))
