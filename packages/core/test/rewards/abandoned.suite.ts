import { describe, expect, it } from "vitest"
import type { QueueName } from "../../src/foundation/jobs/job.ts"
import type { Storage } from "../../src/index.ts"
import { inline, openExternalRewards } from "../fixtures/external-rewards.ts"
import { dayMs } from "../fixtures/staffed-organization.ts"

/** Deliveries of external rewards that nobody works at any more, on any storage. */
export const abandonedSuite = (name: string, open: () => Promise<Storage> | Storage): void => {
  const openAsked = async (answering?: Parameters<typeof openExternalRewards>[1]) => {
    const club = await openExternalRewards(await open(), answering)
    const { storage, symbolon, clock, template, row, supply } = club
    const ada = await club.person("ada")
    const { deliveryUuid = "" } = await ada.as.rewards.claim({ reward: template.slug })
    const sent = () => storage.transact("read", (tx) => tx.deliveries.find(deliveryUuid))
    const stand = async () => {
      const { status, failureReason, sealed } = (await row(deliveryUuid)) ?? {}
      return { status, failureReason, isSealed: sealed !== undefined, supply: await supply() }
    }
    /** As if it had never been written. */
    const loseJobs = (queue: QueueName) =>
      storage.transact("write", async (tx) => {
        const now = clock.now()
        const claim = { queue, now, leaseUntil: now, limit: 100, perGroup: 100 }
        await tx.jobs.complete(
          await tx.jobs.claim({ ...claim, organizationShare: Infinity, running: [] }),
        )
      })
    /** What is done each day, and nothing that was due before. */
    const oneDayLater = async () => {
      clock.set(new Date(clock.now().getTime() + dayMs))
      return symbolon.work.runDue()
    }
    return { ...club, ada, deliveryUuid, sent, stand, loseJobs, oneDayLater }
  }
  const givenUp = {
    status: "failed",
    failureReason: "given_up",
    isSealed: false,
    supply: [0, 0],
  }

  describe(`deliveries of rewards that nobody works at on ${name}`, () => {
    it("fail and return their place when the attempts at the webhook broke off", async () => {
      const { stand, sent, runAll, advance, template, ada, storage, symbolon } = await openAsked(
        () => Promise.reject(new Error("the network is not configured")),
      )
      await runAll()
      expect(await stand()).toMatchObject({ status: "pending", supply: [0, 1] })
      const [buried] = await storage.transact("read", (tx) => tx.jobs.buried(undefined, 10))
      await advance(dayMs)
      expect(await stand()).toEqual(givenUp)
      expect(await sent()).toMatchObject({
        state: "failed",
        lastErrorCode: "given_up",
        nextAttemptAt: undefined,
      })
      // Whoever puts the job back sends nothing any more.
      expect(await symbolon.work.restore(buried?.uuid ?? "")).toBe(true)
      await runAll()
      expect(await stand()).toEqual(givenUp)
      expect((await ada.as.rewards.claim({ reward: template.slug })).status).toBe("pending")
    })

    it("fail when the job is gone, and the webhook's delivery too", async () => {
      const { stand, loseJobs, oneDayLater, sent } = await openAsked()
      await loseJobs("webhooks")
      await oneDayLater()
      expect(await stand()).toEqual(givenUp)
      expect((await sent())?.state).toBe("failed")
    })

    it("fail when the answer came and the job that issues it is gone", async () => {
      const { stand, loseJobs, oneDayLater, symbolon, sent } = await openAsked()
      await symbolon.work.runDue()
      expect((await stand()).status).toBe("processing")
      await loseJobs("work")
      // The daily work was not due yet, and is there.
      await oneDayLater()
      expect(await stand()).toEqual(givenUp)
      expect((await sent())?.state).toBe("success")
    })

    it("wait as long as they may still be answered, however late the workers are", async () => {
      const { stand, oneDayLater, runAll, symbolon } = await openAsked()
      expect(await oneDayLater()).toBeGreaterThan(0)
      expect(await stand()).toMatchObject({ status: "processing", supply: [0, 1] })
      await symbolon.work.runDue()
      await runAll()
      expect(await stand()).toMatchObject({ status: "completed", supply: [1, 0] })
    })

    it("are left alone in the hour in which they were asked for", async () => {
      const { stand, loseJobs, oneDayLater, clock, template, person, row } = await openAsked(
        () => inline,
      )
      await loseJobs("webhooks")
      clock.set(new Date(clock.now().getTime() + dayMs - 3_600_000))
      const bob = await person("bob")
      const { deliveryUuid = "" } = await bob.as.rewards.claim({ reward: template.slug })
      await loseJobs("webhooks")
      clock.set(new Date(clock.now().getTime() + 3_600_000 - dayMs))
      await oneDayLater()
      expect((await row(deliveryUuid))?.status).toBe("pending")
      expect(await stand()).toEqual({ ...givenUp, supply: [0, 1] })
    })
  })
}
