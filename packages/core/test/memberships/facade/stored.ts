import type { Checkout, Membership } from "../../../src/index.ts"
import type { MembershipHistoryEntry, MembershipTerm } from "../../../src/memberships/index.ts"
import type { MembershipWorld } from "../../fixtures/memberships.ts"
import { portsOf } from "../../../src/effect.ts"

/** A membership as a store has it. */
export interface StoredMembership {
  readonly membership: Membership
  readonly terms: readonly MembershipTerm[]
  readonly history: readonly MembershipHistoryEntry[]
}

/** What a store has of somebody in an organization. */
export interface StoredOf {
  readonly memberships: readonly StoredMembership[]
  readonly checkouts: readonly Checkout[]
  readonly hasWallet: boolean
}

/** Which of it is read. */
interface Asked {
  readonly userUuid: string
  /** The memberships that are known of; the newest is found by itself. */
  readonly membershipUuids: readonly string[]
  readonly checkoutUuids: readonly string[]
}

/** Reads it past the facade, in one transaction; memberships in the order of their making. */
export const storedOf = (
  { symbolon, clubUuid }: MembershipWorld,
  { userUuid, membershipUuids, checkoutUuids }: Asked,
): Promise<StoredOf> =>
  portsOf(symbolon).storage.transact("read", async (tx) => {
    const newest = await tx.memberships.newest(clubUuid, userUuid)
    const uuids = [...new Set([...membershipUuids, ...(newest === undefined ? [] : [newest.uuid])])]
    const terms = await tx.membershipTerms.of(uuids)
    const memberships: StoredMembership[] = []
    for (const uuid of uuids) {
      const membership = uuid === newest?.uuid ? newest : await tx.memberships.find(uuid)
      if (membership === undefined) throw new Error(`Membership ${uuid} is gone.`)
      const own = terms.filter(({ membershipUuid }) => membershipUuid === uuid)
      const history = await tx.membershipHistory.all(uuid)
      memberships.push({
        membership,
        terms: own.map(({ membershipUuid: _, ordinal: __, ...term }) => term),
        history: history.map(({ uuid: _, membershipUuid: __, ...entry }) => entry),
      })
    }
    const checkouts = checkoutUuids.length === 0 ? [] : await tx.checkouts.findAll(checkoutUuids)
    return {
      memberships,
      checkouts,
      hasWallet: (await tx.wallets.ofUser(userUuid, clubUuid)) !== undefined,
    }
  })
