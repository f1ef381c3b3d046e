import type { Card } from "../cards/card.ts"
import { normaliseCardIdentifier, normaliseWalletAddress } from "../door/index.ts"
import { canonicalUuid } from "../foundation/kernel/slug.ts"
import { canonicalLink } from "../links/link.ts"
import type { Wallet } from "../wallets/wallet.ts"

/** How a caller points at a person or thing. */
export const identifierTypes = ["card", "wallet", "username", "user_id", "link"] as const
export type IdentifierType = (typeof identifierTypes)[number]

/** An identifier and what kind it is. */
export interface IdentifierRef {
  /** What kind of identifier it is. */
  readonly type: IdentifierType
  /** As it was printed, read or typed; it is normalised here. */
  readonly value: string
}

/** What an identifier points at. */
export type Resolved =
  /** A person; `walletAddress` when a wallet of theirs was pointed at. */
  | {
      readonly kind: "user"
      readonly userUuid: string
      /**
       * When their account was deleted, where that was read on the way: from then on they are no
       * longer recognised.
       */
      readonly goneSince?: Date | undefined
      /** When their account was disabled, where that was read on the way; doors ask. */
      readonly disabledSince?: Date | undefined
      readonly walletAddress: string | undefined
      /** That wallet, where it was read on the way. */
      readonly wallet?: Wallet | undefined
      /**
       * Whether it was a card that is frozen, or its wallet. It still says whose it is, and still
       * receives.
       */
      readonly isFrozenCard: boolean
      /** The card that was pointed at, if it was one. */
      readonly cardIdentifier?: string | undefined
      /** That card's own wallet. */
      readonly cardWalletAddress?: string | undefined
      /** The profile page that a link opens or that the card names, if there is one. */
      readonly profilePageUuid?: string | undefined
      /** Whether it was the link of a wallet, which does not tell whose it is. */
      readonly isUnnamed?: boolean | undefined
    }
  /** A wallet that stands for no person: a treasury, or an unclaimed card. */
  | {
      readonly kind: "wallet"
      readonly walletAddress: string
      readonly wallet?: Wallet | undefined
      readonly organizationUuid: string | undefined
      readonly isFrozenCard: boolean
      readonly cardIdentifier?: string | undefined
      /**
       * The card itself: at the doors of its organization it may count for the person it is
       * assigned to.
       */
      readonly card?: Card | undefined
    }

/**
 * The one spelling of an identifier: uuids, wallet addresses and cards are taken in any case, and none
 * has outer space, as at doors. What it points at is not asked.
 */
export const canonicalIdentifier = ({ type, value }: IdentifierRef): IdentifierRef => ({
  type,
  value: spelling[type](value),
})

const trimmed = (value: string): string => value.trim()
const spelling = {
  card: normaliseCardIdentifier,
  wallet: normaliseWalletAddress,
  user_id: (value) => canonicalUuid(trimmed(value)),
  username: trimmed,
  link: canonicalLink,
} as const satisfies Readonly<Record<IdentifierType, (value: string) => string>>
