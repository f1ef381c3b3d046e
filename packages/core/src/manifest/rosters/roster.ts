/** The two lists of a manifest: whom a door may admit, and whom it has admitted. */
export type SaidList = "roster" | "admitted"

/**
 * The lists of a session's roster. No manifest names those on the last two. `gone` are people inside
 * whose account was deleted: each keeps a seat. `awaited` are people who are not listed yet, or not
 * any more, for the dates of their ticket: they are looked at again when the line ends.
 */
export type RosterList = SaidList | "gone" | "awaited"

/** What a list says of one person. */
export interface RosterLine {
  /** Normalised, ascending; frozen ones are left out where frozen cards open nothing. */
  readonly cardIdentifiers: readonly string[]
  /** The frozen cards of this person, ascending, where frozen cards open nothing. */
  readonly frozenCardIdentifiers: readonly string[]
  readonly hasTicket: boolean
  /** When this ends by itself, as memberships do; it is looked at again then. */
  readonly endsAt: Date | undefined
}

/**
 * A line of a session's manifest from one version on. Lines are closed and never changed, so that
 * what any version said can be read as of that version: for a delta, for an upload that cites it,
 * and by a process that has fallen behind.
 */
export interface RosterEntry extends RosterLine {
  readonly uuid: string
  readonly sessionUuid: string
  readonly list: RosterList
  /** The canonical wallet. */
  readonly walletAddress: string
  /** The first version that says it. */
  readonly sinceVersion: number
  /** The first version that does not; undefined while it stands. */
  readonly untilVersion: number | undefined
}

/** What a manifest says of one person on one list. */
export type SaidLine = Pick<RosterEntry, "walletAddress" | "cardIdentifiers" | "hasTicket">

/** How far the lines of a session have come. A transaction that writes lines holds this row. */
export interface Roster {
  readonly sessionUuid: string
  /** The last version taken; lines that are ahead are of the next one. */
  readonly manifestVersion: number
  /**
   * What decided who is listed when every person was last judged; another basis means that every
   * person must be judged again.
   */
  readonly basis: string
  /**
   * Up to where the organization's roster changes are worked in: a position, and among those of one
   * position the last subject.
   */
  readonly seenPosition: number
  readonly seenSubject: string
  /**
   * While every person is judged again: how far that has come (`list:wallet`). Undefined when it is
   * done.
   */
  readonly passedUntil: string | undefined
  /** Whether lines of the next version were written. */
  readonly isAhead: boolean
  /** People on the admitted list without a ticket, as of the lines written. */
  readonly walkIns: number
  /** People on the `gone` list without a ticket, as of the lines written. */
  readonly goneWalkIns: number
}

/** A roster of which nothing is known yet. */
export const newRoster = (sessionUuid: string): Roster => ({
  sessionUuid,
  manifestVersion: 0,
  basis: "",
  seenPosition: 0,
  seenSubject: "",
  passedUntil: undefined,
  isAhead: false,
  walkIns: 0,
  goneWalkIns: 0,
})

/** Whether two lines say the same. When one ends is not said. */
export const saysTheSame = (one: RosterLine, other: RosterLine): boolean =>
  one.hasTicket === other.hasTicket &&
  isSame(one.cardIdentifiers, other.cardIdentifiers) &&
  isSame(one.frozenCardIdentifiers, other.frozenCardIdentifiers)

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index])
