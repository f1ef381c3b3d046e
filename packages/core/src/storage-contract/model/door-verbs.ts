import * as fc from "fast-check"
import { club } from "../club.ts"
import { activity, admission, at, manifest, presence, session } from "../samples.ts"
import { around, type Verb } from "./verb.ts"

const rooms = fc.constantFrom(club.race, club.dinner)
const purses = fc.constantFrom(...club.purses)
const clients = fc.constantFrom(club.scanner, club.tablet)
const moment = fc.integer({ min: 0, max: 20 })
const slugs = fc.constantFrom("activity-31", "session-41", "regatta", "gala")

const entering: fc.Arbitrary<Verb> = fc
  .tuple(rooms, purses, fc.constantFrom("ticket", "walk_in", "none"), moment)
  .map(([room, purse, seat, when]) => ({
    text: `presences.add(${room.slug}, ${seat})`,
    call: async (tx, { n, note }) => {
      await tx.sessions.lock(room.uuid)
      const row = presence(n, { sessionUuid: room.uuid, walletAddress: purse.address, seat, firstAdmittedAt: at(when) })
      note({ presences: [row.uuid] })
      return [await tx.presences.add(row), await tx.presences.count(room.uuid, undefined)]
    },
  }))

const correcting: fc.Arbitrary<Verb> = fc.tuple(fc.nat(20), moment, rooms, moment).map(([index, when, room, before]) => ({
  text: `presences.moveEarlier(presence ${index}, ${when})`,
  call: async (tx, { past }) => {
    const uuid = around(past.presences, index)
    if (uuid !== undefined) await tx.presences.moveEarlier(uuid, at(when))
    return [await tx.presences.count(room.uuid, at(before)), await tx.presences.list(room.uuid, undefined, 2)]
  },
}))

const admitting: fc.Arbitrary<Verb> = fc
  .tuple(rooms, purses, clients, fc.constantFrom("a", "b", "c"), moment)
  .map(([room, purse, client, key, when]) => ({
    text: `presences.addAdmission(${room.slug}, ${client.clientId}, ${key})`,
    call: async (tx, { n, note }) => {
      const row = admission(n, {
        sessionUuid: room.uuid,
        walletAddress: purse.address,
        clientId: client.clientId,
        idempotencyKey: key,
        occurredAt: at(when),
      })
      note({ admissions: [row.uuid] })
      return [await tx.presences.addAdmission(row), await tx.presences.findAdmission(room.uuid, client.clientId, key)]
    },
  }))

const disputing: fc.Arbitrary<Verb> = fc.tuple(fc.nat(20), fc.boolean(), rooms, purses).map(([index, isDisputed, room, purse]) => ({
  text: `presences.dispute(admission ${index}, ${isDisputed})`,
  call: async (tx, { past }) => {
    const uuid = around(past.admissions, index)
    if (uuid !== undefined) await tx.presences.dispute(uuid, isDisputed ? "card_frozen" : undefined)
    return tx.presences.admissionsOf(room.uuid, purse.address)
  },
}))

const issuing: fc.Arbitrary<Verb> = fc.tuple(rooms, moment).map(([room, until]) => ({
  text: `manifests: issue for ${room.slug}`,
  call: async (tx) => {
    const version = await tx.manifests.nextVersion(room.uuid)
    await tx.manifests.keep(manifest(room.uuid, version, { validUntil: at(until) }))
    return [version, await tx.manifests.newest(room.uuid)]
  },
}))

const repeating: fc.Arbitrary<Verb> = fc.tuple(rooms, fc.integer({ min: 1, max: 5 })).map(([room, version]) => ({
  text: `manifests.keep(${room.slug}, ${version})`,
  call: async (tx) =>
    (await tx.manifests.find(room.uuid, version)) === undefined ? undefined : tx.manifests.keep(manifest(room.uuid, version)),
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
      if (!isSession) return [await tx.activities.add(activity(n, { ...of, startTime })), await tx.activities.list(club.home.uuid, page)]
      const isAdded = await tx.sessions.add(session(n, { ...of, activityUuid, startTime: startTime ?? at(0) }))
      return [isAdded, await tx.sessions.list(activityUuid, page), await tx.sessions.countOf(activityUuid)]
    },
  }))

/** Doors: presences, admissions, manifests, and what they are for. */
export const doorVerbs: fc.Arbitrary<Verb> = fc.oneof(entering, correcting, admitting, disputing, issuing, repeating, planning)
