import type { KeyObject } from "node:crypto"
import { privateKeyOf, rawPublicOf } from "../foundation/kernel/raw-key.ts"
import type { Ids } from "../foundation/ports/ids.ts"
import type { KeyVault } from "../foundation/ports/key-vault.ts"
import { seal, unseal } from "../foundation/sealing/sealed-box.ts"
import { publicKeyPem } from "../ledger-proof/public-key.ts"
import type { SealedKey } from "./wallet.ts"

const seedSize = 32

/** A new Ed25519 key pair, raw. The seed is to be sealed and then forgotten. */
export interface KeyPair {
  readonly seed: Uint8Array
  readonly publicKey: Uint8Array
}

/**
 * Whose key it is; bound to the ciphertext and to the wrapped data key, so that sealed keys cannot
 * be exchanged between rows.
 */
export interface KeyOwner {
  readonly address: string
  /** Counts from 1; grows with each rotation. */
  readonly version: number
}

/**
 * A key that signs, made once per key and version, never per signature: parsing costs five times a
 * signature.
 */
export interface SigningKey {
  readonly version: number
  readonly privateKey: KeyObject
  /** As it stands in signed bodies ({@link publicKeyPem}). */
  readonly publicKeyPem: string
}

/** Makes a wallet's key pair from 32 random bytes of the port (RFC 8032 section 5.1.5). */
export const generateKey = (ids: Pick<Ids, "bytes">): KeyPair => {
  const seed = ids.bytes(seedSize)
  return { seed, publicKey: rawOf(privateKeyOf("Ed25519", seed)) }
}

/** The signing key of a seed; `version` is the wallet's key version it belongs to. */
export const signingKey = (seed: Uint8Array, version: number): SigningKey => {
  const privateKey = privateKeyOf("Ed25519", seed)
  return { version, privateKey, publicKeyPem: publicKeyPem(rawOf(privateKey)) }
}

/**
 * Seals a seed for its owner: `address|version` is bound. May be slow, as the vault may: never
 * inside a transaction.
 *
 * @throws {RangeError} when the seed is not 32 bytes.
 */
export const sealKey = async (
  vault: KeyVault,
  ids: Pick<Ids, "bytes">,
  owner: KeyOwner,
  seed: Uint8Array,
): Promise<SealedKey> => {
  mustBeSeed(seed)
  return seal(vault, ids, seed, keyBinding(owner))
}

/**
 * Opens what {@link sealKey} sealed. Rejects when anything of it was changed, or when it belongs to
 * another owner.
 */
export const openKey = async (
  vault: KeyVault,
  owner: KeyOwner,
  sealed: SealedKey,
): Promise<SigningKey> => {
  const seed = await unseal(vault, sealed, keyBinding(owner))
  try {
    return signingKey(seed, owner.version)
  } finally {
    seed.fill(0)
  }
}

/** What a signing key's box is bound to. */
export const keyBinding = (owner: KeyOwner): string => `${owner.address}|${owner.version}`

const mustBeSeed = (seed: Uint8Array): void => {
  if (seed.length !== seedSize)
    throw new RangeError(`An Ed25519 seed has ${seedSize} bytes, not ${seed.length}.`)
}

const rawOf = (privateKey: KeyObject): Uint8Array =>
  new Uint8Array(Buffer.from(rawPublicOf(privateKey), "base64url"))
