import type { IdentifierUnresolved } from "../../foundation/errors/refusals.ts"
import { canonicalIdentifier, type IdentifierRef } from "../../identifiers/identifier.ts"
import { step } from "../../foundation/step.ts"
import { Ports } from "../../foundation/unit-of-work.ts"
import type { WalletIdentity } from "../../wallets/wallet.ts"
import {
  requestDigest,
  type EarlierOutcome,
  metaOf,
  outcomeKey,
  postedEntry,
  submitPosting,
} from "./submit-posting.ts"
import type { PostingJudgement } from "./posting-change.ts"
import type { Posting, PostRefusal } from "../entries/post.ts"
import type { TransactionType } from "../../ledger-proof/body.ts"

/** What a request that moves points says besides its ends. */
export interface PointsRequest {
  readonly to?: IdentifierRef | undefined
  /** Points, at least 1. */
  readonly amount: number
  readonly description?: string | undefined
  readonly referenceId?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly idempotencyKey: string
}

/**
 * Posts points from one wallet to another, once for a key: the same request under the same key
 * answers the transaction that it made.
 */
export const postPoints = step(function* <Refused extends IdentifierUnresolved | PostRefusal>(
  type: TransactionType,
  { from, to }: { readonly from: WalletIdentity; readonly to: WalletIdentity },
  input: PointsRequest,
  judged: (posting: Posting) => PostingJudgement<Refused>,
  known?: EarlierOutcome,
) {
  const { ids } = yield* Ports
  const { amount, description = "", referenceId = "", tags = [], idempotencyKey } = input
  const meta = yield* metaOf(description, tags)
  // Not where they receive: that may change between two tries, as when a card gets a holder.
  const receiver = input.to === undefined ? to.address : { ...canonicalIdentifier(input.to) }
  const request = {
    from: from.address,
    to: receiver,
    amount,
    description,
    reference_id: referenceId,
    tags: [...tags],
  }
  const posting = postedEntry({
    id: ids.cuid(),
    transactionType: type,
    from: from.address,
    to: to.address,
    amount,
    referenceId,
    meta,
  })
  const key = {
    outcomeKey: outcomeKey(type, from, idempotencyKey),
    idempotencyKey,
    digest: requestDigest(type, request),
  }
  return yield* submitPosting({
    from,
    keyed: { ...key, ...judged(posting) },
    isCounted: true,
    known,
  })
})
