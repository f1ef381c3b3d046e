import { privateKeyOf, rawPublicOf } from "../foundation/kernel/raw-key.ts"
import type { DecryptionKey } from "../foundation/ports/content-sealer.ts"
import type { Ids } from "../foundation/ports/ids.ts"
import type { KeyVault } from "../foundation/ports/key-vault.ts"
import { seal, type SealedBox, unseal } from "../foundation/sealing/sealed-box.ts"
import type { KeyOwner } from "./sealed-key.ts"
import type { WalletDecryptionKey } from "./wallet.ts"

const keySize = 32
const domain = "symbolon/decryption-key/v1"

/** A new X25519 key pair. `secret` is to be sealed and then forgotten. */
export interface DecryptionPair {
  /** 32 bytes. */
  readonly secret: Uint8Array
  /** Raw, base64url. */
  readonly publicKey: string
}

/**
 * How an envelope names a wallet's key: `<address>#<version>`. Versions of decryption keys and of
 * signing keys are counted apart.
 */
export const decryptionKid = (owner: KeyOwner): string => `${owner.address}#${owner.version}`

/** A key as it is stored. */
export const decryptionKeyAtRest = (
  address: string,
  { version, publicKey, sealed }: Pick<WalletDecryptionKey, "version" | "publicKey" | "sealed">,
  createdAt: Date,
): WalletDecryptionKey => ({
  kid: decryptionKid({ address, version }),
  address,
  version,
  publicKey,
  sealed,
  createdAt,
})

/**
 * Makes a key pair from 32 random bytes of the port (RFC 7748 section 6.1). Signing keys are never
 * used to decrypt, nor these to sign.
 */
export const generateDecryptionKey = (ids: Pick<Ids, "bytes">): DecryptionPair => {
  const secret = ids.bytes(keySize)
  return { secret, publicKey: rawPublicOf(privateKeyOf("X25519", secret)) }
}

/**
 * Seals a secret for its owner, whose address and version are bound under a domain of its own: a
 * signing key's box does not open here, nor this one there. May be slow, as the vault may: never
 * inside a transaction.
 *
 * @throws {RangeError} when the secret is not 32 bytes.
 */
export const sealDecryptionKey = async (
  vault: KeyVault,
  ids: Pick<Ids, "bytes">,
  owner: KeyOwner,
  secret: Uint8Array,
): Promise<SealedBox> => {
  if (secret.length !== keySize)
    throw new RangeError(`An X25519 key has ${keySize} bytes, not ${secret.length}.`)
  return seal(vault, ids, secret, decryptionBinding(owner))
}

/**
 * Opens what {@link sealDecryptionKey} sealed. Rejects when anything of it was changed, or when it
 * belongs to another owner.
 */
export const openDecryptionKey = async (
  vault: KeyVault,
  owner: KeyOwner,
  sealed: SealedBox,
): Promise<DecryptionKey> => {
  const secret = await unseal(vault, sealed, decryptionBinding(owner))
  try {
    return { kid: decryptionKid(owner), privateKey: privateKeyOf("X25519", secret) }
  } finally {
    secret.fill(0)
  }
}

/** What a decryption key's box is bound to. */
export const decryptionBinding = (owner: KeyOwner): string =>
  `${domain}|${owner.address}|${owner.version}`
