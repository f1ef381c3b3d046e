import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import type { User } from "../accounts/user.ts"
import * as endpoints from "../contract/endpoints/memberships.ts"
import { Conflict, IdentifierUnresolved, Invalid, NotFound } from "../errors/refusals.ts"
import type { IdentifierRef } from "../identifiers/identifier.ts"
import { resolve } from "../identifiers/steps.ts"
import { mapPage, type PageRequest } from "../kernel/page.ts"
import type { Organization } from "../organizations/organization.ts"
import { organizationFor } from "../organizations/steps.ts"
import { membershipJoined } from "./membership-events.ts"
import type { PaymentInterval, Tier } from "../tiers/tier.ts"
import { Ports, read, transact, Tx } from "../unit-of-work.ts"
import { type PreparedKey, prepareKey } from "../wallets/prepare.ts"
import { walletOfUser } from "../wallets/steps.ts"
import { isLive, type Membership, type MembershipStatus, statusOf } from "./membership.ts"
import type { Standing } from "./membership.ts"
import { startMembership } from "./joining.ts"
import { settleLapse } from "./settle.ts"

/** A membership as the organization sees it. */
export interface MemberView {
  readonly membership: Membership
  readonly status: MembershipStatus
  readonly tier: Tier
  readonly organization: Organization
  /** Undefined once the account is gone. */
  readonly user: User | undefined
}

/** What is asked for. */
export interface AddMember {
  readonly organization: string
  readonly member: IdentifierRef
  readonly tierSlug: string
  /** `null` never ends; undefined takes one term of the interval. */
  readonly validUntil?: Date | null | undefined
  readonly customPriceCents?: number | undefined
  readonly customPaymentInterval?: PaymentInterval | undefined
}

/** The organization makes somebody a member, on any of its tiers and without a payment (reference table, T27 and T28). */
export const add = Effect.fnUntraced(function* (caller: Caller, input: AddMember) {
  const key = yield* prepareKey()
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(caller, endpoints.addMember.access, input.organization)
    const tier = yield* tx.tiers.findBySlug(organization.uuid, input.tierSlug)
    if (tier === undefined) return yield* new NotFound({ what: "membership tier" })
    if (input.validUntil instanceof Date && input.validUntil <= now)
      return yield* new Invalid({ errors: { valid_until: "must lie ahead" } })
    const user = yield* person(input.member)
    const membership = yield* enrol(user, { ...input, tier, organization }, key, now)
    yield* tx.outbox.append([membershipJoined((yield* Ports).ids.uuid(), { ...membership, tierSlug: tier.slug }, caller, now)])
    return { membership, status: statusOf(membership, now), tier, organization, user } satisfies MemberView
  })
})

const person = Effect.fnUntraced(function* (member: IdentifierRef) {
  const tx = yield* Tx
  const field = "identifier"
  const found = yield* resolve(member, field)
  const user = found.kind === "user" ? yield* tx.users.find(found.userUuid) : undefined
  return user ?? (yield* new IdentifierUnresolved({ field }))
})

interface Enrolment extends Omit<AddMember, "organization"> {
  readonly tier: Tier
  readonly organization: Organization
}

/** Writes the row, after one whose time ran out was settled, and opens the member's wallet. */
const enrol = Effect.fnUntraced(function* (user: User, { tier, organization, ...agreed }: Enrolment, key: PreparedKey, now: Date) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const open = yield* tx.memberships.findOpen(organization.uuid, user.uuid)
  if (open !== undefined && isLive(open, now)) return yield* alreadyMember(open, now)
  if (open !== undefined) yield* tx.memberships.replace(settleLapse(open))
  const membership = startMembership(
    {
      uuid: ids.uuid(),
      userUuid: user.uuid,
      tier,
      zone: organization.timezone ?? "UTC",
      validUntil: agreed.validUntil,
      customPriceCents: agreed.customPriceCents,
      customPaymentInterval: agreed.customPaymentInterval,
    },
    now,
  )
  // Two calls at once: the unique row decides, and the other one reads as if it had come a moment later.
  if (!(yield* tx.memberships.add(membership))) return yield* alreadyMember(membership, now)
  yield* walletOfUser(user.uuid, organization.uuid, key, now)
  return membership
})

const alreadyMember = (membership: Membership, now: Date) =>
  new Conflict({ reason: "already_member", message: "They are a member already.", details: { status: statusOf(membership, now) } })

/** The members of an organization with tier and person, three reads whatever the size of the page. */
export const list = Effect.fnUntraced(function* (
  caller: Caller,
  input: {
    readonly organization: string
    readonly standing: Standing
    readonly page: PageRequest<"created_at" | "joined_at" | "valid_until">
  },
) {
  return yield* read(function* (tx, now) {
    const organization = yield* organizationFor(caller, endpoints.listMembers.access, input.organization)
    const found = yield* tx.memberships.list({ organizationUuid: organization.uuid, standing: input.standing, at: now }, input.page)
    const tiers = byUuid(yield* tx.tiers.findAll(distinct(found.items.map(({ tierUuid }) => tierUuid))))
    const users = byUuid(yield* tx.users.findAll(found.items.map(({ userUuid }) => userUuid)))
    return mapPage(found, (membership): MemberView => {
      const tier = tiers.get(membership.tierUuid)
      if (tier === undefined) throw new Error(`Membership ${membership.uuid} names a tier that is not there.`)
      return { membership, status: statusOf(membership, now), tier, organization, user: users.get(membership.userUuid) }
    })
  })
})

const distinct = (uuids: readonly string[]): readonly string[] => [...new Set(uuids)]

const byUuid = <T extends { readonly uuid: string }>(rows: readonly T[]): ReadonlyMap<string, T> =>
  new Map(rows.map((row) => [row.uuid, row]))
