/**
 * The kinds of identifier the service takes; offline a door can look up `card` and `wallet` alone.
 */
export const IDENTIFIER_TYPES = ["card", "wallet", "username", "user_id", "link"] as const

/** One kind of identifier. */
export type IdentifierType = (typeof IDENTIFIER_TYPES)[number]

/** A normalised identifier as it was presented at a door. */
export interface Tap {
  readonly type: IdentifierType
  readonly value: string
}

// Cc of Unicode: scanners end a read with CR or LF and mark GS1 fields with GS.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g
// "]Q3" is the AIM symbology identifier, "\000001" the ECI designator; a scanner may send either,
// both or neither.
const PREFIX = /^(?:\s|\][A-Z][0-9A-Z]|\\\d{6})+/
const PLAIN = /^[!-Z^-`{-~]+$/
const WALLET = /^t?sy1[02-9ac-hj-np-z]{30,}$/

/**
 * The one spelling of a card identifier: upper case, no control characters, no scanner prefixes, no
 * outer space.
 *
 * Issuer, server and door use this function, hence its results compare with `===`. Applying it
 * twice changes nothing. The result is empty when nothing but decoration was read. Source:
 * docs/door-protocol.md#identifiers.
 */
export const normaliseCardIdentifier = (identifier: string): string =>
  PLAIN.test(identifier)
    ? identifier
    : identifier.toUpperCase().replace(CONTROL, "").replace(PREFIX, "").trim()

/** The one spelling of a wallet address: lower case without outer space. */
export const normaliseWalletAddress = (address: string): string => address.trim().toLowerCase()

/**
 * Reads what a scanner or an API client presented: `{ type, value }`, or a bare string, which is a
 * wallet when it has the shape of an address, a link when it is a URL, and a card otherwise. Null
 * when nothing usable is there.
 */
export const readTap = (presented: unknown): Tap | null => {
  if (typeof presented === "string") return normalised(typeOf(presented), presented)
  if (
    typeof presented !== "object" ||
    presented === null ||
    !("type" in presented) ||
    !("value" in presented)
  )
    return null
  const { value } = presented
  const type = IDENTIFIER_TYPES.find((known) => known === presented.type)
  return type === undefined || typeof value !== "string" ? null : normalised(type, value)
}

const typeOf = (text: string): IdentifierType => {
  const value = normaliseWalletAddress(text)
  if (WALLET.test(value)) return "wallet"
  return /^https?:\/\//.test(value) ? "link" : "card"
}

const normalised = (type: IdentifierType, text: string): Tap | null => {
  const value =
    type === "card"
      ? normaliseCardIdentifier(text)
      : type === "wallet"
        ? normaliseWalletAddress(text)
        : text.trim()
  return value === "" ? null : { type, value }
}
