import { canonicalJson, type ManifestHead } from "../door/index.ts"
import type { SaidLine } from "./rosters/roster.ts"
import type { Fragments } from "./fragments.ts"

/** Both lists of a manifest as text. */
export interface ManifestLists {
  readonly roster: Fragments
  readonly admitted: Fragments
}

/** Pieces that are made or copied before others get their turn: about half a megabyte. */
const piecesPerTurn = 8
const comma = Buffer.from(",")

/**
 * The canonical bytes (RFC 8785) of a manifest, in pieces: the head's members and both lists, where
 * the order of names puts them. A test holds them equal to the canonical form of what they parse to.
 * No piece is ever changed; those of lines that stay are those of the manifest before.
 */
export const manifestPieces = async (
  head: ManifestHead,
  lists: ManifestLists,
): Promise<readonly Buffer[]> => {
  const members = Object.entries({ ...head, roster: null, admitted: null }).sort(
    ([one], [other]) => (one < other ? -1 : 1),
  )
  const parts: Buffer[] = [Buffer.from("{")]
  for (const [index, [name, value]] of members.entries()) {
    if (index > 0) parts.push(comma)
    parts.push(Buffer.from(`${JSON.stringify(name)}:`))
    if (isList(name)) parts.push(...(await joined(lists[name])))
    else parts.push(Buffer.from(canonicalJson(value)))
  }
  parts.push(Buffer.from("}"))
  return parts
}

/** Copies pieces into a buffer, one after the other; answers where the last one ends. */
export const copyPieces = async (
  pieces: readonly Uint8Array[],
  target: Uint8Array,
): Promise<number> => {
  let end = 0
  for (const [n, piece] of pieces.entries()) {
    target.set(piece, end)
    end += piece.length
    if (n % (2 * piecesPerTurn) === 0) await turn()
  }
  return end
}

const isList = (name: string): name is keyof ManifestLists =>
  name === "roster" || name === "admitted"

const joined = async (fragments: Fragments): Promise<readonly Buffer[]> => {
  const parts: Buffer[] = []
  for (const piece of fragments.pieces()) {
    parts.push(piece)
    if (parts.length % piecesPerTurn === 0) await turn()
  }
  return [Buffer.from("{"), ...parts, Buffer.from("}")]
}

/** One line of a list, members in the order of RFC 8785; addresses are plain ASCII. */
export const lineText = ({ walletAddress, cardIdentifiers, hasTicket }: SaidLine): string =>
  `"${walletAddress}":{"card_identifiers":${listText(cardIdentifiers)},"has_ticket":${hasTicket}}`

/** Most people have no card or one, whose text is plain: that needs no escapes. */
const listText = (texts: readonly string[]): string => {
  const [first] = texts
  if (first === undefined) return "[]"
  return texts.length === 1 && plain.test(first) ? `["${first}"]` : JSON.stringify(texts)
}

const plain = /^[\w:-]+$/

/**
 * Yields to the event loop: a roster of a hundred thousand takes longer than other requests should
 * wait.
 */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
