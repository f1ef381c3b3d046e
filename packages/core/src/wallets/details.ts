import { Effect } from "effect"
import { isLive, type Membership } from "../memberships/membership.ts"
import type { Organization } from "../organizations/organization.ts"
import type { Tier } from "../tiers/tier.ts"
import { Tx } from "../unit-of-work.ts"
import type { Wallet } from "./wallet.ts"

/** A wallet with what stands behind it (specification, "Wallet", Details). */
export interface WalletDetails {
  readonly wallet: Wallet
  /** The one that it is in; undefined for a primary wallet, and once the organization is gone. */
  readonly organization: Organization | undefined
  /** The holder's live membership there, lapsed as it may be. */
  readonly membership: { readonly membership: Membership; readonly tier: Tier } | undefined
}

/** Many at once: a read for each kind of thing behind them, and one for each membership, since a person has few wallets. */
export const detailsOf = Effect.fnUntraced(function* (wallets: readonly Wallet[], now: Date) {
  const tx = yield* Tx
  const found: WalletDetails[] = []
  for (const wallet of wallets) {
    const { userUuid, organizationUuid } = wallet
    const organization = organizationUuid === undefined ? undefined : yield* tx.organizations.find(organizationUuid)
    const open =
      organization === undefined || userUuid === undefined ? undefined : yield* tx.memberships.findOpen(organization.uuid, userUuid)
    const live = open !== undefined && isLive(open, now) ? open : undefined
    const tier = live === undefined ? undefined : yield* tx.tiers.find(live.tierUuid)
    found.push({ wallet, organization, membership: live && tier && { membership: live, tier } })
  }
  return found
})
