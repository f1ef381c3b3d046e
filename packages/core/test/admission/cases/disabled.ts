import { expect } from "vitest"
import { portsOf } from "../../../src/effect.ts"
import { claimCard, createTestCard } from "../../fixtures/world.ts"
import { admitted, at, blocked, type Case, type Scene, tap, wrong } from "./scene.ts"

/** Whatever names Ada at a door: names, wallets, cards of hers, and links. */
const namesOfAda = async ({ symbolon, owner, people, cardOf, ada }: Scene) => {
  const userUuid = people[0]?.user.uuid ?? ""
  const elsewhere = await symbolon.organizations.create({
    name: "Elsewhere",
    ownerUuid: owner.uuid,
  })
  const claimed = await createTestCard(symbolon, {
    organization: elsewhere.slug,
    identifier: "claimed",
  })
  await claimCard(symbolon, claimed.uuid, userUuid)
  const assigned = await cardOf("assigned", 0)
  const wallets = await symbolon.wallets.list({
    of: { userUuid },
    page: { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" },
  })
  const page = await symbolon.profilePages.create({ userUuid })
  const links = [
    await symbolon.links.create({ userUuid, walletAddress: ada }),
    await symbolon.links.create({ userUuid, profilePageUuid: page.uuid }),
  ]
  return {
    userUuid,
    /** The first three are known to a manifest. */
    names: [
      ada,
      "card:claimed",
      "card:assigned",
      "username:member-1",
      `user_id:${userUuid}`,
      claimed.walletAddress,
      assigned.walletAddress,
      ...wallets.items.map(({ address }) => address),
      ...links.map(({ url }) => `link:${url}`),
    ],
  }
}

/** E and H: people whose account is disabled. */
export const disabled: readonly Case[] = [
  {
    covers: ["E34", "H59"],
    says: "a disabled account is nobody by whatever names it, member and ticket holder or not, until it is enabled",
    play: async (scene) => {
      const { symbolon, createDoor, issue, app, ada } = scene
      const { userUuid, names } = await namesOfAda(scene)
      const { reference_id: ticketTemplateUuid } = await issue("member-1")
      const doors = [
        await createDoor(),
        await createDoor({ requiredEntitlement: "member", allowReentry: true }),
        await createDoor({ requiresTicket: true, ticketTemplateUuid }),
      ]
      // She is inside at the second of them.
      expect(await doors[1]?.admit(ada, { idempotency_key: "inside" })).toMatchObject(admitted())
      // Somebody of whom the organization knows nothing, and who has no wallet there.
      const { user: stranger } = await symbolon.users.create({
        username: "stranger",
        firstName: "Stranger",
      })
      const { uuid: card } = await scene.cardOf("strangers", undefined)
      await claimCard(symbolon, card, stranger.uuid)
      const strangers = ["username:stranger", `user_id:${stranger.uuid}`, "card:strangers"]
      for (const one of [userUuid, stranger.uuid]) await symbolon.users.disable({ userUuid: one })
      for (const door of doors) {
        await door.admit("username:member-2", { idempotency_key: "used" })
        const unknown = await door.admit("username:nobody-here")
        expect(unknown).toMatchObject(wrong(404, "identifier_unresolved"))
        for (const name of [...names, ...strangers]) {
          const { status, body } = await door.admit(name)
          expect([name, status, body]).toEqual([name, 404, unknown.body])
          // A key that was used for somebody else tells no more of them.
          const again = await door.admit(name, { idempotency_key: "used" })
          expect([name, again.status, again.body]).toEqual([name, 404, unknown.body])
        }
        const { body } = await app.admitAll(door.session.slug, [tap(ada), tap("username:none")])
        expect(body.results[0]).toEqual(body.results[1])
      }
      // What was answered before is answered again, and she is inside as before.
      expect(await doors[1]?.admit(ada, { idempotency_key: "inside" })).toMatchObject(
        admitted({ replayed: true }),
      )
      expect((await doors[1]?.present())?.map((one) => one["wallet_address"])).toContain(ada)
      await symbolon.users.enable({ userUuid })
      for (const name of names)
        expect([name, await doors[1]?.admit(name)]).toMatchObject([name, admitted()])
      expect(await doors[2]?.admit(ada)).toMatchObject(admitted({ seat: "ticket" }))
    },
  },
  {
    covers: ["D26", "E34"],
    says: "what doors did is judged by whether the account was disabled then; a manifest from before vouches for it",
    play: async (scene) => {
      const { symbolon, createDoor, wait, ada } = scene
      const { userUuid, names } = await namesOfAda(scene)
      const openDoors = async () => {
        const settings = { requiredEntitlement: "member", allowReentry: true }
        const [roster, walkIn] = [await createDoor(settings), await createDoor()]
        return [
          { door: roster, version: await roster.version() },
          { door: walkIn, version: await walkIn.version() },
        ] as const
      }
      const before = await openDoors()
      await wait(60)
      await symbolon.users.disable({ userUuid })
      const after = await openDoors()
      await wait(120)
      for (const { door } of before)
        for (const [n, more] of [{}, { offline: true }].entries())
          expect(await door.admit(ada, { occurred_at: at(30 + n), ...more })).toMatchObject({
            status: 200,
          })
      const [roster] = before
      for (const name of names.slice(0, 3)) {
        const upload = { offline: true, manifest_version: roster.version, occurred_at: at(70) }
        expect([name, await roster.door.admit(name, upload)]).toMatchObject([
          name,
          admitted({ disputed_reason: null, wallet_address: ada }),
        ])
        // Of the walk-in door's manifest she is not: whatever she tapped there was a guest's.
        for (const { door, version } of after) {
          const offline = { offline: true, manifest_version: version, occurred_at: at(70) }
          expect([name, await door.admit(name, offline)]).toMatchObject([
            name,
            wrong(404, "identifier_unresolved"),
          ])
        }
      }
      for (const { door } of after) expect(await door.present()).toEqual([])
    },
  },
  {
    covers: ["A1"],
    says: "a roster whose lines are from before disabled accounts were left out is judged anew",
    play: async ({ symbolon, people, createDoor, app, wait, ada, ben }) => {
      const { session } = await createDoor({ requiredEntitlement: "member" })
      const rosterNow = async () => (await app.manifest(session.slug)).body.payload.roster
      expect(await rosterNow()).toHaveProperty(ada)
      await portsOf(symbolon).storage.transact("write", async (tx) => {
        const user = await tx.users.lock(people[0]?.user.uuid ?? "")
        if (user !== undefined) await tx.users.change({ ...user, disabledAt: user.createdAt })
        const roster = await tx.rosters.lock(session.uuid)
        if (roster !== undefined)
          await tx.rosters.change({
            ...roster,
            basis: roster.basis?.replace(',"leavesOutDisabled":true', ""),
          })
      })
      await wait(60)
      const roster = await rosterNow()
      expect(roster).not.toHaveProperty(ada)
      expect(roster).toHaveProperty(ben)
    },
  },
  {
    covers: ["A1", "H59"],
    says: "a manifest leaves a disabled account out, by a delta too, holds the seat of who is inside, and lists it again",
    play: async (scene) => {
      const { symbolon, createDoor, app, ada, ben } = scene
      const { userUuid } = await namesOfAda(scene)
      const members = await createDoor({ requiredEntitlement: "member" })
      const walkIn = await createDoor({ maxAttendees: 2 })
      for (const { admit } of [members, walkIn]) expect(await admit(ada)).toMatchObject(admitted())
      const read = async ({ session }: typeof members) => (await app.manifest(session.slug)).body
      const cursors = [await read(members), await read(walkIn)].map((body) =>
        String(body.delta_cursor),
      )
      expect((await read(members)).payload.roster).toHaveProperty(ada)
      await symbolon.users.disable({ userUuid })
      for (const [n, door] of [members, walkIn].entries()) {
        const { body } = await app.delta(door.session.slug, cursors[n] ?? "")
        expect(body.payload).toMatchObject({
          removed: n === 0 ? [ada] : [],
          admitted_removed: [ada],
          reserved: 1,
        })
        const { payload } = await read(door)
        expect(payload.roster).not.toHaveProperty(ada)
        expect(payload).toMatchObject({ admitted: {}, reserved: 1 })
      }
      expect(await walkIn.admit(ben)).toMatchObject(admitted())
      expect(await walkIn.admit("username:member-3")).toMatchObject(blocked("session_full"))
      await symbolon.users.enable({ userUuid })
      for (const door of [members, walkIn]) {
        const { payload } = await read(door)
        expect(payload.admitted).toHaveProperty(ada)
        expect(payload).toMatchObject({ reserved: 0 })
      }
    },
  },
]
