import { describe, expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { inline, openExternalRewards } from "../fixtures/external-rewards.ts"
import { dayMs, page } from "../fixtures/staffed-organization.ts"
import { answer, changeWebhook } from "../fixtures/webhooks.ts"

/** Triggers whose reward a webhook makes, on any storage. */
export const externalTriggersSuite = (
  name: string,
  open: () => Promise<Storage> | Storage,
): void => {
  const openTriggered = async ({
    answering,
    supplyTotal = 10,
    scopes = ["custom.visit:first"],
    storage,
    ...change
  }: {
    readonly answering?: Parameters<typeof openExternalRewards>[1]
    readonly supplyTotal?: number
    readonly scopes?: readonly string[]
    readonly storage?: Storage
    readonly deduplicationWindowSeconds?: number
  } = {}) => {
    const club = await openExternalRewards(storage ?? (await open()), answering, supplyTotal)
    const { symbolon, template } = club
    const { uuid: triggerUuid } = await symbolon.rewardTriggers.create({
      organization: club.club,
      name: "Trigger",
      rewardTemplateUuid: template.uuid,
      triggerScopes: scopes,
      ...change,
    })
    const tell = async (username: string, eventId = username) => {
      const { matched } = await symbolon.rewards.trigger({
        reward: template.uuid,
        event: "custom.visit",
        identifier: { type: "username", value: username },
        eventId,
      })
      return matched.map(({ outcome, transactionId }) => [outcome, transactionId])
    }
    const firings = async () =>
      (await symbolon.rewardTriggers.listFirings({ triggerUuid, page })).items
    const issued = async () =>
      (await symbolon.rewards.listRedemptions({ reward: template.uuid, page })).items
    return { ...club, triggerUuid, tell, firings, issued }
  }

  describe(`triggers of external rewards on ${name}`, () => {
    it("ask for the content, and are issued when the answer has come", async () => {
      const { tell, firings, issued, supply, runAll, sent, person } = await openTriggered()
      const ada = await person("ada")
      expect(await tell("ada")).toEqual([["pending", undefined]])
      expect(await firings()).toMatchObject([{ outcome: "pending", endedAt: undefined }])
      expect(await supply()).toEqual([0, 1])
      expect(await tell("ada")).toEqual([["pending", undefined]])
      expect(await supply()).toEqual([0, 1])
      await runAll()
      expect(sent).toHaveLength(1)
      const [reward, ...others] = await issued()
      expect(others).toEqual([])
      expect(reward).toMatchObject({ issuedBy: "trigger", userUuid: ada.user.uuid, points: 5 })
      const transactionId = reward?.transactionId
      expect(await firings()).toMatchObject([
        { outcome: "issued", transactionId, reason: undefined, endedAt: expect.any(Date) },
      ])
      expect(await supply()).toEqual([1, 0])
      expect(await tell("ada")).toEqual([["issued", transactionId]])
      const held = await ada.as.rewards.getByTransaction({ transaction: transactionId ?? "" })
      expect(held.content).toMatchObject({ items: [{ code: "SECRET-CODE-1" }] })
    })

    it("are asked for in the background by what the service notices", async () => {
      const { symbolon, club, person, runAll, firings, issued } = await openTriggered({
        scopes: ["membership.joined:first"],
      })
      const tier = await symbolon.tiers.create({ organization: club, name: "Plain" })
      const ada = await person("ada")
      await symbolon.memberships.add({
        organization: club,
        member: { type: "username", value: "ada" },
        tierSlug: tier.slug,
      })
      await runAll()
      const [reward] = await issued()
      expect(await firings()).toMatchObject([
        { outcome: "issued", userUuid: ada.user.uuid, transactionId: reward?.transactionId },
      ])
    })

    it("end as refused when no content comes, and give back place and window", async () => {
      const state = { isDown: true }
      const { tell, firings, supply, runAll, person } = await openTriggered({
        answering: () => (state.isDown ? answer(410) : inline),
        scopes: ["custom.visit:count:1", "custom.visit:count:2"],
        deduplicationWindowSeconds: 31_536_000,
      })
      await person("ada")
      await tell("ada", "1")
      await runAll()
      expect(await firings()).toMatchObject([
        { outcome: "failed", reason: "refused", transactionId: undefined },
      ])
      expect(await supply()).toEqual([0, 0])
      expect(await tell("ada", "1")).toContainEqual(["refused", undefined])
      state.isDown = false
      expect(await tell("ada", "2")).toContainEqual(["pending", undefined])
      await runAll()
      expect((await firings()).map(({ outcome }) => outcome).toSorted()).toEqual([
        "failed",
        "issued",
      ])
      expect(await supply()).toEqual([1, 0])
    })

    it("are refused at once without supply or webhook", async () => {
      const { tell, firings, symbolon, webhook, person } = await openTriggered({ supplyTotal: 2 })
      for (const username of ["ada", "bob", "cyd"]) await person(username)
      expect(await tell("ada")).toEqual([["pending", undefined]])
      await changeWebhook(symbolon, webhook.uuid, { isEnabled: false })
      expect(await tell("bob")).toEqual([["refused", undefined]])
      await changeWebhook(symbolon, webhook.uuid, { isEnabled: true })
      await person("dan")
      expect(await tell("dan")).toEqual([["pending", undefined]])
      expect(await tell("cyd")).toEqual([["refused", undefined]])
      const reasons = (await firings()).map(({ outcome, reason }) => `${outcome} ${reason}`)
      expect(reasons.toSorted()).toEqual([
        "failed webhook_disabled",
        "no_supply supply_exhausted",
        "pending undefined",
        "pending undefined",
      ])
    })

    it("do not stand in the way of a claim that waits, nor it in theirs", async () => {
      const { tell, person, template, runAll, issued } = await openTriggered()
      const ada = await person("ada")
      await ada.as.rewards.claim({ reward: template.slug })
      expect(await tell("ada")).toEqual([["pending", undefined]])
      await runAll()
      const by = (await issued()).map(({ issuedBy }) => issuedBy)
      expect(by.toSorted()).toEqual(["claim", "trigger"])
    })

    it("issue once, however often, also when the reward becomes an internal one", async () => {
      const { tell, firings, symbolon, template, runAll, issued, sent, person, supply } =
        await openTriggered()
      await person("ada")
      await tell("ada")
      const firingUuid = (await firings())[0]?.uuid ?? ""
      const issueOften = () =>
        Promise.all(Array.from({ length: 6 }, () => symbolon.rewards.issueFired({ firingUuid })))
      await issueOften()
      await symbolon.rewards.update({
        reward: template.uuid,
        contentConfig: {
          storageType: "internal",
          contentTemplate: { data: {}, items: [], content_version: "1" },
        },
      })
      await issueOften()
      await runAll()
      await issueOften()
      expect(sent).toHaveLength(1)
      expect(await issued()).toHaveLength(1)
      expect(await supply()).toEqual([1, 0])
      expect(await firings()).toMatchObject([{ outcome: "issued" }])
    })

    it("end also when the worker dies after the reward was issued", async () => {
      const dying = withDeathAtEnd(await open())
      const { tell, firings, runAll, issued, person, symbolon } = await openTriggered({
        storage: dying.storage,
      })
      await person("ada")
      await tell("ada")
      dying.arm()
      while ((await symbolon.work.runDue()) > 0) continue
      expect(dying.deaths()).toBe(1)
      expect(await issued()).toHaveLength(1)
      expect(await firings()).toMatchObject([{ outcome: "pending" }])
      await runAll()
      const [reward, ...others] = await issued()
      expect(others).toEqual([])
      expect(await firings()).toMatchObject([
        { outcome: "issued", transactionId: reward?.transactionId },
      ])
    })

    it("end when nobody works at their delivery any more", async () => {
      const { tell, firings, runAll, advance, supply, person } = await openTriggered({
        answering: () => Promise.reject(new Error("the network is not configured")),
      })
      await person("ada")
      await tell("ada")
      await runAll()
      expect(await firings()).toMatchObject([{ outcome: "pending" }])
      await advance(dayMs)
      expect(await firings()).toMatchObject([{ outcome: "failed", reason: "given_up" }])
      expect(await supply()).toEqual([0, 0])
    })

    it("stop after five rewards in a row that led to one another", async () => {
      const scopes = Array.from({ length: 20 }, (_, n) => `reward.redeemed:count:${n + 1}`)
      const { person, template, runAll, firings, issued } = await openTriggered({ scopes })
      const ada = await person("ada")
      await ada.as.rewards.claim({ reward: template.slug })
      await runAll()
      const fired = (await firings()).toSorted((a, b) => a.depth - b.depth)
      expect(fired.map(({ depth, outcome, reason }) => [depth, outcome, reason])).toEqual([
        ...[0, 1, 2, 3, 4, 5].map((depth) => [depth, "issued", undefined]),
        [6, "failed", "too_deep"],
      ])
      expect(await issued()).toHaveLength(7)
    })
  })
}

/** A storage whose next end of a firing fails once it is armed, with all of its transaction. */
const withDeathAtEnd = (storage: Storage) => {
  let isArmed = false
  let deaths = 0
  const dying: Storage = {
    ...storage,
    transact: (mode, work) =>
      storage.transact(mode, (tx) =>
        work({
          ...tx,
          rewardTriggers: {
            ...tx.rewardTriggers,
            settle: (firing) => {
              if (!isArmed) return tx.rewardTriggers.settle(firing)
              isArmed = false
              deaths += 1
              throw new Error("The worker has died.")
            },
          },
        }),
      ),
  }
  return {
    storage: dying,
    arm: () => {
      isArmed = true
    },
    deaths: () => deaths,
  }
}
