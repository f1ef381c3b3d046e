import { expect } from "vitest"
import { createTestSession } from "../../fixtures/world.ts"
import { wholePage } from "../../fixtures/door-taps.ts"
import { admitted, at, blocked, type Case, tap, wrong } from "./scene.ts"

/** E and H: cards and whose they are; who may ask what. */
export const people: readonly Case[] = [
  {
    covers: ["E34", "E38"],
    says: "a card that nobody holds comes in by itself, under its own wallet; with a holder it is theirs alone",
    play: async ({ createDoor, cardOf, symbolon, people: crowd, ada }) => {
      const card = await cardOf("loose", undefined)
      const { admit, present } = await createDoor()
      expect(await admit("card:loose")).toMatchObject(
        admitted({ wallet_address: card.walletAddress }),
      )
      expect(await admit(card.walletAddress)).toMatchObject(blocked("already_admitted"))
      expect(await present()).toMatchObject([
        { user: null, wallet_address: card.walletAddress, card_identifier: "LOOSE" },
      ])
      const other = await createDoor()
      await symbolon.cards.updateState({
        card: card.uuid,
        holderUserUuid: crowd[0]?.user.uuid ?? "",
      })
      expect(await other.admit("card:loose")).toMatchObject(admitted({ wallet_address: ada }))
    },
  },
  {
    covers: ["E38"],
    says: "one card and two tickets are one person with one seat",
    play: async ({ createDoor, cardOf, issue, app, ada }) => {
      const [day] = [await issue("member-1", "Day"), await issue("member-1", "Night")]
      await cardOf("both", 0)
      const { admit, session, present } = await createDoor({
        requiresTicket: true,
        ticketTemplateUuid: day.reference_id,
        maxAttendees: 1,
      })
      expect((await app.manifest(session.slug)).body.payload).toMatchObject({
        roster: { [ada]: { card_identifiers: ["BOTH"], has_ticket: true } },
        reserved: 1,
      })
      expect(await admit("card:both")).toMatchObject(
        admitted({ seat: "ticket", wallet_address: ada }),
      )
      expect(await admit(ada)).toMatchObject(blocked("already_admitted"))
      expect(await present()).toHaveLength(1)
    },
  },
  {
    covers: ["E35"],
    says: "an identifier is looked for as what it is said to be",
    play: async ({ createDoor, cardOf }) => {
      await cardOf("member-9", 0)
      const { admit } = await createDoor()
      for (const what of [
        "username:member-9",
        "wallet:member-9",
        "user_id:member-9",
        "link:member-9",
        "card:member-1",
      ])
        expect(await admit(what)).toMatchObject(wrong(404, "identifier_unresolved"))
      expect(await admit("username:member-1")).toMatchObject(admitted())
    },
  },
  {
    covers: ["E36", "E37", "F41"],
    says: "a frozen card is refused, or admitted and disputed; the holder's other card is the same person",
    play: async ({ createDoor, cardOf, ada }) => {
      await cardOf("lost", 0, true)
      await cardOf("found", 0)
      const strict = await createDoor({ allowReentry: true })
      expect(await strict.admit("card:lost")).toMatchObject(blocked("card_frozen"))
      expect(await strict.admit("card:found")).toMatchObject(admitted({ wallet_address: ada }))
      expect(await strict.admit("card:lost")).toMatchObject(blocked("card_frozen"))
      expect(await strict.admit("card:found")).toMatchObject(admitted({ reentry: true }))
      const lenient = await createDoor({ admitsFrozenCards: true })
      expect(await lenient.admit("card:lost")).toMatchObject(
        admitted({ disputed_reason: "card_frozen" }),
      )
      expect(await lenient.admit("card:found")).toMatchObject(blocked("already_admitted"))
      expect(await lenient.present({ disputed: true })).toHaveLength(1)
      expect(await lenient.present({ disputed: false })).toEqual([])
    },
  },
  {
    covers: ["E37", "C25"],
    says: "a person checks in by themself under the rules of the door, and is the same person there",
    play: async ({ ways, createDoor, cardOf, people: crowd, ada }) => {
      await cardOf("ada-7", 0)
      const { session, admit, present } = await createDoor({
        maxAttendees: 1,
        requiredEntitlement: "member",
      })
      const own = await ways.person(crowd[0]?.user.uuid ?? "")
      expect(await own.checkIn(session.slug, "k")).toMatchObject(
        admitted({ wallet_address: ada, seat: "walk_in" }),
      )
      expect(await own.checkIn(session.slug, "k")).toMatchObject(admitted({ replayed: true }))
      expect(await admit("card:ada-7")).toMatchObject(blocked("already_admitted"))
      const other = await ways.person(crowd[1]?.user.uuid ?? "")
      expect(await other.checkIn(session.slug, "k")).toMatchObject(blocked("session_full"))
      expect(await present()).toMatchObject([{ source: "self", wallet_address: ada }])
    },
  },
  {
    covers: ["F43"],
    says: "a session is the same by its slug and by its uuid, and its manifest names both",
    play: async ({ createDoor, app, ada }) => {
      const { session } = await createDoor()
      const { slug, uuid } = session
      expect(await app.admit(slug, tap(ada))).toMatchObject(admitted())
      expect(await app.admit(uuid, tap(ada))).toMatchObject(blocked("already_admitted"))
      const [bySlug, byUuid] = [await app.manifest(slug), await app.manifest(uuid)]
      expect(bySlug.body.payload).toMatchObject({
        session_slug: slug,
        session_uuid: uuid,
        admitted: { [ada]: {} },
      })
      expect(byUuid.text).toBe(bySlug.text)
    },
  },
  {
    covers: ["H57"],
    says: "a device sees the door of its own session and nothing of another",
    play: async ({ ways, createDoor, ada }) => {
      const [one, other] = [await createDoor(), await createDoor()]
      const device = await ways.deviceAt(one.session)
      expect(await device.admit(one.session.slug, tap(ada))).toMatchObject(admitted())
      expect((await device.manifest(one.session.slug)).status).toBe(200)
      expect((await device.trustKeys(one.session.slug)).status).toBe(200)
      const { slug } = other.session
      const elsewhere = [
        device.admit(slug, tap(ada)),
        device.manifest(slug),
        device.delta(slug, "x"),
        device.trustKeys(slug),
      ]
      for (const { status, body } of await Promise.all(elsewhere))
        expect([status, body["code"]]).toEqual([403, "forbidden"])
      expect(await other.present()).toEqual([])
    },
  },
  {
    covers: ["H58"],
    says: "who may only check in sees no list of people and takes nobody out",
    play: async ({ ways, symbolon, club, createDoor, ada, people: crowd }) => {
      const { session, admit, present } = await createDoor()
      const { attendance_uuid: attendance } = (await admit(ada)).body
      const doorkeeper = crowd[3]?.user.uuid ?? ""
      await symbolon.staff.add({ organization: club.slug, userUuid: doorkeeper, role: "door" })
      const [keeper, device] = [await ways.person(doorkeeper, club), await ways.deviceAt(session)]
      for (const service of [keeper, device]) {
        expect(await service.admit(session.slug, tap("username:member-2"))).toMatchObject({
          status: 200,
        })
        expect(await service.attendees(session.slug)).toMatchObject(wrong(403, "forbidden"))
        expect(await service.undo(session.slug, attendance)).toMatchObject(wrong(403, "forbidden"))
      }
      expect(await present()).toHaveLength(2)
      expect(await present({ status: "undone" })).toEqual([])
    },
  },
  {
    covers: ["H59"],
    says: "a session that is not there and somebody else's read alike, word for word, to a token that is bound elsewhere",
    play: async ({ ways, symbolon, owner, createDoor, ada, app }) => {
      const strangers = await symbolon.organizations.create({
        name: "Other club",
        ownerUuid: owner.uuid,
      })
      const { session } = await createTestSession(symbolon, strangers.slug)
      const callers = [
        app,
        await ways.person(owner.uuid, strangers),
        await ways.deviceAt((await createDoor()).session),
      ]
      const theirs = [session.slug, (await createDoor()).session.slug, session.slug]
      for (const [n, service] of callers.entries()) {
        const ask = async (slug: string) =>
          (
            await Promise.all([
              service.admit(slug, tap(ada)),
              service.admitAll(slug, [tap(ada)]),
              service.undo(slug, session.uuid),
              service.attendees(slug),
              service.manifest(slug),
              service.delta(slug, "x"),
              service.trustKeys(slug),
            ])
          ).map(({ status, text }) => [status, text])
        const absent = await ask("not-there")
        expect(await ask(theirs[n] ?? "")).toEqual(absent)
        expect(new Set(absent.map(([status]) => status))).toEqual(new Set([n === 2 ? 403 : 404]))
      }
      expect(
        (await symbolon.sessions.listAttendees({ session: session.slug, page: wholePage }))
          .totalItems,
      ).toBe(0)
    },
  },
  {
    covers: ["D27"],
    says: "an admission that was taken back stays as such, frees its seat, and its key says what it said",
    play: async ({ createDoor, app, wait, ada, ben }) => {
      const { admit, session, present } = await createDoor({ maxAttendees: 1 })
      const first = await admit(ada, { idempotency_key: "k" })
      await wait(10)
      const undo = () => app.undo(session.slug, first.body.attendance_uuid)
      expect(await undo()).toMatchObject({ status: 200, body: { undone_at: at(10) } })
      expect(await undo()).toMatchObject({
        status: 409,
        body: { code: "conflict", details: { reason: "already_undone" } },
      })
      expect(await present({ status: "undone" })).toHaveLength(1)
      expect(await admit(ben)).toMatchObject(admitted())
      expect((await admit(ada, { idempotency_key: "k" })).body).toEqual({
        ...first.body,
        replayed: true,
      })
      expect(await admit(ada)).toMatchObject(blocked("session_full"))
    },
  },
]
