import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { lockedUser } from "../../accounts/steps.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { holdOrganization, organizationOf } from "../../organizations/steps.ts"
import { originOf } from "../../foundation/outbox/event.ts"
import { step } from "../../foundation/step.ts"
import { Ports, transact } from "../../foundation/unit-of-work.ts"
import { prepareKey } from "../../wallets/prepare.ts"
import { membershipRules } from "../machine/machine.ts"
import { membershipState } from "../steps/state.ts"
import { viewOf } from "../steps/view.ts"
import { writeJoining } from "../steps/write-changes.ts"
import type { ClaimCardInput } from "../inputs.ts"

/**
 * Applies a claimed card that grants a tier. It starts a membership, renews a lapsed one on that
 * tier, and leaves every other membership unchanged. For the host alone, which knows that the card
 * was claimed exactly once. Rule: docs/membership-rules.md#t42.
 */
export const claimCard = step(function* (caller: Caller, input: ClaimCardInput) {
  yield* Effect.fromResult(permitHost(caller))
  const key = yield* prepareKey()
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* holdOrganization(yield* organizationOf(input.organization))
    yield* lockedUser(input.userUuid)
    const tier = yield* tx.tiers.hold(input.tierUuid)
    if (tier === undefined) return yield* new NotFound({ what: "membership tier" })
    const state = yield* membershipState(organization, input.userUuid)
    const ask = { by: { kind: "holder", uuid: input.userUuid }, tier, uuid: ids.uuid() } as const
    const change = yield* Effect.fromResult(membershipRules.claimCard(state, ask, now))
    yield* writeJoining(change, key, originOf(caller), now)
    return yield* viewOf(change.after, organization, now)
  })
})
