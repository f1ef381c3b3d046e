import { describe, expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { answer, deliveriesTo } from "../fixtures/webhooks.ts"
import { openExternalRewards } from "../fixtures/external-rewards.ts"
import { claimCard, createTestCard } from "../fixtures/world.ts"

/** Lets something happen just before the next write of a store begins. */
const interrupted = (storage: Storage) => {
  let before: (() => Promise<unknown>) | undefined
  const transact: Storage["transact"] = async (mode, work) => {
    const happening = mode === "write" ? before : undefined
    if (happening !== undefined) {
      before = undefined
      await happening()
    }
    return storage.transact(mode, work)
  }
  return {
    storage: { ...storage, transact },
    beforeNextWrite: (happening: () => Promise<unknown>) => {
      before = happening
    },
  }
}

const secondName = "Quillfeather"

/** A club whose webhooks do not answer, with a member who holds a card and a reward with points. */
const open = async (storage: Storage) => {
  const { storage: store, beforeNextWrite } = interrupted(storage)
  const world = await openExternalRewards(store, () => answer(500))
  const { symbolon, club, clubUuid, forClub, webhook } = world
  const { slug: tierSlug } = await symbolon.tiers.create({ organization: club, name: "Friend" })
  await store.transact("write", async (tx) => {
    await tx.webhooks.change({ ...webhook, events: ["*"] })
  })
  const { user } = await symbolon.users.create({
    username: "zephyrine",
    firstName: "Zephyrine",
    lastName: secondName,
  })
  const named = { type: "username", value: "zephyrine" } as const
  await symbolon.memberships.add({ organization: club, member: named, tierSlug })
  const card = await createTestCard(symbolon, { organization: club, identifier: "Z1" })
  await claimCard(symbolon, card.uuid, user.uuid)
  const drink = await forClub("manager").rewards.create({
    organization: club,
    organizationUuid: clubUuid,
    name: "Drink",
    contentConfig: {
      storageType: "internal",
      contentTemplate: { data: {}, items: [], content_version: "1" },
    },
  })
  const events = async () =>
    (await store.transact("read", (tx) => tx.outbox.list(undefined, 100))).filter(({ type }) =>
      type.startsWith("reward."),
    )
  const remove = () => symbolon.users.delete({ userUuid: user.uuid })
  return { ...world, store, tierSlug, user, named, card, drink, events, remove, beforeNextWrite }
}

/** That events do not name somebody whose account is deleted; called with each storage. */
export const forgottenNamesSuite = (
  name: string,
  openStorage: () => Promise<Storage> | Storage,
): void => {
  describe(`events of rewards on ${name}`, () => {
    it("do not name whose account is deleted, though they wait to be sent", async () => {
      const world = await open(await openStorage())
      const { symbolon, user, named, drink, template, sent, webhook, store, clock } = world
      await symbolon.rewards.redeem({ reward: drink.uuid, identifier: named })
      await symbolon.rewards.redeem({ reward: template.uuid, identifier: named })
      const ben = await world.person("ben")
      await symbolon.rewards.redeem({
        reward: drink.uuid,
        identifier: { type: "username", value: "ben" },
        idempotencyKey: "ben",
      })
      await ben.as.rewards.claim({ reward: drink.uuid })
      while ((await symbolon.work.runDue()) > 0) continue
      expect(sent.map(({ event }) => event)).toEqual(
        expect.arrayContaining(["reward.redeemed", "reward.generate"]),
      )
      expect(JSON.stringify(sent)).toContain(secondName)
      expect(JSON.stringify(await world.events())).toContain(secondName)
      await world.remove()
      const texts = JSON.stringify(await world.events())
      expect(texts).not.toContain(secondName)
      expect(texts).not.toContain("zephyrine")
      expect(texts).toContain("ben")
      const before = sent.length
      clock.set(new Date(clock.now().getTime() + 1000))
      while ((await symbolon.work.runDue()) > 0) continue
      const again = sent.slice(before).map(({ event, data }) => ({ event, data }))
      const none = { username: null, first_name: null, last_name: null }
      expect(again).toContainEqual({
        event: "reward.redeemed",
        data: expect.objectContaining({ ...none, user_id: user.uuid, account_type: "user" }),
      })
      expect(again).toContainEqual({
        event: "reward.generate",
        data: expect.objectContaining({
          username: null,
          user_id: user.uuid,
          external_id: "poem-7",
        }),
      })
      expect(again).toContainEqual({
        event: "reward.redeemed",
        data: expect.objectContaining({ username: "ben", first_name: "ben" }),
      })
      expect((await deliveriesTo(store, webhook.uuid)).map(({ event }) => event)).toHaveLength(
        (await store.transact("read", (tx) => tx.outbox.list(undefined, 100))).length,
      )
    })

    it("do not name whose account was deleted before the reward was committed", async () => {
      const world = await open(await openStorage())
      const { symbolon, user, card, drink } = world
      world.beforeNextWrite(world.remove)
      // The card's own wallet receives: it is there after its holder.
      await symbolon.rewards.redeem({
        reward: drink.uuid,
        identifier: { type: "wallet", value: card.walletAddress },
      })
      expect(await world.events()).toMatchObject([
        {
          type: "reward.redeemed",
          namedUserUuid: undefined,
          data: { user_id: user.uuid, username: null, first_name: null, last_name: null },
        },
      ])
    })

    it("are not written for whose account was deleted before a content was asked for", async () => {
      const world = await open(await openStorage())
      const { symbolon, card, template } = world
      world.beforeNextWrite(world.remove)
      await expect(
        symbolon.rewards.redeem({
          reward: template.uuid,
          identifier: { type: "wallet", value: card.walletAddress },
        }),
      ).rejects.toMatchObject({ _tag: "IdentifierUnresolved" })
      expect(await world.events()).toEqual([])
      expect(await world.supply()).toEqual([0, 0])
    })

    it("do not name them after many deletions and rewards at one time", async () => {
      const world = await open(await openStorage())
      const { symbolon, club, drink, template } = world
      const people = await Promise.all(
        Array.from({ length: 12 }, async (_, n) => {
          const username = `quill-${n}`
          const { user } = await symbolon.users.create({ username, firstName: secondName })
          await symbolon.memberships.add({
            organization: club,
            member: { type: "username", value: username },
            tierSlug: world.tierSlug,
          })
          const card = await createTestCard(symbolon, { organization: club, identifier: username })
          await claimCard(symbolon, card.uuid, user.uuid)
          return { user, address: card.walletAddress }
        }),
      )
      await Promise.allSettled(
        people.flatMap(({ user, address }, n) => {
          const give = (reward: string) =>
            symbolon.rewards.redeem({ reward, identifier: { type: "wallet", value: address } })
          const remove = () => symbolon.users.delete({ userUuid: user.uuid })
          return n % 2 === 0
            ? [give(drink.uuid), remove(), give(template.uuid)]
            : [remove(), give(template.uuid), give(drink.uuid)]
        }),
      )
      const gone = await Promise.all(
        people.map(({ user }) => world.store.transact("read", (tx) => tx.users.find(user.uuid))),
      )
      expect(gone.every((user) => user?.deletedAt !== undefined)).toBe(true)
      expect(JSON.stringify(await world.events())).not.toContain(secondName)
    })
  })
}
