import { normaliseWalletAddress } from "../door/index.ts"
import { nativeHost } from "../foundation/kernel/native-host.ts"
import * as proof from "../ledger-proof/address.ts"

/**
 * The address of a wallet whose first public key is `raw` (32 bytes). It stays when the key is
 * rotated. Source: docs/ledger-format.md#addresses.
 *
 * @example
 * addressOf(publicKey, "main") // "sy1q..." of 62 characters
 */
export const addressOf = (raw: Uint8Array, network: string): string =>
  proof.addressOf(raw, network, nativeHost)

/**
 * The stored form of an address as people bring it, with blanks around it and in any case: a QR
 * code has upper case, and a keyboard capitalises the first letter. `undefined` when it is no
 * address of this network. BIP 173 has decoders refuse mixed case; here the text is lower-cased
 * before it is decoded, as doors do, and the checksum still finds what is mistyped.
 */
export const addressIn = (text: string, network: string): string | undefined => {
  const address = normaliseWalletAddress(text)
  return proof.isAddress(address, network) ? address : undefined
}
