import { encodeUtf8 } from "../door/utf8.ts"
import { sha256 } from "./sha256.ts"

const domain = "symbolon/wallet-address/v1\0"
const version = 0
const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
/** What tells bech32m from bech32 (BIP 350). */
const checksumConstant = 0x2bc830a3
const checksumWords = 6
/** Five-bit words of 32 bytes; the last has four bits that are zero. */
const digestWords = 52

/**
 * The address of a wallet whose first public key is `raw` (32 bytes): bech32m of version 0 and
 * SHA-256 of the key, lower case.
 */
export const addressOf = (raw: Uint8Array, network: string): string => {
  const prefix = prefixOf(network)
  const words = [version, ...wordsOf(sha256(joined(encodeUtf8(domain), raw)))]
  const rest =
    checksum([...expanded(prefix), ...words, ...Array.from({ length: checksumWords }, () => 0)]) ^
    checksumConstant
  const sums = Array.from(
    { length: checksumWords },
    (_, at) => (rest >>> (5 * (checksumWords - 1 - at))) & 31,
  )
  return `${prefix}1${[...words, ...sums].map((word) => alphabet.charAt(word)).join("")}`
}

/**
 * Whether `text` is an address of this network, in lower case and with a checksum that holds (BIP
 * 350).
 */
export const isAddress = (text: string, network: string): boolean => {
  const prefix = prefixOf(network)
  if (!text.startsWith(`${prefix}1`)) return false
  const words = Array.from(text.slice(prefix.length + 1), (letter) => alphabet.indexOf(letter))
  if (
    words.length !== 1 + digestWords + checksumWords ||
    words.includes(-1) ||
    words[0] !== version
  )
    return false
  return (
    ((words[digestWords] ?? 0) & 15) === 0 &&
    checksum([...expanded(prefix), ...words]) === checksumConstant
  )
}

const prefixOf = (network: string): "sy" | "tsy" => (network === "test" ? "tsy" : "sy")

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
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

const expanded = (prefix: string): readonly number[] => {
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)]
}

const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** The BCH code of BIP 173. */
const checksum = (words: readonly number[]): number => {
  let sum = 1
  for (const word of words) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ word
    generators.forEach((generator, bit) => {
      if (((top >> bit) & 1) === 1) sum ^= generator
    })
  }
  return sum
}
