import type { RosterEntry, RosterLine, RosterList } from "./rosters/roster.ts"
import { saysTheSame } from "./rosters/roster.ts"

/** How one person stands now: their line on each list they belong on. */
export interface RosterFacts {
  readonly walletAddress: string
  readonly roster: RosterLine | undefined
  readonly admitted: RosterLine | undefined
  readonly gone: RosterLine | undefined
  readonly awaited: RosterLine | undefined
}

/** Whether a session lists a person at all, or will. */
export const isOnAnyList = ({ roster, admitted, gone, awaited }: RosterFacts): boolean =>
  [roster, admitted, gone, awaited].some((line) => line !== undefined)

/** What has to be written so that the lines say how people stand. */
export interface LineChanges {
  readonly added: readonly (RosterLine & {
    readonly list: RosterList
    readonly walletAddress: string
  })[]
  /** Uuids of entries that no version has said yet. */
  readonly dropped: readonly string[]
  readonly closed: readonly string[]
  readonly moved: readonly Pick<RosterEntry, "uuid" | "endsAt">[]
  /** By how many the people on the admitted list without a ticket become more. */
  readonly walkIns: number
  /** How many people on the list `gone` came in without a ticket. */
  readonly goneWalkIns: number
  /** Whether the next version says something else. */
  readonly isChange: boolean
}

/**
 * Compares the facts of people with their open entries in the roster, of which those since
 * `nextVersion` were never said.
 */
export const lineChanges = (
  facts: readonly RosterFacts[],
  entries: readonly RosterEntry[],
  nextVersion: number,
): LineChanges => {
  const known = new Map(entries.map((entry) => [`${entry.list} ${entry.walletAddress}`, entry]))
  const added: LineChanges["added"][number][] = []
  const ended: RosterEntry[] = []
  const moved: LineChanges["moved"][number][] = []
  for (const person of facts)
    for (const list of lists) {
      const { [list]: wanted, walletAddress } = person
      const entry = known.size === 0 ? undefined : known.get(`${list} ${walletAddress}`)
      if (!isAsWanted(wanted, entry)) {
        if (entry !== undefined) ended.push(entry)
        if (wanted !== undefined) added.push({ ...wanted, list, walletAddress })
      } else if (entry !== undefined && entry.endsAt?.getTime() !== wanted?.endsAt?.getTime())
        moved.push({ uuid: entry.uuid, endsAt: wanted?.endsAt })
    }
  const [unsaid, said] = [
    ended.filter(({ sinceVersion }) => sinceVersion === nextVersion),
    ended.filter(({ sinceVersion }) => sinceVersion !== nextVersion),
  ]
  return {
    added,
    dropped: unsaid.map(({ uuid }) => uuid),
    closed: said.map(({ uuid }) => uuid),
    moved,
    walkIns: walkInsOn("admitted", added) - walkInsOn("admitted", ended),
    goneWalkIns: walkInsOn("gone", added) - walkInsOn("gone", ended),
    isChange: added.length > 0 || ended.length > 0,
  }
}

const lists: readonly RosterList[] = ["roster", "admitted", "gone", "awaited"]

const isAsWanted = (wanted: RosterLine | undefined, entry: RosterEntry | undefined): boolean =>
  wanted === undefined ? entry === undefined : entry !== undefined && saysTheSame(wanted, entry)

const walkInsOn = (
  wanted: RosterList,
  lines: readonly { readonly list: RosterList; readonly hasTicket: boolean }[],
): number => lines.filter(({ list, hasTicket }) => list === wanted && !hasTicket).length
