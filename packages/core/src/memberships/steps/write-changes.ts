import type { Origin } from "../../foundation/outbox/event.ts"
import { noteRosterChanges } from "../../manifest/rosters/steps.ts"
import { noteHappenings } from "../../rewards/triggers/steps.ts"
import { step } from "../../foundation/step.ts"
import { Ports, Tx } from "../../foundation/unit-of-work.ts"
import type { User } from "../../accounts/user.ts"
import type { PreparedKey } from "../../wallets/prepare.ts"
import { walletOfUser } from "../../wallets/steps.ts"
import { recordEvents } from "../../webhooks/steps.ts"
import type { Change } from "../machine/change.ts"
import type { HistoryEntry } from "../history.ts"
import type { Membership } from "../membership.ts"
import { placeTaken } from "../machine/joining.ts"
import { happeningOf, outboxEvent } from "../membership-events.ts"
import { whenEnded } from "./when-ended.ts"

/**
 * Writes what the rules decided, all of it: rows, terms, history, events, and the checkouts that
 * have lost their object. The rows were locked when they were read. A change that decided nothing
 * writes nothing.
 *
 * `false` when another user has just taken the place of a membership that is new: then the others
 * of `changes` are not written either.
 */
export const writeChanges = step(function* (changes: readonly Change[], origin: Origin, now: Date) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const written = changes.filter(({ entry }) => entry !== undefined)
  if (written.length === 0) return true
  const settled = written.flatMap((change) => change.settled ?? [])
  yield* replaceRows(
    [...settled, ...written].flatMap(({ before, after }) =>
      before === undefined || before === after ? [] : [after],
    ),
  )
  for (const { before, after } of written)
    if (before === undefined && !(yield* tx.memberships.add(after))) return false
  const entries = [...settled, ...written].flatMap(({ entry }) => entry ?? [])
  yield* replaceTerms(entries)
  yield* tx.membershipHistory.append(
    entries.map((entry) => ({ ...entry, uuid: ids.uuid(), membershipUuid: entry.after.uuid })),
  )
  const ended = written.flatMap(({ before, after }) =>
    before?.endedAt === undefined && after.endedAt !== undefined ? [after] : [],
  )
  if (ended.length > 0) yield* whenEnded(ended, now)
  const told = written.flatMap(({ events, after }) =>
    events.map((event) => ({
      ...event,
      event: outboxEvent(ids.uuid(), event, origin, now),
      after,
    })),
  )
  yield* recordEvents(told.map(({ event }) => event))
  yield* noteHappenings(
    told.map(({ type, event: { uuid }, after }) => happeningOf({ uuid, type }, after)),
    now,
  )
  for (const { after, closesCheckouts: purposes } of written)
    if (purposes.length > 0)
      yield* tx.checkouts.cancelOpen(
        { organizationUuid: after.organizationUuid, userUuid: after.userUuid, purposes },
        now,
      )
  yield* noteRosterChanges(
    [...settled, ...written].map(({ after }) => ({
      organizationUuid: after.organizationUuid,
      subject: after.userUuid,
    })),
  )
  return true
})

const replaceRows = step(function* (rows: readonly Membership[]) {
  const tx = yield* Tx
  if (rows.length > 0) yield* tx.memberships.replaceAll(rows)
})

const replaceTerms = step(function* (entries: readonly HistoryEntry[]) {
  const tx = yield* Tx
  const other = entries.filter(({ termsBefore, termsAfter }) => !isSame(termsBefore, termsAfter))
  const had = other.filter(({ before }) => before !== undefined)
  if (had.length > 0) yield* tx.membershipTerms.removeOf(had.map(({ after }) => after.uuid))
  const terms = other.flatMap(({ after, termsAfter }) =>
    termsAfter.map((term, ordinal) => ({ ...term, membershipUuid: after.uuid, ordinal })),
  )
  if (terms.length > 0) yield* tx.membershipTerms.add(terms)
})

// What is over and was left out of both is forgotten with the next change that touches the terms.
const isSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index])

/**
 * Writes a membership that is new, with its holder's wallet in the organization; `Conflict` when
 * a user has just taken its place. `locked` is the holder, where the caller has locked their row.
 */
export const writeJoining = step(function* (
  change: Change,
  key: PreparedKey,
  origin: Origin,
  now: Date,
  locked?: User,
) {
  if (!(yield* writeChanges([change], origin, now))) return yield* placeTaken()
  const { userUuid, organizationUuid } = change.after
  yield* walletOfUser(userUuid, organizationUuid, key, now, { locked, isMember: true })
})
