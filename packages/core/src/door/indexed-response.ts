import { OPENING, type OpenedResponse, openResponse, openWithout } from "./open-response.ts"
import { createIndex, indexedPeople, indexHolders, type PeopleIndex } from "./people-index.ts"
import { plainBytes } from "./plain-text.ts"
import { type ManifestTrust, MAX_RESPONSE_LENGTH } from "./verify.ts"

const CLOSING = ',"key_id":'
/**
 * Slots are so many that three quarters of half of them do for the entries of a list that are this
 * long on average, and cards.
 */
const ENTRY_LENGTH = 24

/**
 * `openResponse` for engines that compile: people stay where the text names them, found by tables
 * of places. A large roster is taken in about the time its signature takes, in little more memory
 * than its text. Interpreters are slower with it than without.
 */
export const openIndexedResponse = (response: unknown, trust: ManifestTrust): OpenedResponse =>
  (typeof response === "string" && response.length <= (trust.max_length ?? MAX_RESPONSE_LENGTH)
    ? openIndexed(response, trust)
    : null) ?? openResponse(response, trust)

const openIndexed = (text: string, trust: ManifestTrust): OpenedResponse | null => {
  const end = text.startsWith(OPENING) ? text.lastIndexOf(CLOSING) : -1
  const bytes = end < 0 ? null : payloadBytes(text, end, trust)
  const indexed = bytes && indexPeople(text, bytes, seedOf(text, end))
  if (!bytes || !indexed) return null
  const known = (_: string, from: number, to: number) => (to - from === bytes.length ? bytes : null)
  return openWithout(text, indexed.rest, indexedPeople(indexed.index), trust, known)
}

// As \u escapes are spelt with a backslash, what is left stands for itself.
const NOT_PLAIN = /[^ -[\]-~]/

/**
 * As `plainBytes`, by the host where it can: native searches and copies take a tenth of the time of
 * a loop.
 */
const payloadBytes = (text: string, end: number, { host }: ManifestTrust): Uint8Array | null => {
  if (host?.utf8 === undefined) return plainBytes(text, OPENING.length, end)
  const payload = text.slice(OPENING.length, end)
  const bytes = NOT_PLAIN.test(payload) ? null : host.utf8(payload)
  return bytes?.length === payload.length ? bytes : null
}

/** Indexes the people of a payload, and gives the text without them. */
const indexPeople = (
  text: string,
  bytes: Uint8Array,
  multiplier: number,
): { index: PeopleIndex; rest: string } | null => {
  let slots = 8
  while (slots * ENTRY_LENGTH < bytes.length) slots *= 2
  const index = createIndex(text, OPENING.length, bytes, multiplier, slots)
  const [start, end] = cut(index, ',"admitted":{', 0, 1)
  const [from, to] = end < 0 ? [0, end] : cut(index, ',"roster":{', end, 0)
  return to < 0
    ? null
    : { index, rest: text.slice(0, start) + text.slice(end, from) + text.slice(to) }
}

/**
 * Indexes the entries behind `opening` and tells where they stand in the text; an end below 0
 * refuses them.
 */
const cut = (
  index: PeopleIndex,
  opening: string,
  from: number,
  list: 0 | 1,
): readonly [number, number] => {
  const found = index.text.indexOf(opening, from)
  const start = found + opening.length
  const end = found < 0 ? -1 : indexHolders(index, start - index.start, list)
  return [start, end < 0 ? end : end + index.start]
}

/** An odd number that depends on the signature. */
const seedOf = (text: string, from: number): number => {
  let seed = 0
  for (let at = from; at < text.length; at += 1)
    seed = Math.imul(seed ^ text.charCodeAt(at), 0x01000193)
  return seed | 1
}
