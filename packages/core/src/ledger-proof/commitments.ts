import { isWellFormed } from "../door/canonical.ts"
import type { ProofHost } from "./host.ts"

/** What a person wrote on a transaction; erasable, since the body holds only its salted hash. */
export interface TransactionMeta {
  readonly description: string
  readonly tags: readonly string[]
  /** 16 random bytes, base64url. */
  readonly salt: string
}

/** Why a status changed; erasable, since the body holds only its salted hash. */
export interface StatusReason {
  readonly reason: string
  /** 16 random bytes, base64url. */
  readonly salt: string
}

/**
 * The salted commitment to what a person wrote: SHA-256 of the RFC 8785 text of `{description,
 * salt, tags}`. Once the three are deleted, the hash says nothing and every proof still holds.
 *
 * @throws {RangeError} on a lone surrogate, which has no UTF-8.
 */
export const metaHash = ({ description, salt, tags }: TransactionMeta, host: ProofHost): string =>
  hashOf({ description, salt, tags }, [description, salt, ...tags], host)

/**
 * The salted commitment to the reason of a status: SHA-256 of the RFC 8785 text of `{reason,
 * salt}`.
 *
 * @throws {RangeError} on a lone surrogate, which has no UTF-8.
 */
export const reasonHash = ({ reason, salt }: StatusReason, host: ProofHost): string =>
  hashOf({ reason, salt }, [reason, salt], host)

/** Members in the order of their names, whose one native serialisation is RFC 8785. */
const hashOf = (members: object, texts: readonly string[], host: ProofHost): string => {
  if (!texts.every(isWellFormed))
    throw new RangeError("A text with a lone surrogate cannot be hashed.")
  return host.sha256(host.utf8(JSON.stringify(members)))
}

/**
 * What stands for a text in `data_hash`: its SHA-256, or `""` for no text. Null for a text with a
 * lone surrogate, which has no UTF-8 and so no hash.
 */
export const dataHash = (data: string, host: ProofHost): string | null => {
  if (data === "") return ""
  return isWellFormed(data) ? host.sha256(host.utf8(data)) : null
}
