import { gzipSync } from "node:zlib"
import type { JsonObject } from "../foundation/kernel/json.ts"

/** Bits of one status list: the fewest that W3C Bitstring Status List allows, to hide among. */
export const statusListLength = 131_072

/** Where the status of a credential stands. */
export interface StatusPlace {
  /** Which list of the organization, from 0. */
  readonly list: number
  /** Which bit of it. */
  readonly position: number
}

/** The place of an index: lists are filled one after the other. */
export const statusPlace = (index: number): StatusPlace => ({
  list: Math.floor(index / statusListLength),
  position: index % statusListLength,
})

/**
 * The `encodedList` of a list in which these positions are set: the bitstring, its first bit the
 * highest of the first byte, as gzip in multibase base64url. The same positions make the same text.
 */
export const encodedList = (positions: Iterable<number>): string => {
  const bits = new Uint8Array(statusListLength / 8)
  for (const position of positions) {
    const byte = position >> 3
    bits[byte] = (bits[byte] ?? 0) | (0x80 >> (position & 7))
  }
  return `u${gzipSync(bits).toString("base64url")}`
}

/** What a status list says. */
export interface StatusListParts {
  /** Where it is published. */
  readonly url: string
  /** DID of the organization. */
  readonly did: string
  /** When the organization began to issue credentials. */
  readonly validFrom: Date
  /** Indexes of what was taken back; those of other lists have no place here. */
  readonly reversed: readonly number[]
}

/** A BitstringStatusListCredential, not signed yet. The same facts make the same credential. */
export const statusListCredential = (parts: StatusListParts): JsonObject => ({
  "@context": ["https://www.w3.org/ns/credentials/v2"],
  id: parts.url,
  type: ["VerifiableCredential", "BitstringStatusListCredential"],
  issuer: parts.did,
  validFrom: parts.validFrom.toISOString(),
  credentialSubject: {
    id: `${parts.url}#list`,
    type: "BitstringStatusList",
    statusPurpose: "revocation",
    encodedList: encodedList(parts.reversed.map((index) => statusPlace(index).position)),
  },
})
