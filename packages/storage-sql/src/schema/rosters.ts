import type { Roster, RosterEntry } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

/** A person whose roster facts in an organization may have changed. */
export interface StoredRosterChange {
  readonly organizationUuid: string
  readonly subject: string
  /** Nothing until a reader has given it its place. */
  readonly position: number | undefined
}

/** The last position given in an organization. */
export interface RosterFeed {
  readonly organizationUuid: string
  readonly position: number
}

export const rosterColumns: Columns<Roster> = {
  sessionUuid: "text",
  manifestVersion: "integer",
  basis: "text",
  seenPosition: "integer",
  seenSubject: "text",
  passedUntil: "text?",
  isAhead: "boolean",
  walkIns: "integer",
  goneWalkIns: "integer",
}

/** An entry with what an index of the few with frozen cards asks for. */
export interface StoredRosterEntry extends RosterEntry {
  readonly hasFrozen: boolean
}

export const rosterEntryColumns: Columns<RosterEntry> = {
  uuid: "text",
  sessionUuid: "text",
  list: "text",
  walletAddress: "text",
  cardIdentifiers: "json",
  frozenCardIdentifiers: "json",
  hasTicket: "boolean",
  endsAt: "instant?",
  sinceVersion: "integer",
  untilVersion: "integer?",
}

export const storedRosterEntryColumns: Columns<StoredRosterEntry> = {
  ...rosterEntryColumns,
  hasFrozen: "boolean",
}

export const rosterChangeColumns: Columns<StoredRosterChange> = {
  organizationUuid: "text",
  subject: "text",
  position: "integer?",
}

export const rosterFeedColumns: Columns<RosterFeed> = {
  organizationUuid: "text",
  position: "integer",
}
