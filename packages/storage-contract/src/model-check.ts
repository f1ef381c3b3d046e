import * as fc from "fast-check"
import { openMemory } from "@symbolon/core/memory"
import type { Repositories, Storage } from "@symbolon/core/storage"
import { same } from "./claims.ts"
import { found } from "./club.ts"
import { doorVerbs } from "./model/door-verbs.ts"
import { dump } from "./model/dump.ts"
import { historyVerbs } from "./model/history-verbs.ts"
import { memberVerbs } from "./model/member-verbs.ts"
import { sessionVerbs } from "./model/session-verbs.ts"
import { signInVerbs } from "./model/sign-in-verbs.ts"
import type { Circumstances, Past, Verb } from "./model/verb.ts"
import { workVerbs } from "./model/work-verbs.ts"
import { claimOf } from "./samples.ts"
import type { OpenStorage } from "./storage-case.ts"

export interface ModelCheckOptions {
  /** How many random runs; each opens a store. */
  readonly runs: number
  /** Of a failure that is to be seen again; the failure's message tells it. */
  readonly seed?: number
}

/** Several verbs in one transaction, which may end by throwing. */
interface Play {
  readonly verbs: readonly Verb[]
  readonly isUndone: boolean
}

// What members, work and doors do meets in more ways than what signing in leaves.
const anyVerb = fc.oneof(
  { weight: 4, arbitrary: memberVerbs },
  { weight: 2, arbitrary: historyVerbs },
  { weight: 5, arbitrary: workVerbs },
  { weight: 3, arbitrary: doorVerbs },
  { weight: 1, arbitrary: sessionVerbs },
  { weight: 2, arbitrary: signInVerbs },
)

const plays: fc.Arbitrary<Play> = fc.record({
  verbs: fc.array(anyVerb, { minLength: 1, maxLength: 4 }),
  isUndone: fc.nat(7).map((n) => n === 0),
})

/** The reference adapter, the number the next verb gets, and what the verbs before it left. */
interface Model {
  readonly oracle: Storage
  next: number
  past: Past
}

const noPast: Past = { claims: [], sids: [], webhooks: [], admissions: [], presences: [] }

/**
 * Plays random transactions on a storage and on the reference adapter, compares every answer, and
 * in the end everything that can be read. Rejects with the shortest sequence found on which the two
 * differ, and the seed that finds it again.
 *
 * @example
 * test("does what memory does", () => modelCheck(() => openMyStorage(), { runs: 50 }))
 */
export const modelCheck = (open: OpenStorage, { runs, seed }: ModelCheckOptions): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.commands([plays.map(command)], { maxCommands: 40, size: "+1" }),
      async (commands) => {
        const storage = await open()
        const oracle = openMemory()
        try {
          await Promise.all([found(storage), found(oracle)])
          const model: Model = { oracle, next: 1000, past: noPast }
          await fc.asyncModelRun(() => ({ model, real: storage }), commands)
          await compareStores(model, storage)
        } finally {
          await storage.close()
        }
      },
    ),
    { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
  )

const command = (play: Play): fc.AsyncCommand<Model, Storage> => ({
  check: () => true,
  toString: () =>
    `${play.isUndone ? "undone " : ""}{ ${play.verbs.map(({ text }) => text).join("; ")} }`,
  run: async (model, real) => {
    const noted: Partial<Past>[] = []
    const { next: n, past } = model
    const expected = await perform(model.oracle, play, {
      n,
      past,
      note: (facts) => noted.push(facts),
    })
    const found = await perform(real, play, { n, past, note: () => undefined })
    play.verbs.forEach(({ text }, index) => same(found[index], expected[index], text))
    model.next += play.verbs.length
    model.past = noted.reduce<Past>(joined, past)
  },
})

const joined = (past: Past, facts: Partial<Past>): Past => ({
  claims: [...past.claims, ...(facts.claims ?? [])],
  sids: [...past.sids, ...(facts.sids ?? [])],
  webhooks: [...past.webhooks, ...(facts.webhooks ?? [])],
  admissions: [...past.admissions, ...(facts.admissions ?? [])],
  presences: [...past.presences, ...(facts.presences ?? [])],
})

/** What each verb answered; the one that rejected is the last, whatever it rejected with. */
const perform = async (
  storage: Storage,
  { verbs, isUndone }: Play,
  circumstances: Circumstances,
): Promise<readonly unknown[]> => {
  let answers: unknown[] = []
  const work = async (tx: Repositories): Promise<void> => {
    answers = []
    for (const [index, verb] of verbs.entries()) {
      answers.push("rejected")
      const answer = await verb.call(tx, { ...circumstances, n: circumstances.n + index })
      answers[index] = { answer }
    }
    if (isUndone) throw undone
  }
  await storage.transact("write", work).catch((reason: unknown) => {
    // A verb's rejection stands among the answers; what else goes wrong is nobody's answer.
    if (reason !== undone && !answers.includes("rejected")) throw reason
  })
  return answers
}

const undone = new Error("on purpose")

const compareStores = async ({ oracle, past }: Model, real: Storage): Promise<void> => {
  const [found, expected] = await Promise.all(
    [real, oracle].map((storage) => storage.transact("read", (tx) => dump(tx, past))),
  )
  for (const [name, value] of Object.entries(expected ?? {}))
    same(found?.[name], value, `${name}, in the end`)
  const rest = (storage: Storage) =>
    storage.transact("write", (tx) => tx.jobs.claim(claimOf(10_000, { limit: 1000 })))
  const [jobs, expectedJobs] = await Promise.all([rest(real), rest(oracle)])
  same(jobs, expectedJobs, "jobs, in the end")
}
