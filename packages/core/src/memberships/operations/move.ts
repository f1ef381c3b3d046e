import { Effect } from "effect"
import { type Caller, isServiceStaff } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/tiers.ts"
import type { Organization } from "../../organizations/organization.ts"
import { holdOrganization, organizationFor } from "../../organizations/steps.ts"
import { lockTier, refuseWhileMoving, tierOf, usageOf } from "../../tiers/steps.ts"
import type { Tier } from "../../tiers/tier.ts"
import { fieldsHeldByMove, type TierBlockers } from "../../tiers/tier-rules.ts"
import { workJob } from "../../foundation/jobs/job.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, RequestId, transact, Tx } from "../../foundation/unit-of-work.ts"
import { isLive, type Membership } from "../membership.ts"
import { membershipMoveKind } from "../moves/membership-move.ts"
import {
  type CustomMember,
  type MoveMember,
  type MoveTerms,
  permitMove,
  permitSkipping,
  type StayingMember,
} from "../machine/moving.ts"
import { organizationActor } from "../steps/actor.ts"
import { movedPage } from "../steps/moved-page.ts"
import type { MoveMembershipsInput } from "../inputs.ts"

/** A user who stays on their tier. */
export interface SkippedMember extends StayingMember {
  readonly username: string | undefined
}

/** What a move does, or would do. */
export interface MoveReport {
  readonly isScheduled: boolean
  /** How many go. */
  readonly memberships: number
  readonly fromTierUuid: string
  readonly toTierUuid: string
  readonly skipped: readonly SkippedMember[]
  /** What stands in the way of deleting the old tier once they have gone. */
  readonly stillBlockingDelete: TierBlockers
}

/** How many members are judged at a time. */
const pageMax = 500

/**
 * Moves all members of a tier to another tier, in the background. The effective time is the time of
 * the request. The dry run and the move share their code, so the report of a dry run is the report
 * of the move. Rule: docs/membership-rules.md#t37.
 */
export const moveMemberships = step(function* (caller: Caller, input: MoveMembershipsInput) {
  const terms: MoveTerms = {
    term: input.term ?? "keep",
    customPricing: input.customPricing ?? "refuse",
  }
  for (;;) {
    const plan = yield* planned(caller, input, terms)
    const report = yield* reported(caller, plan, terms)
    if (input.dryRun === true) return report
    if (yield* started(caller, input, terms, plan)) return { ...report, isScheduled: true }
  }
})

interface Plan {
  readonly organization: Organization
  readonly from: Tier
  readonly to: Tier
  readonly asOf: Date
}

/** The move as it may be asked for now. */
const planned = step(function* (caller: Caller, input: MoveMembershipsInput, terms: MoveTerms) {
  return yield* read(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.moveMemberships.access,
      input.organization,
    )
    const from = yield* tierOf(organization, input.tierUuid)
    const target = yield* tx.tiers.findBySlug(organization.uuid, input.toTierSlug)
    const agreed = terms.customPricing === "refuse" ? yield* agreedOn(from.uuid, now) : []
    const to = yield* Effect.fromResult(permitMove(from, target, terms, agreed))
    yield* refuseWhileMoving(organization, [from.uuid, to.uuid])
    return { organization, from, to, asOf: now } satisfies Plan
  })
})

/** The members of a tier with an agreed price or interval. */
const agreedOn = step(function* (tierUuid: string, now: Date) {
  const tx = yield* Tx
  const found = yield* tx.memberships.customOnTier({ tierUuid, limit: Number.MAX_SAFE_INTEGER })
  const custom = found.filter((membership) => isLive(membership, now))
  const names = yield* namesOf(custom)
  return custom.map(
    ({ userUuid, customPriceCents, customPaymentInterval }): CustomMember => ({
      userUuid,
      username: names.get(userUuid),
      customPriceCents,
      customPaymentInterval,
    }),
  )
})

const namesOf = step(function* (members: readonly Pick<Membership, "userUuid">[]) {
  const tx = yield* Tx
  const names = new Map<string, string>()
  for (let at = 0; at < members.length; at += pageMax) {
    const some = members.slice(at, at + pageMax).map(({ userUuid }) => userUuid)
    for (const { uuid, username } of yield* tx.users.findAll(some)) names.set(uuid, username)
  }
  return names
})

const askedOf = (
  caller: Caller,
  { to, asOf }: Pick<Plan, "to" | "asOf">,
  { term, customPricing }: MoveTerms,
): MoveMember => ({
  by: organizationActor(caller),
  tier: to,
  term,
  // Under `refuse`, no member had an agreed price or interval when the move was requested; what is
  // agreed meanwhile is kept.
  customPricing: customPricing === "refuse" ? "carry" : customPricing,
  asOf,
})

/** Judges all members, page by page, so that no writer waits for it. */
const reported = step(function* (caller: Caller, plan: Plan, terms: MoveTerms) {
  const { organization, from, to, asOf } = plan
  const ask = askedOf(caller, plan, terms)
  const skipped: SkippedMember[] = []
  let memberships = 0
  let after: string | undefined
  for (let isMore = true; isMore; ) {
    const page = yield* read(function* (tx) {
      const members = yield* tx.memberships.onTier({ tierUuid: from.uuid, after, limit: pageMax })
      const judged = yield* movedPage(organization, members, ask, asOf)
      const names = yield* namesOf(judged.skipped)
      return { members, judged, names }
    })
    memberships += page.judged.changes.length
    skipped.push(
      ...page.judged.skipped.map((member) => ({
        ...member,
        username: page.names.get(member.userUuid),
      })),
    )
    after = page.members.at(-1)?.uuid
    isMore = page.members.length === pageMax
  }
  yield* Effect.fromResult(permitSkipping(terms, skipped))
  const { blockers } = yield* read(function* () {
    return yield* usageOf(from.uuid, asOf)
  })
  const report: MoveReport = {
    isScheduled: false,
    memberships,
    fromTierUuid: from.uuid,
    toTierUuid: to.uuid,
    skipped,
    stillBlockingDelete: { ...blockers, memberships: skipped.length },
  }
  return report
})

/** Writes down that it runs; `false` when a tier is not any more what was reported on. */
const started = step(function* (
  caller: Caller,
  input: MoveMembershipsInput,
  terms: MoveTerms,
  plan: Plan,
) {
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.moveMemberships.access,
      input.organization,
    )
    // It is not deleted while members are on their way.
    yield* holdOrganization(organization)
    for (const tier of [plan.from, plan.to].toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)))
      if (fieldsHeldByMove(tier, yield* lockTier(organization, tier.uuid)).length > 0) return false
    yield* refuseWhileMoving(organization, [plan.from.uuid, plan.to.uuid])
    const uuid = ids.uuid()
    yield* tx.membershipMoves.add({
      ...terms,
      uuid,
      organizationUuid: organization.uuid,
      fromTierUuid: plan.from.uuid,
      toTierUuid: plan.to.uuid,
      by: organizationActor(caller),
      isByServiceStaff: isServiceStaff(caller),
      asOf: plan.asOf,
      reachedUuid: undefined,
      movedCount: 0,
      skippedCount: 0,
      finishedAt: undefined,
    })
    const job = workJob({
      uuid: ids.uuid(),
      kind: membershipMoveKind,
      key: uuid,
      payload: { move: uuid },
      dueAt: now,
      createdAt: now,
    })
    yield* tx.jobs.schedule({ ...job, requestId: yield* RequestId })
    return true
  })
})
