import { equal } from "node:assert/strict"
import { join } from "node:path"
import { openSqlite } from "@symbolon/storage-sqlite"
import { openRosterClub, type RosterClub } from "../fixtures/roster-club.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const people = 5_000
const elsewhere = "00000000-0000-4000-8000-000000000000"

/** A club where so many triggers listen to visits, and how many of them are counted with each. */
const openClub = async (file: string, triggers: number, isNarrowed: boolean) => {
  const club = await openRosterClub(() => openSqlite({ file }), people)
  const { symbolon } = club
  const organization = "harbour-club"
  const { uuid: organizationUuid } = await symbolon.organizations.get({ organization })
  const reward = await symbolon.rewards.create({
    organization,
    organizationUuid,
    name: "Free drink",
    contentConfig: {
      storageType: "internal",
      contentTemplate: { data: {}, items: [], content_version: "1" },
    },
  })
  for (let n = 0; n < triggers; n += 1)
    await symbolon.rewardTriggers.create({
      organization,
      name: `Trigger ${n}`,
      rewardTemplateUuid: reward.uuid,
      triggerScopes: ["session.attended:count:1000"],
      rewardMetadata: isNarrowed ? { match: { session_uuid: elsewhere } } : {},
    })
  return club
}

/** Everybody comes once to each session; when all have come, there is another one. */
const visitsOf = (club: RosterClub) => {
  const sessions = [club.session]
  let taps = 0
  return async (): Promise<void> => {
    const turn = taps++
    const round = Math.floor(turn / people)
    const session = (sessions[round] ??= await club.makeSession(`Evening ${round}`))
    const identifier = { type: "card", value: club.cardOf(turn % people) } as const
    const { decision } = await club.symbolon.sessions.admit({
      session,
      request: { identifier, idempotencyKey: `tap-${turn}` },
    })
    if (decision !== "admitted") throw new Error("A member is admitted.")
  }
}

/** What a visit costs at the door where triggers listen to it, beside one where none does. */
export const triggers: Suite = {
  name: "triggers",
  open: async () => {
    const { dir, remove } = await openScratch()
    const open = (name: string, count: number, isNarrowed = false) =>
      openClub(join(dir, `${name}.db`), count, isNarrowed)
    const clubs = {
      none: await open("none", 0),
      one: await open("one", 1),
      hundred: await open("hundred", 100),
      narrowed: await open("narrowed", 100, true),
    }
    const visits = Object.fromEntries(
      Object.entries(clubs).map(([name, club]) => [name, visitsOf(club)]),
    )
    const pair = (name: string, side: string): Bench => ({
      name: `SQLite, a visit with ${name}`,
      a: waiting(name, visits[side] ?? (() => Promise.reject(new Error(side)))),
      b: waiting("no trigger", visits["none"] ?? (() => Promise.reject(new Error()))),
      unit: "/s",
      agree: async () => {
        await visits[side]?.()
        const due = await clubs.none.symbolon.work.nextDue()
        equal(due === undefined || due > clubs.none.symbolon.clock.now(), true)
      },
    })
    const close = async (): Promise<void> => {
      for (const { symbolon } of Object.values(clubs)) await symbolon.close()
      await remove()
    }
    return {
      benches: [
        pair("one trigger that counts it", "one"),
        pair("100 triggers that count it", "hundred"),
        { ...pair("100 triggers of another session", "narrowed"), aim: 0.95 },
      ],
      close,
    }
  },
}
