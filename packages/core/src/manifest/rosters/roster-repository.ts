import type { Roster, RosterEntry, RosterList, SaidLine } from "./roster.ts"

/** A line that keeps a seat for a person who is present and came in without a ticket. */
export interface ReservedLine
  extends Pick<RosterEntry, "walletAddress" | "sinceVersion" | "untilVersion"> {
  /** When the person came in. */
  readonly firstAdmittedAt: Date
}

/** A person whose roster facts may have changed: a user's uuid, or the address of a wallet. */
export interface RosterChange {
  readonly subject: string
  readonly position: number
}

/**
 * Rosters of sessions, and what makes them change.
 *
 * Writers note subjects without waiting for other transactions. Readers give each note its
 * position: {@link stamp} takes all that is committed and has none yet. So a change is never passed
 * over, in whatever order transactions end.
 */
export interface RosterRepository {
  /**
   * Notes that the roster facts of these people in an organization may have changed. The last
   * statement that locks in its transaction; sorted by the caller.
   */
  readonly note: (organizationUuid: string, subjects: readonly string[]) => Promise<void>
  /**
   * Gives every change that has none the next position, and answers the last position; no other
   * transaction does so until this one ends.
   */
  readonly stamp: (organizationUuid: string) => Promise<number>
  /**
   * Changes behind `after`, by position, then subject, at most `limit`. A subject stands at its
   * last change alone.
   */
  readonly changes: (
    organizationUuid: string,
    after: { readonly position: number; readonly subject: string },
    limit: number,
  ) => Promise<readonly RosterChange[]>
  readonly find: (sessionUuid: string) => Promise<Roster | undefined>
  /** As `find`, locked until the transaction ends. */
  readonly lock: (sessionUuid: string) => Promise<Roster | undefined>
  /** `false` when the session has one. */
  readonly add: (roster: Roster) => Promise<boolean>
  readonly change: (roster: Roster) => Promise<void>
  readonly addEntries: (entries: readonly RosterEntry[]) => Promise<void>
  /** Closes entries: they stand no longer from `untilVersion` on. */
  readonly closeEntries: (uuids: readonly string[], untilVersion: number) => Promise<void>
  /** Writes another `endsAt` into entries; what they say stays. */
  readonly moveEnds: (ends: readonly Pick<RosterEntry, "uuid" | "endsAt">[]) => Promise<void>
  /** Takes back entries that no version has said yet. */
  readonly dropEntries: (uuids: readonly string[]) => Promise<void>
  /**
   * The entries of some wallets as of a version; without one, those that stand. Of all lists, in no
   * order.
   */
  readonly entriesOf: (
    sessionUuid: string,
    walletAddresses: readonly string[],
    version: number | undefined,
  ) => Promise<readonly RosterEntry[]>
  /**
   * The first wallet by address, behind `after`, that has an entry on any list, closed or not.
   * Costs the same however many there are.
   */
  readonly firstBehind: (
    sessionUuid: string,
    after: string | undefined,
  ) => Promise<string | undefined>
  /**
   * The wallet on whose line, of any list, a normalised card stands as of a version; undefined when
   * it stands on none.
   */
  readonly namedByCard: (
    sessionUuid: string,
    cardIdentifier: string,
    version: number,
  ) => Promise<string | undefined>
  /**
   * Lines with `hasTicket`, but for those of `awaited`, and all of the list `gone`, of any version, of the people whom
   * `presences.walkIns` lists: in their order there, those of one person by `sinceVersion`, then
   * `list`; passing over `skip`, at most `limit`.
   */
  readonly reservedToWalkIns: (
    sessionUuid: string,
    skip: number,
    limit: number,
  ) => Promise<readonly ReservedLine[]>
  /**
   * One list as of a version (without one, what stands), by wallet address behind `after`, at most
   * `limit`.
   */
  readonly entries: (
    of: {
      readonly sessionUuid: string
      readonly list: RosterList
      readonly version: number | undefined
    },
    after: string | undefined,
    limit: number,
  ) => Promise<readonly RosterEntry[]>
  /**
   * What {@link entries} say as of a version, and nothing else of them: a whole list is read by
   * this.
   */
  readonly lines: (
    of: { readonly sessionUuid: string; readonly list: RosterList; readonly version: number },
    after: string | undefined,
    limit: number,
  ) => Promise<readonly SaidLine[]>
  /**
   * Entries that began or ended behind a version and up to another, in no order, at most `limit`.
   */
  readonly changedBetween: (
    sessionUuid: string,
    behind: number,
    upTo: number,
    limit: number,
  ) => Promise<readonly RosterEntry[]>
  /** Entries that stand though their `endsAt` has come, at most `limit`. */
  readonly due: (sessionUuid: string, at: Date, limit: number) => Promise<readonly RosterEntry[]>
  /** The frozen cards of all who stand on a list, as of a version, ascending. */
  readonly frozenCards: (sessionUuid: string, version: number) => Promise<readonly string[]>
  /** Forgets closed entries that no manifest still kept says, at most `limit`; answers how many. */
  readonly sweep: (limit: number) => Promise<number>
  /**
   * Sessions whose roster has a basis though none of their manifests is kept any more, at most
   * `limit`.
   */
  readonly idle: (limit: number) => Promise<readonly string[]>
  /** Forgets entries of a session, whatever they are, at most `limit`; answers how many. */
  readonly forgetEntries: (sessionUuid: string, limit: number) => Promise<number>
}
