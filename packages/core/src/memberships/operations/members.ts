import { Effect } from "effect"
import { actingUser, type Caller } from "../../foundation/access/caller.ts"
import { lockedUser } from "../../accounts/steps.ts"
import * as endpoints from "../../contract/endpoints/memberships.ts"
import { Invalid, NotFound } from "../../foundation/errors/refusals.ts"
import { memberNamed } from "../steps/member-named.ts"
import { hasRole, holdOrganization, organizationFor } from "../../organizations/steps.ts"
import { originOf } from "../../foundation/outbox/event.ts"
import type { Tier } from "../../tiers/tier.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { prepareKey } from "../../wallets/prepare.ts"
import { wordsOf } from "../../foundation/kernel/search-words.ts"
import type { KeptEntry } from "../history-repository.ts"
import { membershipRules } from "../machine/machine.ts"
import { organizationActor } from "../steps/actor.ts"
import { membershipState } from "../steps/state.ts"
import { memberViewOf, memberViewsOf } from "../steps/view.ts"
import { writeChanges, writeJoining } from "../steps/write-changes.ts"
import type {
  AddMemberInput,
  GetMemberInput,
  ListMembersInput,
  MemberInput,
  RenewMemberInput,
  UpdateMemberInput,
} from "../inputs.ts"
import type { Page } from "../../foundation/kernel/page.ts"
import type { MemberView } from "../view.ts"

/** Lists the members of an organization with their tiers and users. */
export const listMembers = listing(function* (caller: Caller, input: ListMembersInput) {
  const search = input.search === undefined ? undefined : wordsOf(input.search)
  return yield* read(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.listMembers.access,
      input.organization,
    )
    const tier =
      input.tier === undefined
        ? undefined
        : yield* tx.tiers.findBySlug(organization.uuid, input.tier)
    if (input.tier !== undefined && tier === undefined)
      return yield* new Invalid({ errors: { tier: "there is no tier of that slug" } })
    const of = {
      organizationUuid: organization.uuid,
      filter: input.status ?? "current",
      at: now,
      ...(tier === undefined ? {} : { tierUuid: tier.uuid }),
      ...(input.endsBefore === undefined ? {} : { endsBefore: input.endsBefore }),
      ...(search === undefined ? {} : { search }),
    }
    const found =
      search?.length === 0
        ? { items: [], totalItems: 0 }
        : yield* tx.memberships.list(of, input.page)
    const members: Page<MemberView> = {
      ...found,
      items: yield* memberViewsOf(found.items, organization, now),
    }
    return members
  })
})

/** How many entries of a history are shown. */
const historyMax = 100

/**
 * One member, for a caller who may see the members, or for the member: their newest membership
 * there, ended as it may be for the organization; a member sees a live one alone. With its history,
 * if asked for, the newest entry first, at most a hundred.
 */
export const getMember = step(function* (caller: Caller, input: GetMemberInput) {
  return yield* read(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.getMember.access,
      input.organization,
    )
    const isSelf = actingUser(caller) === input.userUuid
    const isTeam = yield* hasRole(caller, organization, "staff")
    const membership =
      isSelf || isTeam ? yield* tx.memberships.newest(organization.uuid, input.userUuid) : undefined
    if (membership === undefined) return yield* new NotFound({ what: "membership" })
    const view = yield* memberViewOf(membership, organization, now)
    if (!isTeam && view.status === "ended") return yield* new NotFound({ what: "membership" })
    const history = input.withHistory === true ? yield* shownHistory(membership.uuid) : undefined
    const member: MemberDetails = { ...view, history }
    return member
  })
})

const shownHistory = step(function* (membershipUuid: string) {
  const tx = yield* Tx
  const entries = yield* tx.membershipHistory.newest(membershipUuid, historyMax)
  const history: ShownHistory = {
    entries,
    tiers: yield* tx.tiers.findAll([...new Set(entries.flatMap(tiersOf))]),
  }
  return history
})

/** Entries, and the tiers that they name. */
export interface ShownHistory {
  readonly entries: readonly KeptEntry[]
  readonly tiers: readonly Tier[]
}

/** A member, with the history of the membership where it was asked for. */
export interface MemberDetails extends MemberView {
  /** Undefined unless the input has `withHistory: true`. */
  readonly history: ShownHistory | undefined
}

const tiersOf = ({ before, after }: KeptEntry): readonly string[] =>
  before === undefined ? [after.tierUuid] : [before.tierUuid, after.tierUuid]

/**
 * Makes a user a member, on any tier of the organization and without a payment. Rules:
 * docs/membership-rules.md#t27.
 */
export const add = step(function* (caller: Caller, input: AddMemberInput) {
  const key = yield* prepareKey()
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(caller, endpoints.add.access, input.organization)
    yield* holdOrganization(organization)
    const user = yield* lockedUser(
      (yield* memberNamed(input.member, input.namedBy ?? "identifier")).uuid,
    )
    const tier = yield* tx.tiers.findBySlug(organization.uuid, input.tierSlug)
    const state = yield* membershipState(organization, user.uuid)
    const { validUntil, customPriceCents, customPaymentInterval } = input
    const ask = {
      by: organizationActor(caller),
      tier,
      uuid: ids.uuid(),
      validUntil,
      customPriceCents,
      customPaymentInterval,
    }
    const change = yield* Effect.fromResult(membershipRules.addMember(state, ask, now))
    yield* writeJoining(change, key, originOf(caller), now)
    return yield* memberViewOf(change.after, organization, now)
  })
})

/**
 * Changes a member's tier, end date, price or interval, or several at once. Nothing is charged.
 * Rules: docs/membership-rules.md#t29.
 */
export const updateMember = step(function* (caller: Caller, input: UpdateMemberInput) {
  const judge = step(function* (now: Date) {
    const tx = yield* Tx
    const organization = yield* organizationFor(
      caller,
      endpoints.updateMember.access,
      input.organization,
    )
    const tier =
      input.tierSlug === undefined
        ? undefined
        : yield* tx.tiers.findBySlug(organization.uuid, input.tierSlug)
    if (input.tierSlug !== undefined && tier === undefined)
      return yield* new NotFound({ what: "membership tier" })
    const state = yield* membershipState(organization, input.userUuid)
    const { term, validUntil, customPriceCents, customPaymentInterval } = input
    const ask = {
      by: organizationActor(caller),
      tier,
      term,
      validUntil,
      customPriceCents,
      customPaymentInterval,
    }
    return {
      organization,
      change: yield* Effect.fromResult(membershipRules.amendMember(state, ask, now)),
    }
  })
  if (input.dryRun === true)
    return yield* read(function* (_tx, now) {
      const { organization, change } = yield* judge(now)
      return yield* memberViewOf(change.after, organization, now)
    })
  return yield* transact(function* (_tx, now) {
    const { organization, change } = yield* judge(now)
    yield* writeChanges([change], originOf(caller), now)
    return yield* memberViewOf(change.after, organization, now)
  })
})

/**
 * Renews a membership by one or more terms, paid at the desk or given. Sends one event for all
 * terms. Rule: docs/membership-rules.md#t33.
 */
export const renewMember = step(function* (caller: Caller, input: RenewMemberInput) {
  return yield* transact(function* (_tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.renewMember.access,
      input.organization,
    )
    const state = yield* membershipState(organization, input.userUuid)
    const ask = { by: organizationActor(caller), count: input.terms ?? 1, note: input.note }
    const change = yield* Effect.fromResult(membershipRules.renewByOrganization(state, ask, now))
    yield* writeChanges([change], originOf(caller), now)
    return yield* memberViewOf(change.after, organization, now)
  })
})

/**
 * Ends a membership at once, for the organization. Nothing is refunded. Rules:
 * docs/membership-rules.md#t34.
 */
export const removeMember = step(function* (caller: Caller, input: MemberInput) {
  return yield* transact(function* (_tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.removeMember.access,
      input.organization,
    )
    const state = yield* membershipState(organization, input.userUuid)
    const change = yield* Effect.fromResult(
      membershipRules.removeMember(state, { by: organizationActor(caller) }, now),
    )
    yield* writeChanges([change], originOf(caller), now)
    return yield* memberViewOf(change.after, organization, now)
  })
})
