import type { OnBehalfInput, PageInput } from "../foundation/kernel/inputs.ts"
import type { LinkOrder } from "./link-repository.ts"

/** What a new link opens: exactly one of the two. */
export interface CreateLinkInput extends OnBehalfInput {
  /** Uuid of one of the user's own profile pages. */
  readonly profilePageUuid?: string | undefined
  /** Address of a wallet of the user, or of a card that they claimed. */
  readonly walletAddress?: string | undefined
}

/** Lists a user's own links. */
export interface ListLinksInput extends OnBehalfInput, PageInput<LinkOrder> {}

/** Names one of a user's own links. */
export interface LinkInput extends OnBehalfInput {
  /** Token of the link. */
  readonly token: string
}

/** Names a link for whoever has it. */
export interface OpenLinkInput {
  /** Token of the link. */
  readonly token: string
}
