import { expect, it } from "vitest"
import { mirrorJob } from "./mirroring/mirroring.ts"
import { prefetchJob } from "./prefetching/prefetching.ts"

const now = new Date("2026-11-21T10:00:00.000Z")
const of = { transactionId: "t", organizationUuid: "o" }

it.each([
  ["prefetches a content", prefetchJob("j", of, now, undefined)],
  ["copies an image", mirrorJob("j", { transactionId: "t", sourceHash: "s" }, "o", now, undefined)],
])("a job that %s waits for a host: it takes no place of the service's own work", (_, job) => {
  expect(job.queue).toBe("webhook-retries")
  expect(job.organizationUuid).toBe("o")
  expect(job.groupKey).toContain("o")
})
