import type { Result } from "effect"
import { amendMember, keepPrice } from "../by-organization.ts"
import { changeTier, changeTierPaid } from "./changing-tier.ts"
import type { Change, MembershipRefusal } from "./change.ts"
import type { MembershipState } from "../membership-state.ts"
import { claimCard } from "./claim.ts"
import { closeAccount, closeOrganization, removeMember } from "./ending.ts"
import { addMember, join, joinPaid } from "./joining.ts"
import { leave, resume } from "./leaving.ts"
import { moveMember } from "./moving.ts"
import { renew, renewByOrganization, renewPaid } from "./renewing.ts"
import { reversePayment } from "./reversal.ts"

/**
 * The membership machine: one rule for each trigger, pure and total. Each answers what is to be
 * written, or why not. Nothing is stored of a status, and no trigger is the clock: time alone
 * changes what {@link statusOf} says, and sends no event. A preview is the same call, with its
 * answer shown and not written.
 */
export const membershipRules = {
  // the holder
  join,
  leave,
  resume,
  changeTier,
  renew,
  claimCard,
  // a payment
  joinPaid,
  renewPaid,
  changeTierPaid,
  reversePayment,
  // the organization
  addMember,
  amendMember,
  keepPrice,
  renewByOrganization,
  removeMember,
  moveMember,
  closeOrganization,
  // the platform
  closeAccount,
} as const

type Rules = typeof membershipRules
/** What can happen to a membership. */
export type TriggerName = keyof Rules
/** What each trigger says. */
export type Asks = { readonly [Name in TriggerName]: Parameters<Rules[Name]>[1] }

const rules: {
  readonly [Name in TriggerName]: (
    state: MembershipState,
    ask: Asks[Name],
    now: Date,
  ) => Result.Result<Change, MembershipRefusal>
} = membershipRules

/**
 * What a trigger, by name, does to a membership at `now`: {@link membershipRules} for callers that
 * have the trigger as data.
 *
 * @example
 * ```ts
 * const preview = decideMembership(state, "changeTier", { by: { kind: "holder" }, tier: gold }, now)
 * if (Result.isSuccess(preview)) console.log("would end", preview.success.after.validUntil)
 * else console.log(toEnvelope(preview.failure).status)
 * ```
 */
export const decideMembership = <Name extends TriggerName>(
  state: MembershipState,
  trigger: Name,
  ask: Asks[Name],
  now: Date,
): Result.Result<Change, MembershipRefusal> => rules[trigger](state, ask, now)
