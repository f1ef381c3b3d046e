import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import * as endpoints from "../contract/endpoints/console-cards.ts"
import { normaliseCardIdentifier } from "../door/index.ts"
import { Conflict, IdentifierUnresolved, Invalid, NotFound } from "../errors/refusals.ts"
import { authorise, isOnTeam, organizationFor, organizationOf } from "../organizations/steps.ts"
import { noteRosterChanges } from "../rosters/steps.ts"
import { Ports, transact, Tx } from "../unit-of-work.ts"
import { prepareKey } from "../wallets/prepare.ts"
import { openCardWallet } from "../wallets/steps.ts"
import type { Card, CardType } from "./card.ts"

/** What is asked for. */
export interface CreateCard {
  readonly organization: string
  /** As it was printed or read; it is normalised here. */
  readonly identifier: string
  readonly cardType: CardType
  readonly holderUserUuid?: string | undefined
}

/** Makes a card of the organization, with a wallet of its own; whoever holds it is pointed at by it from now on. */
export const create = Effect.fnUntraced(function* (caller: Caller, input: CreateCard) {
  const { ids } = yield* Ports
  const key = yield* prepareKey()
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(caller, endpoints.createCard.access, input.organization)
    const identifier = normaliseCardIdentifier(input.identifier)
    if (identifier === "")
      return yield* new Invalid({ errors: { identifier: "nothing is left of it without spaces and scanner prefixes" } })
    const holderUserUuid = input.holderUserUuid === undefined ? undefined : yield* holderOf(input.holderUserUuid)
    const wallet = yield* openCardWallet(organization.uuid, key, now)
    const card: Card = {
      uuid: ids.uuid(),
      identifier,
      cardType: input.cardType,
      organizationUuid: organization.uuid,
      holderUserUuid,
      claimedAt: undefined,
      claimCodeHash: undefined,
      isFrozen: false,
      walletAddress: wallet.address,
      createdAt: now,
      updatedAt: undefined,
    }
    if (yield* tx.cards.add(card)) {
      yield* noteCardChange(card)
      return card
    }
    return yield* new Conflict({ reason: "identifier_taken", message: "There is a card of this identifier already." })
  })
})

/** What is asked for; what is left out stays as it is. */
export interface ChangeCard {
  readonly card: string
  readonly isFrozen?: boolean | undefined
  /** `null` takes it from its holder: it is nobody's then. */
  readonly holderUserUuid?: string | null | undefined
}

/** Freezes a card, or gives it to somebody else. A card of another organization is absent. */
export const change = Effect.fnUntraced(function* (caller: Caller, input: ChangeCard) {
  return yield* transact(function* (tx, now) {
    const card = yield* tx.cards.lock(input.card)
    if (card?.organizationUuid === undefined) return yield* new NotFound({ what: "card" })
    const organization = yield* organizationOf(card.organizationUuid)
    if (!(yield* isOnTeam(caller, organization))) return yield* new NotFound({ what: "card" })
    yield* authorise(caller, endpoints.changeCard.access, organization)
    const { isFrozen = card.isFrozen, holderUserUuid: sent } = input
    const holderUserUuid = sent === undefined ? card.holderUserUuid : sent === null ? undefined : yield* holderOf(sent)
    if (isFrozen === card.isFrozen && holderUserUuid === card.holderUserUuid) return card
    // Consent was that of the holder before.
    const claimedAt = holderUserUuid === card.holderUserUuid ? card.claimedAt : undefined
    const changed: Card = { ...card, isFrozen, holderUserUuid, claimedAt, updatedAt: now }
    yield* tx.cards.change(changed)
    yield* noteCardChange(card, changed)
    return changed
  })
})

/** A card opens doors wherever its holder has a wallet; while nobody holds it, those of its organization. */
const noteCardChange = Effect.fnUntraced(function* (...cards: readonly Card[]) {
  const tx = yield* Tx
  const holders = [...new Set(cards.flatMap(({ holderUserUuid }) => holderUserUuid ?? []))]
  const wallets = holders.length === 0 ? [] : yield* tx.wallets.ofUsers(holders, undefined)
  yield* noteRosterChanges([
    ...wallets.flatMap(({ organizationUuid, address }) => (organizationUuid === undefined ? [] : [{ organizationUuid, subject: address }])),
    ...cards.flatMap(({ organizationUuid, walletAddress }) =>
      organizationUuid === undefined ? [] : [{ organizationUuid, subject: walletAddress }],
    ),
  ])
})

const holderOf = Effect.fnUntraced(function* (userUuid: string) {
  const tx = yield* Tx
  const user = yield* tx.users.find(userUuid)
  if (user === undefined || user.deletedAt !== undefined) return yield* new IdentifierUnresolved({ field: "holder_user_uuid" })
  return user.uuid
})
