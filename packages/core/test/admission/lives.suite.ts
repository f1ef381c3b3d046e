import fc from "fast-check"
import { expect, it } from "vitest"
import type { AdmissionAnswer, AdmissionRequest, Storage } from "../../src/index.ts"
import type { Rules, Tap } from "./door-model.ts"
import { openLifeWorld, people } from "./life-world.ts"
import { disputesOf, secondsAfterStart } from "../fixtures/door-taps.ts"

const who = fc.nat(people - 1)
const by = fc.oneof(fc.record({ person: who }), fc.record({ card: who }))
/** In steps of a hundred seconds, so that some lie at the very edge of the clock tolerance. */
const back = fc.integer({ min: -3, max: 6 })

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant("tap" as const), by }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("tap before" as const), by, back }) },
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant("upload" as const),
      by,
      back,
      cites: fc.option(fc.nat(), { freq: 5 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("manifest" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("cap" as const),
      cap: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("ticket" as const), person: who }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("ticket back" as const), person: who }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant("ticket on" as const), person: who, to: who }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("undo" as const), person: who }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("switch" as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("freeze" as const), card: who }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant("hand over" as const), card: who, to: who }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("member" as const), person: who }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("again" as const), n: fc.nat() }) },
)
const lives = fc.record({
  rules: fc.record({
    allowReentry: fc.boolean(),
    admitsFrozenCards: fc.boolean(),
    membersOnly: fc.boolean(),
  }),
  steps: fc.array(step, { minLength: 5, maxLength: 40 }),
})
type Life = typeof lives extends fc.Arbitrary<infer T> ? T : never

/**
 * Random lives of a session: taps, uploads that cite one manifest or another or none, and between
 * them caps, tickets, frozen cards, cards that change hands, members who leave and come back,
 * admissions that are taken back, keys that come again. A model judges every tap, and says after
 * each step what the record is.
 */
export const admissionLivesSuite = (
  storage: string,
  open: () => Promise<Storage> | Storage,
  numRuns: number,
): void => {
  it(`random lives of a session on ${storage} are judged and recorded as the model says`, {
    timeout: 300_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        const store = await open()
        await play(store, life)
        await store.close()
      }),
      { numRuns, interruptAfterTimeLimit: 200_000, markInterruptAsFailure: false },
    )
  })
}

const play = async (storage: Storage, { rules, steps }: Life): Promise<void> => {
  const world = await openLifeWorld(storage, rules)
  const { model, clock } = world
  const requested: {
    readonly tap: Tap
    readonly request: AdmissionRequest
    readonly answer: AdmissionAnswer
  }[] = []
  for (const [n, one] of steps.entries()) {
    // Late enough that nothing lies before the session was made.
    model.state.now = 100 * (n + 10)
    clock.set(secondsAfterStart(model.state.now))
    const tap = tapOf(one, n, model.state.now, [...model.state.reported.keys()], rules)
    const repeated =
      one.what === "again" ? requested[one.n % Math.max(requested.length, 1)] : undefined
    if (tap !== undefined) {
      const request = world.requestOf(tap, one.what === "tap")
      const answer = await world.admit(request)
      expect(world.plain(answer), `step ${n}`).toEqual(model.judge(tap))
      if (typeof answer !== "string" && answer.decision === "admitted")
        requested.push({ tap, request, answer })
    } else if (repeated !== undefined) {
      const reported = await world.admit(repeated.request)
      const isConflict = model.judge(repeated.tap) === "conflict"
      expect(reported, `step ${n}`).toEqual(
        isConflict ? "conflict" : { ...repeated.answer, isReplayed: true },
      )
    } else if (
      one.what !== "again" &&
      one.what !== "tap" &&
      one.what !== "tap before" &&
      one.what !== "upload"
    )
      await world.happen(one, n)
    const said = [...model.state.present.keys()]
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((person) => [person, model.presenceOf(person)])
    expect(await world.present(), `after step ${n}`).toEqual(said)
  }
  const said = [...model.state.present.keys()].flatMap((person) =>
    model.disputesOf(person).map(([key, reason]) => [key, reason] as const),
  )
  const keys = said.map(([key]) => key)
  expect(await disputesOf(storage, world.session.uuid, keys)).toEqual(Object.fromEntries(said))
}

const tapOf = (
  one: Life["steps"][number],
  n: number,
  now: number,
  versions: readonly number[],
  rules: Rules,
): Tap | undefined => {
  if (one.what !== "tap" && one.what !== "tap before" && one.what !== "upload") return undefined
  // Whose a card is beside a membership is another story.
  const whom = "card" in one.by && rules.membersOnly ? { person: one.by.card } : one.by
  const at =
    one.what === "tap"
      ? now
      : now - 100 * (one.what === "upload" ? one.back : Math.max(one.back, 0))
  const cites =
    one.what !== "upload" || one.cites === null
      ? undefined
      : versions[one.cites % Math.max(versions.length, 1)]
  return { key: `key ${n}`, by: whom, at, isUpload: one.what === "upload", version: cites }
}
