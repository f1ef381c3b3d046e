import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { defaultDoorSettings, type DoorSettings } from "../door-settings.ts"
import * as endpoints from "../../contract/endpoints/sessions.ts"
import { organizationFor } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { Ports, transact } from "../../foundation/unit-of-work.ts"
import { wholeSecond } from "../session.ts"
import { backwards, checkedPrior } from "../session-change.ts"
import { lockedActivityFor, writeSession } from "../steps.ts"
import { doorSettings } from "../steps/door-settings.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type { CreateSessionInput, CreateStandaloneSessionInput, NewSession } from "../inputs.ts"

/** Creates a session of an activity. Omitted door settings are copied from the activity. */
export const create = step(function* (
  caller: Caller,
  { activity: path, requiredPriorSessionUuid, ...input }: CreateSessionInput,
) {
  yield* Effect.fromResult(
    permitTexts({ line: { name: input.name }, prose: { description: input.description } }),
  )
  const { ids } = yield* Ports
  const times = yield* timesOf(input)
  return yield* transact(function* (tx, now) {
    const { activity } = yield* lockedActivityFor(caller, endpoints.createSession.access, path)
    const of = { organizationUuid: activity.organizationUuid, activityUuid: activity.uuid }
    const unnumbered = {
      ...plain(input, yield* doorSettings(activity, input.settings ?? {}, of)),
      ...of,
      ...times,
      uuid: ids.uuid(),
      requiredPriorSessionUuid,
      createdAt: now,
    }
    const prior =
      requiredPriorSessionUuid === undefined
        ? undefined
        : yield* tx.sessions.find(requiredPriorSessionUuid)
    yield* Effect.fromResult(checkedPrior(unnumbered, prior))
    return yield* writeSession({
      ...unnumbered,
      sequenceNumber: (yield* tx.sessions.lastNumber(activity.uuid)) + 1,
    })
  })
})

/** Creates a session without an activity. */
export const createStandalone = step(function* (
  caller: Caller,
  { organization: path, ...input }: CreateStandaloneSessionInput,
) {
  const { ids } = yield* Ports
  const times = yield* timesOf(input)
  return yield* transact(function* (_tx, now) {
    const organization = yield* organizationFor(caller, endpoints.createStandalone.access, path)
    const of = { organizationUuid: organization.uuid, activityUuid: undefined }
    return yield* writeSession({
      ...plain(input, yield* doorSettings(defaultDoorSettings, input.settings ?? {}, of)),
      ...of,
      ...times,
      uuid: ids.uuid(),
      requiredPriorSessionUuid: undefined,
      sequenceNumber: 1,
      createdAt: now,
    })
  })
})

const timesOf = step(function* (input: NewSession) {
  const times = { startTime: wholeSecond(input.startTime), endTime: wholeSecond(input.endTime) }
  if (times.endTime <= times.startTime) return yield* backwards()
  return times
})

const plain = ({ name, description, isCheckinOpen = true }: NewSession, door: DoorSettings) => ({
  ...door,
  name,
  description,
  isCheckinOpen,
  cancelledAt: undefined,
  cancellationReason: undefined,
  seriesUuid: undefined,
  updatedAt: undefined,
})
