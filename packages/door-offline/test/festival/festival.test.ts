import { expect, it } from "vitest"
import { openMemory } from "../../../core/src/memory/index.ts"
import { playFestival } from "./festival.ts"

it.each([1, 2, 3])(
  "a festival in small: verdicts and attendance are the model's (seed %i)",
  async (seed) => {
    const report = await playFestival({
      seed,
      days: 3,
      doors: 4,
      people: 150,
      storage: openMemory({ strict: true }),
    })
    expect(report.taps).toBeGreaterThan(450)
    expect(report.uploads).toBe(report.admitted)
    expect(report.duplicates).toBeGreaterThan(0)
    expect(Object.keys(report.events).length).toBeGreaterThan(7)
  },
)
