import type { ProfileData } from "../profiles/profile-data.ts"
import type { Link } from "./link.ts"

/** A link as its owner sees it. */
export interface LinkView extends Link {
  /** What the owner hands out. */
  readonly url: string
}

/** The page of a link, as the public reads a profile. */
export interface LinkedProfile {
  readonly kind: "profile"
  readonly profile: ProfileData
}

/** The organization in which a user has a wallet. */
export interface LinkedOrganization {
  readonly uuid: string
  readonly name: string
  readonly slug: string
}

/** The wallet of a link, without its holder. */
export interface LinkedWallet {
  readonly kind: "wallet"
  readonly walletAddress: string
  /** Undefined for a wallet of no organization, and after the organization was deleted. */
  readonly organization: LinkedOrganization | undefined
}

/** What a link shows to whoever opens it. */
export type OpenedLink = LinkedProfile | LinkedWallet
