import { createHash } from "node:crypto"
import { bech32m } from "@scure/base"
import { normaliseWalletAddress } from "../door/index.ts"

const domain = "symbolon/wallet-address/v1\0"
const version = 0
const digestSize = 32
/** Longer texts are no address and are not worth a checksum. */
const longest = 64

/**
 * The human-readable prefix of a network's addresses: a test address is refused in production
 * before anybody is looked up.
 */
export const addressPrefix = (network: string): "sy" | "tsy" => (network === "test" ? "tsy" : "sy")

/**
 * The address of a wallet whose first public key is `raw` (32 bytes): bech32m of version 0 and
 * SHA-256 of the key, lower case. It stays when the key is rotated. Source: BIP 350;
 * docs/ledger-format.md#addresses.
 *
 * @example
 * addressOf(publicKey, "main") // "sy1q..." of 62 characters
 */
export const addressOf = (raw: Uint8Array, network: string): string => {
  const digest = createHash("sha256").update(domain).update(raw).digest()
  return bech32m.encode(addressPrefix(network), [version, ...bech32m.toWords(digest)])
}

/**
 * Whether `text` is an address of this network in the form it is stored and compared in: lower
 * case, checksum and all.
 */
export const isAddress = (text: string, network: string): boolean => {
  if (text.length > longest || text !== text.toLowerCase()) return false
  const decoded = bech32m.decodeUnsafe(text, longest)
  if (
    decoded === undefined ||
    decoded.prefix !== addressPrefix(network) ||
    decoded.words[0] !== version
  )
    return false
  return bech32m.fromWordsUnsafe(decoded.words.slice(1))?.length === digestSize
}

/**
 * The stored form of an address as people bring it, with blanks around it and in any case: a QR
 * code has upper case, and a keyboard capitalises the first letter. `undefined` when it is no
 * address of this network. BIP 173 has decoders refuse mixed case; here the text is lower-cased
 * before it is decoded, as doors do, and the checksum still finds what is mistyped.
 */
export const addressIn = (text: string, network: string): string | undefined => {
  const address = normaliseWalletAddress(text)
  return isAddress(address, network) ? address : undefined
}
