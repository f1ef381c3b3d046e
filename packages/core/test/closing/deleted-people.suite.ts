import { describe, expect, it } from "vitest"
import type { IdentifierRef, Storage } from "../../src/index.ts"
import { openTestDoors, secondsAfterStart } from "../fixtures/door-taps.ts"
import { type Delta, readPayload } from "../fixtures/rosters.ts"
import { createTestCard } from "../fixtures/world.ts"

/** A venue with a ticket and a claimed card of Ada's, whose account is deleted at second 100. */
const open = async (storage: Storage) => {
  const venue = await openTestDoors(storage)
  const { symbolon, people, issue, club } = venue
  const [ada, ben] = people
  if (ada === undefined || ben === undefined) throw new Error("There are people.")
  const ticket = await issue("member-1")
  const card = await createTestCard(symbolon, { organization: club.slug, identifier: "adas" })
  await storage.transact("write", (tx) =>
    tx.cards.change({ ...card, holderUserUuid: ada.user.uuid, claimedAt: secondsAfterStart(0) }),
  )
  const loosePrimary = await storage.transact("read", (tx) =>
    tx.wallets.ofUser(ada.user.uuid, undefined),
  )
  const names: readonly IdentifierRef[] = [
    { type: "username", value: "member-1" },
    { type: "user_id", value: ada.user.uuid },
    { type: "wallet", value: ada.wallet },
    { type: "wallet", value: loosePrimary?.address ?? "" },
    { type: "card", value: "adas" },
    { type: "wallet", value: card.walletAddress },
  ]
  const remove = async () => {
    await symbolon.testClock?.moveTo(secondsAfterStart(100))
    await symbolon.users.delete({ userUuid: ada.user.uuid })
  }
  const treasury = await storage.transact("read", (tx) =>
    tx.wallets.ofOrganization(club.uuid, "treasury"),
  )
  const refused = (work: Promise<unknown>, field = "to") =>
    expect(work).rejects.toMatchObject({ _tag: "IdentifierUnresolved", field })
  return {
    ...venue,
    storage,
    ada,
    ben,
    ticket,
    names,
    remove,
    treasury: treasury?.address ?? "",
    refused,
  }
}

/** The same verbs; `note` is told the name of each that locks or writes. */
const noting = <Verbs extends object>(verbs: Verbs, note: (verb: string) => void): Verbs =>
  new Proxy(verbs, {
    get: (target, name, self) => {
      if (/^(lock|change)/.test(String(name))) note(String(name))
      return Reflect.get(target, name, self)
    },
  })

/** That a deleted account is nobody, whatever points at it; called with each storage. */
export const deletedPeopleSuite = (
  name: string,
  openStorage: () => Promise<Storage> | Storage,
): void => {
  describe(`a deleted account on ${name}`, () => {
    it("receives nothing and joins nothing, whatever names it", async () => {
      const { symbolon, club, names, remove, treasury, ben, ada, issue, refused } = await open(
        await openStorage(),
      )
      await symbolon.points.mint({ organization: club.slug, amount: 100, idempotencyKey: "mint" })
      const give = (from: string, to: IdentifierRef, key: string) =>
        symbolon.wallets.transfer({ wallet: from, to, amount: 1, idempotencyKey: key })
      await give(treasury, { type: "wallet", value: ben.wallet }, "ben")
      // Both wallets are remembered now, and the store is not asked about them again.
      await give(ben.wallet, { type: "wallet", value: ada.wallet }, "before")
      const spare = await issue("member-2")
      const stored = await symbolon.holds.create({
        wallet: treasury,
        to: { type: "wallet", value: ada.wallet },
        amount: 1,
        expiresAt: secondsAfterStart(9999),
        idempotencyKey: "hold",
      })
      await remove()
      for (const [n, to] of names.entries()) {
        await refused(give(treasury, to, `t${n}`))
        await refused(give(ben.wallet, to, `b${n}`))
        await refused(
          symbolon.tickets.issue({
            organization: club.slug,
            of: { name: "Regatta" },
            to,
            idempotencyKey: `i${n}`,
          }),
        )
        await refused(
          symbolon.tickets.transfer({
            wallet: ben.wallet,
            to,
            transaction: spare.id,
            idempotencyKey: `h${n}`,
          }),
        )
        const holding = {
          wallet: treasury,
          to,
          amount: 1,
          expiresAt: secondsAfterStart(9999),
          idempotencyKey: `hold${n}`,
        }
        await refused(symbolon.holds.create(holding))
        await refused(
          symbolon.memberships.add({ organization: club.slug, member: to, tierSlug: "friend" }),
          "identifier",
        )
      }
      await refused(
        symbolon.holds.settle({
          transaction: stored.transaction.body.id,
          idempotencyKey: "settle",
        }),
      )
      await symbolon.holds.release({
        transaction: stored.transaction.body.id,
        idempotencyKey: "release",
      })
      await expect(
        symbolon.organizations.create({ name: "Gone", ownerUuid: ada.user.uuid }),
      ).rejects.toMatchObject({ _tag: "Invalid" })
    })

    it("comes through no door and stands on no list; what happened before is taken as then", async () => {
      const { symbolon, storage, names, remove, ticket, createDoor, ada, ben, refused } =
        await open(await openStorage())
      const gated = await createDoor({
        requiresTicket: true,
        ticketTemplateUuid: ticket.reference_id,
      })
      const walkIn = await createDoor({
        ticketTemplateUuid: ticket.reference_id,
        allowReentry: true,
      })
      const listed = async (session: string) =>
        readPayload(await symbolon.sessions.checkinManifest({ session }))
      expect((await listed(gated.session.slug)).roster).toEqual({
        [ada.wallet]: { card_identifiers: ["ADAS"], has_ticket: true },
      })
      const { manifestVersion } = await symbolon.sessions.checkinManifest({
        session: walkIn.session.slug,
      })
      await walkIn.tap(ada.wallet, { idempotencyKey: "inside" })
      await remove()
      const { roster, admitted } = await listed(walkIn.session.slug)
      expect([roster, admitted, (await listed(gated.session.slug)).roster]).toEqual([{}, {}, {}])
      for (const identifier of names) {
        await refused(gated.tap("", { identifier }), "identifier")
        await refused(walkIn.tap("", { identifier }), "identifier")
        await refused(
          walkIn.tap("", {
            identifier,
            occurredAt: secondsAfterStart(100),
            isOffline: true,
            manifestVersion,
          }),
          "identifier",
        )
      }
      await refused(
        symbolon.sessions.checkIn({
          session: gated.session.slug,
          userUuid: ada.user.uuid,
          idempotencyKey: "self",
        }),
        "identifier",
      )
      // The moment before, by whatever a door can read: its name is nobody's any more.
      for (const identifier of names.filter(({ type }) => type !== "username"))
        expect(
          await walkIn.tap("", {
            identifier,
            occurredAt: secondsAfterStart(99),
            isOffline: true,
            manifestVersion,
          }),
        ).toMatchObject({
          decision: "admitted",
          walletAddress: ada.wallet,
        })
      expect(await walkIn.tap(ada.wallet, { idempotencyKey: "inside" })).toMatchObject({
        decision: "admitted",
        isReplayed: true,
      })
      expect(await gated.tap(ben.wallet)).toMatchObject({ blockedReason: "ticket_required" })
      expect(await storage.transact("read", (tx) => tx.wallets.find(ada.wallet))).toMatchObject({
        closedAt: secondsAfterStart(100),
      })
    })

    it("keeps the seat of who was inside, though no list names them, until the admission is taken back", async () => {
      const { symbolon, remove, ticket, createDoor, ada, ben, wallets } = await open(
        await openStorage(),
      )
      const [, , cid = "", dan = ""] = wallets
      // A ticket keeps a seat anyway; to the other doors she came as anybody does, and one of those
      // is asked for a roster later.
      const held = await createDoor({ maxAttendees: 3, ticketTemplateUuid: ticket.reference_id })
      const [capped, late, missed] = [
        await createDoor({ maxAttendees: 2 }),
        await createDoor({ maxAttendees: 2 }),
        await createDoor({ maxAttendees: 2 }),
      ]
      const reported = async ({ session }: typeof capped) =>
        readPayload(await symbolon.sessions.checkinManifest({ session: session.slug }))
      for (const door of [held, capped, late]) await door.tap(ada.wallet)
      expect(await reported(held)).toMatchObject({ reserved: 1, admitted: { [ada.wallet]: {} } })
      const before = await symbolon.sessions.checkinManifest({ session: capped.session.slug })
      expect(readPayload(before)).toMatchObject({ reserved: 0, admitted: { [ada.wallet]: {} } })
      await remove()
      for (const door of [held, late])
        expect(await reported(door)).toMatchObject({ reserved: 1, admitted: {}, roster: {} })
      const changed = readPayload<Delta>(
        await symbolon.sessions.checkinManifestDelta({
          session: capped.session.slug,
          cursor: before.deltaCursor ?? "",
        }),
      )
      expect(changed).toMatchObject({
        reserved: 1,
        admitted_added: {},
        admitted_removed: [ada.wallet],
      })
      expect(await late.tap(ben.wallet)).toMatchObject({ decision: "admitted" })
      expect(await late.tap(cid)).toMatchObject({ blockedReason: "session_full" })
      const [inside] = (await late.attendees()).filter(
        ({ walletAddress }) => walletAddress === ada.wallet,
      )
      await symbolon.sessions.undoAdmission({
        session: late.session.slug,
        attendance: inside?.uuid ?? "",
      })
      expect(await reported(late)).toMatchObject({ reserved: 0, admitted: { [ben.wallet]: {} } })
      expect(await late.tap(dan)).toMatchObject({ decision: "admitted" })
      await symbolon.transactions.reverse({ transaction: ticket.id, idempotencyKey: "back" })
      expect(await reported(held)).toMatchObject({ reserved: 1, admitted: {} })
      expect(await reported(missed)).toMatchObject({ reserved: 0 })
      await missed.tap(ada.wallet, { isOffline: true, occurredAt: secondsAfterStart(99) })
      expect(await reported(missed)).toMatchObject({ reserved: 1, admitted: {} })
      // Somebody who left it at that, while everybody is looked at anew.
      const [still] = await missed.attendees()
      await symbolon.sessions.undoAdmission({
        session: missed.session.slug,
        attendance: still?.uuid ?? "",
      })
      await symbolon.sessions.update({
        session: missed.session.slug,
        settings: { requiredEntitlement: "member" },
      })
      expect(await reported(missed)).toMatchObject({ reserved: 0, admitted: {} })
    })

    it("takes one seat of those that a manifest leaves to uploads, not a second one for its admission", async () => {
      const { symbolon, remove, createDoor, ada, ben, wallets, clock } = await open(
        await openStorage(),
      )
      const { session, tap, attendees } = await createDoor({ maxAttendees: 2 })
      await tap(ada.wallet)
      await remove()
      const { manifestVersion } = await symbolon.sessions.checkinManifest({ session: session.slug })
      clock.set(secondsAfterStart(200))
      const upload = (who: string, seconds: number) =>
        tap(who, { isOffline: true, occurredAt: secondsAfterStart(seconds), manifestVersion })
      expect(await upload(wallets[2] ?? "", 152)).toMatchObject({
        decision: "admitted",
        disputedReason: undefined,
      })
      expect(await upload(ben.wallet, 151)).toMatchObject({
        decision: "admitted",
        disputedReason: undefined,
      })
      expect((await attendees()).map((row) => [row.walletAddress, row.disputedReason])).toEqual([
        [ada.wallet, undefined],
        [ben.wallet, undefined],
        [wallets[2], "over_capacity"],
      ])
    })

    it("leaves frozen cards that are refused: unlisted, they would open a door that admits people it does not know", async () => {
      const { symbolon, storage, remove, createDoor, refused } = await open(await openStorage())
      const { session, tap } = await createDoor()
      const card = await storage.transact("read", (tx) => tx.cards.findByIdentifier("ADAS"))
      const frozen = async (isFrozen: boolean) => {
        await symbolon.cards.updateState({ card: card?.uuid ?? "", isFrozen })
        return readPayload(await symbolon.sessions.checkinManifest({ session: session.slug }))
          .frozen_card_identifiers
      }
      expect(await frozen(true)).toEqual(["ADAS"])
      await remove()
      // The service knows that the card stands for nobody; a door that is offline cannot tell it
      // from a card of a guest.
      expect(await frozen(true)).toEqual(["ADAS"])
      await refused(tap("", { identifier: { type: "card", value: "adas" } }), "identifier")
      expect(await frozen(false)).toEqual([])
    })

    it("gets a wallet for a tap from before its deletion alone, and that one is closed", async () => {
      const { symbolon, storage, remove, createDoor, refused, clock } = await open(
        await openStorage(),
      )
      const { user } = await symbolon.users.create({ username: "guest", firstName: "Guest" })
      const identifier = { type: "user_id", value: user.uuid } as const
      const walletHere = () =>
        storage.transact("read", async (tx) =>
          (await tx.wallets.ofUsers([user.uuid], undefined)).map((one) => one.closedAt),
        )
      const { tap } = await createDoor()
      await remove()
      await symbolon.users.delete({ userUuid: user.uuid })
      clock.set(secondsAfterStart(200))
      await refused(tap("", { identifier }), "identifier")
      expect(await walletHere()).toEqual([secondsAfterStart(100)])
      expect(await tap("", { identifier, occurredAt: secondsAfterStart(99) })).toMatchObject({
        decision: "admitted",
      })
      expect(await walletHere()).toEqual([secondsAfterStart(100), secondsAfterStart(100)])
    })

    it("has all its claimed cards locked at once and written at once, and nobody else's", async () => {
      const asked: string[] = []
      const inner = await openStorage()
      const counted: Storage = {
        ...inner,
        transact: (mode, work) =>
          inner.transact(mode, (tx) =>
            work({ ...tx, cards: noting(tx.cards, (verb) => asked.push(verb)) }),
          ),
      }
      const { symbolon, storage, club, ada, ben, remove } = await open(counted)
      const claimedAt = secondsAfterStart(0)
      const offer = { offeredToUserUuid: ben.user.uuid, offeredAt: claimedAt }
      for (let n = 1; n <= 30; n += 1) {
        const card = await createTestCard(symbolon, {
          organization: club.slug,
          identifier: `card-${n}`,
        })
        const holderUserUuid = n === 30 ? ben.user.uuid : ada.user.uuid
        const held = { ...card, holderUserUuid, holderName: `Name ${n}`, claimedAt, ...offer }
        await storage.transact("write", (tx) => tx.cards.change(held))
      }
      asked.length = 0
      await remove()
      expect(asked).toEqual(["lockHeld", "changeAll"])
      const shown = async ({ uuid }: typeof ada.user) =>
        (await storage.transact("read", (tx) => tx.cards.heldBy([uuid]))).map((card) => [
          card.holderName,
          card.offeredToUserUuid,
          card.updatedAt,
        ])
      expect(await shown(ada.user)).toEqual(
        Array.from({ length: 30 }, () => [undefined, undefined, secondsAfterStart(100)]),
      )
      expect(await shown(ben.user)).toEqual([["Name 30", ben.user.uuid, claimedAt]])
    })
  })
}
