import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/console-cards.ts"
import { Conflict, IdentifierUnresolved, NotFound } from "../../foundation/errors/refusals.ts"
import { authorise, isOnTeam, organizationOf } from "../../organizations/steps.ts"
import { transact, Tx } from "../../foundation/unit-of-work.ts"
import type { Card } from "../card.ts"
import { isLiveMember, noteCardChanges } from "../steps.ts"
import { claimantOf } from "../consent.ts"
import type { UpdateCardStateInput } from "../inputs.ts"

/**
 * Freezes a card of the organization, or assigns it to a member. The holder of a claimed card
 * cannot be changed. `NotFound` for a card of another organization.
 */
export const updateState = Effect.fnUntraced(function* (
  caller: Caller,
  input: UpdateCardStateInput,
) {
  return yield* transact(function* (tx, now) {
    const card = yield* tx.cards.lock(input.card)
    if (card?.organizationUuid === undefined) return yield* new NotFound({ what: "card" })
    const organization = yield* organizationOf(card.organizationUuid)
    if (!(yield* isOnTeam(caller, organization))) return yield* new NotFound({ what: "card" })
    yield* authorise(caller, endpoints.updateState.access, organization)
    const { isFrozen = card.isFrozen } = input
    const holder =
      input.holderUserUuid === undefined
        ? card
        : yield* heldBy(card, input.holderUserUuid, organization.uuid, now)
    if (isFrozen === card.isFrozen && holder.holderUserUuid === card.holderUserUuid) return card
    const { holderUserUuid, claimedAt } = holder
    const changed: Card = { ...card, isFrozen, holderUserUuid, claimedAt, updatedAt: now }
    yield* tx.cards.change(changed)
    yield* noteCardChanges([card, changed])
    return changed
  })
})

/** The card with another holder, who has not claimed it. */
const heldBy = Effect.fnUntraced(function* (
  card: Card,
  userUuid: string | null,
  organizationUuid: string,
  now: Date,
) {
  if (userUuid === (card.holderUserUuid ?? null)) return card
  if (yield* isClaimed(card))
    return yield* new Conflict({
      reason: "card_claimed",
      message:
        "The holder has claimed this card, so you cannot assign it to another person. You can freeze it.",
    })
  // Of a user who is not a member this says what it says of one who does not exist.
  if (userUuid !== null && !(yield* isLiveMember(organizationUuid, userUuid, now)))
    return yield* new IdentifierUnresolved({ field: "holder_user_uuid" })
  return { ...card, holderUserUuid: userUuid ?? undefined, claimedAt: undefined } satisfies Card
})

/** Whether a person claimed the card whose account is still there. */
const isClaimed = Effect.fnUntraced(function* (card: Card) {
  const tx = yield* Tx
  const claimant = claimantOf(card)
  const user = claimant === undefined ? undefined : yield* tx.users.find(claimant)
  return user !== undefined && user.deletedAt === undefined
})
