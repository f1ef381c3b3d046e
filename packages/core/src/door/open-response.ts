import { canonicalJson } from "./canonical.ts"
import { CHECKIN_MANIFEST_TYPE } from "./manifest.ts"
import { isManifestHead, isRecord } from "./manifest-shape.ts"
import { parseDistinct } from "./members.ts"
import { type OpenManifest, openHead, openManifest } from "./open-manifest.ts"
import { createPeople, enlist, type People } from "./people.ts"
import { plainBytes, readHolders } from "./plain-text.ts"
import {
  acceptPayload,
  checkSignature,
  type ManifestTrust,
  MAX_RESPONSE_LENGTH,
  malformed,
  type ResponseRefusal,
  verifyManifest,
} from "./verify.ts"

/** A verified manifest ready for decisions, or why it is not taken. */
export type OpenedResponse =
  | {
      readonly ok: true
      readonly open: OpenManifest
      readonly key_id: string
      readonly signature: string
    }
  | ResponseRefusal

/**
 * Verifies a manifest response and indexes it: `verifyManifest` and `openManifest` in one, with the
 * same outcome. A text as servers write it is not parsed whole: its people go from the text into
 * the index, which takes about as long as parsing alone. Never throws.
 */
export const openResponse = (response: unknown, trust: ManifestTrust): OpenedResponse => {
  const plain =
    typeof response === "string" && response.length <= (trust.max_length ?? MAX_RESPONSE_LENGTH)
      ? openPlain(response, trust)
      : null
  if (plain !== null) return plain
  const verified = verifyManifest(response, trust)
  if (!verified.ok) return verified
  const open = openManifest(verified.manifest)
  return open === null
    ? malformed("two owners")
    : { ok: true, open, key_id: verified.key_id, signature: verified.signature }
}

/**
 * The fast way, or null for everything that is not entirely as a server writes it, to be read the
 * general way.
 *
 * The contents of `admitted` and `roster` are cut out. What is left is parsed as any response is;
 * it is short. That the whole is canonical JSON without repeated names follows: the rest is, the
 * cuts are by {@link readHolders}, and putting members back into an empty object keeps it so.
 */
const openPlain = (text: string, trust: ManifestTrust): OpenedResponse | null => {
  const people = createPeople()
  const inside = cut(text, ',"admitted":{', 0, people, true)
  const listed = inside && cut(text, ',"roster":{', inside.end, people, false)
  if (!inside || !listed) return null
  const rest =
    text.slice(0, inside.start) + text.slice(inside.end, listed.start) + text.slice(listed.end)
  return openWithout(text, rest, people, trust)
}

/**
 * Opens a text whose people are read already: `rest` is the text without them. Null for everything
 * that is not entirely as a server writes it. `bytesOf` lets a caller that has the bytes of the
 * text already supply those of a part.
 */
export const openWithout = (
  text: string,
  rest: string,
  people: People,
  trust: ManifestTrust,
  bytesOf = plainBytes,
): OpenedResponse | null => {
  if (!isOnly(rest, '"admitted":') || !isOnly(rest, '"roster":')) return null
  try {
    const envelope = parseDistinct(rest)
    if (!isRecord(envelope) || !isRecord(envelope.payload)) return null
    const canonical = canonicalJson(envelope.payload)
    if (!rest.startsWith(OPENING + canonical)) return null
    const start = OPENING.length
    const bytes = bytesOf(text, start, start + canonical.length + text.length - rest.length)
    const signed = bytes && checkSignature(envelope, bytes, trust)
    if (!signed || !("key" in signed)) return null
    const { roster, admitted, ...head } = envelope.payload
    // As both names occur once, these two are what was cut.
    if (!isRecord(roster) || !isRecord(admitted)) return null
    const accepted = acceptPayload(head, signed, trust, CHECKIN_MANIFEST_TYPE, isManifestHead)
    return accepted.ok
      ? {
          ok: true,
          open: openHead(accepted.payload, people),
          key_id: accepted.key_id,
          signature: accepted.signature,
        }
      : null
  } catch {
    return null
  }
}

/** How a response as servers write it begins. */
export const OPENING = '{"payload":'

/** Enlists the members behind `opening` and tells where they stand. */
const cut = (
  text: string,
  opening: string,
  from: number,
  people: People,
  isInside: boolean,
): { start: number; end: number } | null => {
  const found = text.indexOf(opening, from)
  const start = found + opening.length
  const end =
    found < 0
      ? -1
      : readHolders(text, start, (wallet, cards, ticket) =>
          enlist(people, wallet, cards, ticket, isInside),
        )
  return end < 0 ? null : { start, end }
}

const isOnly = (text: string, name: string): boolean =>
  text.indexOf(name) === text.lastIndexOf(name)
