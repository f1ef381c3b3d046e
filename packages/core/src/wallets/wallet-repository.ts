import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { SealedKey, Wallet, WalletKind } from "./wallet.ts"

/** A wallet to add, with its key. */
export interface NewWallet {
  readonly wallet: Wallet
  readonly key: SealedKey
}

/** A wallet as doors ask for it. */
export interface DoorWallet extends Wallet {
  /** When its user's account was disabled; undefined while it is enabled, and without a user. */
  readonly userDisabledAt: Date | undefined
}

/** Wallets and their sealed keys. Balances are moved by the ledger's verbs alone. */
export interface WalletRepository {
  /**
   * `false` when its place is taken: the user's wallet in that organization, the user's primary
   * one, the organization's `treasury` or `issuance`, or the one `system` wallet. Nothing is
   * written then. Cards have as many as they like.
   */
  readonly add: (wallet: Wallet, key: SealedKey) => Promise<boolean>
  /**
   * Adds all, in few statements however many they are. Rejects when an address, a uuid or a place
   * is taken.
   */
  readonly addAll: (wallets: readonly NewWallet[]) => Promise<void>
  readonly find: (address: string) => Promise<Wallet | undefined>
  /** Many at once, in no order; unknown addresses are left out. */
  readonly findAll: (addresses: readonly string[]) => Promise<readonly Wallet[]>
  /** As {@link findAll}, with whether their users are disabled. */
  readonly doorWalletsAt: (addresses: readonly string[]) => Promise<readonly DoorWallet[]>
  /** The user's wallet in an organization, or the primary one without an organization. */
  readonly ofUser: (
    userUuid: string,
    organizationUuid: string | undefined,
  ) => Promise<Wallet | undefined>
  /**
   * The wallets of kind `user` of many users in an organization, or, without one, everywhere,
   * primary ones too; in no order.
   */
  readonly ofUsers: (
    userUuids: readonly string[],
    organizationUuid: string | undefined,
  ) => Promise<readonly Wallet[]>
  /** As {@link ofUsers} in an organization, with whether the users are disabled. */
  readonly doorWalletsOf: (
    userUuids: readonly string[],
    organizationUuid: string,
  ) => Promise<readonly DoorWallet[]>
  /**
   * An organization's `treasury` or `issuance`; the ledger's own `system` wallet has no
   * organization.
   */
  readonly ofOrganization: (
    organizationUuid: string | undefined,
    kind: Exclude<WalletKind, "user" | "card">,
  ) => Promise<Wallet | undefined>
  /** All of kind `user` that are the user's, or an organization's treasury, by `createdAt`. */
  readonly list: (
    of: { readonly userUuid: string } | { readonly treasuryOf: string },
    page: PageRequest<"created_at">,
  ) => Promise<Page<Wallet>>
  /** The wallets of kind `user` of a user, by address: those behind `after`, or the first, at most `limit`. Finds them by an index. */
  readonly walkOf: (
    userUuid: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly Wallet[]>
  /**
   * Writes `closedAt` of every wallet of kind `user` of a user, theirs in organizations and the
   * primary one; closed ones stay as they are.
   */
  readonly close: (userUuid: string, closedAt: Date) => Promise<void>
  readonly sealedKey: (address: string) => Promise<SealedKey | undefined>
}
