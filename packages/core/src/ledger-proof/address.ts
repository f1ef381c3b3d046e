import { writeHash } from "./hex.ts"
import type { ProofHost } from "./host.ts"

const domain = "symbolon/wallet-address/v1\0"
const version = 0
const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
/** What tells bech32m from bech32 (BIP 350). */
const checksumConstant = 0x2bc830a3
const checksumWords = 6
/** Five-bit words of 32 bytes; the last has four bits that are zero. */
const digestWords = 52

/**
 * The human-readable prefix of a network's addresses: a test address is refused in production
 * before any look-up.
 */
export const addressPrefix = (network: string): "sy" | "tsy" => (network === "test" ? "tsy" : "sy")

/**
 * The address of a wallet whose first public key is `raw` (32 bytes): bech32m of version 0 and
 * SHA-256 of the key, lower case. It stays when the key is rotated. Source: BIP 350;
 * docs/ledger-format.md#addresses.
 *
 * @example
 * addressOf(publicKey, "main", host) // "sy1q..." of 62 characters
 */
export const addressOf = (raw: Uint8Array, network: string, host: ProofHost): string => {
  const prefix = addressPrefix(network)
  const head = host.utf8(domain)
  const input = new Uint8Array(head.length + raw.length)
  input.set(head)
  input.set(raw, head.length)
  const digest = new Uint8Array(32)
  writeHash(host.sha256(input), digest, 0)
  const words = [version, ...wordsOf(digest)]
  let sum = prefixSums[prefix]
  for (const word of words) sum = withWord(sum, word)
  for (let at = 0; at < checksumWords; at += 1) sum = withWord(sum, 0)
  sum ^= checksumConstant
  let text = `${prefix}1`
  for (const word of words) text += alphabet.charAt(word)
  for (let at = checksumWords - 1; at >= 0; at -= 1)
    text += alphabet.charAt((sum >>> (5 * at)) & 31)
  return text
}

/**
 * Whether `text` is an address of this network in the form that is stored and compared: lower case,
 * with a checksum that holds (BIP 350).
 */
export const isAddress = (text: string, network: string): boolean => {
  const prefix = addressPrefix(network)
  const begin = prefix.length + 1
  if (text.length !== begin + 1 + digestWords + checksumWords || !text.startsWith(`${prefix}1`))
    return false
  let sum = prefixSums[prefix]
  for (let at = begin; at < text.length; at += 1) {
    const word = alphabet.indexOf(text.charAt(at))
    if (word < 0 || (at === begin && word !== version)) return false
    if (at === begin + digestWords && (word & 15) !== 0) return false
    sum = withWord(sum, word)
  }
  return sum === checksumConstant
}

const wordsOf = (bytes: Uint8Array): readonly number[] => {
  const words: number[] = []
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) words.push((held >> (bits - 5)) & 31)
  }
  return bits === 0 ? words : [...words, (held << (5 - bits)) & 31]
}

const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** The BCH code of BIP 173 with one word more. */
const withWord = (sum: number, word: number): number => {
  const top = sum >>> 25
  let next = ((sum & 0x1ffffff) << 5) ^ word
  for (let bit = 0; bit < 5; bit += 1) if (((top >> bit) & 1) === 1) next ^= generators[bit] ?? 0
  return next
}

/** The code after a prefix: the high bits of its letters, a zero, their low bits. */
const prefixSum = (prefix: string): number => {
  let sum = 1
  for (let at = 0; at < prefix.length; at += 1) sum = withWord(sum, prefix.charCodeAt(at) >> 5)
  sum = withWord(sum, 0)
  for (let at = 0; at < prefix.length; at += 1) sum = withWord(sum, prefix.charCodeAt(at) & 31)
  return sum
}

const prefixSums = { sy: prefixSum("sy"), tsy: prefixSum("tsy") }
