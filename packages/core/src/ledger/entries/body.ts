import canonicalize from "canonicalize"
import { Result } from "effect"
import { isAddress } from "../../wallets/address.ts"
import { rawPublicKey } from "../../wallets/public-key.ts"
import { isSha256, sha256 } from "./digest.ts"
import { leafHash } from "../log/merkle.ts"
import {
  among,
  type Check,
  countFrom,
  hash,
  instant,
  isRecord,
  networkName,
  shaped,
  textUpTo,
  textWith,
} from "./shape.ts"
import {
  type Effect,
  type TransactionBody,
  type TransactionMeta,
  transactionTypes,
} from "./transaction.ts"

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

/**
 * What stands for a body wherever it is hashed or signed: the bytes that are signed, and both
 * hashes of them.
 */
export interface Sealed {
  /** UTF-8 of the domain, a zero byte, and the text. */
  readonly input: Uint8Array
  /** Lower-case hex SHA-256 of `input`. */
  readonly transactionHash: string
  /** RFC 9162 leaf hash of `input`, lower-case hex. */
  readonly leafHash: string
}

/** Separates a body's text from every other thing a key may sign, and hashes it. */
export const sealedBody = (text: string): Sealed => {
  const input = Buffer.from(domain + text)
  return { input, transactionHash: sha256(input), leafHash: leafHash(input) }
}

/**
 * The salted commitment to what a person wrote: SHA-256 of the RFC 8785 text of `{description,
 * salt, tags}`. Once the three are deleted, the hash says nothing and every proof still holds.
 *
 * @throws {RangeError} on a lone surrogate, which has no UTF-8.
 */
export const metaHash = (meta: TransactionMeta): string => {
  if (![meta.description, meta.salt, ...meta.tags].every((text) => text.isWellFormed())) {
    throw new RangeError("A text with a lone surrogate cannot be hashed.")
  }
  return sha256(JSON.stringify({ description: meta.description, salt: meta.salt, tags: meta.tags }))
}

/**
 * A body out of an untrusted text, which must be canonical, complete, and within every limit; its
 * addresses and key well-formed.
 */
export const parseBody = (text: string): Result.Result<TransactionBody, BodyFault> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return Result.fail("bad_json")
  }
  // Re-serialising the known members equals the text only when there are no others and it is
  // canonical.
  if (!isBody(value) || bodyText(value) !== text)
    return Result.fail(isCanonical(value, text) ? "schema" : "bad_json")
  if (!isAddress(value.from_address, value.network) || !isAddress(value.to_address, value.network))
    return Result.fail("bad_address")
  if (rawPublicKey(value.public_key) === undefined) return Result.fail("bad_public_key")
  return Result.succeed(value)
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
    return canonicalize(value) === text
  } catch {
    return false
  }
}

const hashOrNone = textWith((text) => text === "" || isSha256(text))
const effects: readonly Effect[] = ["posted", "pending", "post", "void"]

/** One check a member; the type demands all of them. */
const members: Readonly<Record<keyof TransactionBody, Check>> = {
  v: among([1]),
  network: networkName,
  id: shaped(/^[a-z][a-z0-9]{23}$/),
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
