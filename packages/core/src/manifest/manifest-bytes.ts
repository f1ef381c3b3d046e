import { canonicalJson, type ManifestHead } from "../door/index.ts"
import type { SaidLine } from "./rosters/roster.ts"
import type { Fragments } from "./fragments.ts"

/** Both lists of a manifest as text. */
export interface ManifestLists {
  readonly roster: Fragments
  readonly admitted: Fragments
}

/** Pieces that are joined before others get their turn. */
const piecesPerTurn = 64
const comma = Buffer.from(",")

/**
 * The canonical bytes (RFC 8785) of a manifest: the head's members and both lists, where the order
 * of names puts them. A test holds them equal to the canonical form of what they parse to.
 */
export const manifestBytes = async (head: ManifestHead, lists: ManifestLists): Promise<Buffer> => {
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
  return Buffer.concat(parts)
}

const isList = (name: string): name is keyof ManifestLists =>
  name === "roster" || name === "admitted"

const joined = async (fragments: Fragments): Promise<readonly Buffer[]> => {
  const parts: Buffer[] = []
  for (const piece of fragments.pieces()) {
    if (parts.length > 0) parts.push(comma)
    parts.push(piece)
    if (parts.length % piecesPerTurn === 0) await turn()
  }
  return [Buffer.from("{"), ...parts, Buffer.from("}")]
}

/** One line of a list, members in the order of RFC 8785; addresses are plain ASCII. */
export const lineText = ({ walletAddress, cardIdentifiers, hasTicket }: SaidLine): string =>
  `"${walletAddress}":{"card_identifiers":${cardIdentifiers.length === 0 ? "[]" : JSON.stringify(cardIdentifiers)},"has_ticket":${hasTicket}}`

/**
 * Yields to the event loop: a roster of a hundred thousand takes longer than other requests should
 * wait.
 */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
