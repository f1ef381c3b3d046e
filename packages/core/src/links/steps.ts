import { isEnabled, type User } from "../accounts/user.ts"
import { claimantOf } from "../cards/consent.ts"
import { step } from "../foundation/step.ts"
import { Ports, Tx } from "../foundation/unit-of-work.ts"
import type { ProfileData } from "../profiles/profile-data.ts"
import { ownedPage, profileOn } from "../profiles/steps.ts"
import type { Wallet } from "../wallets/wallet.ts"

/** What stands behind a link that opens. */
export type BehindLink =
  | { readonly kind: "page"; readonly owner: User; readonly profile: ProfileData }
  | { readonly kind: "wallet"; readonly owner: User; readonly wallet: Wallet }

/**
 * What a link opens now; undefined when it opens nothing: it is unknown or withdrawn, its owner is
 * deleted or disabled, the page is locked, or the wallet is no longer the owner's.
 */
export const behindLink = step(function* (token: string) {
  const behind = yield* namedByLink(token)
  return behind !== undefined && isEnabled(behind.owner) ? behind : undefined
})

/**
 * What a link names as an identifier: what it opens. The link of a wallet goes on naming it while
 * its owner is disabled, as the address of the wallet does.
 */
export const namedByLink = step(function* (token: string) {
  const tx = yield* Tx
  const { clock } = yield* Ports
  const link = yield* tx.links.find(token)
  const owner = link === undefined ? undefined : yield* tx.users.find(link.userUuid)
  if (link === undefined || owner === undefined || owner.deletedAt !== undefined) return undefined
  if (link.profilePageUuid === undefined) {
    const wallet = yield* heldWallet(owner.uuid, link.walletAddress ?? "")
    const behind: BehindLink | undefined = wallet && { kind: "wallet", owner, wallet }
    return behind
  }
  if (!isEnabled(owner)) return undefined
  const page = yield* ownedPage(owner.uuid, link.profilePageUuid)
  const profile = page === undefined ? undefined : yield* profileOn(page, owner, clock.now())
  const behind: BehindLink | undefined = profile && { kind: "page", owner, profile }
  return behind
})

/**
 * The wallet of that address if it is the user's: one of their own, or that of a card that they
 * claimed and still hold.
 */
export const heldWallet = step(function* (userUuid: string, address: string) {
  const tx = yield* Tx
  const wallet = yield* tx.wallets.find(address)
  if (wallet?.kind === "user")
    return wallet.userUuid === userUuid && wallet.closedAt === undefined ? wallet : undefined
  if (wallet?.kind !== "card") return undefined
  const card = yield* tx.cards.ofWallet(address)
  return card !== undefined && claimantOf(card) === userUuid ? wallet : undefined
})
