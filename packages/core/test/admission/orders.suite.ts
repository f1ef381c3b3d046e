import fc from "fast-check"
import { expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import type { Rules, Tap } from "./door-model.ts"
import { type Happening, openLifeWorld, people } from "./life-world.ts"
import { secondsAfterStart } from "../fixtures/door-taps.ts"

const who = fc.nat(people - 1)
const by = fc.oneof(fc.record({ person: who }), fc.record({ card: who }))

type Of<W extends Happening["what"]> = Extract<Happening, { readonly what: W }>
const just = <W extends "manifest" | "switch">(what: W): fc.Arbitrary<Happening> =>
  fc.constant({ what })
const cap: fc.Arbitrary<Of<"cap">> = fc.record({
  what: fc.constant("cap"),
  cap: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 4 }),
})
const of = <W extends "ticket" | "ticket back" | "undo" | "member">(
  what: W,
): fc.Arbitrary<Happening> => fc.record({ what: fc.constant(what), person: who })
const ticketOn: fc.Arbitrary<Happening> = fc.record({
  what: fc.constant("ticket on"),
  person: who,
  to: who,
})
const freeze: fc.Arbitrary<Happening> = fc.record({ what: fc.constant("freeze"), card: who })
const handOver: fc.Arbitrary<Happening> = fc.record({
  what: fc.constant("hand over"),
  card: who,
  to: who,
})
const tap = fc.record({ what: fc.constant("tap" as const), by })

/**
 * What happens while the doors are offline, live taps among it: the same in every order of uploads.
 */
const before = fc.oneof(
  { weight: 4, arbitrary: just("manifest") },
  { weight: 4, arbitrary: tap },
  { weight: 3, arbitrary: cap },
  ...[of("ticket"), ticketOn, of("undo"), of("member"), handOver].map((arbitrary) => ({
    weight: 2,
    arbitrary,
  })),
  ...[of("ticket back"), freeze, just("switch")].map((arbitrary) => ({ weight: 1, arbitrary })),
)
/** What may come between two uploads and is nothing to those that a manifest justifies. */
const harmless = fc.oneof(
  cap,
  of("ticket"),
  ticketOn,
  of("ticket back"),
  of("member"),
  handOver,
  just("manifest"),
)
/** What makes a difference to the uploads that come behind it. */
const telling = fc.oneof(harmless, freeze, just("switch"), of("undo"), tap)
const after = fc.oneof(
  { weight: 3, arbitrary: of("undo") },
  { weight: 1, arbitrary: cap },
  { weight: 1, arbitrary: of("ticket") },
)

/** In steps of ten seconds since the first manifest could be issued. */
const upload = fc.record({ by, at: fc.integer({ min: 0, max: 240 }), cites: fc.nat() })
const size = { maxLength: 8 }
const story = {
  rules: fc.record({
    allowReentry: fc.boolean(),
    admitsFrozenCards: fc.boolean(),
    membersOnly: fc.boolean(),
  }),
  /** Of the first manifest, so that most lives are short of seats. */
  cap: fc.option(fc.integer({ min: 2, max: 4 }), { freq: 4 }),
  before: fc.array(before, { minLength: 1, maxLength: 20 }),
  uploads: fc.array(upload, { minLength: 2, maxLength: 12 }),
  after: fc.array(after, { maxLength: 4 }),
  /** Two orders: by which number each upload is sorted, and after how many a batch ends. */
  orders: fc.tuple(fc.array(fc.nat(), size), fc.array(fc.nat(), size)),
  batches: fc.tuple(
    fc.array(fc.integer({ min: 1, max: 5 }), size),
    fc.array(fc.integer({ min: 1, max: 5 }), size),
  ),
}
const justifiedLives = fc.record({ ...story, between: fc.array(harmless, { maxLength: 5 }) })
const anyLives = fc.record({ ...story, between: fc.array(telling, { maxLength: 5 }) })
type Life = typeof anyLives extends fc.Arbitrary<infer T> ? T : never

/**
 * The order in which uploads arrive, and how they are cut into lists, makes no difference to who is
 * recorded as present, since when, on which seat and under which dispute, as long as a manifest
 * justifies each of them; whatever becomes of cap, tickets, memberships and cards between them. Of
 * the rest a model that is written from the rules says what the difference is:
 *
 * - an upload that no manifest justifies is judged by what was recorded when it came;
 * - a card is of who holds it when the upload comes, where the manifest does not name its holder,
 *   as a walk-in door's mostly does not;
 * - of two admissions of one person at one instant the first recorded is the entry;
 * - a frozen card and a closed switch are disputes as of when the upload came;
 * - a presence that is taken back takes with it what was uploaded by then, and a live tap sees what
 *   was uploaded by then.
 */
export const uploadOrdersSuite = (
  storage: string,
  open: () => Promise<Storage> | Storage,
  numRuns: number,
): void => {
  const of = { numRuns, interruptAfterTimeLimit: 400_000, markInterruptAsFailure: false }
  const playBoth = async (life: Life, isJustified: boolean) => {
    const records = []
    for (const n of [0, 1] as const) {
      const store = await open()
      records.push(await play(store, life, n, isJustified))
      await store.close()
    }
    return records
  }

  it(`uploads that manifests justify leave the same record on ${storage} in any order`, {
    timeout: 500_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(justifiedLives, async (life) => {
        const [one, other] = await playBoth(life, true)
        expect(other).toEqual(one)
      }),
      of,
    )
  })

  it(`uploads of any kind leave the record on ${storage} that the rules give for their order`, {
    timeout: 500_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyLives, async (life) => {
        await playBoth(life, false)
      }),
      of,
    )
  })
}

type LifeWorld = Awaited<ReturnType<typeof openLifeWorld>>

/**
 * Plays a life with its uploads in one of its orders, asks the model about every answer, and
 * answers what is recorded in the end.
 */
const play = async (storage: Storage, life: Life, order: 0 | 1, isJustified: boolean) => {
  const world = await openLifeWorld(storage, life.rules)
  const { model } = world
  let n = 0
  const pass = async (one: Happening | { readonly what: "tap"; readonly by: Tap["by"] }) => {
    n += 1
    model.state.now += 100
    world.clock.set(secondsAfterStart(model.state.now))
    if (one.what !== "tap") return world.happen(one, n)
    await judged(world, [
      {
        key: `live ${n}`,
        by: whom(one.by, life.rules),
        at: model.state.now,
        isUpload: false,
        version: undefined,
      },
    ])
  }
  model.state.now = 1000
  for (const one of [
    { what: "cap", cap: life.cap } as const,
    { what: "manifest" } as const,
    ...life.before,
  ])
    await pass(one)
  const uploads = uploadsOf(life, world, isJustified)

  const between = isJustified ? sameInAnyOrder(life.between, uploads, world) : [...life.between]
  const batches = batchesOf(uploads, life.orders[order], life.batches[order])
  for (const [index, batch] of batches.entries()) {
    await judged(world, batch)
    const share = index === batches.length - 1 ? between.length : 1
    for (const one of between.splice(0, share)) await pass(one)
  }
  for (const one of life.after) await pass(one)
  await agrees(world)
  return recordOf(
    world,
    storage,
    uploads.map(({ key }) => key),
  )
}

/**
 * Without the cards that change hands though an upload cites a manifest that does not say whose
 * they are.
 */
const sameInAnyOrder = (
  between: Life["between"],
  uploads: readonly Tap[],
  { model }: LifeWorld,
) => {
  const unnamed = new Set(
    uploads.flatMap((tap) =>
      "card" in tap.by && !model.subjectOf(tap).reported?.cards.has(tap.by.card) ? tap.by.card : [],
    ),
  )
  return between.filter((one) => one.what !== "hand over" || !unnamed.has(one.card))
}

/** Whose a card is beside a membership is another story. */
const whom = (by: Tap["by"], { membersOnly }: Rules): Tap["by"] =>
  "card" in by && membersOnly ? { person: by.card } : by

/**
 * The uploads of a life; those alone that manifests justify, no two of a person at one instant,
 * where that is asked for.
 */
const uploadsOf = (
  { uploads, rules }: Life,
  { model }: LifeWorld,
  isJustified: boolean,
): readonly Tap[] => {
  const versions = [...model.state.reported.keys()]
  const all = uploads.map(({ by, at, cites }, index): Tap => {
    const version = isJustified || cites % 4 > 0 ? versions[cites % versions.length] : undefined
    return {
      key: `upload ${index}`,
      by: whom(by, rules),
      at: Math.min(1000 + 10 * at, model.state.now),
      isUpload: true,
      version,
    }
  })
  const seen = new Set<string>()
  return all.filter((tap) => {
    const { person, isJustified: holds } = model.subjectOf(tap)
    const moment = `${person} ${tap.at}`
    const isTie =
      seen.has(moment) || (model.state.present.get(person) ?? []).some(({ at }) => at === tap.at)
    seen.add(moment)
    return !isJustified || (holds && !isTie)
  })
}

const batchesOf = (
  uploads: readonly Tap[],
  order: readonly number[],
  sizes: readonly number[],
): readonly (readonly Tap[])[] => {
  const rank = (index: number) => order[index % Math.max(order.length, 1)] ?? 0
  const remaining = uploads
    .map((tap, index) => ({ tap, rank: rank(index) }))
    .toSorted((a, b) => a.rank - b.rank)
  const batches: (readonly Tap[])[] = []
  while (remaining.length > 0)
    batches.push(
      remaining
        .splice(0, sizes[batches.length % Math.max(sizes.length, 1)] ?? 1)
        .map(({ tap }) => tap),
    )
  return batches
}

/** Taps, alone or as a list, are answered as the model says. */
const judged = async (world: LifeWorld, taps: readonly Tap[]): Promise<void> => {
  const requests = taps.map((tap) => world.requestOf(tap, !tap.isUpload))
  const [first] = requests
  const answers =
    requests.length === 1 && first !== undefined
      ? [await world.admit(first)]
      : await world.admitAll(requests)
  expect(answers.map(world.plain)).toEqual(taps.map((tap) => world.model.judge(tap)))
}

/** The record is the model's. */
const agrees = async ({ model, present }: LifeWorld): Promise<void> => {
  const said = [...model.state.present.keys()]
    .toSorted((a, b) => a - b)
    .map((person) => [person, model.presenceOf(person)])
  expect(await present()).toEqual(said)
}

/** What is recorded, but for when and under which uuids. */
const recordOf = async (
  { attendees, session, symbolon, wallets }: LifeWorld,
  storage: Storage,
  keys: readonly string[],
) => {
  const rows = (await attendees()).map(
    ({ uuid: _, sessionUuid: __, recordedAt: ___, userUuid: ____, walletAddress, ...row }) => ({
      ...row,
      person: wallets.indexOf(walletAddress),
    }),
  )
  const admissions = await storage.transact("read", async (tx) => ({
    count: (await tx.presences.tally(session.uuid, [])).present,
    all: await tx.presences.findAdmissions(session.uuid, ["host"], keys),
  }))
  expect(admissions.count).toBe(rows.length)
  const disputes = admissions.all.map(({ idempotencyKey, disputedReason, isReentry }) => ({
    idempotencyKey,
    disputedReason,
    isReentry,
  }))
  const manifest: { readonly admitted: object } = JSON.parse(
    Buffer.from(
      (await symbolon.sessions.checkinManifest({ session: session.slug })).bytes,
    ).toString(),
  )
  return {
    rows: rows.toSorted((a, b) => a.person - b.person),
    disputes: disputes.toSorted((a, b) => (a.idempotencyKey < b.idempotencyKey ? -1 : 1)),
    admitted: Object.keys(manifest.admitted)
      .map((wallet) => wallets.indexOf(wallet))
      .toSorted((a, b) => a - b),
  }
}
