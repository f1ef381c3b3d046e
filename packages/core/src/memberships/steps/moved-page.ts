import type { Organization } from "../../organizations/organization.ts"
import type { Membership } from "../membership.ts"
import { moveMembers, type MoveMember } from "../machine/moving.ts"
import { heldOf, stateOf } from "./state.ts"
import { step } from "../../foundation/step.ts"

/**
 * What a move does to some of a tier's members: a few reads whatever their number, and nothing
 * written.
 */
export const movedPage = step(function* (
  organization: Pick<Organization, "uuid" | "timezone">,
  memberships: readonly Membership[],
  ask: MoveMember,
  now: Date,
) {
  const held = yield* heldOf(memberships)
  const states = held.map((each) => stateOf(organization, each.membership.userUuid, each))
  return moveMembers(states, ask, now)
})
