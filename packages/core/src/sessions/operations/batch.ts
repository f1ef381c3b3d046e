import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/session-series.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { spansOf, spansOn } from "../calendar.ts"
import { isFinished, type Session } from "../session.ts"
import { activityFor, freeSlugs, lockedActivityFor, writeSession } from "../steps.ts"
import { doorSettings } from "../steps/door-settings.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type { CreateSessionBatchInput } from "../inputs.ts"
import type { SeriesDetails } from "../results.ts"

/**
 * Creates a series and its sessions, all or none. Send exactly one of `dates` and `recurrence`. The
 * sessions are numbered from 1 in the order of their starts.
 */
export const createBatch = step(function* (
  caller: Caller,
  { activity: path, settings = {}, ...input }: CreateSessionBatchInput,
) {
  const { name, description, seriesName } = input
  yield* Effect.fromResult(
    permitTexts({ line: { name, series_name: seriesName }, prose: { description } }),
  )
  const { ids } = yield* Ports
  // A calendar takes longer than a transaction should: what the clock is was read before.
  const zone = yield* zoneOf(caller, path)
  const spans = yield* Effect.fromResult(
    input.recurrence === undefined ? spansOn(input.dates) : spansOf(input.recurrence, zone),
  )
  return yield* transact(function* (tx, now) {
    const { activity } = yield* lockedActivityFor(caller, endpoints.createBatch.access, path)
    const of = { organizationUuid: activity.organizationUuid, activityUuid: activity.uuid }
    const door = yield* doorSettings(activity, settings, of)
    const series = {
      uuid: ids.uuid(),
      activityUuid: activity.uuid,
      name: seriesName ?? name,
      createdAt: now,
      updatedAt: undefined,
    }
    yield* tx.sessionSeries.add(series)
    const unnamed = spans.map((span, n) => ({
      ...door,
      ...of,
      ...span,
      uuid: ids.uuid(),
      name: input.name,
      description: input.description,
      isCheckinOpen: input.isCheckinOpen ?? true,
      cancelledAt: undefined,
      cancellationReason: undefined,
      requiredPriorSessionUuid: undefined,
      seriesUuid: series.uuid,
      sequenceNumber: n + 1,
      createdAt: now,
      updatedAt: undefined,
    }))
    const sessions = yield* writeAll(unnamed)
    const batch: SeriesDetails = { series: { ...series, ...countsOf(sessions, now) }, sessions }
    return batch
  })
})

const zoneOf = step(function* (caller: Caller, path: string) {
  return yield* read(function* () {
    const { activity, organization } = yield* activityFor(
      caller,
      endpoints.createBatch.access,
      path,
    )
    return activity.timezone ?? organization.timezone ?? "UTC"
  })
})

/** The first takes the slug of their name where that is free; for the others it never is. */
const writeAll = step(function* ([first, ...others]: readonly Omit<Session, "slug">[]) {
  if (first === undefined) return []
  const { slug } = yield* writeSession(first)
  const slugs = yield* freeSlugs(first.name, others.length)
  const tx = yield* Tx
  const named = slugs.flatMap((each, n) => {
    const session = others[n]
    return session === undefined ? [] : [{ ...session, slug: each }]
  })
  yield* tx.sessions.addAll(named)
  return [{ ...first, slug }, ...named] satisfies readonly Session[]
})

const countsOf = (sessions: readonly Session[], now: Date) => ({
  sessionCount: sessions.length,
  upcomingCount: sessions.filter((session) => !isFinished(session, now)).length,
  firstStartTime: sessions[0]?.startTime,
  lastStartTime: sessions.at(-1)?.startTime,
})
