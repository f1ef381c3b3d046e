import { describe, expect, it } from "vitest"
import type { Card, Storage } from "../../src/index.ts"
import { readPayload } from "../fixtures/rosters.ts"
import { createTestCard } from "../fixtures/world.ts"
import { openTestDoors, request, secondsAfterStart } from "../fixtures/door-taps.ts"

/** A venue with people, and tickets that lie wherever a test says. */
const open = async (storage: Storage) => {
  const venue = await openTestDoors(storage, 3)
  const { symbolon, club, people } = venue
  const primaryOf = async (userUuid: string) =>
    (await storage.transact("read", (tx) => tx.wallets.ofUser(userUuid, undefined)))?.address ?? ""
  const hereOf = async (userUuid: string) =>
    (await storage.transact("read", (tx) => tx.wallets.ofUser(userUuid, club.uuid)))?.address ?? ""
  let keys = 0
  const key = () => `key-${(keys += 1)}`
  const give = async (wallet: string, name = "Regatta") => {
    const to = { type: "wallet", value: wallet } as const
    return (
      await symbolon.tickets.issue({
        organization: club.slug,
        of: { name },
        to,
        idempotencyKey: key(),
      })
    ).transaction.body
  }
  const handOn = (wallet: string, transaction: string, to: string) =>
    symbolon.tickets.transfer({
      wallet,
      transaction,
      to: { type: "wallet", value: to },
      idempotencyKey: key(),
    })
  const isUsed = (work: Promise<unknown>) =>
    expect(work).rejects.toMatchObject({ _tag: "Conflict", reason: "ticket_used" })
  const cardOf = async (
    identifier: string,
    holderUserUuid: string | undefined,
    claimedAt?: Date,
  ): Promise<Card> => {
    const card = await createTestCard(symbolon, { organization: club.slug, identifier })
    const held = { ...card, holderUserUuid, claimedAt }
    await storage.transact("write", (tx) => tx.cards.change(held))
    return held
  }
  const listed = async (session: string) =>
    readPayload(await symbolon.sessions.checkinManifest({ session }))
  const [ada, ben, cid] = people
  if (ada === undefined || ben === undefined || cid === undefined)
    throw new Error("There are three people.")
  return { ...venue, ada, ben, cid, primaryOf, hereOf, give, handOn, isUsed, cardOf, listed, key }
}

/**
 * That a ticket is a person's, and that who came in by it does not hand it on; called with each
 * storage.
 */
export const ticketsSuite = (
  name: string,
  openStorage: () => Promise<Storage> | Storage,
  races = 12,
): void => {
  describe(`a ticket on ${name}`, () => {
    it("opens the door from whichever wallet of its holder it lies in, one seat a person", async () => {
      const { ada, ben, cid, give, createDoor, listed, primaryOf, cardOf } = await open(
        await openStorage(),
      )
      const ticket = await give(await primaryOf(ada.user.uuid))
      await give(ada.wallet)
      const claimed = await cardOf("claimed", ben.user.uuid, secondsAfterStart(0))
      await give(claimed.walletAddress)
      const assigned = await cardOf("assigned", cid.user.uuid)
      await give(assigned.walletAddress)
      const gate = { requiresTicket: true, ticketTemplateUuid: ticket.reference_id }
      const { tap, session } = await createDoor({ ...gate, maxAttendees: 2, allowReentry: true })
      const { roster, reserved } = await listed(session.slug)
      expect(Object.keys(roster).toSorted()).toEqual([ada.wallet, ben.wallet].toSorted())
      expect(Object.values(roster).every(({ has_ticket }) => has_ticket)).toBe(true)
      // Ada's two are one seat; nobody has claimed the card that was only assigned, so its ticket
      // is its own.
      expect(reserved).toBe(3)
      expect(await tap(await primaryOf(ada.user.uuid))).toMatchObject({
        decision: "admitted",
        seat: "ticket",
        walletAddress: ada.wallet,
      })
      expect(await tap("", { identifier: { type: "card", value: "claimed" } })).toMatchObject({
        seat: "ticket",
        walletAddress: ben.wallet,
      })
      expect(await tap(claimed.walletAddress)).toMatchObject({
        decision: "admitted",
        isReentry: true,
        walletAddress: ben.wallet,
      })
      expect(await tap(cid.wallet)).toMatchObject({ blockedReason: "ticket_required" })
      const stamp = await listed(session.slug)
      expect(stamp.admitted[ben.wallet]).toEqual({
        card_identifiers: ["CLAIMED"],
        has_ticket: true,
      })
      expect(Object.keys(stamp.admitted).toSorted()).toEqual([ada.wallet, ben.wallet].toSorted())
    })

    it("holds one seat for its holder at a walk-in door, in whichever wallet, and takes it once they are in", async () => {
      const { ada, ben, cid, give, createDoor, primaryOf, listed } = await open(await openStorage())
      const ticket = await give(await primaryOf(ada.user.uuid))
      await give(ada.wallet)
      const { tap, session } = await createDoor({
        ticketTemplateUuid: ticket.reference_id,
        maxAttendees: 2,
      })
      expect(await tap(ben.wallet)).toMatchObject({ decision: "admitted", seat: "walk_in" })
      expect(await tap(cid.wallet)).toMatchObject({ blockedReason: "session_full" })
      expect(await tap(ada.wallet)).toMatchObject({ decision: "admitted", seat: "ticket" })
      expect(await tap(cid.wallet)).toMatchObject({ blockedReason: "session_full" })
      expect(await listed(session.slug)).toMatchObject({
        reserved: 1,
        admitted: { [ada.wallet]: { has_ticket: true } },
      })
    })

    it("takes no walk-in's seat as of an earlier moment, in whichever wallet it lies", async () => {
      const { clock, ada, ben, cid, give, createDoor, primaryOf } = await open(await openStorage())
      const ticket = await give(await primaryOf(ada.user.uuid))
      const { tap } = await createDoor({ ticketTemplateUuid: ticket.reference_id, maxAttendees: 2 })
      expect(await tap(ben.wallet)).toMatchObject({ decision: "admitted", seat: "walk_in" })
      clock.set(secondsAfterStart(60))
      expect(await tap(ada.wallet)).toMatchObject({ decision: "admitted", seat: "ticket" })
      // One seat was Ben's, the other reserved for Ada, before she came as after.
      const upload = { isOffline: true, occurredAt: secondsAfterStart(30) }
      expect(await tap(cid.wallet, upload)).toMatchObject({ blockedReason: "session_full" })
    })

    it("gives its holder a wallet in the organization, under which doors know them", async () => {
      const { symbolon, club, give, createDoor, listed, primaryOf, hereOf } = await open(
        await openStorage(),
      )
      const { user } = await symbolon.users.create({ username: "guest", firstName: "Guest" })
      const primary = await primaryOf(user.uuid)
      const ticket = await give(primary)
      expect(await hereOf(user.uuid)).toBe("")
      const { tap, session } = await createDoor({
        requiresTicket: true,
        ticketTemplateUuid: ticket.reference_id,
      })
      const { roster, reserved, manifest_version: manifestVersion } = await listed(session.slug)
      const here = await hereOf(user.uuid)
      expect(roster).toEqual({ [here]: { card_identifiers: [], has_ticket: true } })
      expect([reserved, club.uuid]).toEqual([1, session.organizationUuid])
      await symbolon.testClock?.moveTo(secondsAfterStart(30))
      const upload = {
        isOffline: true,
        manifestVersion,
        occurredAt: secondsAfterStart(10),
      } as const
      expect(await tap(here, upload)).toMatchObject({
        decision: "admitted",
        disputedReason: undefined,
        seat: "ticket",
      })
      expect(await tap(primary)).toMatchObject({ blockedReason: "already_admitted" })
    })

    it("is not handed on by who was admitted with it, until that was taken back or the session has ended", async () => {
      const { symbolon, ada, ben, cid, give, createDoor, handOn, isUsed, primaryOf } = await open(
        await openStorage(),
      )
      const primary = await primaryOf(ada.user.uuid)
      const ticket = await give(primary)
      const gate = { requiresTicket: true, ticketTemplateUuid: ticket.reference_id }
      const first = await createDoor(gate)
      const admitted = await first.tap(ada.wallet)
      await isUsed(handOn(primary, ticket.id, ben.wallet))
      // To their own other wallet it goes: it is the same person's there.
      const moved = (await handOn(primary, ticket.id, ada.wallet)).transaction.body
      await isUsed(handOn(ada.wallet, moved.id, ben.wallet))
      await symbolon.sessions.undoAdmission({
        session: first.session.slug,
        attendance: admitted.attendanceUuid ?? "",
      })
      const bens = (await handOn(ada.wallet, moved.id, ben.wallet)).transaction.body
      expect(await first.tap(ada.wallet)).toMatchObject({ blockedReason: "ticket_required" })
      expect(await first.tap(ben.wallet)).toMatchObject({ decision: "admitted", seat: "ticket" })
      await symbolon.testClock?.moveTo(first.session.endTime)
      // It was the only session that the ticket is good for.
      await isUsed(handOn(ben.wallet, bens.id, cid.wallet))
      const second = await createDoor(gate)
      const cids = (await handOn(ben.wallet, bens.id, cid.wallet)).transaction.body
      expect(await second.tap(cid.wallet)).toMatchObject({ decision: "admitted", seat: "ticket" })
      await isUsed(handOn(cid.wallet, cids.id, ada.wallet))
      expect(await second.tap(ben.wallet)).toMatchObject({ blockedReason: "ticket_required" })
    })

    it("is one of two: the other is handed on, and not both of them", async () => {
      const { ada, ben, cid, give, createDoor, handOn, primaryOf } = await open(await openStorage())
      const primary = await primaryOf(ada.user.uuid)
      const [one, two] = [await give(primary), await give(ada.wallet)]
      const { tap } = await createDoor({
        requiresTicket: true,
        ticketTemplateUuid: one.reference_id,
      })
      await tap(ada.wallet)
      const both = await Promise.allSettled([
        handOn(primary, one.id, ben.wallet),
        handOn(ada.wallet, two.id, cid.wallet),
      ])
      expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
      const lost = both.find((each) => each.status === "rejected")
      expect(lost?.reason).toMatchObject({ reason: "ticket_used" })
      const answers = [await tap(ben.wallet), await tap(cid.wallet)]
      expect(answers.map(({ decision }) => decision).toSorted()).toEqual(["admitted", "blocked"])
    })

    it("is either handed on or admits its holder, whoever is first", {
      timeout: 120_000,
    }, async () => {
      const { symbolon, ada, ben, cid, give, createDoor, handOn } = await open(await openStorage())
      const won: string[] = []
      for (let n = 0; n < races; n += 1) {
        const ticket = await give(ada.wallet, `Race ${n}`)
        const { session } = await createDoor({
          requiresTicket: true,
          ticketTemplateUuid: ticket.reference_id,
        })
        const admit = () =>
          symbolon.sessions.admit({ session: session.slug, request: request(ada.wallet) })
        const moves = [
          () => handOn(ada.wallet, ticket.id, ben.wallet),
          admit,
          () => handOn(ada.wallet, ticket.id, cid.wallet),
        ]
        const [first, second, third] = await Promise.allSettled(
          (n % 2 === 0 ? moves : moves.toReversed()).map((move) => move()),
        )
        const isIn =
          second?.status === "fulfilled" &&
          "decision" in second.value &&
          second.value.decision === "admitted"
        const handed = [first, third].filter((each) => each?.status === "fulfilled").length
        expect([isIn, handed]).toEqual(isIn ? [true, 0] : [false, 1])
        won.push(isIn ? "door" : "hand")
      }
      expect(won).toHaveLength(races)
    })
  })
}
