import assert from "node:assert/strict"
import { type Clock, createSymbolon, type Storage, type SymbolonOptions } from "../../src/index.ts"
import type { KeyVault } from "../../src/foundation/ports/key-vault.ts"
import { memoryKeyVault, testClock } from "../../src/testing/index.ts"
import { type Ask, askOf, holdsMostMs } from "../ledger/asks.ts"
import { endHold, expectAnswer, type Model, openModel } from "../ledger/model.ts"
import { mustEqual } from "../ledger/soundness.ts"
import { openTestLedger, perform, type TestLedger, unlimited } from "../fixtures/ledger.ts"
import { type Chance, chanceOf } from "../fixtures/chance.ts"
import { start } from "../fixtures/world.ts"
import { failingStorage, type Fault } from "./failing-storage.ts"
import { seededIds } from "./seeded-ids.ts"
import { copyServiceKeys } from "./service-keys.ts"
import { portsOf } from "../../src/effect.ts"

/** What a process is started on, again and again: a store that keeps what it was given. */
export interface Disk {
  readonly open: () => Storage | Promise<Storage>
  /** Between two processes. */
  readonly shut: (storage: Storage) => Promise<void>
}

export interface SimulationOptions {
  readonly seed: number
  readonly disk: Disk
  /** How many things happen; 8 unless said. */
  readonly steps?: number
  /** Gets all that happens, line by line: the same lines for the same seed. */
  readonly note?: (line: string) => void
}

/** What a run saw, so that one can tell whether it saw anything. */
export interface Simulated {
  readonly requested: number
  readonly transactions: number
  readonly lost: number
  readonly deaths: number
}

/** A run that went wrong: its message has the seed and the last forty things that happened. */
export class SimulationFailed extends Error {
  override readonly name = "SimulationFailed"
}

const members = 3
const vault = memoryKeyVault(new Uint8Array(32).fill(7))

/**
 * Plays a club's ledger on a failing store, vault and clock, all of it decided by one seed: callers
 * ask several at a time, get no answer now and then, and ask again under the same key, until they
 * have one; processes die and others take over. In the end each request has happened once if it was
 * answered as done, and never if it was refused, and the ledger is what a model makes of its log.
 */
export const simulate = async ({
  seed,
  disk,
  steps = 8,
  note,
}: SimulationOptions): Promise<Simulated> => {
  const log = openLog(note)
  const world = await openSimulation(seed, disk, log.note)
  try {
    await world.begin()
    for (let step = 0; step < steps; step += 1) await world.step()
    await world.settle()
    return await world.inspect()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SimulationFailed(
      `SIM_SEED=${seed}: ${why}\nThe last that happened:\n${log.lines.slice(-40).join("\n")}`,
      { cause },
    )
  } finally {
    await world.close()
  }
}

const openSimulation = async (seed: number, disk: Disk, note: (line: string) => void) => {
  const chance = chanceOf(seed)
  let isCalm = true
  const faultOf = (): Fault => (isCalm ? "none" : drawFault(chance))
  const failing: KeyVault = {
    wrap: (key, aad) =>
      !isCalm && chance.happens(50)
        ? Promise.reject(new Error("the vault is shut"))
        : vault.wrap(key, aad),
    unwrap: (key, aad) =>
      !isCalm && chance.happens(50)
        ? Promise.reject(new Error("the vault is shut"))
        : vault.unwrap(key, aad),
  }
  let inner = await disk.open()
  await copyServiceKeys(inner)
  let storage = failingStorage(inner, faultOf)
  const clock = testClock(start)
  const steady = { vault: failing, testClock: clock, ...steadyOf(seed, clock) }
  let ledger = await openTestLedger(storage, members, steady)
  const past: Ask[] = []
  /** First answers, by key; an answer that no ledger remembers is not among them. */
  const answers = new Map<string, string>()
  const unanswered = new Map<string, Ask>()
  const counts = { lost: 0, deaths: 0 }

  const ask = async (one: Ask): Promise<void> => {
    note(`ask ${JSON.stringify(one)}`)
    unanswered.set(one.key, one)
    try {
      const answer = await perform(ledger, one)
      note(`  ${one.key}: ${answer}`)
      unanswered.delete(one.key)
      const before = answers.get(one.key)
      const isChanged =
        JSON.stringify(one) !== JSON.stringify(past.find(({ key }) => key === one.key))
      if (answer.startsWith("BadRequest") || answer === "IdempotencyConflict" || isChanged) return
      assert.equal(answer, before ?? answer, `the answer to ${one.key}`)
      answers.set(one.key, answer)
    } catch (reason) {
      if (reason instanceof assert.AssertionError) throw reason
      counts.lost += 1
      note(`  ${one.key}: no answer (${reasonOf(reason)})`)
    }
  }

  const restart = async (): Promise<void> => {
    note("the process is started anew")
    isCalm = true
    await disk.shut(inner)
    inner = await disk.open()
    storage = failingStorage(inner, faultOf)
    ledger = { ...ledger, symbolon: await createSymbolon({ storage, ...steady, ...unlimited }) }
  }

  const burst = async (): Promise<void> => {
    const model = modelOf(past, ledger)
    const asks = Array.from({ length: 1 + chance.below(6) }, () => {
      const draw = {
        what: chance.below(100),
        a: chance.below(10_000),
        b: chance.below(10_000),
        amount: 1 + chance.below(60),
      }
      const drawn = askOf(
        draw,
        `k${past.length}`,
        [...ledger.ids.keys()],
        past,
        model,
        ledger.clock.now().getTime(),
      )
      // Something else under a key that was not answered yet: either may be what happened, which
      // nobody could judge.
      const one = ledger.ids.has(drawn.key)
        ? drawn
        : (past.find(({ key }) => key === drawn.key) ?? drawn)
      if (!past.some(({ key }) => key === one.key)) past.push(one)
      return one
    })
    const repeated = [...unanswered.values()].filter(() => chance.happens(500))
    isCalm = false
    await Promise.all([...asks, ...repeated].map(ask))
    isCalm = true
  }

  const jump = async (): Promise<void> => {
    const { clock, symbolon } = ledger
    const ms = chance.below(holdsMostMs / 2)
    const to = new Date(clock.now().getTime() + (chance.happens(300) ? -Math.floor(ms / 4) : ms))
    const works = to > clock.now() && chance.happens(700)
    note(`the clock goes to ${to.toISOString()}${works ? ", and work is done" : ""}`)
    isCalm = false
    if (works)
      await symbolon.testClock
        ?.moveTo(to)
        .catch((reason: unknown) => note(`  work failed (${reasonOf(reason)})`))
    else clock.set(to)
    isCalm = true
  }

  return {
    begin: async () => {
      past.push(...begin)
      for (const one of begin) await ask(one)
    },
    step: async () => {
      await (past.length > 0 && chance.happens(250) ? jump() : burst())
      if (!storage.isDead()) return
      counts.deaths += 1
      await restart()
    },
    /**
     * Calm: everybody asks until they have an answer, and everything that is due is done, by a
     * process of its own.
     */
    settle: async () => {
      await restart()
      await Promise.all(past.map(ask))
      assert.equal(unanswered.size, 0, "some got no answer though nothing failed")
      await ledger.symbolon.testClock?.moveTo(
        new Date(ledger.clock.now().getTime() + 2 * 86_400_000),
      )
    },
    inspect: async (): Promise<Simulated> => {
      const model = await modelOfLog(ledger, past)
      await mustEqual(ledger, model)
      const done = [...answers].filter(([, answer]) => answer === "done").map(([key]) => key)
      const made = [...model.transactions.keys()].filter((key) => !key.startsWith("expired:"))
      assert.deepEqual(
        made.toSorted(),
        done.toSorted(),
        "what was answered as done is what was done",
      )
      assert.ok(
        [...model.transactions.values()].every(({ status }) => status !== "pending"),
        "a hold did not end",
      )
      return { requested: past.length, transactions: made.length, ...counts }
    },
    close: () => disk.shut(inner),
  }
}

/** Points to begin with. */
const begin: readonly Ask[] = [
  { verb: "mint", key: "first", amount: 400 },
  { verb: "transfer", key: "second", from: 1, to: 2, amount: 100 },
  { verb: "transfer", key: "third", from: 1, to: 3, amount: 100 },
]

/**
 * What a run must not take from the machine for the same seed to do the same: ids and keys, by which
 * rows are sorted, and the real time, which says how many changes one batch of the ledger takes.
 */
export const steadyOf = (seed: number, clock: Clock): Pick<SymbolonOptions, "ids" | "wall"> => ({
  ids: seededIds(seed, clock),
  wall: testClock(start),
})

/** What happens in a run, line by line: to be told when it fails, and to whoever asked for it. */
export const openLog = (told: SimulationOptions["note"]) => {
  const lines: string[] = []
  return {
    lines,
    note: (line: string): void => {
      lines.push(line)
      told?.(line)
    },
  }
}

/** So many times in a thousand. */
const faults: readonly (readonly [Fault, number])[] = [
  ["before", 40],
  ["undone", 40],
  ["answerless", 50],
  ["again", 60],
  ["slow", 150],
  ["dies before", 6],
  ["dies after", 10],
]

/** Draws what happens to one transaction. */
export const drawFault = (chance: Chance): Fault => {
  let drawn = chance.below(1000)
  for (const [fault, perMille] of faults) {
    if (drawn < perMille) return fault
    drawn -= perMille
  }
  return "none"
}

/** Enough of a model for drawing: which transactions are known, and which of them hold. */
const modelOf = (past: readonly Ask[], { ids }: TestLedger): Model => {
  const model = openModel(members)
  for (const ask of past) {
    if (!ids.has(ask.key) || ask.verb !== "hold") continue
    const { from, to, amount, expiresAt } = ask
    const facts = {
      effect: "pending",
      type: "transfer",
      status: "pending",
      moved: 0,
      refunded: 0,
    } as const
    model.transactions.set(ask.key, { ...facts, from, to, amount, expiresAt })
  }
  return model
}

/**
 * What the model makes of the log: each transaction must be what was asked for under its key, at
 * that place.
 */
const modelOfLog = async (ledger: TestLedger, past: readonly Ask[]): Promise<Model> => {
  const model = openModel(members)
  const leaves = await portsOf(ledger.symbolon).storage.transact("read", (tx) =>
    tx.transactions.leaves(0, 100_000),
  )
  const keys = new Map([...ledger.ids].map(([key, id]) => [id, key]))
  for (const { kind, text } of leaves) {
    if (kind === "status") continue
    const body = JSON.parse(text) as Readonly<
      Record<"id" | "effect" | "created_at" | "original_transaction_id", string>
    >
    const key = keys.get(body.id)
    const ask = past.find((one) => one.key === key)
    if (ask !== undefined)
      assert.equal(
        expectAnswer(model, ask, Date.parse(body.created_at)),
        "done",
        `${ask.key} stands in the log`,
      )
    else {
      const of = keys.get(body.original_transaction_id)
      assert.ok(body.effect === "void" && of !== undefined, `nobody asked for ${text}`)
      assert.equal(endHold(model, of), "done", `the end of ${of}`)
    }
  }
  return model
}

/** Why something failed, in words. */
export const reasonOf = (reason: unknown): string => {
  const cause = reason instanceof Error && "cause" in reason ? reason.cause : reason
  return cause instanceof Error ? cause.message : String(cause)
}
