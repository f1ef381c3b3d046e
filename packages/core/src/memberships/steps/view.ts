import type { Organization } from "../../organizations/organization.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { Tier } from "../../tiers/tier.ts"
import { endOf, type Membership, statusOf } from "../membership.ts"
import type { MembershipView, MemberView } from "../view.ts"

/** A membership as its holder is shown it; `known` is a tier that the caller has read already. */
export const viewOf = step(function* (
  membership: Membership,
  organization: Organization,
  now: Date,
  known?: Tier,
) {
  const tx = yield* Tx
  const tier =
    known?.uuid === membership.tierUuid ? known : yield* tx.tiers.find(membership.tierUuid)
  if (tier === undefined)
    throw new Error(`Membership ${membership.uuid} names a tier that is not there.`)
  const view: MembershipView = {
    membership,
    status: statusOf(membership, now),
    end: endOf(membership, now),
    tier,
    organization,
  }
  return view
})

/** A user's memberships as the user sees them. Two reads, however many memberships. */
export const viewsOf = step(function* (memberships: readonly Membership[], now: Date) {
  const tx = yield* Tx
  const tiers = byUuid(
    yield* tx.tiers.findAll([...new Set(memberships.map(({ tierUuid }) => tierUuid))]),
  )
  const organizations = byUuid(
    yield* tx.organizations.findAll(memberships.map(({ organizationUuid }) => organizationUuid)),
  )
  return memberships.map((membership): MembershipView => {
    const tier = tiers.get(membership.tierUuid)
    const organization = organizations.get(membership.organizationUuid)
    if (tier === undefined || organization === undefined)
      throw new Error(`Membership ${membership.uuid} names what is not there.`)
    return {
      membership,
      status: statusOf(membership, now),
      end: endOf(membership, now),
      tier,
      organization,
    }
  })
})

/** A membership as the organization is shown it. */
export const memberViewOf = step(function* (
  membership: Membership,
  organization: Organization,
  now: Date,
) {
  const tx = yield* Tx
  const view: MemberView = {
    ...(yield* viewOf(membership, organization, now)),
    user: yield* tx.users.find(membership.userUuid),
  }
  return view
})

/** Members of one organization as its staff see them. Two reads, however many members. */
export const memberViewsOf = step(function* (
  memberships: readonly Membership[],
  organization: Organization,
  now: Date,
) {
  const tx = yield* Tx
  const tiers = byUuid(
    yield* tx.tiers.findAll([...new Set(memberships.map(({ tierUuid }) => tierUuid))]),
  )
  const users = byUuid(yield* tx.users.findAll(memberships.map(({ userUuid }) => userUuid)))
  return memberships.map((membership): MemberView => {
    const tier = tiers.get(membership.tierUuid)
    if (tier === undefined)
      throw new Error(`Membership ${membership.uuid} names a tier that is not there.`)
    return {
      membership,
      status: statusOf(membership, now),
      end: endOf(membership, now),
      tier,
      organization,
      user: users.get(membership.userUuid),
    }
  })
})

const byUuid = <T extends { readonly uuid: string }>(rows: readonly T[]): ReadonlyMap<string, T> =>
  new Map(rows.map((row) => [row.uuid, row]))
