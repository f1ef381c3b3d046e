import { type CheckinHolder, canonicalJson, type ManifestHead } from "../door/index.ts"
import { type RosterEntry, type SaidList, saysTheSame } from "./rosters/roster.ts"

/** What became of the two lists between two versions. */
export interface ListChanges {
  readonly added: Readonly<Record<string, CheckinHolder>>
  readonly changed: Readonly<Record<string, CheckinHolder>>
  readonly removed: readonly string[]
  /** People admitted since, and those admitted before whose cards or ticket are others now. */
  readonly admitted_added: Readonly<Record<string, CheckinHolder>>
  readonly admitted_removed: readonly string[]
}

/** The changes between two versions, from the entries that began or ended between them. */
export const listChanges = (
  entries: readonly RosterEntry[],
  base: number,
  version: number,
): ListChanges => {
  const [roster, admitted] = [
    changesOf(entries, "roster", base, version),
    changesOf(entries, "admitted", base, version),
  ]
  return {
    added: roster.added,
    changed: roster.changed,
    removed: roster.removed,
    admitted_added: { ...admitted.added, ...admitted.changed },
    admitted_removed: admitted.removed,
  }
}

const changesOf = (
  entries: readonly RosterEntry[],
  list: SaidList,
  base: number,
  version: number,
) => {
  const people = Map.groupBy(
    entries.filter((entry) => entry.list === list),
    ({ walletAddress }) => walletAddress,
  )
  const added: Record<string, CheckinHolder> = {}
  const changed: Record<string, CheckinHolder> = {}
  const removed: string[] = []
  for (const [address, lines] of people) {
    const [before, after] = [lines.find(isListedAt(base)), lines.find(isListedAt(version))]
    if (after === undefined && before !== undefined) removed.push(address)
    if (after === undefined || (before !== undefined && isSame(before, after))) continue
    const holder = { card_identifiers: after.cardIdentifiers, has_ticket: after.hasTicket }
    if (before === undefined) added[address] = holder
    else changed[address] = holder
  }
  return { added, changed, removed: removed.sort() }
}

/** Frozen cards are told as one list for all, so they are no change of a line. */
const isSame = (one: RosterEntry, other: RosterEntry): boolean =>
  saysTheSame({ ...one, frozenCardIdentifiers: [] }, { ...other, frozenCardIdentifiers: [] })

const isListedAt =
  (version: number) =>
  ({ sinceVersion, untilVersion }: RosterEntry): boolean =>
    sinceVersion <= version && (untilVersion === undefined || untilVersion > version)

/** The canonical text (RFC 8785) of a delta from version `base` to the one `head` is of. */
export const deltaText = (head: ManifestHead, base: number, changes: ListChanges): string =>
  canonicalJson({
    type: "checkin_manifest_delta",
    schema_version: 1,
    session_uuid: head.session_uuid,
    base_manifest_version: base,
    manifest_version: head.manifest_version,
    generated_at: head.generated_at,
    valid_until: head.valid_until,
    clock_tolerance_seconds: head.clock_tolerance_seconds,
    reserved: head.reserved,
    frozen_card_identifiers: head.frozen_card_identifiers,
    ...changes,
  })
