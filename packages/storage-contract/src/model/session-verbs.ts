import * as fc from "fast-check"
import { club } from "../club.ts"
import { at, session, sessionSeries, uuid } from "../samples.ts"
import type { Verb } from "./verb.ts"

const rooms = fc.constantFrom(club.race, club.dinner)
const activities = fc.constantFrom(club.regatta, club.gala)
const runs = fc.constantFrom(70, 71)
const moment = fc.integer({ min: 0, max: 20 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const sortOrder = fc.constantFrom("asc", "desc")

const running: fc.Arbitrary<Verb> = fc
  .tuple(runs, activities, moment)
  .map(([run, { slug, uuid: activityUuid }, when]) => ({
    text: `sessionSeries.add(${run}, ${slug})`,
    call: async (tx) => {
      if ((await tx.sessionSeries.find(uuid(run), at(when))) === undefined)
        await tx.sessionSeries.add(sessionSeries(run, { activityUuid }))
      return tx.sessionSeries.find(uuid(run), at(when))
    },
  }))

const rescheduling: fc.Arbitrary<Verb> = fc
  .record({
    room: rooms,
    prior: maybe(rooms),
    activity: maybe(activities),
    run: maybe(runs),
    starts: moment,
    sequenceNumber: moment,
  })
  .map(({ room, prior, activity, run, starts, sequenceNumber }) => ({
    text: `sessions.changeAll(${room.slug}, ${activity?.slug}, ${run})`,
    call: async (tx) => {
      const series = run === undefined ? undefined : await tx.sessionSeries.find(uuid(run), at(0))
      const changed = {
        ...room,
        activityUuid: activity?.uuid,
        requiredPriorSessionUuid: prior?.uuid,
        seriesUuid: series?.uuid,
        startTime: at(starts),
        endTime: at(starts + 10),
        sequenceNumber,
      }
      await tx.sessions.changeAll([changed])
      return [
        await tx.sessions.firstRequiring(room.uuid),
        await tx.sessions.lastNumber(club.regatta.uuid),
      ]
    },
  }))

const repeating: fc.Arbitrary<Verb> = fc
  .tuple(runs, fc.integer({ min: 1, max: 4 }), moment)
  .map(([run, count, starts]) => ({
    text: `sessions.addAll(${count} of ${run})`,
    call: async (tx, { n }) => {
      const series = await tx.sessionSeries.find(uuid(run), at(0))
      const made = Array.from({ length: count }, (_, more) =>
        session(n * 1000 + more, {
          organizationUuid: club.home.uuid,
          activityUuid: series?.activityUuid,
          seriesUuid: series?.uuid,
          startTime: at(starts + more),
          endTime: at(starts + more + 5),
          sequenceNumber: more + 1,
        }),
      )
      const taken = await tx.sessions.takenSlugs(made.map(({ slug }) => slug))
      if (taken.length === 0) await tx.sessions.addAll(made)
      return [taken.length, await tx.sessionSeries.find(uuid(run), at(starts + 5))]
    },
  }))

const looking: fc.Arbitrary<Verb> = fc
  .record({
    endsAfter: maybe(moment),
    endsBy: maybe(moment),
    startsBefore: maybe(moment),
    isStandalone: maybe(fc.boolean()),
    run: maybe(runs),
    sortOrder,
    page: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ endsAfter, endsBy, startsBefore, isStandalone, run, ...how }) => ({
    text: `sessions.list(${endsAfter}, ${endsBy}, ${startsBefore}, ${isStandalone}, ${run})`,
    call: async (tx) => {
      const of = {
        organizationUuid: club.home.uuid,
        endsAfter: endsAfter === undefined ? undefined : at(endsAfter),
        endsBy: endsBy === undefined ? undefined : at(endsBy),
        startsBefore: startsBefore === undefined ? undefined : at(startsBefore),
        isStandalone,
        seriesUuid: run === undefined ? undefined : uuid(run),
      }
      return [
        await tx.sessions.list(of, { ...how, pageSize: 3, sortBy: "start_time" }),
        await tx.sessionSeries.list(club.gala.uuid, at(endsAfter ?? 0), {
          ...how,
          pageSize: 1,
          sortBy: "name",
        }),
      ]
    },
  }))

/** Sessions and their series: made, moved, counted, listed. */
export const sessionVerbs: fc.Arbitrary<Verb> = fc.oneof(running, rescheduling, repeating, looking)
