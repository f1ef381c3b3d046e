import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { duplicatesAmong } from "./dispute.ts"

const admission = fc.record({
  uuid: fc.uuid(),
  occurredAt: fc.integer({ min: 0, max: 5 }).map((second) => new Date(second * 1000)),
  idempotencyKey: fc.uuid(),
})

describe("duplicatesAmong", () => {
  it("spares exactly the earliest, whatever the order of upload", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(admission, { minLength: 1, maxLength: 8, selector: ({ uuid }) => uuid }),
        fc.infiniteStream(fc.nat()),
        (all, noise) => {
          const shuffled = all
            .map((one) => ({ one, at: noise.next().value ?? 0 }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ one }) => one)
          const duplicates = duplicatesAmong(shuffled)
          expect(duplicates).toEqual(duplicatesAmong(all))
          expect(duplicates.size).toBe(all.length - 1)
          const spared = all.find(({ uuid }) => !duplicates.has(uuid))
          expect(all.every(({ occurredAt }) => spared !== undefined && spared.occurredAt <= occurredAt)).toBe(true)
        },
      ),
    )
  })
})
