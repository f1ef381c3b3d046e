import { expect, it } from "vitest"
import { openMetrics } from "./metrics.ts"

it("has the retries of transactions at 0 before the first, and counts them", async () => {
  const { observer, scrape } = openMetrics()
  const retries = async () => (await scrape()).match(/^symbolon_transaction_retries_total.*$/gm)
  expect(await retries()).toEqual([
    'symbolon_transaction_retries_total{mode="read"} 0',
    'symbolon_transaction_retries_total{mode="write"} 0',
  ])
  observer.transaction({ mode: "write", outcome: "committed", retries: 0, ms: 1 })
  observer.transaction({ mode: "write", outcome: "committed", retries: 2, ms: 1 })
  expect((await retries())?.[1]).toBe('symbolon_transaction_retries_total{mode="write"} 2')
})

it("answers a scrape without the queues while the storage fails", async () => {
  const metrics = openMetrics()
  metrics.watchQueues({ queues: async () => [{ queue: "work", due: 3, lagMs: 1500 }] })
  expect(await metrics.scrape()).toContain('symbolon_queue_lag_seconds{queue="work"} 1.5')
  metrics.watchQueues({ queues: () => Promise.reject(new Error("down")) })
  const text = await metrics.scrape()
  expect(text).not.toMatch(/^symbolon_queue_\w+\{/m)
  expect(text).toContain("symbolon_transaction_retries_total")
})
