import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/tiers.ts"
import { holdImages } from "../../files/steps.ts"
import { Invalid } from "../../foundation/errors/refusals.ts"
import { organizationFor } from "../../organizations/steps.ts"
import { originOf } from "../../foundation/outbox/event.ts"
import { lockTier, refuseWhileMoving } from "../../tiers/steps.ts"
import type { Tier } from "../../tiers/tier.ts"
import {
  changedTier,
  fieldsHeldByMembers,
  fieldsHeldByMove,
  permitTierChange,
} from "../../tiers/tier-rules.ts"
import { step } from "../../foundation/step.ts"
import { transact } from "../../foundation/unit-of-work.ts"
import { organizationActor } from "../steps/actor.ts"
import { keepPrices } from "../steps/keep-prices.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type { UpdateTierInput } from "../inputs.ts"

/**
 * Changes the sent fields of a tier. Members keep their current terms and pay a new price from
 * their next renewal on. `Conflict` for a change that current members or a running move prevent.
 */
export const update = step(function* (
  caller: Caller,
  { organization: path, tierUuid, keepCurrentMembers, ...input }: UpdateTierInput,
) {
  yield* Effect.fromResult(
    permitTexts({ line: { name: input.name }, prose: { description: input.description } }),
  )
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(caller, endpoints.updateTier.access, path)
    const before = yield* lockTier(organization, tierUuid)
    const after = changedTier(before, input, now)
    const errors = keepCurrentMembers === true ? faultsOfKeeping(before, after) : {}
    if (Object.keys(errors).length > 0) return yield* new Invalid({ errors })
    if (fieldsHeldByMove(before, after).length > 0)
      yield* refuseWhileMoving(organization, [tierUuid])
    if (fieldsHeldByMembers(before, after).length > 0)
      yield* Effect.fromResult(
        permitTierChange(before, after, yield* tx.tiers.members(tierUuid, now)),
      )
    if (keepCurrentMembers === true) {
      const ask = { by: organizationActor(caller), priceCents: before.priceCents }
      yield* keepPrices(organization, before, ask, originOf(caller), now)
    }
    yield* holdImages({ image_file_uuid: input.imageFileUuid }, [organization.uuid])
    yield* tx.tiers.change(after)
    return after
  })
})

/** A price is kept where it changes, and for the interval that it was for. */
const faultsOfKeeping = (before: Tier, after: Tier): Readonly<Record<string, string>> => {
  if (before.priceCents === after.priceCents)
    return { keep_current_members: "goes with a new price_cents" }
  if (before.paymentInterval === after.paymentInterval) return {}
  return {
    keep_current_members:
      "keeps a price for the interval that it is for: change payment_interval by itself",
  }
}
