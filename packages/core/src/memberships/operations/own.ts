import { Effect, type Result } from "effect"
import { boundOrganization, type Caller } from "../../foundation/access/caller.ts"
import { type Access, permitToken } from "../../foundation/access/permit.ts"
import { lockedUser } from "../../accounts/steps.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/own-memberships.ts"
import { holdOrganization, organizationFor } from "../../organizations/steps.ts"
import { originOf } from "../../foundation/outbox/event.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, sharedRead, transact, Tx } from "../../foundation/unit-of-work.ts"
import { prepareKey } from "../../wallets/prepare.ts"
import { type TriggerInput, type Change, noMembership } from "../machine/change.ts"
import { liveOf, type MembershipState } from "../membership-state.ts"
import type { Actor } from "../../foundation/access/actor.ts"
import { membershipRules } from "../machine/machine.ts"
import { holderOf } from "../steps/holder.ts"
import { membershipState } from "../steps/state.ts"
import { viewOf, viewsOf } from "../steps/view.ts"
import { writeChanges, writeJoining } from "../steps/write-changes.ts"
import type { MembershipView } from "../view.ts"
import type {
  ChangeTierInput,
  JoinInput,
  ListOwnMembershipsInput,
  OwnMembershipInput,
} from "../inputs.ts"
import type { Page } from "../../foundation/kernel/page.ts"

/**
 * Lists the caller's own active memberships, with or without notice. An org-scoped token sees the
 * one in its organization.
 */
export const list = listing(function* (caller: Caller, input: ListOwnMembershipsInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.listMemberships), caller))
  const userUuid = yield* holderOf(caller, input)
  const organizationUuid = boundOrganization(caller)
  return yield* read(function* (tx, now) {
    const of = {
      userUuid,
      filter: "active",
      at: now,
      ...(organizationUuid === undefined ? {} : { organizationUuid }),
    } as const
    const found = yield* tx.memberships.listOf(of, input.page)
    const memberships: Page<MembershipView> = {
      ...found,
      items: yield* viewsOf(found.items, now),
    }
    return memberships
  })
})

/** Returns the caller's own live membership in an organization: active, in notice or lapsed. */
export const get = step(function* (caller: Caller, input: OwnMembershipInput) {
  const userUuid = yield* holderOf(caller, input)
  return yield* sharedRead(function* (_tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.getMembership.access,
      input.organization,
    )
    const live = liveOf(yield* membershipState(organization, userUuid), now)
    if (live === undefined) return yield* noMembership()
    const view: MembershipView = {
      membership: live.membership,
      status: live.status,
      end: undefined,
      tier: live.tier,
      organization,
    }
    return view
  })
})

/**
 * Makes the caller a member on a free public tier. `PaymentRequired` for a priced tier; its details
 * say what a checkout pays.
 *
 * @example
 * const { membership } = await symbolon
 *   .as(caller)
 *   .memberships.join({ organization: "harbour-club", tierSlug: "friends" })
 */
export const join = step(function* (caller: Caller, input: JoinInput) {
  const userUuid = yield* holderOf(caller, input)
  const key = yield* prepareKey()
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(caller, endpoints.join.access, input.organization)
    yield* holdOrganization(organization)
    const user = yield* lockedUser(userUuid)
    const tier = yield* tx.tiers.findBySlug(organization.uuid, input.tierSlug)
    const state = yield* membershipState(organization, userUuid)
    const ask = { by: { kind: "holder", uuid: userUuid }, tier, uuid: ids.uuid() } as const
    const change = yield* Effect.fromResult(membershipRules.join(state, ask, now))
    yield* writeJoining(change, key, originOf(caller), now, user)
    return yield* viewOf(change.after, organization, now, tier)
  })
})

/**
 * Changes the caller's membership to another public tier. The remaining time keeps its value: it is
 * converted at each tier's price per day. `PaymentRequired` if the change costs money. A dry run
 * returns the membership as it would be and changes nothing.
 */
export const changeTier = step(function* (caller: Caller, input: ChangeTierInput) {
  const userUuid = yield* holderOf(caller, input)
  const by: Actor = { kind: "holder", uuid: userUuid }
  const judge = step(function* (now: Date) {
    const tx = yield* Tx
    const organization = yield* organizationFor(
      caller,
      endpoints.changeTier.access,
      input.organization,
    )
    const tier = yield* tx.tiers.findBySlug(organization.uuid, input.tierSlug)
    const state = yield* membershipState(organization, userUuid)
    return {
      organization,
      change: yield* Effect.fromResult(membershipRules.changeTier(state, { by, tier }, now)),
    }
  })
  if (input.dryRun === true)
    return yield* read(function* (_tx, now) {
      const { organization, change } = yield* judge(now)
      return yield* viewOf(change.after, organization, now)
    })
  return yield* transact(function* (_tx, now) {
    const { organization, change } = yield* judge(now)
    yield* writeChanges([change], originOf(caller), now)
    return yield* viewOf(change.after, organization, now)
  })
})

/** Gives notice. One-time, endless and lapsed memberships end at once. Nothing is refunded. */
export const leave = (caller: Caller, input: OwnMembershipInput) =>
  changeOwn(caller, endpoints.leave.access, membershipRules.leave, input)

/** Withdraws the notice while it runs. */
export const resume = (caller: Caller, input: OwnMembershipInput) =>
  changeOwn(caller, endpoints.resume.access, membershipRules.resume, input)

/** Renews a free membership by one term; free is also an agreed price of 0. Withdraws a notice. */
export const renew = (caller: Caller, input: OwnMembershipInput) =>
  changeOwn(caller, endpoints.renew.access, membershipRules.renew, input)

type Rule<Refusal> = (
  state: MembershipState,
  ask: TriggerInput,
  now: Date,
) => Result.Result<Change, Refusal>

const changeOwn = step(function* <Refusal>(
  caller: Caller,
  access: Access | undefined,
  rule: Rule<Refusal>,
  input: OwnMembershipInput,
) {
  const userUuid = yield* holderOf(caller, input)
  return yield* transact(function* (_tx, now) {
    const organization = yield* organizationFor(caller, access, input.organization)
    const state = yield* membershipState(organization, userUuid)
    const change = yield* Effect.fromResult(
      rule(state, { by: { kind: "holder", uuid: userUuid } }, now),
    )
    yield* writeChanges([change], originOf(caller), now)
    return yield* viewOf(change.after, organization, now)
  })
})
