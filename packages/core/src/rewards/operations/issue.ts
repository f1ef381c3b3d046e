import { Effect } from "effect"
import { actingUser, type Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/reward-issues.ts"
import { Conflict, Invalid, NotFound } from "../../foundation/errors/refusals.ts"
import type { Page } from "../../foundation/kernel/page.ts"
import { originOf } from "../../foundation/outbox/event.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { orAbsent, Ports, read, sharedRead, Tx } from "../../foundation/unit-of-work.ts"
import { canonicalIdentifier } from "../../identifiers/identifier.ts"
import { replayed, type RequestKey } from "../../ledger/commit/posting-change.ts"
import { requestDigest } from "../../ledger/commit/submit-posting.ts"
import type { Outcome } from "../../ledger/entries/change.ts"
import { remainingOf } from "../../ledger/supplies/supply.ts"
import type { IssuedReward } from "../../ledger/supplies/issuance-repository.ts"
import { walletFor } from "../../wallets/steps.ts"
import type { ClaimRewardInput, ListRedemptionsInput, RedeemRewardInput } from "../inputs.ts"
import type { IssuedRewardView } from "../issued-reward.ts"
import { openedWallet } from "../../wallets/opened-wallet.ts"
import { issuedOrRequested } from "../issued-or-requested.ts"
import { claimed } from "../issuing.ts"
import type { RewardTemplate } from "../reward-template.ts"
import { templateFor } from "../steps.ts"
import { issuingOf, permittedStanding } from "../steps/issuing.ts"
import { receiverFor } from "../../identifiers/steps/receivers.ts"
import { requested } from "../steps/requested.ts"

/**
 * Claims a reward for oneself, once: into the own wallet that is named, else into the one in the
 * organization. `Conflict` (`already_issued`) for a second claim, unless the first was reversed.
 *
 * @example
 * await symbolon.as(caller).rewards.claim({ reward: "free-drink" })
 */
export const claim = step(function* (caller: Caller, input: ClaimRewardInput) {
  const access = accessOf(endpoints.claim)
  yield* Effect.fromResult(permitToken(access, caller))
  const { ids } = yield* Ports
  const userUuid = yield* claimantOf(caller, input)
  const { idempotencyKey = ids.uuid(), metadata } = input
  const found = yield* sharedRead(function* (tx, now) {
    const template = yield* tx.rewardTemplates.find(input.reward)
    if (template === undefined) return yield* new NotFound({ what: "reward" })
    const key = claimKey({ userUuid, idempotencyKey, template, input })
    // Also once it is archived: a claim whose answer was lost is answered again. What else was done
    // under the key does not tell that there is such a draft.
    const before =
      template.status === "active"
        ? yield* earlier(key, template)
        : yield* orAbsent(earlier(key, template), () => new NotFound({ what: "reward" }))
    if (before !== undefined) return { before }
    const at = yield* templateFor(caller, access, input.reward)
    const claims = yield* tx.issuances.countReversedClaims(at.template.uuid, userUuid)
    const once = {
      key: `reward_claim_of:${at.template.uuid}:${userUuid}:${claims}`,
      refusal: claimed,
    }
    // Who has it is told so, also when none are left, and who waits for its content.
    const isClaimed =
      (yield* tx.ledger.outcome(once.key)) !== undefined || (yield* waitsFor(at.template, userUuid))
    if (isClaimed) return yield* once.refusal
    const issuing = yield* issuingOf(at)
    yield* permitClaims(at.template)
    const standing = yield* permittedStanding(at, userUuid, now)
    const to =
      input.wallet === undefined
        ? yield* tx.wallets.ofUser(userUuid, at.organization.uuid)
        : yield* walletFor(caller, access, input.wallet)
    return { issuing, standing, to, key, once }
  })
  if ("before" in found) return found.before
  const { issuing, standing, key, once } = found
  const to = yield* openedWallet({ userUuid, to: found.to }, issuing.organization.uuid)
  return yield* issuedOrRequested({
    ...issuing,
    ...standing,
    to,
    issuedBy: "claim",
    origin: originOf(caller),
    key,
    once,
    metadata,
    isCounted: true,
  })
})

/**
 * Issues a reward of the organization to a user, or into a wallet: that of a card that nobody has
 * claimed, and whatever does not name its person to the organization. The same request under the
 * same key issues it once.
 */
export const redeem = step(function* (caller: Caller, input: RedeemRewardInput) {
  const access = accessOf(endpoints.redeem)
  const { ids } = yield* Ports
  const { idempotencyKey = ids.uuid(), identifier, metadata, referenceId } = input
  const found = yield* sharedRead(function* (_tx, now) {
    const at = yield* templateFor(caller, access, input.reward)
    const key: RequestKey = {
      outcomeKey: `reward_redeem:${at.organization.uuid}:${idempotencyKey}`,
      idempotencyKey,
      digest: requestDigest("reward_redeem", {
        reward: at.template.uuid,
        identifier: { ...canonicalIdentifier(identifier) },
        metadata: metadata ?? {},
        reference_id: referenceId ?? "",
      }),
    }
    const before = yield* earlier(key, at.template)
    if (before !== undefined) return { before }
    const issuing = yield* issuingOf(at)
    const receiver = yield* receiverFor(identifier, at.organization.uuid, now)
    const standing = yield* permittedStanding(at, receiver.userUuid, now)
    return { issuing, standing, receiver, key }
  })
  if ("before" in found) return found.before
  const { issuing, standing, key, receiver } = found
  const to = yield* openedWallet(receiver, issuing.organization.uuid)
  return yield* issuedOrRequested({
    ...issuing,
    ...standing,
    to,
    issuedBy: "redeem",
    origin: originOf(caller),
    key,
    metadata,
    referenceId,
    isCounted: true,
  })
})

/** Lists what was issued of a reward template, newest first. */
export const listRedemptions = listing(function* (
  caller: Caller,
  { reward, page }: ListRedemptionsInput,
) {
  return yield* read(function* (tx, now) {
    const { template } = yield* templateFor(caller, endpoints.listRedemptions.access, reward)
    const redemptions: Page<IssuedReward> = yield* tx.issuances.list(
      { rewardTemplateUuid: template.uuid, at: now },
      page,
    )
    return redemptions
  })
})

/** Who claims: the user; the host says for whom it asks. */
const claimantOf = step(function* (
  caller: Caller,
  { userUuid }: Pick<ClaimRewardInput, "userUuid">,
) {
  if (caller.kind !== "host") return actingUser(caller) ?? ""
  return userUuid ?? (yield* new Invalid({ errors: { user_uuid: "says for whom it is claimed" } }))
})

/** Whether the content of what the user claimed has not come yet. */
const waitsFor = step(function* ({ uuid, content }: RewardTemplate, userUuid: string) {
  if (content?.storageType !== "external") return false
  const tx = yield* Tx
  return yield* tx.rewardDeliveries.hasOpenClaim(uuid, userUuid)
})

/** A ticket that was made by a name alone says nothing of who may have it. */
const permitClaims = step(function* ({ content }: RewardTemplate) {
  if (content === undefined)
    return yield* new Conflict({
      reason: "not_claimable",
      message: "The organization itself issues these tickets. Ask the organization for one.",
    })
})

const claimKey = ({
  userUuid,
  idempotencyKey,
  template,
  input,
}: {
  readonly userUuid: string
  readonly idempotencyKey: string
  readonly template: RewardTemplate
  readonly input: ClaimRewardInput
}): RequestKey => ({
  outcomeKey: `reward_claim:${userUuid}:${idempotencyKey}`,
  idempotencyKey,
  digest: requestDigest("reward_claim", {
    reward: template.uuid,
    wallet: input.wallet ?? "",
    metadata: input.metadata ?? {},
  }),
})

/** What the same request was answered before; undefined for a new one. */
const earlier = step(function* (key: RequestKey, template: RewardTemplate) {
  const tx = yield* Tx
  const asked = yield* requested(key, template)
  if (asked !== undefined) return asked
  const before: Outcome | undefined = yield* tx.ledger.outcome(key.outcomeKey)
  if (before === undefined) return undefined
  const { transactionId } = yield* Effect.fromResult(replayed(before, key))
  const transaction = yield* tx.transactions.find(transactionId)
  if (transaction === undefined) return yield* new NotFound({ what: "transaction" })
  const view: IssuedRewardView = {
    transactionId,
    status: transaction.status,
    deliveryUuid: undefined,
    walletAddress: transaction.body.to_address,
    rewardTemplateUuid: template.uuid,
    points: transaction.body.amount,
    supplyRemaining: remainingOf(template),
    replayed: true,
  }
  return view
})
