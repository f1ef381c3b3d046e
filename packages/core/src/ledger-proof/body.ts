import { canonicalJson } from "../door/canonical.ts"
import { isAddress } from "./address.ts"
import type { ProofHost } from "./host.ts"
import { leafHash } from "./merkle.ts"
import { rawPublicKey } from "./public-key.ts"
import {
  among,
  type Check,
  countFrom,
  entryId,
  hash,
  hashOrNone,
  instant,
  isRecord,
  networkName,
  shaped,
  textUpTo,
} from "./shape.ts"

/** The types of entries (docs/ledger-format.md#types). */
export const transactionTypes = [
  "mint",
  "burn",
  "transfer",
  "reward",
  "ticket_transfer",
  "spend",
  "adjustment",
  "expiration",
  "reversal",
  "refund",
  "key_rotation",
] as const
export type TransactionType = (typeof transactionTypes)[number]

/**
 * What an entry does to balances: `posted` at once; `pending` holds, which one `post` or `void`
 * later settles.
 */
export type Effect = "posted" | "pending" | "post" | "void"

/** The signed part of a transaction: exactly these members, RFC 8785, immutable. */
export interface TransactionBody {
  readonly v: 1
  readonly network: string
  readonly id: string
  readonly effect: Effect
  readonly transaction_type: TransactionType
  readonly from_address: string
  readonly from_sequence: number
  readonly previous_hash: string
  readonly to_address: string
  readonly to_sequence: number
  readonly to_previous_hash: string
  readonly amount: number
  readonly data_hash: string
  readonly meta_hash: string
  readonly reference_id: string
  readonly original_transaction_id: string
  readonly created_at: string
  readonly public_key: string
}

const domain = "symbolon/ledger-tx/v1\0"

/** The longest `reference_id`, in UTF-16 units. */
export const referenceIdMax = 255

/** Why an untrusted text is no body. */
export type BodyFault = "bad_json" | "schema" | "bad_address" | "bad_public_key"

/**
 * The canonical text of a body, the one that is signed (RFC 8785). The members stand in the order
 * of their names, and JavaScript writes strings and integers as RFC 8785 does, so one native call
 * gives what a canonicaliser would; lone surrogates, which have no canonical form, are kept out by
 * {@link isBody}.
 */
export const bodyText = (body: TransactionBody): string =>
  JSON.stringify({
    amount: body.amount,
    created_at: body.created_at,
    data_hash: body.data_hash,
    effect: body.effect,
    from_address: body.from_address,
    from_sequence: body.from_sequence,
    id: body.id,
    meta_hash: body.meta_hash,
    network: body.network,
    original_transaction_id: body.original_transaction_id,
    previous_hash: body.previous_hash,
    public_key: body.public_key,
    reference_id: body.reference_id,
    to_address: body.to_address,
    to_previous_hash: body.to_previous_hash,
    to_sequence: body.to_sequence,
    transaction_type: body.transaction_type,
    v: body.v,
  })

/** The bytes of a body that are signed, and both hashes of them. */
export interface SealedBody {
  /** UTF-8 of the domain, a zero byte, and the text. */
  readonly input: Uint8Array
  /** Lower-case hex SHA-256 of `input`; the head of both chains after the entry. */
  readonly transactionHash: string
  /** RFC 9162 leaf hash of `input`, lower-case hex. */
  readonly leafHash: string
}

/** Separates a body's text from every other text a key may sign, and hashes it. */
export const sealBody = (text: string, host: ProofHost): SealedBody => {
  const input = host.utf8(domain + text)
  return { input, transactionHash: host.sha256(input), leafHash: leafHash(input, host) }
}

/** A body that was read from an untrusted text. */
export interface ReadBody {
  readonly body: TransactionBody
  /** The raw key that `public_key` spells. */
  readonly publicKey: Uint8Array
}

/**
 * Reads a body from an untrusted text, which must be canonical (RFC 8785), complete, and within
 * every limit, with well-formed addresses and key. Never throws.
 */
export const readBody = (text: string): ReadBody | BodyFault => {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return "bad_json"
  }
  // Re-serialising the known members equals the text only when there are no others and it is
  // canonical.
  if (!isBody(body) || bodyText(body) !== text)
    return isCanonical(body, text) ? "schema" : "bad_json"
  if (!isAddress(body.from_address, body.network) || !isAddress(body.to_address, body.network))
    return "bad_address"
  const publicKey = rawPublicKey(body.public_key)
  return publicKey === null ? "bad_public_key" : { body, publicKey }
}

/**
 * Whether a value has the members of a body within their limits. Cheap enough to ask before every
 * signature; addresses and key are looked at as texts only.
 */
export const isBody = (value: unknown): value is TransactionBody => {
  if (!isRecord(value)) return false
  for (const [name, holds] of memberChecks) if (!holds(value[name])) return false
  return value["from_address"] !== value["to_address"]
}

const isCanonical = (value: unknown, text: string): boolean => {
  try {
    return canonicalJson(value) === text
  } catch {
    return false
  }
}

const effects: readonly Effect[] = ["posted", "pending", "post", "void"]

/** One check a member; the type demands all of them. */
const members: Readonly<Record<keyof TransactionBody, Check>> = {
  v: among([1]),
  network: networkName,
  id: entryId,
  effect: among(effects),
  transaction_type: among(transactionTypes),
  from_address: shaped(/^[a-z0-9]{1,64}$/),
  from_sequence: countFrom(1),
  previous_hash: hash,
  to_address: shaped(/^[a-z0-9]{1,64}$/),
  to_sequence: countFrom(1),
  to_previous_hash: hash,
  amount: countFrom(0),
  data_hash: hashOrNone,
  meta_hash: hashOrNone,
  reference_id: textUpTo(referenceIdMax),
  original_transaction_id: shaped(/^(?:[a-z][a-z0-9]{23})?$/),
  created_at: instant,
  public_key: textUpTo(128),
}
const memberChecks = Object.entries(members)
