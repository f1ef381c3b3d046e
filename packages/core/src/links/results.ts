import type { ProfileData } from "../profiles/profile-data.ts"
import type { Link } from "./link.ts"

/** A link as its owner sees it. */
export interface LinkView extends Link {
  /** What the owner hands out. */
  readonly url: string
}

/** What a link shows to whoever opens it. */
export type OpenedLink =
  /** The page, as the public reads a profile. */
  | { readonly kind: "profile"; readonly profile: ProfileData }
  /** A wallet, without its holder. */
  | {
      readonly kind: "wallet"
      readonly walletAddress: string
      /** The organization in which the holder has the wallet, if it is there. */
      readonly organization:
        | { readonly uuid: string; readonly name: string; readonly slug: string }
        | undefined
    }
