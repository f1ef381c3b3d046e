import { deepEqual, equal, ok } from "node:assert/strict"
import type { Storage } from "../../../core/src/index.ts"
import { type Chance, chanceOf } from "../../../core/test/fixtures/chance.ts"
import { dayMs, type Festival, type Guest, hourMs, createFestival } from "./grounds.ts"
import { type Lane, openLane } from "./lane.ts"

/** How large a festival is, and what is drawn. */
export interface FestivalPlan {
  readonly seed: number
  readonly days: number
  readonly doors: number
  readonly people: number
  readonly storage: Storage
  readonly say?: (line: string) => void
}

/** What happened. */
export interface FestivalReport {
  readonly taps: number
  readonly admitted: number
  readonly refused: Readonly<Record<string, number>>
  readonly duplicates: number
  readonly uploads: number
  readonly manifests: number
  readonly deltas: number
  readonly events: Readonly<Record<string, number>>
}

/** What a door was told when it last had a link: the model of its roster. */
interface Snapshot {
  readonly listed: ReadonlySet<Guest>
  readonly frozen: ReadonlySet<Guest>
  readonly admitted: ReadonlySet<Guest>
  readonly generated: number
  readonly until: number
  /**
   * The latest time the door has seen: a clock set back by less than it stood idle cannot be told.
   */
  mark: number
}

/** What is true of one day's gate, by the model alone. */
interface Day {
  readonly session: { readonly uuid: string; readonly slug: string }
  readonly opens: number
  /** When each was admitted, by the clocks of the doors that did. */
  readonly admissions: Map<Guest, number[]>
  /** Whom the service knows of. */
  readonly known: Set<Guest>
  /** Of each door: whom it admitted since the snapshot, and the snapshot. */
  readonly local: Map<Lane, Set<Guest>>
  readonly snapshots: Map<Lane, Snapshot>
  readonly old: string[]
}

const validMs = 12 * hourMs
const toleranceMs = 300_000

/**
 * A week at a festival: doors lose the network and the power, clocks run wrong, cards are frozen
 * and passes taken back, keys are rotated, and somebody plays an old manifest to a door. Every
 * verdict is compared with a model of what that door could know, and in the end the attendance with
 * what all doors admitted: nobody is lost, nobody is there twice. Throws where they differ.
 */
export const playFestival = async ({
  seed,
  days,
  doors,
  people,
  storage,
  say = () => undefined,
}: FestivalPlan): Promise<FestivalReport> => {
  const chance = chanceOf(seed)
  const festival = await createFestival(storage, people)
  const now = () => festival.clock.now().getTime()
  const lanes = Array.from({ length: doors }, (_, n) =>
    openLane(festival.symbolon, `door-${n + 1}`, now),
  )
  const passes = new Set(festival.guests)
  const frozen = new Set<Guest>()
  const counted = {
    taps: 0,
    admitted: 0,
    duplicates: 0,
    refused: new Map<string, number>(),
    events: new Map<string, number>(),
  }
  const note = (of: Map<string, number>, what: string): void =>
    void of.set(what, (of.get(what) ?? 0) + 1)
  let yesterday: string | undefined

  for (let day = 0; day < days; day += 1) {
    const session = await festival.gateOf(day)
    const opens = now() + 3 * hourMs
    const today: Day = {
      session,
      opens,
      admissions: new Map(),
      known: new Set(),
      local: new Map(),
      snapshots: new Map(),
      old: [],
    }
    for (const lane of lanes) {
      lane.isOnline = true
      lane.clockOffsetMs = smallOffset(chance)
      lane.moveTo(session.slug)
      await refresh(lane, today, { passes, frozen, now })
    }
    await festival.symbolon.testClock?.moveTo(new Date(opens))
    // Everybody comes once, in no order; a tenth come again, at whatever door.
    const comers = shuffled(
      [...festival.guests, ...festival.guests.filter(() => chance.happens(100))],
      chance,
    )
    const pause = Math.floor((9 * hourMs) / comers.length)
    for (const guest of comers) {
      festival.clock.set(new Date(now() + pause))
      const lane = pick(lanes, chance)
      await disturb({
        festival,
        lanes,
        today,
        passes,
        frozen,
        chance,
        yesterday,
        note: (what) => note(counted.events, what),
        now,
      })
      const verdict = lane.tap(guest.card)
      counted.taps += 1
      const expected = expectedOf(lane, guest, today, now())
      equal(
        `${verdict.decision} ${verdict.blocked_reason ?? verdict.undetermined_reason ?? ""}`.trim(),
        expected,
        `${lane.name} at ${new Date(now()).toISOString()}`,
      )
      if (expected === "admitted") {
        counted.admitted += 1
        today.admissions.set(guest, [
          ...(today.admissions.get(guest) ?? []),
          now() + lane.clockOffsetMs,
        ])
        localOf(today, lane).add(guest)
      } else note(counted.refused, expected)
    }
    yesterday = await closeDay({ festival, lanes, today, passes, frozen, now })
    counted.duplicates += await settle(festival, today)
    say(`day ${day + 1}: ${today.admissions.size} people, ${counted.taps} taps so far`)
    await festival.symbolon.testClock?.moveTo(
      new Date(Math.ceil(now() / dayMs) * dayMs + 6 * hourMs),
    )
  }
  const sum = (what: "manifests" | "deltas" | "uploads"): number =>
    lanes.reduce((total, { counts }) => total + counts[what], 0)
  await festival.symbolon.close()
  return {
    ...counted,
    refused: Object.fromEntries(counted.refused),
    events: Object.fromEntries(counted.events),
    uploads: sum("uploads"),
    manifests: sum("manifests"),
    deltas: sum("deltas"),
  }
}

interface Scene {
  readonly festival: Festival
  readonly lanes: readonly Lane[]
  readonly today: Day
  readonly passes: Set<Guest>
  readonly frozen: Set<Guest>
  readonly now: () => number
}

const smallOffset = (chance: Chance): number => (chance.below(201) - 100) * 1000
const isClockGood = (lane: Lane): boolean => Math.abs(lane.clockOffsetMs) < toleranceMs

/** What a door has to say, by what it was told and what it did itself. */
const expectedOf = (lane: Lane, guest: Guest, today: Day, now: number): string => {
  const known = today.snapshots.get(lane)
  if (known === undefined) return "undetermined manifest_missing"
  const local = now + lane.clockOffsetMs
  if (local < Math.max(known.mark, known.generated) - toleranceMs)
    return "undetermined clock_untrusted"
  known.mark = Math.max(known.mark, local)
  if (local >= known.until) return "undetermined manifest_expired"
  if (known.frozen.has(guest)) return "blocked card_frozen"
  if (known.admitted.has(guest) || localOf(today, lane).has(guest))
    return "blocked already_admitted"
  if (local < today.opens) return "blocked checkin_not_started"
  return known.listed.has(guest) ? "admitted" : "undetermined not_on_roster"
}

const localOf = ({ local }: Day, lane: Lane): Set<Guest> => {
  const known = local.get(lane) ?? new Set()
  local.set(lane, known)
  return known
}

/** The door has its link: it uploads, and is told how things stand. */
const refresh = async (
  lane: Lane,
  today: Day,
  { passes, frozen, now }: Pick<Scene, "passes" | "frozen" | "now">,
): Promise<void> => {
  // A clock that is wrong when the manifest comes makes it one that cannot be judged by: the host
  // waits.
  if (!lane.isOnline || !isClockGood(lane)) return
  const before = lane.version()
  await lane.refresh()
  for (const guest of localOf(today, lane)) today.known.add(guest)
  if (lane.version() !== before || today.snapshots.get(lane) === undefined) {
    const manifest = lane.manifest()
    if (manifest !== undefined && today.old.at(-1) !== manifest) today.old.push(manifest)
  }
  const listed = new Set([...passes].filter((guest) => !frozen.has(guest)))
  today.snapshots.set(lane, {
    listed,
    frozen: new Set([...frozen].filter((guest) => passes.has(guest) || today.known.has(guest))),
    admitted: new Set([...today.known].filter((guest) => !frozen.has(guest))),
    generated: Math.floor(now() / 1000) * 1000,
    until: Math.floor(now() / 1000) * 1000 + validMs,
    mark: now() + lane.clockOffsetMs,
  })
}

interface Disturbing extends Scene {
  readonly chance: Chance
  readonly yesterday: string | undefined
  readonly note: (what: string) => void
}

/** Something happens, now and then. The rarer, the more people come. */
const disturb = async (scene: Disturbing): Promise<void> => {
  const { festival, lanes, today, passes, frozen, chance, note, yesterday } = scene
  const perDay = (times: number): boolean => chance.below(festival.guests.length) < times
  const lane = pick(lanes, chance)
  if (perDay(60)) await refresh(lane, today, scene)
  if (perDay(16)) {
    lane.isOnline = !lane.isOnline
    note(lane.isOnline ? "network back" : "network lost")
  }
  if (perDay(8)) {
    lane.restart()
    const known = today.snapshots.get(lane)
    // Coming back it looks at the clock.
    if (known !== undefined) known.mark = Math.max(known.mark, scene.now() + lane.clockOffsetMs)
    note("restart")
  }
  if (perDay(3) && isClockGood(lane)) {
    lane.clockOffsetMs -= hourMs
    note("clock set back")
  } else if (perDay(12) && !isClockGood(lane)) {
    lane.clockOffsetMs = smallOffset(chance)
    note("clock put right")
  }
  if (perDay(4)) {
    const guest = pick(festival.guests, chance)
    await festival.symbolon.cards.updateState({
      card: guest.cardUuid,
      isFrozen: !frozen.has(guest),
    })
    if (!frozen.delete(guest)) frozen.add(guest)
    note("card frozen or thawed")
  }
  if (perDay(4)) {
    const guest = pick([...passes], chance)
    await festival.symbolon.memberships.removeMember({
      organization: festival.organization,
      userUuid: guest.userUuid,
    })
    passes.delete(guest)
    note("pass taken back")
  }
  if (perDay(1)) {
    await festival.symbolon.keys.rotate({ purpose: "checkin_manifest" })
    note("key rotated")
  }
  if (perDay(4)) replay(lane, today, yesterday, chance, note)
}

/** Somebody plays a manifest to the door that was right once. The door is as it was. */
const replay = (
  lane: Lane,
  today: Day,
  yesterday: string | undefined,
  chance: Chance,
  note: (what: string) => void,
): void => {
  const before = [lane.version(), lane.pending()]
  const old = chance.happens(500) ? yesterday : today.old[chance.below(today.old.length)]
  if (old === undefined) return
  const version = Number(/"manifest_version":(\d+)/.exec(old)?.[1])
  const isTodays = old.includes(today.session.uuid)
  if (isTodays && version >= (lane.version() ?? Number.POSITIVE_INFINITY)) return
  const code = lane.load(old)
  ok(
    code !== undefined &&
      (isTodays ? ["manifest_rolled_back", "manifest_untrusted"] : ["manifest_untrusted"]).includes(
        code,
      ),
    `an old manifest: ${code}`,
  )
  deepEqual([lane.version(), lane.pending()], before)
  note(isTodays ? "older manifest played" : "yesterday's manifest played")
}

/** The gate closes; by and by every door has its link again. Answers a manifest of the day. */
const closeDay = async (scene: Scene): Promise<string | undefined> => {
  for (const lane of scene.lanes) {
    lane.isOnline = true
    lane.clockOffsetMs = 0
    await refresh(lane, scene.today, scene)
    equal(lane.pending(), 0)
  }
  return scene.today.old.at(-1)
}

/**
 * Compares the day's attendance with what all doors admitted; answers how many admissions were
 * duplicates.
 */
const settle = async ({ storage }: Festival, { session, admissions }: Day): Promise<number> => {
  let after: string | undefined
  let duplicates = 0
  const wallets = new Map([...admissions].map(([guest, moments]) => [guest.wallet, moments]))
  for (;;) {
    const slice = await storage.transact("read", (tx) =>
      tx.presences.list(session.uuid, after, 1000),
    )
    for (const { walletAddress, uuid, firstAdmittedAt } of slice) {
      const moments = wallets.get(walletAddress)
      ok(moments !== undefined, `${walletAddress} was admitted by no door`)
      equal(firstAdmittedAt.getTime(), Math.min(...moments))
      const rows = await storage.transact("read", (tx) => tx.presences.admissionsOf([uuid]))
      deepEqual(
        rows.map(({ occurredAt }) => occurredAt.getTime()),
        moments.toSorted((a, b) => a - b),
      )
      // What else there is against an admission is said rather than that it is a duplicate.
      ok(
        rows.slice(1).every(({ disputedReason }) => disputedReason !== undefined),
        "all but the first are disputed",
      )
      ok(rows[0]?.disputedReason !== "duplicate_admission", "the first is no duplicate")
      duplicates += rows.length - 1
      wallets.delete(walletAddress)
    }
    after = slice.at(-1)?.walletAddress
    if (slice.length < 1000) break
  }
  deepEqual([...wallets.keys()], [], "admitted by a door, and nobody knows of it")
  return duplicates
}

const pick = <T>(all: readonly T[], chance: Chance): T => {
  const one = all[chance.below(all.length)]
  if (one === undefined) throw new Error("There is nobody to pick from.")
  return one
}

const shuffled = <T>(all: readonly T[], chance: Chance): readonly T[] => {
  const cards = [...all]
  for (let n = cards.length - 1; n > 0; n -= 1) {
    const other = chance.below(n + 1)
    const [a, b] = [cards[n], cards[other]]
    if (a !== undefined && b !== undefined) [cards[n], cards[other]] = [b, a]
  }
  return cards
}
