import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/cards.ts"
import { IdentifierUnresolved } from "../../foundation/errors/refusals.ts"
import { patched } from "../../foundation/kernel/patched.ts"
import type { Organization } from "../../organizations/organization.ts"
import {
  authorise,
  holdOrganization,
  isOnTeam,
  organizationFor,
  organizationOf,
} from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { cardRules, noCard } from "../card-rules.ts"
import type { Card } from "../card.ts"
import { prepareSweep } from "../prepare-sweep.ts"
import { isLiveMember, noteCardChanges } from "../steps.ts"
import { withHistoryFrom } from "../steps/history.ts"
import { removeIssuedPage } from "../steps/issued-pages.ts"
import { holdGrantedTier, holdModel } from "../steps/links.ts"
import { sweepCard } from "../steps/sweep.ts"
import { inventoryViewOf } from "../steps/views.ts"
import { claimantOf } from "../consent.ts"
import type { UpdateCardStateInput } from "../inputs.ts"

/**
 * Changes a card of the organization: its model and tier, a freeze, the member it is assigned to,
 * and whether it is withdrawn. The holder of a claimed card cannot be changed. `NotFound` for a
 * card of another organization.
 */
export const updateState = step(function* (caller: Caller, input: UpdateCardStateInput) {
  const sweep = input.isWithdrawn === true ? yield* preparedFor(input.card) : undefined
  return yield* transact(function* (tx, now) {
    // Held, so that none of its freezes comes after its deletion.
    const organization = yield* holdOrganization(yield* organizationNamed(caller, input))
    yield* holdGrantedTier(organization, input.membershipTierUuid)
    yield* holdModel(organization, input.cardModelUuid)
    const card = yield* tx.cards.lock(input.card)
    if (card?.organizationUuid !== organization.uuid) return yield* noCard()
    const asked = yield* changedBy(card, input, organization.uuid, now)
    if (asked === card) return yield* inventoryViewOf(card, now)
    const claimant = claimantOf(card)
    if (claimant !== undefined && asked.withdrawnAt !== undefined)
      yield* sweepCard(card, claimant, sweep, now)
    const changed = yield* withHistoryFrom(card, asked)
    yield* tx.cards.change(changed)
    if (claimant !== undefined && changed.holderUserUuid !== claimant)
      yield* removeIssuedPage(card, claimant)
    yield* noteCardChanges([card, changed])
    return yield* inventoryViewOf(changed, now)
  })
})

/** What withdrawing a card needs to give its holder what the card's wallet holds. */
const preparedFor = step(function* (cardUuid: string) {
  const card = yield* read(function* (tx) {
    return yield* tx.cards.find(cardUuid)
  })
  return card === undefined ? undefined : yield* prepareSweep(card.walletAddress)
})

/** The organization of the card, for a caller who may change its cards. */
const organizationNamed = step(function* (
  caller: Caller,
  { organization: path, card: uuid }: UpdateCardStateInput,
) {
  const { access } = endpoints.updateState
  if (path !== undefined) return yield* organizationFor(caller, access, path)
  const tx = yield* Tx
  const card = yield* tx.cards.find(uuid)
  if (card?.organizationUuid === undefined) return yield* noCard()
  const organization: Organization = yield* organizationOf(card.organizationUuid)
  if (!(yield* isOnTeam(caller, organization))) return yield* noCard()
  yield* authorise(caller, access, organization)
  return organization
})

/** Each field that was sent, one rule after the other. */
const changedBy = step(function* (
  before: Card,
  input: UpdateCardStateInput,
  organizationUuid: string,
  now: Date,
) {
  const { isFrozen, holderUserUuid, isWithdrawn } = input
  let card = linked(before, input, now)
  if (isWithdrawn === false) card = yield* Effect.fromResult(cardRules.putBack(card, {}, now))
  // Whoever withdraws a card takes it from its holder, claimed or not.
  if (holderUserUuid !== undefined && isWithdrawn !== true)
    card = yield* assigned(card, holderUserUuid, organizationUuid, now)
  if (isFrozen !== undefined)
    card = yield* Effect.fromResult(
      isFrozen
        ? cardRules.freeze(card, { by: "organization" }, now)
        : cardRules.unfreeze(card, { by: "organization" }, now),
    )
  return isWithdrawn === true ? yield* Effect.fromResult(cardRules.withdraw(card, {}, now)) : card
})

const linked = (
  card: Card,
  { cardModelUuid: model, membershipTierUuid: tier }: UpdateCardStateInput,
  now: Date,
): Card => {
  const cardModelUuid = patched(card.cardModelUuid, model)
  const membershipTierUuid = patched(card.membershipTierUuid, tier)
  return cardModelUuid === card.cardModelUuid && membershipTierUuid === card.membershipTierUuid
    ? card
    : { ...card, cardModelUuid, membershipTierUuid, updatedAt: now }
}

/** The card with another holder, who has not claimed it. */
const assigned = step(function* (
  card: Card,
  userUuid: string | null,
  organizationUuid: string,
  now: Date,
) {
  const ask = { userUuid: userUuid ?? undefined, isHolderGone: !(yield* isClaimed(card)) }
  const changed = yield* Effect.fromResult(cardRules.assign(card, ask, now))
  if (changed === card) return card
  // Of a user who is not a member this says what it says of one who does not exist.
  if (userUuid !== null && !(yield* isLiveMember(organizationUuid, userUuid, now)))
    return yield* new IdentifierUnresolved({ field: "holder_user_uuid" })
  return changed
})

/** Whether a person claimed the card whose account is still there. */
const isClaimed = step(function* (card: Card) {
  const tx = yield* Tx
  const claimant = claimantOf(card)
  const user = claimant === undefined ? undefined : yield* tx.users.find(claimant)
  return user !== undefined && user.deletedAt === undefined
})
