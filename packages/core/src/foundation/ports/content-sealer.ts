import type { KeyObject } from "node:crypto"
import type { JsonObject } from "../kernel/json.ts"

/**
 * What a transaction carries for those at its two ends: a JSON object. Its members are the business
 * of the program that seals and opens.
 */
export type RewardContent = JsonObject

/**
 * A key that opens contents, made once per wallet and version: parsing costs more than opening. Old
 * versions are kept for old contents.
 */
export interface DecryptionKey {
  /** How envelopes name it (`decryptionKid`). */
  readonly kid: string
  readonly privateKey: KeyObject
}

/** A wallet that shall be able to read a content. */
export interface ContentRecipient {
  /** `<address>#<version of its decryption key>`. */
  readonly kid: string
  /** Raw X25519 public key, base64url. */
  readonly publicKey: string
}

/**
 * The transaction that carries a content. Bound to the ciphertext: moved to another transaction, it
 * cannot be opened.
 */
export interface ContentBinding {
  readonly network: string
  /** The transaction's id. */
  readonly id: string
  /** Address of the sender. */
  readonly from: string
  /** Address of the receiver. */
  readonly to: string
}

/**
 * Why a content cannot be sealed: it is not plain JSON (or holds a lone surrogate, or nests too
 * deep); its text is too long; the binding does not name a transaction; or the recipients are none,
 * too many, named twice, or have a key that cannot keep a secret.
 */
export type SealRefusal = "bad_content" | "too_large" | "bad_binding" | "bad_recipients"

/**
 * Why a sealed content does not open: the text is no envelope of ours; it belongs to another
 * transaction; this key is none of its recipients'; the key is not the recipient's, or something
 * was changed; or what was sealed is no content.
 */
export type OpenRefusal =
  | "malformed"
  | "another_transaction"
  | "not_a_recipient"
  | "not_authentic"
  | "bad_content"

/** The text that goes into `encrypted_data`, or why there is none. */
export type SealedContent = { readonly sealed: string } | { readonly refused: SealRefusal }

/** What was sealed, or why it stays closed. */
export type OpenedContent = { readonly content: RewardContent } | { readonly refused: OpenRefusal }

/**
 * Seals what a transaction carries so that only its recipients can read it; the service cannot
 * without their keys. It does not show who sealed: the signature over `data_hash` does. All verbs
 * answer every input by a value, also one written by an attacker, and they only compute, some
 * hundred microseconds a recipient, so that they may stand where a vault may not. None asks for the
 * time.
 */
export interface ContentSealer {
  readonly seal: (input: {
    readonly content: RewardContent
    readonly recipients: readonly ContentRecipient[]
    readonly bound: ContentBinding
  }) => SealedContent
  /** The `kid`s of those that a sealed content is for; none for what is no envelope of ours. */
  readonly recipientsOf: (sealed: string) => readonly string[]
  /**
   * `bound` is the transaction in which `sealed` was found, as its signed body has it, never as the
   * envelope says.
   */
  readonly open: (input: {
    readonly sealed: string
    readonly recipient: Pick<DecryptionKey, "kid" | "privateKey">
    readonly bound: ContentBinding
  }) => OpenedContent
}
