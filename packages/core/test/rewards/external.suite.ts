import { describe, expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { content, hosted, inline, openExternalRewards } from "../fixtures/external-rewards.ts"
import { page } from "../fixtures/staffed-organization.ts"
import { answer, changeWebhook } from "../fixtures/webhooks.ts"
import { openTestSymbolon } from "../fixtures/world.ts"

/** External rewards, on any storage. */
export const externalSuite = (name: string, open: () => Promise<Storage> | Storage): void => {
  const openClub = async (
    answering?: Parameters<typeof openExternalRewards>[1],
    supplyTotal?: number,
  ) => openExternalRewards(await open(), answering, supplyTotal)

  describe(`external rewards on ${name}`, () => {
    it("are asked for, and issued when the answer has come", async () => {
      const { sent, template, person, supply, runAll, symbolon, row, storage, forClub } =
        await openClub()
      const ada = await person("ada")
      const asked = await ada.as.rewards.claim({
        reward: template.slug,
        metadata: { note: "kept secret" },
        idempotencyKey: "one",
      })
      const { deliveryUuid = "", walletAddress } = asked
      expect(asked).toMatchObject({
        transactionId: undefined,
        status: "pending",
        points: 5,
        supplyRemaining: 9,
        replayed: false,
      })
      expect(await supply()).toEqual([0, 1])
      expect(await ada.as.rewards.getDelivery({ deliveryUuid })).toMatchObject({
        status: "pending",
        attempts: 0,
      })
      await expect(ada.as.rewards.claim({ reward: template.slug })).rejects.toMatchObject({
        reason: "already_issued",
      })
      // The one who took the last place is told so too.
      await forClub("manager").rewards.update({ reward: template.uuid, supplyTotal: 1 })
      await expect(ada.as.rewards.claim({ reward: template.slug })).rejects.toMatchObject({
        reason: "already_issued",
      })
      await forClub("manager").rewards.update({ reward: template.uuid, supplyTotal: 10 })
      await runAll()
      expect(sent).toHaveLength(1)
      expect(sent[0]).toMatchObject({
        event: "reward.generate",
        data: {
          reward_template_id: template.uuid,
          reward_template_name: "Poem",
          external_id: "poem-7",
          user_id: ada.user.uuid,
          username: "ada",
          wallet_address: walletAddress,
          transaction_id: "",
        },
      })
      expect(Object.keys(sent[0]?.["data"] as object)).toHaveLength(7)
      const done = await ada.as.rewards.getDelivery({ deliveryUuid })
      expect(done).toMatchObject({ status: "completed", attempts: 1, failureReason: undefined })
      expect(await supply()).toEqual([1, 0])
      const { transactionId = "" } = done
      const held = await ada.as.rewards.getByTransaction({ transaction: transactionId })
      expect(held.sourceType).toBe("inline")
      expect(held.content).toMatchObject({
        data: content.data,
        items: [{ type: "coupon", code: "SECRET-CODE-1", uid: `${transactionId}-0` }],
        content_version: "3",
        generated_at: content.generated_at,
      })
      const again = await ada.as.rewards.claim({
        reward: template.slug,
        metadata: { note: "kept secret" },
        idempotencyKey: "one",
      })
      expect(again).toMatchObject({
        transactionId,
        deliveryUuid,
        status: "confirmed",
        replayed: true,
      })
      await symbolon.transactions.reverse({ transaction: transactionId, idempotencyKey: "back" })
      const { status, ...rest } = again
      expect(
        await ada.as.rewards.claim({
          reward: template.slug,
          metadata: { note: "kept secret" },
          idempotencyKey: "one",
        }),
      ).toEqual({ ...rest, supplyRemaining: 10, status: "reversed" })
      expect(status).toBe("confirmed")
      expect((await row(deliveryUuid))?.sealed).toBeUndefined()
      const attempts = await storage.transact("read", (tx) => tx.deliveries.attempts(deliveryUuid))
      expect(attempts.map(({ responseSnippet }) => responseSnippet)).toEqual([undefined])
      const bob = await person("bob")
      await expect(bob.as.rewards.getDelivery({ deliveryUuid })).rejects.toMatchObject({
        _tag: "NotFound",
      })
      expect(await forClub("staff").rewards.getDelivery({ deliveryUuid })).toEqual(done)
      expect(await symbolon.rewards.getDelivery({ deliveryUuid })).toEqual(done)
    })

    it("are issued as what another host has", async () => {
      const { template, forClub, person, runAll, supply } = await openClub(() =>
        answer(200, JSON.stringify(hosted)),
      )
      const ada = await person("ada")
      const { deliveryUuid = "" } = await forClub("staff").rewards.redeem({
        reward: template.slug,
        identifier: { type: "username", value: "ada" },
      })
      await runAll()
      const { transactionId = "" } = await ada.as.rewards.getDelivery({ deliveryUuid })
      expect(await supply()).toEqual([1, 0])
      const { items } = await ada.as.rewards.list({ page })
      expect(items.map((one) => [one.transactionId, one.sourceType, one.sourceUrl])).toEqual([
        [transactionId, "hosted", hosted.manifest_url],
      ])
    })

    it("are fetched before anybody opens them, and before their copy expires, if they are to be", async () => {
      const state = { isDown: true, fetched: 0 }
      const answering = (_n: number, url: string) => {
        if (url !== hosted.manifest_url) return answer(200, JSON.stringify(hosted))
        state.fetched += 1
        return state.isDown ? answer(503, "") : answer(200, JSON.stringify(content))
      }
      const ttl = { cacheStrategy: "prefetch", cacheTtlSeconds: 36_000 } as const
      const { template, person, runAll, storage } = await openExternalRewards(
        await open(),
        answering,
        10,
        ttl,
      )
      const ada = await person("ada")
      const { deliveryUuid = "" } = await ada.as.rewards.claim({ reward: template.slug })
      await runAll()
      expect(state.fetched).toBe(1)
      const { transactionId: transaction = "" } = await ada.as.rewards.getDelivery({ deliveryUuid })
      const copy = async () =>
        (await storage.transact("read", (tx) => tx.cachedContents.findAll([transaction])))[0]
      expect(await copy()).toBeUndefined()
      // Its host is asked again after an hour, and nobody has to open it for that.
      state.isDown = false
      await runAll()
      await runAll()
      expect(state.fetched).toBe(2)
      const first = await copy()
      expect(first).toBeDefined()
      expect((await ada.as.rewards.list({ page })).items[0]).toMatchObject({
        content: { data: content.data },
        isOmitted: false,
      })
      // Nine of ten hours later it is fetched again. While that fails, it is served as it is.
      state.isDown = true
      for (let n = 0; n < 24; n += 1) await runAll()
      const asked = state.fetched
      expect(asked).toBeGreaterThan(2)
      expect(await ada.as.rewards.getByTransaction({ transaction })).toMatchObject({
        content: { data: content.data },
        cacheExpiresAt: first?.expiresAt,
      })
      expect(state.fetched).toBe(asked)
      state.isDown = false
      await runAll()
      await runAll()
      expect((await copy())?.expiresAt?.getTime()).toBeGreaterThan(first?.expiresAt?.getTime() ?? 0)
    })

    it.each([
      ["no content", answer(200, "{}"), "bad_answer"],
      ["both forms", answer(200, JSON.stringify({ content, ...hosted })), "bad_answer"],
      [
        "an item of no type",
        answer(200, JSON.stringify({ content: { ...content, items: [{ type: "song" }] } })),
        "bad_answer",
      ],
      [
        "too long a content",
        answer(200, JSON.stringify({ content: { ...content, data: { a: "x".repeat(66_000) } } })),
        "bad_answer",
      ],
      [
        "a file that is not of its organization",
        answer(
          200,
          JSON.stringify({
            content: {
              ...content,
              items: [
                {
                  type: "asset",
                  asset_type: "sticker",
                  uploaded_file_uuid: "01a1fd8c-6900-72e6-b498-fc399b42693a",
                },
              ],
            },
          }),
        ),
        "bad_answer",
      ],
      [
        "a host that is not public",
        answer(200, JSON.stringify({ ...hosted, manifest_url: "http://internal/1" })),
        "bad_answer",
      ],
      ["a refusal", answer(410), "refused"],
      ["an error each time", answer(500), "server_error"],
    ])("fail and return their supply with %s", async (_, result, failureReason) => {
      const { template, person, runAll, supply } = await openClub(() => result)
      const ada = await person("ada")
      const claim = () => ada.as.rewards.claim({ reward: template.slug, idempotencyKey: "one" })
      const { deliveryUuid = "" } = await claim()
      await runAll()
      expect(await ada.as.rewards.getDelivery({ deliveryUuid })).toMatchObject({
        status: "failed",
        failureReason,
        transactionId: undefined,
      })
      expect(await supply()).toEqual([0, 0])
      await expect(claim()).rejects.toMatchObject({ reason: "delivery_failed" })
      expect((await ada.as.rewards.claim({ reward: template.slug })).status).toBe("pending")
    })

    it("name files of their own organization, and fail with those of another", async () => {
      const fileUuids = {
        theirs: "01a1fd8c-6900-72e6-b498-000000000001",
        own: "01a1fd8c-6900-72e6-b498-000000000002",
      }
      let named = fileUuids.theirs
      const items = () => [{ type: "asset", asset_type: "sticker", uploaded_file_uuid: named }]
      const world = await openClub(() =>
        answer(200, JSON.stringify({ content: { ...content, items: items() } })),
      )
      const { storage, symbolon, team, clubUuid, template, person, runAll, clock } = world
      const other = await symbolon.organizations.create({
        name: "Other",
        ownerUuid: team.outsider.uuid,
      })
      const keep = (uuid: string, organizationUuid: string) =>
        storage.transact("write", (tx) =>
          tx.files.add({
            uuid,
            slug: `file-${uuid}`,
            ownerType: "organization",
            ownerUuid: organizationUuid,
            holderUuid: organizationUuid,
            fileName: "sticker.png",
            contentType: "image/png",
            sizeInBytes: 100,
            countedBytes: 100,
            state: "stored",
            partBytes: undefined,
            uploadToken: "",
            clearAt: undefined,
            createdAt: clock.now(),
            updatedAt: undefined,
          }),
        )
      await keep(fileUuids.theirs, other.uuid)
      await keep(fileUuids.own, clubUuid)
      const ada = await person("ada")
      const ended = async () => {
        const { deliveryUuid = "" } = await ada.as.rewards.claim({ reward: template.slug })
        await runAll()
        return ada.as.rewards.getDelivery({ deliveryUuid })
      }
      expect(await ended()).toMatchObject({ status: "failed", failureReason: "bad_answer" })
      named = fileUuids.own
      expect(await ended()).toMatchObject({ status: "completed" })
    })

    it("fail when the webhook is disabled meanwhile, and are refused then", async () => {
      const { template, person, runAll, supply, symbolon, webhook } = await openClub()
      const ada = await person("ada")
      const { deliveryUuid = "" } = await ada.as.rewards.claim({ reward: template.slug })
      await changeWebhook(symbolon, webhook.uuid, { isEnabled: false })
      await runAll()
      const { failureReason } = await ada.as.rewards.getDelivery({ deliveryUuid })
      expect(failureReason).toBe("webhook_disabled")
      expect(await supply()).toEqual([0, 0])
      await expect(ada.as.rewards.claim({ reward: template.slug })).rejects.toMatchObject({
        reason: "webhook_disabled",
      })
    })

    it("are issued though the template is archived meanwhile", async () => {
      const { template, person, runAll, supply, forClub } = await openClub()
      const ada = await person("ada")
      const { deliveryUuid = "" } = await ada.as.rewards.claim({ reward: template.slug })
      await forClub("manager").rewards.delete({ reward: template.slug })
      await runAll()
      expect(await ada.as.rewards.getDelivery({ deliveryUuid })).toMatchObject({
        status: "completed",
      })
      expect(await supply()).toEqual([1, 0])
    })

    it("fail when the treasury is empty", async () => {
      const { template, person, runAll, supply, forClub } = await openClub()
      await forClub("manager").rewards.update({ reward: template.uuid, points: 5000 })
      const ada = await person("ada")
      const { deliveryUuid = "" } = await ada.as.rewards.claim({ reward: template.slug })
      await runAll()
      const { failureReason } = await ada.as.rewards.getDelivery({ deliveryUuid })
      expect(failureReason).toBe("treasury_exhausted")
      expect(await supply()).toEqual([0, 0])
    })

    it("never exceed their supply, whoever asks at once and whatever is answered", async () => {
      const { template, forClub, runAll, supply, sent, person } = await openClub(
        (n) =>
          n % 3 === 0 ? answer(410) : n % 3 === 1 ? inline : answer(n < 30 ? 503 : 200, "{}"),
        20,
      )
      await person("ada")
      const settled = await Promise.allSettled(
        Array.from({ length: 64 }, () =>
          forClub("staff").rewards.redeem({
            reward: template.slug,
            identifier: { type: "username", value: "ada" },
          }),
        ),
      )
      const asked = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
      expect(asked).toHaveLength(20)
      expect(await supply()).toEqual([0, 20])
      await runAll()
      const ended = await Promise.all(
        asked.map(({ deliveryUuid = "" }) =>
          forClub("staff").rewards.getDelivery({ deliveryUuid }),
        ),
      )
      const completed = ended.filter(({ status }) => status === "completed").length
      expect(ended.filter(({ status }) => status === "failed")).toHaveLength(20 - completed)
      expect(completed).toBeGreaterThan(0)
      expect(await supply()).toEqual([completed, 0])
      expect(sent.length).toBeGreaterThan(20)
    })

    it("are issued by nobody once another worker has returned their place", async () => {
      const inner = await open()
      const meanwhile = { isAwaited: false, reads: 0, do: async () => undefined as unknown }
      // Interrupts the first worker between what it reads of a delivery and its commit.
      const storage: Storage = {
        ...inner,
        transact: async (mode, work) => {
          const isCommit = mode === "write" && meanwhile.reads >= 2
          meanwhile.reads = mode === "write" ? 0 : meanwhile.reads + 1
          if (meanwhile.isAwaited && isCommit) {
            meanwhile.isAwaited = false
            await meanwhile.do()
          }
          return inner.transact(mode, work)
        },
      }
      const ticket = { type: "ticket", title: "Gala", ticket_number: "G-1" }
      const answered = answer(200, JSON.stringify({ content: { ...content, items: [ticket] } }))
      const club = await openExternalRewards(storage, (n) => (n === 1 ? answered : answer(503)))
      const { symbolon, clock, template, supply, row, outgoingHttp } = club
      const other = (await openTestSymbolon(inner, { outgoingHttp, testClock: clock })).symbolon
      const activity = await symbolon.activities.create({ organization: club.club, name: "Gala" })
      await symbolon.rewards.update({ reward: template.uuid, activityUuid: activity.uuid })
      const ada = await club.person("ada")
      const { deliveryUuid = "" } = await ada.as.rewards.claim({ reward: template.slug })
      // Another place is set aside, which is not to be used in its stead.
      await (await club.person("bob")).as.rewards.claim({ reward: template.slug })
      meanwhile.do = async () => {
        if ((await row(deliveryUuid))?.status !== "processing") {
          meanwhile.isAwaited = true
          return
        }
        await other.activities.delete({ activity: activity.slug })
        clock.set(new Date(clock.now().getTime() + 61_000))
        while ((await other.work.runDue()) > 0) continue
        expect(await row(deliveryUuid)).toMatchObject({ status: "failed" })
        expect(await supply()).toEqual([0, 1])
      }
      meanwhile.isAwaited = true
      while ((await symbolon.work.runDue()) > 0) continue
      expect(meanwhile.isAwaited).toBe(false)
      expect(await row(deliveryUuid)).toMatchObject({
        status: "failed",
        failureReason: "activity_deleted",
        transactionId: undefined,
      })
      expect(await supply()).toEqual([0, 1])
      expect(
        (await symbolon.rewards.listRedemptions({ reward: template.uuid, page })).items,
      ).toEqual([])
    })
  })
}
