import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as console from "../../contract/endpoints/console-ledger.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { organizationFor } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { sharedRead } from "../../foundation/unit-of-work.ts"
import { validatePosting, judgementOf } from "../commit/posting-change.ts"
import { issuing, mintsFreely } from "../commit/points-allowance.ts"
import type { PointsInput } from "../inputs.ts"
import { postPoints } from "../commit/post-points.ts"

/**
 * Issues points from an organization's issuance wallet into its treasury. The balance of the
 * issuance wallet shows the net amount issued. `Conflict` (`points_allowance_exceeded`) beyond the
 * organization's allowance, which does not limit service staff and the host.
 */
export const mint = step(function* (caller: Caller, input: PointsInput) {
  yield* Effect.fromResult(validatePosting(input))
  const { organization, issuance, treasury } = yield* organizationWallets(
    caller,
    console.mint.access,
    input.organization,
  )
  const allowance = mintsFreely(caller) ? undefined : organization.pointsAllowance
  return yield* postPoints("mint", { from: issuance, to: treasury }, input, (posting) =>
    issuing(posting, allowance),
  )
})

/** Takes points out of an organization's treasury permanently. */
export const burn = step(function* (caller: Caller, input: PointsInput) {
  yield* Effect.fromResult(validatePosting(input))
  const { issuance, treasury } = yield* organizationWallets(
    caller,
    console.burn.access,
    input.organization,
  )
  return yield* postPoints("burn", { from: treasury, to: issuance }, input, judgementOf)
})

const organizationWallets = step(function* (
  caller: Caller,
  access: Parameters<typeof organizationFor>[1],
  path: string,
) {
  return yield* sharedRead(function* (tx) {
    const organization = yield* organizationFor(caller, access, path)
    const issuance = yield* tx.wallets.ofOrganization(organization.uuid, "issuance")
    const treasury = yield* tx.wallets.ofOrganization(organization.uuid, "treasury")
    if (issuance === undefined || treasury === undefined)
      return yield* new NotFound({ what: "wallet" })
    return { organization, issuance, treasury }
  })
})
