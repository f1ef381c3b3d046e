import { expect } from "vitest"
import { claimCard, createTestCard } from "../../fixtures/world.ts"
import { admitted, at, blocked, type Case, tap, wrong } from "./scene.ts"

/** C and D: keys that come again, and what doors did offline. */
export const uploads: readonly Case[] = [
  {
    covers: ["C17", "C18"],
    says: "the same key answers the same again and is one record, with re-entry too",
    play: async ({ createDoor, wait, ada }) => {
      for (const [n, allowReentry] of [false, true].entries()) {
        const { admit, present } = await createDoor({ allowReentry })
        const first = await admit(ada, { idempotency_key: "k" })
        await wait(10 * (n + 1))
        const again = await admit(ada, { idempotency_key: "k" })
        expect(again.body).toEqual({ ...first.body, replayed: true })
        expect(await present()).toMatchObject([{ occurred_at: first.body["occurred_at"] }])
      }
    },
  },
  {
    covers: ["C19", "C20"],
    says: "a key is of one session; under it another person is a conflict, alone and in a list",
    play: async ({ createDoor, app, ada, ben }) => {
      const [one, other] = [await createDoor(), await createDoor()]
      await one.admit(ada, { idempotency_key: "k" })
      expect(await one.admit(ben, { idempotency_key: "k" })).toMatchObject(
        wrong(409, "idempotency_conflict"),
      )
      const { body } = await app.admitAll(one.session.slug, [
        tap(ben, { idempotency_key: "k" }),
        tap(ben),
      ])
      expect(body.results).toMatchObject([
        { error: { code: "idempotency_conflict" } },
        { decision: "admitted" },
      ])
      expect(await other.admit(ben, { idempotency_key: "k" })).toMatchObject(
        admitted({ replayed: false }),
      )
    },
  },
  {
    covers: ["C21", "C22"],
    says: "a refusal does not use its key up, however often",
    play: async ({ symbolon, createDoor, ada }) => {
      const { admit, session, present } = await createDoor()
      await symbolon.sessions.update({ session: session.slug, isCheckinOpen: false })
      for (const _ of [1, 2])
        expect(await admit(ada, { idempotency_key: "k" })).toMatchObject(blocked("checkin_closed"))
      expect(await present()).toEqual([])
      await symbolon.sessions.update({ session: session.slug, isCheckinOpen: true })
      expect(await admit(ada, { idempotency_key: "k" })).toMatchObject(
        admitted({ replayed: false }),
      )
    },
  },
  {
    covers: ["C23"],
    says: "what an online try left open, the upload under the same key settles, in all four ways",
    play: async ({ symbolon, createDoor, app, wait, ada, ben, cid, dan }) => {
      const { admit, session, present, version } = await createDoor()
      const offline = { offline: true, manifest_version: await version() }
      await wait(60)
      // (a) both admitted: one record.
      await admit(ada, { idempotency_key: "a", occurred_at: at(1) })
      expect(
        await admit(ada, { idempotency_key: "a", occurred_at: at(1), ...offline }),
      ).toMatchObject(admitted({ replayed: true }))
      // (d) the server admitted and the door did not: it stands, and the next manifest tells the
      // door.
      await admit(dan, { idempotency_key: "d", occurred_at: at(1) })
      expect(
        Object.keys((await app.manifest(session.slug)).body.payload["admitted"] as object),
      ).toContain(dan)
      await symbolon.sessions.update({ session: session.slug, isCheckinOpen: false })
      // (c) the server refused, the door admitted: recorded and disputed.
      expect(await admit(ben, { idempotency_key: "c", occurred_at: at(2) })).toMatchObject(
        blocked("checkin_closed"),
      )
      expect(
        await admit(ben, { idempotency_key: "c", occurred_at: at(2), ...offline }),
      ).toMatchObject(admitted({ disputed_reason: "checkin_closed" }))
      // (b) both refused: nothing.
      for (const _ of [1, 2])
        expect(await admit(cid, { idempotency_key: "b" })).toMatchObject(blocked("checkin_closed"))
      expect(new Set((await present()).map(({ wallet_address }) => wallet_address))).toEqual(
        new Set([ada, ben, dan]),
      )
    },
  },
  {
    covers: ["C24"],
    says: "many at once for one person, each with a key of its own: one comes in",
    play: async ({ ways, createDoor, cardOf, ada }) => {
      await cardOf("ada-card", 0)
      const { admit, present, session } = await createDoor()
      const device = await ways.deviceAt(session)
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => admit(ada)),
        ...Array.from({ length: 4 }, () => device.admit(session.slug, tap("card:ADA-CARD"))),
      ])
      expect(
        answers
          .map(({ body }) => body["blocked_reason"])
          .filter((reason) => reason === "already_admitted"),
      ).toHaveLength(7)
      expect(await present()).toHaveLength(1)
    },
  },
  {
    covers: ["C25"],
    says: "all at once for the last seat: one gets it, the others are told that it is full",
    play: async ({ createDoor, ada, ben, cid, dan }) => {
      const { admit, present } = await createDoor({ maxAttendees: 1 })
      const answers = await Promise.all([ada, ben, cid, dan].map((who) => admit(who)))
      expect(answers.filter(({ body }) => body["decision"] === "admitted")).toHaveLength(1)
      const full = answers.filter(({ body }) => body["blocked_reason"] === "session_full")
      expect(full.map(({ body }) => body["details"])).toEqual(
        Array.from({ length: 3 }, () => ({ max_attendees: 1 })),
      )
      expect(await present()).toHaveLength(1)
    },
  },
  {
    covers: ["D26", "D27"],
    says: "what was right by the manifest is recorded though it is not any more, and disputed for that alone",
    play: async ({ symbolon, createDoor, wait, ada, ben }) => {
      const { admit, session, version, present } = await createDoor()
      const offline = { offline: true, manifest_version: await version() }
      await wait(60)
      expect(await admit(ada, { ...offline, occurred_at: at(5) })).toMatchObject(
        admitted({ disputed_reason: null }),
      )
      await symbolon.sessions.cancel({ session: session.slug })
      await wait(120)
      expect(await admit(ben, { ...offline, occurred_at: at(6) })).toMatchObject(
        admitted({ disputed_reason: null }),
      )
      const late = await admit(ben, { ...offline, occurred_at: at(70) })
      expect(late).toMatchObject(admitted({ disputed_reason: "session_cancelled" }))
      expect(await admit(ada, { occurred_at: at(71) })).toMatchObject(blocked("session_cancelled"))
      expect(await present()).toHaveLength(2)
    },
  },
  {
    covers: ["D26", "E36"],
    says: "a card that the manifest of a walk-in door does not name let in a guest: recorded for its holder, who was in already",
    play: async ({ symbolon, owner, createDoor, wait, people: crowd, ada, ben, cid }) => {
      const elsewhere = await symbolon.organizations.create({
        name: "Elsewhere",
        ownerUuid: owner.uuid,
      })
      const cardOf = async (identifier: string, holder: number) => {
        const card = await createTestCard(symbolon, { organization: elsewhere.slug, identifier })
        await claimCard(symbolon, card.uuid, crowd[holder]?.user.uuid ?? "")
        return card
      }
      const { uuid: lost } = await cardOf("lost", 0)
      await symbolon.cards.updateState({ card: lost, isFrozen: true })
      const { admit, version, present } = await createDoor({ maxAttendees: 4 })
      for (const who of [ada, ben, cid]) await admit(who)
      const offline = { offline: true, manifest_version: await version() }
      await cardOf("new", 1)
      await wait(60)
      expect(await admit("card:lost", { occurred_at: at(5) })).toMatchObject(blocked("card_frozen"))
      expect(await admit("card:lost", { ...offline, occurred_at: at(5) })).toMatchObject(
        admitted({ disputed_reason: "card_frozen", wallet_address: ada, seat: "none" }),
      )
      expect(await admit("card:new", { ...offline, occurred_at: at(6) })).toMatchObject(
        admitted({ disputed_reason: "duplicate_admission", wallet_address: ben }),
      )
      // Whom the manifest names for the tap is inside by it.
      expect(await admit(cid, { ...offline, occurred_at: at(7) })).toMatchObject(
        blocked("already_admitted"),
      )
      expect(await present()).toHaveLength(3)
    },
  },
  {
    covers: ["D28", "F41"],
    says: "a ticket that was taken back after the manifest: recorded for its holder, and flagged; live it is refused",
    play: async ({ symbolon, createDoor, issue, wait, ada, ben }) => {
      const ticket = await issue("member-1")
      const { admit, version, present } = await createDoor({
        requiresTicket: true,
        ticketTemplateUuid: ticket.reference_id,
      })
      const offline = { offline: true, manifest_version: await version(), occurred_at: at(30) }
      await symbolon.transactions.reverse({ transaction: ticket.id, idempotencyKey: "back" })
      await wait(60)
      expect(await admit(ada)).toMatchObject(
        blocked("ticket_revoked", { details: { transaction_id: ticket.id } }),
      )
      expect(await admit(ada, offline)).toMatchObject(
        admitted({ disputed_reason: "ticket_revoked" }),
      )
      expect(await present({ disputed: true })).toMatchObject([
        { wallet_address: ada, source: "offline" },
      ])
      expect(await admit(ben, offline)).toMatchObject(blocked("ticket_required"))
    },
  },
  {
    covers: ["D29"],
    says: "a list is answered in its order; nobody's tap is an error in its place, final and the same every time",
    play: async ({ createDoor, app, ada, ben }) => {
      const { session, present } = await createDoor()
      const list = [tap(ada), tap("card:GONE", { offline: true, manifest_version: 1 }), tap(ben)]
      for (const replayed of [false, true]) {
        const { status, body } = await app.admitAll(session.slug, list)
        expect(status).toBe(200)
        expect(body.results).toMatchObject([
          { decision: "admitted", replayed },
          { error: { code: "identifier_unresolved", errors: { identifier: expect.any(String) } } },
          { decision: "admitted", replayed },
        ])
      }
      expect(await present()).toHaveLength(2)
    },
  },
  {
    covers: ["D31"],
    says: "two doors' uploads in either order come to the same attendance, the same disputes",
    play: async ({ createDoor, app, wait, ada, ben }) => {
      const doors = [await createDoor(), await createDoor()]
      const versions = await Promise.all(doors.map(({ version }) => version()))
      await wait(60)
      const outcomes = []
      for (const [n, { session, present }] of doors.entries()) {
        const scan = (who: string, seconds: number, key: string) =>
          tap(who, {
            idempotency_key: key,
            occurred_at: at(seconds),
            offline: true,
            manifest_version: versions[n] ?? 0,
          })
        const scans = [
          scan(ada, 5, "one"),
          scan(ben, 6, "two"),
          scan(ada, 7, "three"),
          scan(ben, 3, "four"),
        ]
        const order = n === 0 ? scans : scans.toReversed()
        const { results } = (await app.admitAll(session.slug, order)).body
        // A key that comes again is answered what it was answered; the list tells what holds now.
        const again = (await app.admitAll(session.slug, order)).body.results
        expect(again).toEqual(results.map((result) => ({ ...result, replayed: true })))
        const rows = (await present()).map(({ wallet_address, ...row }) => [
          wallet_address,
          [row["admitted_at"], row["disputed_reason"]],
        ])
        outcomes.push(Object.fromEntries(rows))
      }
      expect(outcomes[0]).toEqual(outcomes[1])
      expect(outcomes[0]).toEqual({
        [ada]: [at(5), "duplicate_admission"],
        [ben]: [at(3), "duplicate_admission"],
      })
    },
  },
]
