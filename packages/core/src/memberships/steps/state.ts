import type { Organization } from "../../organizations/organization.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { HeldMembership, MembershipState } from "../membership-state.ts"
import type { StoredTerm } from "../history-repository.ts"
import type { Membership } from "../membership.ts"
import type { MembershipTerm } from "../terms/membership-term.ts"

/**
 * What there is between a user and an organization, for the rules; in a write their row is locked.
 */
export const membershipState = step(function* (organization: Organization, userUuid: string) {
  const tx = yield* Tx
  const open = yield* tx.memberships.findOpen(organization.uuid, userUuid)
  return yield* stateWith(organization, userUuid, open)
})

/** The state of a user's membership, with a row that the caller has read already. */
export const stateWith = step(function* (
  organization: Organization,
  userUuid: string,
  membership: Membership | undefined,
) {
  const [held] = membership === undefined ? [] : yield* heldOf([membership])
  return stateOf(organization, userUuid, held)
})

/** What the rules look at, of what was read. */
export const stateOf = (
  organization: Pick<Organization, "uuid" | "timezone">,
  userUuid: string,
  held: HeldMembership | undefined,
): MembershipState => ({
  userUuid,
  organizationUuid: organization.uuid,
  zone: organization.timezone ?? "UTC",
  held,
})

/** Memberships with their tiers and terms, two reads whatever their number. */
export const heldOf = step(function* (memberships: readonly Membership[]) {
  const tx = yield* Tx
  const tiers = new Map(
    (yield* tx.tiers.findAll([...new Set(memberships.map(({ tierUuid }) => tierUuid))])).map(
      (tier) => [tier.uuid, tier],
    ),
  )
  const terms = Map.groupBy(
    yield* tx.membershipTerms.of(memberships.map(({ uuid }) => uuid)),
    ({ membershipUuid }) => membershipUuid,
  )
  return memberships.map((membership): HeldMembership => {
    const tier = tiers.get(membership.tierUuid)
    if (tier === undefined)
      throw new Error(`Membership ${membership.uuid} names a tier that is not there.`)
    return { membership, tier, terms: (terms.get(membership.uuid) ?? []).map(asTerm) }
  })
})

const asTerm = ({ membershipUuid: _, ordinal: __, ...term }: StoredTerm): MembershipTerm => term
