import { Effect, Result } from "effect"
import { type Caller, isServiceStaff } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/console-cards.ts"
import { Conflict, Forbidden } from "../../foundation/errors/refusals.ts"
import { Ports, transact, Tx } from "../../foundation/unit-of-work.ts"
import { type PreparedKey, prepareKey } from "../../wallets/prepare.ts"
import { openCardWallet } from "../../wallets/steps.ts"
import type { Card } from "../card.ts"
import { claimCodeHash } from "../claim-code.ts"
import {
  isRefused,
  type ReadEntry,
  readEntries,
  refusedCard,
  type RefusedCard,
} from "../refused-card.ts"
import type { ManufactureCardsInput, NewCard } from "../inputs.ts"

/** The cards that were made and those that were not, each in the order of the list. */
export interface Manufactured {
  readonly made: readonly Card[]
  readonly refused: readonly RefusedCard[]
}

/**
 * Cards made in one transaction: their keys take time, and other writers wait for a transaction.
 */
const batchMax = 100

/**
 * Manufactures cards, each with its own wallet, in no organization's inventory yet. Skips the cards
 * that cannot be made. For service staff; on a server with a test clock also for the organization's
 * own first-party app that acts as owner.
 */
export const manufacture = Effect.fnUntraced(function* (
  caller: Caller,
  input: ManufactureCardsInput,
) {
  const { settings } = yield* Ports
  yield* Effect.fromResult(permitManufacture(caller, settings.network))
  const read = readEntries(input.cards)
  const wanted = read.flatMap((one) => (isRefused(one) ? [] : [one]))
  const outcomes = new Map<string, Card | RefusedCard>()
  for (let from = 0; from < wanted.length; from += batchMax)
    for (const [identifier, outcome] of yield* madeBatch(wanted.slice(from, from + batchMax)))
      outcomes.set(identifier, outcome)
  const all = read.flatMap((one) => (isRefused(one) ? [one] : (outcomes.get(one.identifier) ?? [])))
  const manufactured: Manufactured = {
    made: all.flatMap((one) => (isRefused(one) ? [] : [one])),
    refused: all.filter((one) => isRefused(one)),
  }
  return manufactured
})

const permitManufacture = (
  caller: Caller,
  network: "main" | "test",
): Result.Result<void, Forbidden> => {
  if (caller.kind === "host") return Result.void
  const permitted = permitToken(accessOf(endpoints.manufacture), caller)
  if (Result.isFailure(permitted)) return permitted
  const isTestApp = network === "test" && caller.kind === "client" && caller.serviceRole === "owner"
  return isServiceStaff(caller) || isTestApp
    ? Result.void
    : Result.fail(new Forbidden({ reason: "Only service staff can create cards." }))
}

type Outcomes = readonly (readonly [identifier: string, outcome: Card | RefusedCard])[]

const madeBatch = Effect.fnUntraced(function* (batch: readonly ReadEntry<NewCard>[]) {
  const keyed: (ReadEntry<NewCard> & { readonly key: PreparedKey })[] = []
  for (const one of batch) keyed.push({ ...one, key: yield* prepareKey() })
  // In one order, so that two calls that make the same cards do not wait for each other.
  const inOrder = keyed.toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1))
  return yield* Effect.retry(
    transact(function* (tx, now) {
      const outcomes: (readonly [string, Card | RefusedCard])[] = []
      for (const one of inOrder) {
        const isTaken = (yield* tx.cards.findByIdentifier(one.identifier)) !== undefined
        outcomes.push([
          one.identifier,
          isTaken ? refusedCard(one.entry.identifier, "taken") : yield* makeCard(one, now),
        ])
      }
      return outcomes as Outcomes
    }),
    { times: 10, while: ({ _tag }) => _tag === "Conflict" },
  )
})

const makeCard = Effect.fnUntraced(function* (
  { entry, identifier, key }: ReadEntry<NewCard> & { readonly key: PreparedKey },
  now: Date,
) {
  const { ids } = yield* Ports
  const tx = yield* Tx
  const uuid = ids.uuid()
  const wallet = yield* openCardWallet(key, now)
  const card: Card = {
    uuid,
    identifier,
    name: undefined,
    holderName: undefined,
    cardType: entry.cardType,
    organizationUuid: undefined,
    holderUserUuid: undefined,
    claimedAt: undefined,
    claimCodeHash: entry.claimCode === undefined ? undefined : claimCodeHash(uuid, entry.claimCode),
    isFrozen: false,
    frozenBy: undefined,
    walletAddress: wallet.address,
    createdAt: now,
    updatedAt: undefined,
    cardModelUuid: undefined,
    membershipTierUuid: undefined,
    tierGrantedAt: undefined,
    primarySince: undefined,
    offeredToUserUuid: undefined,
    offeredAt: undefined,
    withdrawnAt: undefined,
  }
  if (yield* tx.cards.add(card)) return card
  // Another call made it since it was looked for: the wallet must not stay behind without a card.
  return yield* new Conflict({
    reason: "identifier_taken",
    message: "A card with this identifier was created at the same time.",
  })
})
