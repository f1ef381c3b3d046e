import { Effect } from "effect"
import type { Origin } from "../../foundation/outbox/event.ts"
import type { Organization } from "../../organizations/organization.ts"
import type { Tier } from "../../tiers/tier.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import { keepPrice, type KeepPrice } from "../by-organization.ts"
import type { Change } from "../machine/change.ts"
import { isLive } from "../membership.ts"
import { heldOf, stateOf } from "./state.ts"
import { writeChanges } from "./write-changes.ts"

/** How many members are written at a time. */
const pageMax = 500

/**
 * Every member of a tier keeps a price, unless one is agreed with them already. The tier is locked
 * and not yet changed: no member comes to it meanwhile.
 */
export const keepPrices = step(function* (
  organization: Organization,
  tier: Tier,
  ask: KeepPrice,
  origin: Origin,
  now: Date,
) {
  const tx = yield* Tx
  let after: string | undefined
  for (let isMore = true; isMore; ) {
    const members = yield* tx.memberships.onTier({ tierUuid: tier.uuid, after, limit: pageMax })
    const held = yield* heldOf(
      members.filter(({ customPriceCents }) => customPriceCents === undefined),
    )
    const changes: Change[] = []
    // Whose time ran out is no member any more.
    for (const each of held.filter(({ membership }) => isLive(membership, now)))
      changes.push(
        yield* Effect.fromResult(
          keepPrice(stateOf(organization, each.membership.userUuid, each), ask, now),
        ),
      )
    yield* writeChanges(changes, origin, now)
    after = members.at(-1)?.uuid
    isMore = members.length > 0
  }
})
