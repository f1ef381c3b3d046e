import { beforeAll, describe, expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { readPayload } from "../fixtures/rosters.ts"
import { createTestSession } from "../fixtures/world.ts"
import { type NamingWorld, openNamingWorld } from "./naming-world.ts"

const tappedBy = ["card", "wallet", "link", "username", "user_id"] as const

/** What a door of an organization leaves behind of people whom it does not know, on any storage. */
export const namingDoorsSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`doors on ${name} and people whom their organization does not know:`, () => {
    let world: NamingWorld
    beforeAll(async () => {
      world = await openNamingWorld(await open())
    })

    const openDoor = async (settings: Parameters<typeof createTestSession>[2]) =>
      (await createTestSession(world.symbolon, world.club, settings)).session.slug

    let taps = 0
    const tap = (session: string, identifier: { readonly type: "card"; readonly value: string }) =>
      world.symbolon.sessions.admit({
        session,
        request: { identifier, idempotencyKey: `tap ${(taps += 1)}` },
      })
    const listed = async (session: string) =>
      Object.keys(readPayload(await world.symbolon.sessions.checkinManifest({ session })).roster)
    const ticketReward = () =>
      world.reward({
        contentConfig: {
          storageType: "internal",
          contentTemplate: {
            data: {},
            items: [{ type: "ticket", title: "Regatta", ticket_number: "1" }],
            content_version: "1",
          },
        },
      })

    it.each(tappedBy)("who is refused by %s has no wallet there", async (type) => {
      const session = await openDoor({ requiredEntitlement: "member" })
      const ada = await world.stranger()
      const request = { identifier: ada.by[type], idempotencyKey: type }
      expect(await world.symbolon.sessions.admit({ session, request })).toMatchObject({
        decision: "blocked",
        blockedReason: "membership_required",
      })
      expect(await world.walletHere(ada)).toBeUndefined()
    })

    it.each(tappedBy)("who is let in by %s has the wallet they are listed by", async (type) => {
      const session = await openDoor({})
      const ada = await world.stranger()
      const request = { identifier: ada.by[type], idempotencyKey: type }
      const answer = await world.symbolon.sessions.admit({ session, request })
      expect(answer.decision).toBe("admitted")
      expect(answer.walletAddress).toBeDefined()
      expect(await world.walletHere(ada)).toBe(answer.walletAddress)
    })

    it("of one list of taps, those alone have a wallet who are let in, and the next tap knows", async () => {
      const session = await openDoor({ maxAttendees: 1 })
      const [ada, bob] = [await world.stranger(), await world.stranger()]
      const answers = await world.symbolon.sessions.admitBatch({
        session,
        requests: [ada.by.card, bob.by.card, ada.by.username].map((identifier, n) => ({
          identifier,
          idempotencyKey: `list ${n}`,
        })),
      })
      const wallet = await world.walletHere(ada)
      expect(wallet).toBeDefined()
      expect(answers).toMatchObject([
        { decision: "admitted", walletAddress: wallet },
        { decision: "blocked", blockedReason: "session_full", walletAddress: undefined },
        { decision: "blocked", blockedReason: "already_admitted", walletAddress: wallet },
      ])
      expect(await world.walletHere(bob)).toBeUndefined()
    })

    it("who holds a ticket in a card and is refused is told by no wallet that is not there", async () => {
      const ticket = await ticketReward()
      const ada = await world.stranger()
      await world.redeem(ticket.uuid, ada.by.card)
      const session = await openDoor({
        requiresTicket: true,
        ticketTemplateUuid: ticket.uuid,
        requiredEntitlement: "member",
      })
      expect(await tap(session, ada.by.card)).toMatchObject({
        decision: "blocked",
        walletAddress: undefined,
      })
      expect(await world.walletHere(ada)).toBeUndefined()
    })

    it("a manifest makes a wallet for whom it lists, and for nobody else it looks at", async () => {
      const ticket = await ticketReward()
      const trigger = await world.trigger(["wallet.created:first"])
      const members = await openDoor({ requiredEntitlement: "member" })
      const guests = await openDoor({ requiresTicket: true, ticketTemplateUuid: ticket.uuid })
      const before = await listed(members)
      const ada = await world.stranger()
      await world.redeem(ticket.uuid, ada.by.card)
      expect(await listed(members)).toEqual(before)
      expect(await world.walletHere(ada)).toBeUndefined()
      const roster = await listed(guests)
      const wallet = await world.walletHere(ada)
      expect(wallet).toBeDefined()
      expect(roster).toEqual([wallet])
      expect(await tap(guests, ada.by.card)).toMatchObject({
        decision: "admitted",
        walletAddress: wallet,
      })
      const told = JSON.stringify([
        await world.firings(trigger),
        await world.issuedOf(trigger.template.uuid),
        await world.told(trigger.template.uuid),
      ])
      expect(told).toContain(wallet)
      expect(told).not.toContain(ada.user.uuid)
      expect(told).not.toContain(ada.user.username)
    })

    it("two doors that let in the same people at once make one wallet for each", async () => {
      const doors = [await openDoor({}), await openDoor({})]
      const people: Awaited<ReturnType<NamingWorld["stranger"]>>[] = []
      for (let n = 0; n < 12; n += 1) people.push(await world.stranger())
      const inOrder = (door: number) => (door === 0 ? people : people.toReversed())
      const answers = await Promise.all(
        doors.map(async (session, door) =>
          world.symbolon.sessions.admitBatch({
            session,
            requests: inOrder(door).map(({ by, user }) => ({
              identifier: by.user_id,
              idempotencyKey: user.uuid,
            })),
          }),
        ),
      )
      const wallets = await Promise.all(people.map(world.walletHere))
      expect(new Set(wallets)).toHaveLength(people.length)
      expect(wallets).not.toContain(undefined)
      const told = answers.map((all, door) => {
        const addresses = all.map((one) => ("decision" in one ? one.walletAddress : one))
        return door === 0 ? addresses : addresses.toReversed()
      })
      expect(told).toEqual([wallets, wallets])
    })
  })
}
