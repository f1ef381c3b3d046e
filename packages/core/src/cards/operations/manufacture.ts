import { Effect, Result } from "effect"
import { type Caller, isServiceStaff } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/console-cards.ts"
import { Conflict, Forbidden } from "../../foundation/errors/refusals.ts"
import { organizationOf } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { type PreparedKey, prepareKeys } from "../../wallets/prepare.ts"
import { openCardWallets } from "../../wallets/steps.ts"
import type { Card } from "../card.ts"
import { type ShownCard, shownCard } from "../card-view.ts"
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
  readonly made: readonly ShownCard[]
  readonly refused: readonly RefusedCard[]
}

/** Cards made in one transaction, for which other writers wait. */
const batchMax = 250

/**
 * Manufactures cards, each with its own wallet, in no organization's inventory yet; for one
 * organization, or for the first that takes them. Skips the cards that cannot be made. For service
 * staff; on a server with a test clock also for the organization's own first-party app that acts as
 * owner.
 */
export const manufacture = step(function* (caller: Caller, input: ManufactureCardsInput) {
  const { settings } = yield* Ports
  yield* Effect.fromResult(permitManufacture(caller, settings.network))
  const { organization } = input
  const madeFor =
    organization === undefined
      ? undefined
      : yield* read(function* () {
          return yield* organizationOf(organization)
        })
  const entries = readEntries(input.cards)
  const wanted = entries.flatMap((one) => (isRefused(one) ? [] : [one]))
  const outcomes = new Map<string, Card | RefusedCard>()
  for (let from = 0; from < wanted.length; from += batchMax)
    for (const [identifier, outcome] of yield* madeBatch(
      wanted.slice(from, from + batchMax),
      madeFor?.uuid,
    ))
      outcomes.set(identifier, outcome)
  const all = entries.flatMap((one) =>
    isRefused(one) ? [one] : (outcomes.get(one.identifier) ?? []),
  )
  const manufactured: Manufactured = {
    made: all.flatMap((one) => (isRefused(one) ? [] : [shownCard(one)])),
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

/** What a card is made of: its entry, its key, and whom it is for. */
interface KeyedEntry extends ReadEntry<NewCard> {
  readonly key: PreparedKey
  readonly madeForUuid: string | undefined
}

const madeBatch = step(function* (
  batch: readonly ReadEntry<NewCard>[],
  madeForUuid: string | undefined,
) {
  // Most refused cards are refused here, before their keys are made.
  const known = yield* read(function* () {
    return yield* takenIn(batch)
  })
  const free = batch.filter(({ identifier }) => !known.has(identifier))
  const keys = yield* prepareKeys(free.length)
  const keyed = free.flatMap((one, n): readonly KeyedEntry[] => {
    const key = keys[n]
    return key === undefined ? [] : [{ ...one, key, madeForUuid }]
  })
  // In one order, so that two calls that make the same cards do not wait for each other.
  const inOrder = keyed.toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1))
  const made = yield* Effect.retry(
    transact(function* (_, now) {
      return yield* makeAll(inOrder, now)
    }),
    { times: 10, while: ({ _tag }) => _tag === "Conflict" },
  )
  const cards = new Map(made.map((card) => [card.identifier, card]))
  return batch.map(
    ({ identifier, entry }) =>
      [identifier, cards.get(identifier) ?? refusedCard(entry.identifier, "taken")] as const,
  ) as Outcomes
})

const takenIn = step(function* (batch: readonly ReadEntry<NewCard>[]) {
  const tx = yield* Tx
  return new Set(yield* tx.cards.takenAmong(batch.map(({ identifier }) => identifier)))
})

/** Makes those whose identifiers are free, each with its wallet. */
const makeAll = step(function* (entries: readonly KeyedEntry[], now: Date) {
  const { ids } = yield* Ports
  const tx = yield* Tx
  const taken = yield* takenIn(entries)
  const free = entries.filter(({ identifier }) => !taken.has(identifier))
  const cards = free.map((one) => newCard(one, ids.uuid(), now))
  yield* openCardWallets(
    free.map(({ key }) => key),
    now,
  )
  const added = yield* tx.cards.addAll(cards)
  if (added.length === cards.length) return cards
  // Another call made one of them since: its wallet must not stay behind without a card.
  return yield* new Conflict({
    reason: "identifier_taken",
    message: "A card with this identifier was created at the same time. Use another identifier.",
  })
})

const newCard = (
  { entry, identifier, key, madeForUuid }: KeyedEntry,
  uuid: string,
  now: Date,
): Card => ({
  uuid,
  identifier,
  name: undefined,
  holderName: undefined,
  cardType: entry.cardType,
  madeForUuid,
  organizationUuid: undefined,
  holderUserUuid: undefined,
  claimedAt: undefined,
  historyFrom: undefined,
  claimCodeHash: entry.claimCode === undefined ? undefined : claimCodeHash(uuid, entry.claimCode),
  isFrozen: false,
  frozenBy: undefined,
  walletAddress: key.address,
  createdAt: now,
  updatedAt: undefined,
  cardModelUuid: undefined,
  membershipTierUuid: undefined,
  tierGrantedAt: undefined,
  primarySince: undefined,
  offeredToUserUuid: undefined,
  offeredAt: undefined,
  withdrawnAt: undefined,
  profilePageUuid: undefined,
  customFrontImageFileUuid: undefined,
})
