import { isCheckinManifest, type OpenManifest, openManifest } from "../../door/index.ts"
import type { IssuedManifest } from "../issued-manifest.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { RosterEntry, SaidList } from "./roster.ts"

/**
 * Notes that a person may stand otherwise on the rosters of an organization: users by uuid, or
 * canonical wallets by address. It is the last step of a transaction that changes a membership, a
 * card, a ticket or a presence, since it locks last.
 */
export const noteRosterChange = step(function* (
  organizationUuid: string,
  subjects: readonly string[],
) {
  const tx = yield* Tx
  if (subjects.length > 0) yield* tx.rosters.note(organizationUuid, [...new Set(subjects)].sort())
})

/** Notes roster changes of people in many organizations. */
export const noteRosterChanges = step(function* (
  changed: readonly { readonly organizationUuid: string; readonly subject: string }[],
) {
  const subjects = Map.groupBy(changed, ({ organizationUuid }) => organizationUuid)
  for (const organizationUuid of [...subjects.keys()].sort())
    yield* noteRosterChange(
      organizationUuid,
      (subjects.get(organizationUuid) ?? []).map(({ subject }) => subject),
    )
})

/**
 * What an issued manifest says of one person, ready for the rules: its head, its count of walk-ins,
 * and of its lists the lines of that person. Undefined when the head is not one of ours.
 */
export const openCited = (
  issued: IssuedManifest,
  lines: readonly RosterEntry[],
): OpenManifest | undefined => {
  const head: object = JSON.parse(issued.head)
  const payload: unknown = {
    ...head,
    roster: holders(lines, "roster"),
    admitted: holders(lines, "admitted"),
  }
  const open = isCheckinManifest(payload) ? openManifest(payload) : null
  if (open === null) return undefined
  open.people.walk_ins = issued.walkIns
  return open
}

const holders = (entries: readonly RosterEntry[], list: SaidList) =>
  Object.fromEntries(
    entries
      .filter((entry) => entry.list === list)
      .map(({ walletAddress, cardIdentifiers, hasTicket }) => [
        walletAddress,
        { card_identifiers: cardIdentifiers, has_ticket: hasTicket },
      ]),
  )
