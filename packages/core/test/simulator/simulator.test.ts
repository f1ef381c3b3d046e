import { describe, expect, it, vi } from "vitest"
import { systemClock } from "../../src/foundation/system/clock.ts"
import { openMemory } from "../../src/memory/index.ts"
import { chanceOf } from "../fixtures/chance.ts"
import { type Lie, lyingStorage } from "./lying-storage.ts"
import { simulateDeliveries } from "./simulate-deliveries.ts"
import { simulateRewards } from "./simulate-rewards.ts"
import { type Disk, simulate, type SimulationOptions } from "./simulate.ts"

/** Memory is kept between processes as long as nobody closes it. */
const memoryDisk = (wrap = (storage: ReturnType<typeof openMemory>) => storage): Disk => {
  const storage = wrap(openMemory({ strict: true }))
  return { open: () => storage, shut: async () => undefined }
}

/** That the same seed does the same, line by line, also where the machine is slow. */
const mustRepeat = async (
  play: (options: SimulationOptions) => Promise<unknown>,
): Promise<void> => {
  for (const seed of [7, 18, 30, 38]) {
    const lines = async (): Promise<readonly string[]> => {
      const log: string[] = []
      const seen = await play({ seed, disk: memoryDisk(), note: (line) => log.push(line) })
      return [...log, JSON.stringify(seen)]
    }
    expect(await lines()).toEqual(await slowly(lines))
  }
}

/** Does it while the machine's clock goes on by a second each time it is read. */
const slowly = async <A>(does: () => Promise<A>): Promise<A> => {
  let ms = Date.now()
  const read = vi.spyOn(systemClock, "now").mockImplementation(() => new Date((ms += 1000)))
  try {
    return await does()
  } finally {
    read.mockRestore()
  }
}

/** In four parts, so that a slow machine is told from one that hangs. */
const seeds = 30

describe("the simulator", () => {
  it.each([0, 1, 2, 3])(`finds nothing in ${seeds} seeds on memory, part %i`, async (part) => {
    const seen = { requested: 0, transactions: 0, lost: 0, deaths: 0 }
    for (let seed = part * seeds; seed < (part + 1) * seeds; seed += 1) {
      const run = await simulate({ seed, disk: memoryDisk() })
      for (const fact of ["requested", "transactions", "lost", "deaths"] as const)
        seen[fact] += run[fact]
    }
    // It saw what it is for.
    expect(seen.transactions).toBeGreaterThan(seeds * 8)
    expect(seen.lost).toBeGreaterThan(seeds * 5)
    expect(seen.deaths).toBeGreaterThan(seeds / 3)
  })

  it.each<Lie>(["loses outcomes", "answers before it commits", "loses settlements"])(
    "finds a storage that %s",
    async (lie) => {
      const failures: unknown[] = []
      for (let seed = 0; seed < 12 && failures.length === 0; seed += 1) {
        const chance = chanceOf(seed + 1_000_000)
        const disk = memoryDisk((storage) => lyingStorage(storage, lie, () => chance.happens(200)))
        await simulate({ seed, disk }).catch((reason: unknown) => failures.push(reason))
      }
      expect(String(failures[0])).toMatch(/SIM_SEED=\d+: .*\nThe last that happened:\n(ask|the| )/s)
    },
  )

  it("does the same again with the same seed", () => mustRepeat(simulate))
})

describe("the simulator of deliveries", () => {
  it.each([0, 1])(`finds nothing in ${seeds} seeds on memory, part %i`, async (part) => {
    const seen = { events: 0, delivered: 0, failed: 0, unrecorded: 0, deaths: 0 }
    for (let seed = part * seeds; seed < (part + 1) * seeds; seed += 1) {
      const run = await simulateDeliveries({ seed, disk: memoryDisk() })
      for (const fact of Object.keys(seen) as (keyof typeof seen)[]) seen[fact] += run[fact]
    }
    // It saw what it is for.
    expect(seen.events).toBeGreaterThan(seeds)
    expect(seen.delivered).toBeGreaterThan(seeds)
    expect(seen.failed).toBeGreaterThan(seeds / 10)
    expect(seen.unrecorded).toBeGreaterThan(2)
    expect(seen.deaths).toBeGreaterThan(seeds / 10)
  })

  it("does the same again with the same seed", () => mustRepeat(simulateDeliveries))
})

describe("the simulator of rewards", () => {
  it.each([0, 1])(`finds nothing in ${seeds} seeds on memory, part %i`, async (part) => {
    const seen = { asked: 0, issued: 0, completed: 0, failed: 0, reversed: 0, deaths: 0 }
    for (let seed = part * seeds; seed < (part + 1) * seeds; seed += 1) {
      const run = await simulateRewards({ seed, disk: memoryDisk() })
      for (const fact of Object.keys(seen) as (keyof typeof seen)[]) seen[fact] += run[fact]
    }
    // It saw what it is for.
    expect(seen.issued).toBeGreaterThan(seeds * 2)
    expect(seen.completed).toBeGreaterThan(seeds / 2)
    expect(seen.failed).toBeGreaterThan(seeds / 5)
    expect(seen.reversed).toBeGreaterThan(seeds / 10)
    expect(seen.deaths).toBeGreaterThan(seeds / 10)
  })

  it("does the same again with the same seed", () => mustRepeat(simulateRewards))
})
