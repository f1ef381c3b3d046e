import { isLive, type Membership } from "../memberships/membership.ts"
import type { Organization } from "../organizations/organization.ts"
import type { Tier } from "../tiers/tier.ts"
import { step } from "../foundation/step.ts"
import { Tx } from "../foundation/unit-of-work.ts"
import type { Wallet } from "./wallet.ts"

/** A wallet with what stands behind it. */
export interface WalletDetails {
  readonly wallet: Wallet
  /** The one that it is in; undefined for a primary wallet, and once the organization is gone. */
  readonly organization: Organization | undefined
  /** The holder's live membership there, lapsed as it may be. */
  readonly membership: { readonly membership: Membership; readonly tier: Tier } | undefined
}

/**
 * Many at once, in a read for each kind of thing behind them, and one for each person whose they
 * are, who is one mostly.
 */
export const detailsOf = step(function* (wallets: readonly Wallet[], now: Date) {
  const tx = yield* Tx
  const organizations = yield* tx.organizations.findAll(
    distinct(wallets.map(({ organizationUuid }) => organizationUuid)),
  )
  const memberships: Membership[] = []
  for (const userUuid of distinct(wallets.map((wallet) => wallet.userUuid)))
    memberships.push(...(yield* tx.memberships.openOf(userUuid)))
  const live = memberships.filter((membership) => isLive(membership, now))
  const tiers = yield* tx.tiers.findAll(distinct(live.map(({ tierUuid }) => tierUuid)))
  return wallets.map((wallet): WalletDetails => {
    const organization = organizations.find(({ uuid }) => uuid === wallet.organizationUuid)
    const membership = live.find(
      (one) => one.userUuid === wallet.userUuid && one.organizationUuid === organization?.uuid,
    )
    const tier = tiers.find(({ uuid }) => uuid === membership?.tierUuid)
    return { wallet, organization, membership: membership && tier && { membership, tier } }
  })
})

const distinct = (uuids: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(uuids.flatMap((uuid) => uuid ?? [])),
]
