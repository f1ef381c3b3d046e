import * as fc from "fast-check"
import type { RosterEntry } from "@symbolon/core/storage"
import { club } from "../club.ts"
import { admission, manifest, presence } from "../door-samples.ts"
import { activity, at, session, uuid } from "../samples.ts"
import { around, type Verb } from "./verb.ts"

const rooms = fc.constantFrom(club.race, club.dinner)
const purses = fc.constantFrom(...club.purses)
const clients = fc.constantFrom(club.scanner, club.tablet)
const moment = fc.integer({ min: 0, max: 20 })
const slugs = fc.constantFrom("activity-31", "session-41", "regatta", "gala")

const entering: fc.Arbitrary<Verb> = fc
  .tuple(
    rooms,
    purses,
    fc.constantFrom("ticket", "walk_in"),
    moment,
    fc.option(fc.nat(3), { nil: undefined }),
  )
  .map(([room, purse, seat, when, seatsLeft]) => ({
    text: `presences.addAll(${room.slug}, ${seat})`,
    call: async (tx, { n, note }) => {
      await tx.sessions.lock(room.uuid)
      const row = presence(n, {
        sessionUuid: room.uuid,
        walletAddress: purse.address,
        seat,
        seatsLeft,
        firstAdmittedAt: at(when),
      })
      const before = await tx.presences.tally(room.uuid, [purse.address])
      if (before.presences.length > 0) return before
      await tx.presences.addAll([row])
      note({ presences: [row.uuid] })
      return [before, await tx.presences.tally(room.uuid, [purse.address])]
    },
  }))

const correcting: fc.Arbitrary<Verb> = fc
  .tuple(fc.nat(20), moment, rooms, fc.boolean())
  .map(([index, when, room, isOver]) => ({
    text: `presences.changeAll(presence ${index}, ${when})`,
    call: async (tx, { past }) => {
      const row = await tx.presences.byUuid(around(past.presences, index) ?? "")
      if (row !== undefined)
        await tx.presences.changeAll([
          { ...row, firstAdmittedAt: at(when), isOverCapacity: isOver },
        ])
      const place = { firstAdmittedAt: at(when), walletAddress: club.bobsPurse.address }
      return [
        await tx.presences.walkIns(room.uuid, 1, 2),
        await tx.presences.walkInsBefore(room.uuid, place),
        await tx.presences.judgedSeats(room.uuid),
        [...(await tx.presences.arrivedAfter(room.uuid, at(when)))].sort(),
        await tx.presences.list(room.uuid, undefined, 2),
      ]
    },
  }))

const undoing: fc.Arbitrary<Verb> = fc
  .tuple(fc.nat(20), moment, rooms)
  .map(([index, when, room]) => ({
    text: `presences.undo(presence ${index})`,
    call: async (tx, { past }) => {
      const row = await tx.presences.byUuid(around(past.presences, index) ?? "")
      const isUndone = row !== undefined && (await tx.presences.undo(row, at(when), undefined))
      return [isUndone, (await tx.presences.tally(room.uuid, [])).present]
    },
  }))

const admitting: fc.Arbitrary<Verb> = fc
  .tuple(rooms, purses, clients, fc.constantFrom("a", "b", "c"), moment)
  .map(([room, purse, client, key, when]) => ({
    text: `presences.addAdmissions(${room.slug}, ${client.clientId}, ${key})`,
    call: async (tx, { n, note }) => {
      const present = await tx.presences.find(room.uuid, purse.address)
      if (present === undefined) return []
      const row = admission(n, {
        presenceUuid: present.uuid,
        sessionUuid: room.uuid,
        walletAddress: purse.address,
        clientId: client.clientId,
        idempotencyKey: key,
        occurredAt: at(when),
      })
      note({ admissions: [row.uuid] })
      return [
        await tx.presences.addAdmissions([row]),
        await tx.presences.findAdmissions(room.uuid, [client.clientId], [key]),
      ]
    },
  }))

const disputing: fc.Arbitrary<Verb> = fc
  .tuple(fc.nat(20), fc.boolean(), fc.nat(20))
  .map(([index, isReentry, other]) => ({
    text: `presences.settle(admission ${index}, ${isReentry})`,
    call: async (tx, { past }) => {
      const uuid = around(past.admissions, index)
      if (uuid !== undefined)
        await tx.presences.settle(uuid, {
          isReentry,
          disputedReason: isReentry ? undefined : "card_frozen",
        })
      return tx.presences.admissionsOf([around(past.presences, other) ?? ""])
    },
  }))

const issuing: fc.Arbitrary<Verb> = fc.tuple(rooms, moment).map(([room, until]) => ({
  text: `manifests: issue for ${room.slug}`,
  call: async (tx) => {
    const version = ((await tx.manifests.newest(room.uuid))?.manifestVersion ?? 0) + 1
    await tx.manifests.keep(manifest(room.uuid, version, { validUntil: at(until) }))
    return [version, await tx.manifests.newest(room.uuid)]
  },
}))

const repeating: fc.Arbitrary<Verb> = fc
  .tuple(rooms, fc.integer({ min: 1, max: 5 }))
  .map(([room, version]) => ({
    text: `manifests.keep(${room.slug}, ${version})`,
    call: async (tx) =>
      (await tx.manifests.find(room.uuid, version)) === undefined
        ? undefined
        : tx.manifests.keep(manifest(room.uuid, version)),
  }))

const planning: fc.Arbitrary<Verb> = fc
  .record({
    slug: slugs,
    starts: fc.option(moment, { nil: undefined }),
    sortOrder: fc.constantFrom("asc", "desc"),
    isSession: fc.boolean(),
  })
  .map(({ slug, starts, sortOrder, isSession }) => ({
    text: `${isSession ? "sessions" : "activities"}.add(${slug})`,
    call: async (tx, { n }) => {
      const of = { organizationUuid: club.home.uuid, slug, createdAt: at(1) }
      const startTime = starts === undefined ? undefined : at(starts)
      const page = { page: 1, pageSize: 3, sortBy: "start_time", sortOrder } as const
      const activityUuid = club.regatta.uuid
      if (!isSession)
        return [
          await tx.activities.add(activity(n, { ...of, startTime })),
          await tx.activities.list({ organizationUuid: club.home.uuid }, page),
        ]
      const isAdded = await tx.sessions.add(
        session(n, { ...of, activityUuid, startTime: startTime ?? at(0) }),
      )
      return [
        isAdded,
        await tx.sessions.list({ activityUuid }, page),
        await tx.sessions.lastNumber(activityUuid),
      ]
    },
  }))

const noting: fc.Arbitrary<Verb> = fc
  .tuple(
    fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 3 }),
    fc.boolean(),
    fc.integer({ min: 0, max: 3 }),
  )
  .map(([subjects, isStamped, position]) => ({
    text: `rosters.note(${subjects.join(", ")})${isStamped ? ", stamped" : ""}`,
    call: async (tx) => {
      await tx.rosters.note(club.home.uuid, subjects)
      const last = isStamped ? await tx.rosters.stamp(club.home.uuid) : undefined
      return [last, await tx.rosters.changes(club.home.uuid, { position, subject: "b" }, 3)]
    },
  }))

const listing: fc.Arbitrary<Verb> = fc
  .record({
    room: rooms,
    list: fc.constantFrom("roster", "admitted", "gone", "awaited"),
    person: fc.integer({ min: 0, max: 3 }),
    version: fc.integer({ min: 1, max: 4 }),
    frozen: fc.boolean(),
    ends: fc.option(moment, { nil: undefined }),
  })
  .map(({ room, list, person, version, frozen, ends }) => ({
    text: `rosters: ${list} of ${room.slug} has another line for ${person} from version ${version}`,
    call: async (tx, { n }) => {
      const { address } = club.purses[person] ?? club.annsPurse
      const known = (await tx.rosters.entriesOf(room.uuid, [address], undefined)).filter(
        (entry) => entry.list === list,
      )
      // As whoever holds the roster's row writes: what stands is closed, and versions only grow.
      const since = Math.max(version, ...known.map(({ sinceVersion }) => sinceVersion + 1))
      await tx.rosters.closeEntries(
        known.map(({ uuid }) => uuid),
        since,
      )
      const said = {
        cardIdentifiers: [`${version}`],
        frozenCardIdentifiers: frozen ? ["F"] : [],
        hasTicket: false,
        endsAt: ends === undefined ? undefined : at(ends),
      }
      await tx.rosters.addEntries([
        {
          uuid: uuid(n),
          sessionUuid: room.uuid,
          list,
          walletAddress: address,
          ...said,
          sinceVersion: since,
          untilVersion: undefined,
        },
      ])
      return [
        await tx.rosters.entries(
          { sessionUuid: room.uuid, list, version: undefined },
          undefined,
          3,
        ),
        await tx.rosters.entries({ sessionUuid: room.uuid, list, version }, address, 2),
        byUuid(await tx.rosters.changedBetween(room.uuid, version - 1, version + 1, 100)),
        await tx.rosters.frozenCards(room.uuid, version),
        byUuid(await tx.rosters.due(room.uuid, at(0), 100)),
      ]
    },
  }))

const byUuid = (entries: readonly RosterEntry[]): readonly RosterEntry[] =>
  entries.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))

/** Doors: presences, admissions, manifests, and what they are for. */
export const doorVerbs: fc.Arbitrary<Verb> = fc.oneof(
  entering,
  correcting,
  undoing,
  admitting,
  disputing,
  issuing,
  repeating,
  noting,
  listing,
  planning,
)
