import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as console from "../../contract/endpoints/console-ledger.ts"
import { BadRequest, NotFound } from "../../foundation/errors/refusals.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import type { Organization } from "../../organizations/organization.ts"
import { organizationFor, organizationOf } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { allowanceFigures } from "../commit/points-allowance.ts"
import type { SetPointsAllowanceInput } from "../inputs.ts"
import type { OrganizationInput } from "../../foundation/kernel/inputs.ts"

/** Returns how many points an organization may issue and has issued. For its team. */
export const getAllowance = step(function* (caller: Caller, input: OrganizationInput) {
  return yield* read(function* () {
    return yield* figuresOf(
      yield* organizationFor(caller, accessOf(console.getAllowance), input.organization),
    )
  })
})

/**
 * Sets how many points an organization may issue. Points that are issued already stay. For service
 * staff and the host.
 */
export const setAllowance = step(function* (caller: Caller, input: SetPointsAllowanceInput) {
  yield* Effect.fromResult(permitToken(accessOf(console.setAllowance), caller))
  const { allowance } = input
  if (!Number.isSafeInteger(allowance) || allowance < 0)
    return yield* new BadRequest({
      field: "allowance",
      reason: `A whole number from 0 to ${limits.amountMax}.`,
    })
  return yield* transact(function* (tx) {
    const { uuid } = yield* organizationOf(input.organization)
    const before =
      (yield* tx.organizations.lock(uuid)) ?? (yield* new NotFound({ what: "organization" }))
    const after: Organization = { ...before, pointsAllowance: allowance }
    yield* tx.organizations.change(after)
    return yield* figuresOf(after)
  })
})

const figuresOf = step(function* ({ uuid, pointsAllowance }: Organization) {
  const tx = yield* Tx
  const issuance =
    (yield* tx.wallets.ofOrganization(uuid, "issuance")) ??
    (yield* new NotFound({ what: "wallet" }))
  return allowanceFigures(pointsAllowance, issuance)
})
