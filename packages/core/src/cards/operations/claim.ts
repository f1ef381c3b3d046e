import { Effect, Result } from "effect"
import { lockedUser } from "../../accounts/steps.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/cards.ts"
import { normaliseCardIdentifier } from "../../door/index.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { Conflict } from "../../foundation/errors/refusals.ts"
import { originOf } from "../../foundation/outbox/event.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { membershipRules } from "../../memberships/machine/machine.ts"
import { holderOf } from "../../memberships/steps/holder.ts"
import { membershipState } from "../../memberships/steps/state.ts"
import { writeJoining } from "../../memberships/steps/write-changes.ts"
import type { Organization } from "../../organizations/organization.ts"
import type { Happening } from "../../rewards/triggers/happening.ts"
import { noteHappenings } from "../../rewards/triggers/steps.ts"
import { type PreparedKey, prepareKey } from "../../wallets/prepare.ts"
import { walletOfUser } from "../../wallets/steps.ts"
import { cardRules, noCard } from "../card-rules.ts"
import type { Card } from "../card.ts"
import type { ClaimedCard, MembershipEffect } from "../card-view.ts"
import { claimCodeHash } from "../claim-code.ts"
import { claimantOf } from "../consent.ts"
import { prepareSweep } from "../prepare-sweep.ts"
import type { ClaimOwnCardInput } from "../inputs.ts"
import { noteCardChanges } from "../steps.ts"
import { withHistoryFrom } from "../steps/history.ts"
import { removeIssuedPage, withIssuedPage } from "../steps/issued-pages.ts"
import { tierGrantedBy } from "../steps/links.ts"
import { sweepCard } from "../steps/sweep.ts"
import { cardViewOf } from "../steps/views.ts"

/** A card that changes between reading and locking it this often in a row is a fault. */
const triesMax = 10

/**
 * Claims a card for the caller, by its identifier and the claim code it was made with. The first
 * claim of a card that grants a tier starts or renews a membership, once per card. `NotFound` for a
 * card that is unknown, withdrawn, frozen, another person's without an offer to the caller, or for
 * a wrong code: the answer is the same for all of them.
 */
export const claim = step(function* (caller: Caller, input: ClaimOwnCardInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.claim), caller))
  const userUuid = yield* holderOf(caller, input)
  const key = yield* prepareKey()
  const { ids } = yield* Ports
  const identifier = normaliseCardIdentifier(input.identifier)
  const known = yield* read(function* (tx) {
    return (yield* tx.cards.findByIdentifier(identifier)) ?? (yield* noCard())
  })
  const sweep = yield* prepareSweep(known.walletAddress)
  const claiming = transact(function* (tx, now) {
    const seen = yield* tx.cards.findByIdentifier(identifier)
    if (seen === undefined) return yield* noCard()
    const organization =
      seen.organizationUuid === undefined
        ? undefined
        : yield* tx.organizations.hold(seen.organizationUuid)
    yield* lockedUser(userUuid)
    const granted = yield* tierGrantedBy(seen)
    const tier = granted === undefined ? undefined : yield* tx.tiers.hold(granted)
    const state =
      organization === undefined || tier === undefined
        ? undefined
        : yield* membershipState(organization, userUuid)
    const before = yield* lockedAs(seen)
    const codeHash =
      input.claimCode === undefined ? undefined : claimCodeHash(before.uuid, input.claimCode)
    const ask = {
      userUuid,
      claimCodeHash: codeHash,
      isOrganizationThere: organization !== undefined,
      tierUuid: tier?.deletedAt === undefined ? tier?.uuid : undefined,
    }
    const { card: claimedCard, grantsTier } = yield* Effect.fromResult(
      cardRules.claim(before, ask, now),
    )
    const decorated =
      claimedCard === before ? before : yield* handedOver(before, claimedCard, organization, now)
    yield* openWallet(userUuid, organization, key, now)
    if (decorated !== before) yield* sweepCard(before, claimantOf(before) ?? userUuid, sweep, now)
    const card = yield* withHistoryFrom(before, decorated)
    if (card !== before) {
      yield* tx.cards.change(card)
      yield* noteHappenings(linked(card), now)
      yield* noteCardChanges([before, card])
    }
    const membership =
      !grantsTier || state === undefined || tier === undefined
        ? undefined
        : membershipRules.claimCard(
            state,
            { by: { kind: "holder", uuid: userUuid }, tier, uuid: ids.uuid() },
            now,
          )
    // What the rule of memberships refuses leaves the membership as it is; the card is claimed.
    if (membership !== undefined && Result.isSuccess(membership))
      yield* writeJoining(membership.success, key, originOf(caller), now)
    const claimed: ClaimedCard = {
      ...(yield* cardViewOf(card, now)),
      membershipEffect: effectOf(membership),
    }
    return claimed
  })
  return yield* Effect.retry(claiming, {
    times: triesMax,
    while: (refusal) => refusal._tag === "Conflict" && refusal.reason === changedMeanwhile.reason,
  })
})

/** That a card of an organization has a holder, for triggers of rewards; each time it has another. */
const linked = ({ uuid, organizationUuid, holderUserUuid }: Card): readonly Happening[] =>
  organizationUuid === undefined || holderUserUuid === undefined
    ? []
    : [
        {
          event: "card.linked",
          organizationUuid,
          id: `card:${uuid}:${holderUserUuid}`,
          subject: { userUuid: holderUserUuid, walletAddress: undefined },
          facts: {},
        },
      ]

/** The card with the page that its claimer is issued, instead of that of the holder before. */
const handedOver = step(function* (
  before: Card,
  card: Card,
  organization: Organization | undefined,
  now: Date,
) {
  const holder = claimantOf(before)
  if (holder !== undefined) yield* removeIssuedPage(before, holder)
  // A page of an organization that is gone would be locked for ever.
  return organization === undefined ? card : yield* withIssuedPage(card, now)
})

const changedMeanwhile = new Conflict({
  reason: "card_changed",
  message: "The card was changed at the same time. Try again.",
})

/**
 * Locks a card, with what it granted when it was read. Organization, user, tier and membership are
 * locked before a card, so it is read before it is locked.
 */
const lockedAs = step(function* (seen: Card) {
  const tx = yield* Tx
  const card = yield* tx.cards.lock(seen.uuid)
  if (card === undefined) return yield* noCard()
  const isAsSeen =
    card.organizationUuid === seen.organizationUuid &&
    card.cardModelUuid === seen.cardModelUuid &&
    card.membershipTierUuid === seen.membershipTierUuid
  return isAsSeen ? card : yield* changedMeanwhile
})

/** The claimer's wallet in the card's organization, where doors list them from now on. */
const openWallet = step(function* (
  userUuid: string,
  organization: Organization | undefined,
  key: PreparedKey,
  now: Date,
) {
  if (organization !== undefined) yield* walletOfUser(userUuid, organization.uuid, key, now)
})

const effectOf = (
  membership: ReturnType<typeof membershipRules.claimCard> | undefined,
): MembershipEffect => {
  if (membership === undefined || Result.isFailure(membership)) return "none"
  const { before, entry } = membership.success
  if (entry === undefined) return "none"
  return before === undefined ? "joined" : "renewed"
}
