import { join } from "node:path"
import { expect, it } from "vitest"
import {
  crowdSize,
  createCrowdedSession,
  storedAttendance,
  seatsFor,
} from "../../core/test/fixtures/crowded-session.ts"
import { disputesOf, secondsAfterStart } from "../../core/test/fixtures/door-taps.ts"
import { createTestSession, openTestSymbolon } from "../../core/test/fixtures/world.ts"
import { ended, startModule } from "../../storage-sql/test/processes.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"
import { type Answered, bringIn, type DoorTaps } from "./door-taps.ts"

const databases = await openDatabases()
const child = join(import.meta.dirname, "admission-child.ts")

const openCrowd = async (size: number, seats: number | undefined) => {
  const connectionString = await databases.createMigrated()
  const storage = openPostgres({ connectionString })
  const { symbolon, clock } = await openTestSymbolon(storage)
  const crowdedSession = await createCrowdedSession(symbolon, storage, size, seats)
  /**
   * Brings in what doors did, each process its own, all at once; answers what each key was told.
   * Nobody had to try again for a deadlock.
   */
  const byProcesses = async (
    now: Date,
    processes: readonly (readonly DoorTaps[])[],
  ): Promise<readonly Answered[]> => {
    const running = processes.map((doors) => {
      const started = startModule(child, [connectionString, now.toISOString()])
      started.stdin.end(JSON.stringify(doors))
      return ended(started)
    })
    const answers: Answered[] = []
    for (const { code, errors, output } of await Promise.all(running)) {
      expect({ code, errors }).toEqual({ code: 0, errors: "" })
      const reported: { readonly answers: readonly Answered[]; readonly retries: number } =
        JSON.parse(output)
      expect(reported.retries).toBe(0)
      answers.push(...reported.answers)
    }
    return answers
  }
  return { storage, symbolon, clock, byProcesses, ...crowdedSession }
}

const inLists = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
    all.slice(n * size, (n + 1) * size),
  )

it("two processes, a door and a desk at each: nobody comes in twice, and no seat is taken twice", {
  timeout: 300_000,
}, async () => {
  const seats = seatsFor(crowdSize)
  const { storage, symbolon, byProcesses, session, template, crowd, holders } = await openCrowd(
    crowdSize,
    seats,
  )
  const taps = (name: string, from: number, isBackwards: boolean, perCall: number): DoorTaps => {
    const turned = [...crowd.slice(from), ...crowd.slice(0, from)]
    const order = isBackwards ? turned.toReversed() : turned
    const door = {
      uuid: name,
      organizationUuid: session.organizationUuid,
      sessionUuid: session.uuid,
    }
    const all = order.map(({ userUuid: value }) => ({
      identifier: { type: "user_id", value } as const,
      idempotencyKey: `${name} ${value}`,
    }))
    return { session: session.slug, door, lists: inLists(all, perCall) }
  }
  const middle = Math.floor(crowdSize / 2)
  const answers = await byProcesses(secondsAfterStart(0), [
    [taps("door one", 0, false, 25), taps("desk one", middle, true, 5)],
    [taps("door two", 0, true, 25), taps("desk two", middle, false, 5)],
  ])
  expect(answers).toHaveLength(4 * crowdSize)
  const admitted = answers
    .filter(([, decision]) => decision === "admitted")
    .map(([key]) => key.split(" ")[2] ?? "")
  expect(new Set(admitted).size).toBe(admitted.length)
  const reasons = new Set(
    answers.filter(([, decision]) => decision !== "admitted").map(([, , blocked]) => blocked),
  )
  expect(reasons).toEqual(new Set(["already_admitted", "session_full"]))
  const { present, count, ticketed } = await storedAttendance(storage, { session, template })
  expect(new Set(present.map(({ userUuid }) => userUuid))).toEqual(new Set(admitted))
  expect(holders.every((own) => present.some(({ walletAddress }) => walletAddress === own))).toBe(
    true,
  )
  expect(
    present.every(
      ({ disputedReason, isOverCapacity }) => disputedReason === undefined && !isOverCapacity,
    ),
  ).toBe(true)
  expect([present.length, count, ticketed]).toEqual([seats, seats, { holders: 3, present: 3 }])
  await symbolon.close()
})

it("two processes upload what the same two doors did, one of them again: the same disputes as one after the other", {
  timeout: 300_000,
}, async () => {
  const size = crowdSize / 4
  const { storage, symbolon, clock, byProcesses, session, template, crowd } = await openCrowd(
    size,
    undefined,
  )
  const { session: quiet } = await createTestSession(symbolon, session.organizationUuid, {
    ticketTemplateUuid: template,
    maxAttendees: size / 2,
  })
  await symbolon.sessions.update({ session: session.slug, settings: { maxAttendees: size / 2 } })
  const manifestVersion = async (slug: string) =>
    (await symbolon.sessions.checkinManifest({ session: slug })).manifestVersion
  const versions = new Map([
    [session.uuid, await manifestVersion(session.slug)],
    [quiet.uuid, await manifestVersion(quiet.slug)],
  ])
  clock.set(secondsAfterStart(10_000))
  const taps = (at: typeof session, name: string, shift: number, perCall: number): DoorTaps => {
    const all = crowd.map(({ userUuid: value }, n) => ({
      identifier: { type: "user_id", value } as const,
      idempotencyKey: `${name} ${value}`,
      isOffline: true,
      manifestVersion: versions.get(at.uuid),
      // Many at one moment, and each person at one door before the other.
      occurredAt: secondsAfterStart(1 + ((n * 7 + shift) % 40)).toISOString(),
    }))
    const door = {
      uuid: `${name} ${at.uuid}`,
      organizationUuid: at.organizationUuid,
      sessionUuid: at.uuid,
    }
    return { session: at.slug, door, lists: inLists(all, perCall) }
  }
  const uploads = (at: typeof session, perCall: number) =>
    [taps(at, "a", 0, perCall), taps(at, "b", 13, perCall)] as const
  const [a, b] = uploads(session, 7)
  const backwards = ({ lists, ...door }: DoorTaps): DoorTaps => ({
    ...door,
    lists: lists.toReversed(),
  })
  await byProcesses(secondsAfterStart(10_000), [
    [a, backwards(b)],
    [backwards(a), b],
  ])
  for (const one of uploads(quiet, 100)) await bringIn(symbolon, one)
  const said = async (at: typeof session) => {
    const all = []
    for (const { door, lists } of uploads(at, 100)) {
      const keys = lists.flat().map(({ idempotencyKey }) => idempotencyKey)
      all.push(...Object.entries(await disputesOf(storage, at.uuid, keys, `door:${door.uuid}`)))
    }
    return Object.fromEntries(all)
  }
  const disputes = await said(session)
  expect(disputes).toEqual(await said(quiet))
  const count = (reason: string) =>
    Object.values(disputes).filter((disputed) => disputed === reason).length
  expect([
    Object.keys(disputes).length,
    count("duplicate_admission"),
    count("over_capacity"),
  ]).toEqual([2 * size, size, size / 2])
  const rows = async (at: typeof session) => {
    const { present, ...sums } = await storedAttendance(storage, { session: at, template })
    const facts = present.map(({ walletAddress, firstAdmittedAt, isOverCapacity }) => [
      walletAddress,
      [firstAdmittedAt, isOverCapacity],
    ])
    return { facts: Object.fromEntries(facts), ...sums }
  }
  expect(await rows(session)).toEqual(await rows(quiet))
  await symbolon.close()
})
