import type { SealedBox } from "../foundation/sealing/sealed-box.ts"

/**
 * `issuance` alone may be negative: it shows what an organization has issued net. `system` is the
 * ledger's own.
 */
export const walletKinds = ["user", "card", "treasury", "issuance", "system"] as const
export type WalletKind = (typeof walletKinds)[number]

/**
 * A wallet: who holds it and where its chain stands. Only the ledger's committer moves `balance`,
 * `held`, `sequence` and `head`.
 */
export interface Wallet {
  /** bech32m, lower case; that of the first key for ever. */
  readonly address: string
  readonly uuid: string
  readonly kind: WalletKind
  readonly userUuid: string | undefined
  readonly organizationUuid: string | undefined
  /** A user has one primary wallet, and one in each organization they have to do with. */
  readonly isPrimary: boolean
  /** Raw Ed25519 public key, base64url. */
  readonly publicKey: string
  readonly keyVersion: number
  /** Of the key that contents for it are sealed to; counted apart from `keyVersion`. */
  readonly decryptionKeyVersion: number
  /** Points; those that are held are still among them. */
  readonly balance: number
  /** Points in holds: they cannot be spent, and have not left. */
  readonly held: number
  /** How many transactions stand on its chain. */
  readonly sequence: number
  /** Hash of the newest transaction on its chain; its genesis head while there is none. */
  readonly head: string
  readonly createdAt: Date
  /**
   * When its user's account was deleted: from then on it belongs to no user, and receives nothing.
   */
  readonly closedAt: Date | undefined
}

/** A wallet's private key at rest, bound to its address and version. */
export type SealedKey = SealedBox

/**
 * The key that opens what was sealed to a wallet, of one version, at rest. Older versions are kept
 * for older contents.
 */
export interface WalletDecryptionKey {
  /** `<address>#<version>`, as sealed contents name it. */
  readonly kid: string
  readonly address: string
  readonly version: number
  /** Raw X25519 public key, base64url. */
  readonly publicKey: string
  readonly sealed: SealedKey
  readonly createdAt: Date
}

/** Whose a wallet is and what kind: what never changes of it. */
export type WalletIdentity = Pick<Wallet, "address" | "kind" | "userUuid" | "organizationUuid">

/** Whether a person holds the wallet, and not an organization or the ledger. */
export const isHeld = ({ kind }: Pick<Wallet, "kind">): boolean =>
  kind === "user" || kind === "card"
