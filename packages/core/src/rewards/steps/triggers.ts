import { Effect } from "effect"
import { type Caller, isElsewhere } from "../../foundation/access/caller.ts"
import { type Access, permitToken } from "../../foundation/access/permit.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { orAbsent, Tx } from "../../foundation/unit-of-work.ts"
import { authorise, authorityOf, organizationOf } from "../../organizations/steps.ts"

/**
 * The trigger of a path parameter with its organization, for a caller who may do this there. It is
 * absent for a token that is bound elsewhere.
 */
export const rewardTriggerFor = step(function* (caller: Caller, access: Access, uuid: string) {
  const tx = yield* Tx
  const trigger = yield* tx.rewardTriggers.find(uuid)
  if (trigger === undefined || isElsewhere(caller, trigger))
    return yield* new NotFound({ what: "reward trigger" })
  const organization = yield* orAbsent(
    organizationOf(trigger.organizationUuid),
    () => new NotFound({ what: "reward trigger" }),
  )
  // Who has no part in the organization does not learn that it has such a trigger.
  if (caller.kind === "user" || caller.kind === "organization") {
    yield* Effect.fromResult(permitToken(access, caller))
    if ((yield* authorityOf(caller, organization.uuid)) === undefined)
      return yield* new NotFound({ what: "reward trigger" })
  }
  yield* authorise(caller, access, organization)
  return { trigger, organization }
})
