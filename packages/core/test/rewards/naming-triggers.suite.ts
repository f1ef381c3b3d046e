import { createTestSession } from "../fixtures/world.ts"
import { beforeAll, describe, expect, it } from "vitest"
import type { IdentifierRef, Storage, TriggerFiring } from "../../src/index.ts"
import { openNamingWorld, type NamingWorld, rows } from "./naming-world.ts"

type Receiver = Pick<TriggerFiring, "userUuid" | "walletAddress">

const backgrounds = {
  storageType: "internal",
  contentTemplate: {
    data: {},
    items: [
      { type: "asset", title: "Sea", asset_type: "background", url: "https://a.test/sea.png" },
    ],
    content_version: "1",
  },
} as const

/** Whom the triggers of an organization count for, and tell it of, on any storage. */
export const namingTriggersSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`triggers that somebody meets on ${name}`, () => {
    let world: NamingWorld
    beforeAll(async () => {
      world = await openNamingWorld(await open())
    })
    const tell = (reward: string, identifier: IdentifierRef, eventId: string) =>
      world.symbolon.rewards.trigger({ reward, event: "custom.visit", identifier, eventId })
    /** Who a trigger fired for, as staff list it, and that each reward went there. */
    const fired = async ({
      template,
      uuid,
    }: Awaited<ReturnType<NamingWorld["trigger"]>>): Promise<readonly string[]> => {
      const firings = await world.firings({ uuid })
      expect(firings.filter(({ outcome }) => outcome !== "issued")).toEqual([])
      const issued = await world.issuedOf(template.uuid)
      // By the user where there is one, else by the wallet.
      const receivers = (all: readonly Receiver[]) =>
        all.map(({ userUuid, walletAddress }) => String(userUuid ?? walletAddress)).toSorted()
      expect(receivers(issued)).toEqual(receivers(firings))
      return rows(firings)
    }

    it("count for the wallet or the card alone while it names nobody", async () => {
      const trigger = await world.trigger(["custom.visit:count:2"])
      const reward = trigger.template.uuid
      const ada = await world.stranger()
      for (const [n, by] of [ada.by.wallet, ada.by.card, ada.by.username].entries())
        expect((await tell(reward, by, `first ${n}`)).matched).toMatchObject([
          { outcome: "not_matched" },
        ])
      expect(await fired(trigger)).toEqual([])
      for (const [n, by] of [ada.by.link, ada.by.card].entries())
        expect((await tell(reward, by, `second ${n}`)).matched).toMatchObject([
          { outcome: "issued" },
        ])
      expect(await world.walletHere(ada)).toBeUndefined()
      expect(await fired(trigger)).toEqual(
        rows([
          { userUuid: undefined, walletAddress: ada.walletAddress },
          { userUuid: undefined, walletAddress: ada.cardWallet },
        ]),
      )
      expect(await world.told(reward)).toEqual([null])
      expect(JSON.stringify(await world.firings(trigger))).not.toContain(ada.user.uuid)
    })

    it("do not name whose card or wallet a door of the organization refused", async () => {
      const { symbolon, club } = world
      const trigger = await world.trigger(["wallet.created:first"])
      const { session } = await createTestSession(symbolon, club, { requiredEntitlement: "member" })
      const strangers = []
      for (const type of ["card", "wallet", "link", "username"] as const) {
        const ada = await world.stranger()
        strangers.push(ada)
        const request = { identifier: ada.by[type], idempotencyKey: type }
        expect(await symbolon.sessions.admit({ session: session.slug, request })).toMatchObject({
          decision: "blocked",
          blockedReason: "membership_required",
        })
      }
      const told = JSON.stringify([
        await world.firings(trigger),
        await world.issuedOf(trigger.template.uuid),
        await world.told(trigger.template.uuid),
      ])
      for (const { user } of strangers) {
        expect(told).not.toContain(user.uuid)
        expect(told).not.toContain(user.username)
      }
      const joined = await world.stranger()
      await world.join(joined)
      expect(JSON.stringify(await world.firings(trigger))).toContain(joined.user.uuid)
    })

    it("count for a member by a wallet and a card, and go on answering what was told before", async () => {
      const trigger = await world.trigger(["custom.visit:count:2"])
      const reward = trigger.template.uuid
      const ada = await world.stranger()
      const before = [ada.by.wallet, ada.by.card]
      for (const by of before) await tell(reward, by, `before by ${by.type}`)
      await world.join(ada)
      await tell(reward, ada.by.card, "card")
      for (const by of before)
        expect((await tell(reward, by, `before by ${by.type}`)).matched).toMatchObject([
          { outcome: "not_matched" },
        ])
      expect((await tell(reward, ada.by.wallet, "wallet")).matched).toMatchObject([
        { outcome: "issued" },
      ])
      await expect(tell(reward, ada.by.link, "card")).rejects.toMatchObject({
        _tag: "IdempotencyConflict",
      })
      expect(await fired(trigger)).toEqual(
        rows([{ userUuid: ada.user.uuid, walletAddress: undefined }]),
      )
    })

    it("issue what fired for a wallet into it, though its person is a member by then", async () => {
      const { template, uuid } = await world.trigger(["custom.visit:first"])
      const scarce = await world.reward({ requiredEntitlement: "member" })
      const [ada, bob] = [await world.stranger(), await world.stranger()]
      await world.join(ada)
      await tell(template.uuid, ada.by.link, "ada")
      await world.symbolon.rewardTriggers.create({
        organization: world.club,
        name: "For members",
        rewardTemplateUuid: scarce.uuid,
        triggerScopes: ["custom.visit:first"],
      })
      expect((await tell(scarce.uuid, bob.by.wallet, "bob")).matched).toMatchObject([
        { outcome: "refused" },
      ])
      expect(await fired({ template, uuid })).toEqual(
        rows([{ userUuid: undefined, walletAddress: ada.walletAddress }]),
      )
    })

    it("do not tell who gave a ticket away that was in a wallet elsewhere", async () => {
      const trigger = await world.trigger(["ticket.transferred:first"])
      const [ada, bob, cid, dee] = [
        await world.stranger(),
        await world.stranger(),
        await world.stranger(),
        await world.stranger(),
      ]
      await world.join(cid)
      for (const [n, by] of [ada.by.wallet, bob.by.username, cid.by.wallet].entries()) {
        const { transaction } = await world.symbolon.tickets.issue({
          organization: world.club,
          of: { name: "A ticket to give" },
          to: by,
          idempotencyKey: `to give ${n}`,
        })
        await world.symbolon.tickets.transfer({
          wallet: transaction.body.to_address,
          transaction: transaction.body.id,
          to: dee.by.card,
          idempotencyKey: `given ${n}`,
        })
      }
      expect(await fired(trigger)).toEqual(
        rows([
          { userUuid: undefined, walletAddress: ada.walletAddress },
          { userUuid: bob.user.uuid, walletAddress: undefined },
          { userUuid: cid.user.uuid, walletAddress: undefined },
        ]),
      )
      expect(await world.walletHere(ada)).toBeUndefined()
    })

    it("do not tell who installed assets that came to a wallet elsewhere", async () => {
      const trigger = await world.trigger(["asset.installed:first"])
      const hats = await world.reward({ contentConfig: backgrounds })
      const [ada, bob, cid] = [
        await world.stranger(),
        await world.stranger(),
        await world.stranger(),
      ]
      await world.join(cid)
      for (const [who, by] of [
        [ada, ada.by.wallet],
        [bob, bob.by.username],
        [cid, cid.by.link],
      ] as const) {
        const { transactionId = "" } = await world.redeem(hats.uuid, by)
        await who.as.assets.install({ transaction: transactionId })
      }
      expect(await fired(trigger)).toEqual(
        rows([
          { userUuid: undefined, walletAddress: ada.walletAddress },
          { userUuid: bob.user.uuid, walletAddress: undefined },
          { userUuid: cid.user.uuid, walletAddress: undefined },
        ]),
      )
      const seen = JSON.stringify(await world.firings(trigger))
      expect(seen).not.toContain(ada.user.uuid)
    })

    it("do not tell which stranger saved somebody at a session", async () => {
      const trigger = await world.trigger(["contact.saved:first"])
      const [ada, bob, cid] = [
        await world.stranger(),
        await world.stranger(),
        await world.stranger(),
      ]
      await world.join(cid)
      const session = await world.open("Met")
      await world.tap(session, { user: bob.user, identifier: bob.by.user_id })
      for (const who of [ada, bob, cid])
        await world.symbolon.contacts.save({
          userUuid: who.user.uuid,
          activitySessionUuid: session.uuid,
          identifier: { type: "username", value: "a-stranger" },
        })
      expect(await fired(trigger)).toEqual(
        rows([
          { userUuid: undefined, walletAddress: ada.walletAddress },
          { userUuid: bob.user.uuid, walletAddress: undefined },
          { userUuid: cid.user.uuid, walletAddress: undefined },
        ]),
      )
      expect(await world.walletHere(ada)).toBeUndefined()
    })
  })
}
