import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { holdImages } from "../../files/steps.ts"
import { ownedPage } from "../../profiles/steps.ts"
import { lockedUser } from "../../accounts/steps.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/cards.ts"
import { normaliseCardIdentifier } from "../../door/index.ts"
import { BadRequest, IdentifierUnresolved } from "../../foundation/errors/refusals.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type { Page } from "../../foundation/kernel/page.ts"
import { patched } from "../../foundation/kernel/patched.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read, sharedRead, transact, Tx } from "../../foundation/unit-of-work.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { namedUser, resolve } from "../../identifiers/steps.ts"
import { holderOf } from "../../memberships/steps/holder.ts"
import { cardRules, noCard } from "../card-rules.ts"
import type { Card } from "../card.ts"
import type { CardView } from "../card-view.ts"
import type { ListOwnCardsInput, OwnCardInput } from "../inputs.ts"
import { noteCardChanges } from "../steps.ts"
import { cardViewOf, cardViewsOf } from "../steps/views.ts"

/** What a holder changes of their card; undefined leaves a field as it is. */
export interface UpdateOwnCardInput extends OwnCardInput {
  /** What the holder calls the card; `null` for the organization's name. */
  readonly name?: string | null | undefined
  /** `true` makes it the holder's primary card, instead of the one before. */
  readonly isPrimary?: true | undefined
  /** `true` freezes the card; `false` ends the holder's own freeze. */
  readonly isFrozen?: boolean | undefined
  /** Uuid of one of the holder's own pages, which the card names; `null` for none. */
  readonly profilePageUuid?: string | null | undefined
  /** Uuid of an image of the holder, instead of the model's front; `null` for the model's. */
  readonly customFrontImageFileUuid?: string | null | undefined
  /** The user who may claim the card within 7 days; `null` ends the offer. */
  readonly offeredTo?: IdentifierRef | null | undefined
}

/** Lists the caller's own cards: those they claimed, and those that are assigned to them. */
export const list = listing(function* (caller: Caller, input: ListOwnCardsInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.listCards), caller))
  const holderUserUuid = yield* holderOf(caller, input)
  const of =
    input.identifier === undefined
      ? { holderUserUuid }
      : { holderUserUuid, identifier: normaliseCardIdentifier(input.identifier) }
  return yield* read(function* (tx, now) {
    const found = yield* tx.cards.listHeld(of, input.page)
    const cards: Page<CardView> = { ...found, items: yield* cardViewsOf(found.items, now) }
    return cards
  })
})

/** Returns one of the caller's own cards. `NotFound` for every other card. */
export const get = step(function* (caller: Caller, input: OwnCardInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.getCard), caller))
  const holderUserUuid = yield* holderOf(caller, input)
  return yield* sharedRead(function* (tx, now) {
    const card = yield* heldBy(holderUserUuid, yield* tx.cards.find(input.card))
    return yield* cardViewOf(card, now)
  })
})

/**
 * Changes a card that the caller claimed: its name, whether it is their primary card, a freeze, or
 * the page it names, the image it shows, or an offer to another user, who then claims the card. Only
 * whoever froze a card can unfreeze it.
 */
export const update = step(function* (caller: Caller, input: UpdateOwnCardInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.updateCard), caller))
  yield* Effect.fromResult(permitTexts({ line: { name: input.name } }))
  const userUuid = yield* holderOf(caller, input)
  return yield* transact(function* (tx, now) {
    yield* lockedUser(userUuid)
    yield* heldBy(userUuid, yield* tx.cards.find(input.card))
    const receiver = yield* receiverOf(userUuid, input.offeredTo)
    yield* permitPage(userUuid, input.profilePageUuid)
    const before = yield* heldBy(userUuid, yield* tx.cards.lock(input.card))
    yield* holdImages({ custom_front_image_file_uuid: input.customFrontImageFileUuid }, [userUuid])
    const changed = yield* changedBy(before, input, receiver, now)
    if (changed === before) return yield* cardViewOf(before, now)
    if (changed.primarySince !== undefined && before.primarySince === undefined)
      yield* clearPrimary(userUuid, now)
    yield* tx.cards.change(changed)
    yield* noteCardChanges([before, changed])
    return yield* cardViewOf(changed, now)
  })
})

/** To whom a card is offered; undefined for nobody. */
const receiverOf = step(function* (userUuid: string, to: IdentifierRef | null | undefined) {
  if (to === undefined || to === null) return undefined
  const found = namedUser(yield* resolve(to, "offered_to"))
  if (found === undefined) return yield* new IdentifierUnresolved({ field: "offered_to" })
  if (found.userUuid === userUuid)
    return yield* new BadRequest({ field: "offered_to", reason: "The card is yours already." })
  return found.userUuid
})

/** A card names a page of its holder alone. */
const permitPage = step(function* (userUuid: string, profilePageUuid: string | null | undefined) {
  if (profilePageUuid === undefined || profilePageUuid === null) return
  if ((yield* ownedPage(userUuid, profilePageUuid)) === undefined)
    return yield* new BadRequest({
      field: "profile_page_uuid",
      reason: "You have no such profile page.",
    })
})

/** Each field that was sent, one rule after the other. */
const changedBy = step(function* (
  before: Card,
  { name, isPrimary, isFrozen, offeredTo, ...sent }: UpdateOwnCardInput,
  receiver: string | undefined,
  now: Date,
) {
  let card = before
  if (name !== undefined)
    card = yield* Effect.fromResult(
      cardRules.rename(card, { holderName: patched(card.holderName, name) }, now),
    )
  if (sent.profilePageUuid !== undefined || sent.customFrontImageFileUuid !== undefined)
    card = yield* Effect.fromResult(
      cardRules.decorate(
        card,
        {
          profilePageUuid: patched(card.profilePageUuid, sent.profilePageUuid),
          customFrontImageFileUuid: patched(
            card.customFrontImageFileUuid,
            sent.customFrontImageFileUuid,
          ),
        },
        now,
      ),
    )
  if (isFrozen !== undefined)
    card = yield* Effect.fromResult(
      isFrozen
        ? cardRules.freeze(card, { by: "holder" }, now)
        : cardRules.unfreeze(card, { by: "holder" }, now),
    )
  if (offeredTo !== undefined)
    card = yield* Effect.fromResult(cardRules.offer(card, { userUuid: receiver }, now))
  return isPrimary === undefined
    ? card
    : yield* Effect.fromResult(cardRules.makePrimary(card, {}, now))
})

/** The holder's primary card is none any more. The holder is locked, so that there is one. */
const clearPrimary = step(function* (userUuid: string, now: Date) {
  const tx = yield* Tx
  for (const card of yield* tx.cards.heldBy([userUuid]))
    if (card.primarySince !== undefined) {
      const locked = (yield* tx.cards.lock(card.uuid)) ?? card
      yield* tx.cards.change({ ...locked, primarySince: undefined, updatedAt: now })
    }
})

const heldBy = step(function* (userUuid: string, card: Card | undefined) {
  return card?.holderUserUuid === userUuid ? card : yield* noCard()
})
