import { describe, expect, it } from "vitest"
import { Unavailable } from "./errors/refusals.ts"
import { openGatherings } from "./gatherings.ts"

const isForAll = (reason: unknown) => reason instanceof Error && reason.message === "down"

/** A queue whose runs are written down, and fail for the words that it is told. */
const openDesk = (limits = { together: 4, waiting: 10 }) => {
  const runs: string[] = []
  const poisons = new Map<string, string>()
  const gatherings = openGatherings(limits)
  const run = async (all: readonly string[]) => {
    runs.push(all.join(" "))
    await new Promise((next) => setTimeout(next, 1))
    for (const one of all) if (poisons.has(one)) throw new Error(poisons.get(one))
    return all.map((one) => one.toUpperCase())
  }
  const say = (one: string, size = 1, name = "desk", isPatient = false) =>
    gatherings.join(name, one, { size, isPatient, run, isForAll })
  return { runs, poisons, say, idle: gatherings.idle }
}

describe("calls that come together", () => {
  it("are run together, in the order they came, and each gets its own answer", async () => {
    const { say, runs } = openDesk()
    expect(await Promise.all(["a", "b", "c"].map((one) => say(one)))).toEqual(["A", "B", "C"])
    expect(runs).toEqual(["a b c"])
  })

  it("are run alone after one failed, until one fails for all", async () => {
    const { say, runs, poisons } = openDesk()
    poisons.set("b", "bad").set("c", "down")
    const ends = await Promise.allSettled(["a", "b", "c", "d"].map((one) => say(one)))
    expect(ends).toMatchObject([
      { status: "fulfilled", value: "A" },
      { reason: { message: "bad" } },
      { reason: { message: "down" } },
      { reason: { message: "down" } },
    ])
    expect(runs).toEqual(["a b c d", "a", "b", "c"])
  })

  it("wait for the run before, and form the next", async () => {
    const { say, runs } = openDesk()
    const first = say("a")
    await new Promise((next) => setImmediate(next))
    await new Promise((next) => setImmediate(next))
    expect(runs).toEqual(["a"])
    expect(await Promise.all([first, say("b"), say("c")])).toEqual(["A", "B", "C"])
    expect(runs).toEqual(["a", "b c"])
  })

  it("are as many as there are places, in the order they came", async () => {
    const { say, runs } = openDesk({ together: 4, waiting: 30 })
    await Promise.all([say("a", 3), say("b", 2), say("c", 2), say("d", 7), say("e"), say("f")])
    expect(runs).toEqual(["a", "b c", "d", "e f"])
  })

  it("take turns with long lists: nobody waits behind many of them", async () => {
    const { say, runs } = openDesk({ together: 20, waiting: 99 })
    const lists = ["list-1", "list-2", "list-3", "list-4"].map((one) => say(one, 10))
    await Promise.all([...lists, say("a"), say("b")])
    expect(runs).toEqual(["a b", "list-1 list-2", "list-3 list-4"])
    runs.length = 0
    const more = ["list-5", "list-6"].map((one) => say(one, 20))
    const first = say("c")
    void first.then(() => say("d"))
    await Promise.all([...more, first])
    expect(runs).toEqual(["c", "list-5", "d", "list-6"])
  })

  it("let others go first when they are patient, come along with them, and do not wait for ever", async () => {
    const { say, runs } = openDesk({ together: 4, waiting: 99 })
    const patiently = (one: string) => say(one, 1, "desk", true)
    const patient = ["p1", "p2", "p3", "p4", "p5"].map(patiently)
    const others = ["a", "b", "c", "d"].map((one) => say(one))
    await Promise.all([...patient, ...others])
    expect(runs).toEqual(["a b c p1", "d p2 p3 p4", "p5"])
  })

  it("take no place of others when they are patient", async () => {
    const { say } = openDesk({ together: 4, waiting: 3 })
    const patient = ["p1", "p2", "p3", "p4"].map((one) => say(one, 1, "desk", true))
    const others = ["a", "b", "c", "d"].map((one) => say(one))
    const outcomes = await Promise.allSettled([...patient, ...others])
    const answered = [true, true, true, false]
    expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([...answered, ...answered])
  })

  it("of one queue do not wait for another", async () => {
    const { say, runs } = openDesk()
    expect(await Promise.all([say("a"), say("b", 1, "door")])).toEqual(["A", "B"])
    expect(runs.toSorted()).toEqual(["a", "b"])
  })

  it("do not fail for each other's sake", async () => {
    const { say, runs, poisons } = openDesk()
    poisons.set("b", "broken")
    const outcomes = await Promise.allSettled(["a", "b", "c"].map((one) => say(one)))
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
    expect(runs).toEqual(["a b c", "a", "b", "c"])
  })

  it("fail together where each would", async () => {
    const { say, runs, poisons } = openDesk()
    poisons.set("b", "down")
    const outcomes = await Promise.allSettled(["a", "b"].map((one) => say(one)))
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    expect(runs).toEqual(["a b"])
    expect(await say("c")).toBe("C")
  })

  it("are refused where too many wait, but for one that finds the queue empty", async () => {
    const { say, idle } = openDesk({ together: 4, waiting: 3 })
    expect(await say("large", 9)).toBe("LARGE")
    const waiting = [say("a"), say("b"), say("c")]
    await expect(say("d")).rejects.toBeInstanceOf(Unavailable)
    expect(await Promise.all(waiting)).toEqual(["A", "B", "C"])
    await idle()
    expect(await say("d")).toBe("D")
  })

  it("are waited for until none is left", async () => {
    const { say, idle } = openDesk({ together: 1, waiting: 10 })
    const answered: string[] = []
    for (const one of ["a", "b", "c"]) void say(one).then((answer) => answered.push(answer))
    await idle()
    expect(answered).toEqual(["A", "B", "C"])
  })
})
