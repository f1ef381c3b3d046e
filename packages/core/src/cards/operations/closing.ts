import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { step } from "../../foundation/step.ts"
import { read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { availableOf } from "../../ledger-proof/chain.ts"
import type { CardsReached, Closing } from "../../organizations/closing.ts"
import { withoutOrganization } from "../card-rules.ts"
import type { Card } from "../card.ts"
import { type PreparedSweep, prepareSweep } from "../prepare-sweep.ts"
import { noteCardChanges } from "../steps.ts"
import { sweepInto } from "../steps/sweep.ts"

const batchMax = 100

/**
 * Does for some cards of an organization what its deletion means for them, and returns where to go
 * on; undefined when all is done. Cards that nobody has claimed are withdrawn, and their points go
 * to the organization's treasury. Then its freezes of claimed cards end. May be begun anew at any
 * time.
 */
export const closeCards = step(function* (
  caller: Caller,
  closing: Closing,
  from: CardsReached | undefined,
) {
  yield* Effect.fromResult(permitHost(caller))
  const stock = yield* read(function* (tx) {
    return yield* tx.cards.stockOf(closing.organizationUuid, batchMax)
  })
  if (stock.length > 0) {
    yield* withdrawStock(stock, closing)
    return from ?? {}
  }
  return yield* endFreezes(closing, from?.frozenAfter)
})

const withdrawStock = step(function* (stock: readonly Card[], closing: Closing) {
  const sweeps = yield* preparedFor(stock)
  yield* transact(function* (tx, now) {
    const treasury = yield* tx.wallets.ofOrganization(closing.organizationUuid, "treasury")
    for (const { uuid } of stock) {
      const card = yield* changed(uuid, closing)
      const prepared = sweeps.get(uuid)
      if (card !== undefined && prepared !== undefined && treasury !== undefined)
        yield* sweepInto(treasury, { card, prepared, tickets: [] }, now)
    }
  })
})

/** The keys of those cards in whose wallets there are points. */
const preparedFor = step(function* (cards: readonly Card[]) {
  const wallets = yield* read(function* (tx) {
    return yield* tx.wallets.findAll(cards.map(({ walletAddress }) => walletAddress))
  })
  const holding = new Set(wallets.flatMap((one) => (availableOf(one) > 0 ? [one.address] : [])))
  const prepared = new Map<string, PreparedSweep>()
  for (const { uuid, walletAddress } of cards)
    if (holding.has(walletAddress)) prepared.set(uuid, yield* prepareSweep(walletAddress))
  return prepared
})

const endFreezes = step(function* (closing: Closing, after: string | undefined) {
  const slice: readonly Card[] = yield* read(function* (tx) {
    return yield* tx.cards.frozenIn(closing.organizationUuid, after, batchMax)
  })
  // A card that its holder alone froze stays as it is, and is not locked for that.
  const ours = slice.filter((card) => withoutOrganization(card, closing.deletedAt) !== card)
  if (ours.length > 0) yield* thaw(ours, closing)
  const reached: CardsReached | undefined =
    slice.length < batchMax ? undefined : { frozenAfter: slice.at(-1)?.identifier }
  return reached
})

const thaw = step(function* (cards: readonly Card[], closing: Closing) {
  yield* transact(function* () {
    for (const card of cards) {
      const thawed = yield* changed(card.uuid, closing)
      if (thawed !== undefined) yield* noteCardChanges([card, thawed])
    }
  })
})

/** The card as of the deletion, written; undefined when nothing changes. */
const changed = step(function* (uuid: string, { deletedAt }: Closing) {
  const tx = yield* Tx
  const before = yield* tx.cards.lock(uuid)
  if (before === undefined) return undefined
  const after = withoutOrganization(before, deletedAt)
  if (after === before) return undefined
  yield* tx.cards.change(after)
  return after
})
