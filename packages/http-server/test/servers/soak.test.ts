import { expect, it } from "vitest"
import { faultsOf, soak } from "./soak.ts"

it("loses and doubles nothing while one server is stopped or killed again and again", async () => {
  const report = await soak({
    seconds: 10,
    seed: 17,
    clients: 4,
    restMs: 20,
    restartWithinSeconds: 3,
    say: () => undefined,
  })
  expect(faultsOf(report)).toEqual([])
  expect(report.verdict.answered).toBeGreaterThan(20)
  expect(report.stopped + report.killed).toBeGreaterThan(0)
})
