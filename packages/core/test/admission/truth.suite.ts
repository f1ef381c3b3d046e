import { describe, expect, it } from "vitest"
import type { AdmissionRequest, Storage } from "../../src/index.ts"
import { createTestCard } from "../fixtures/world.ts"
import { openTestDoors, secondsAfterStart } from "../fixtures/door-taps.ts"

type Settings = NonNullable<Parameters<Awaited<ReturnType<typeof openTestDoors>>["createDoor"]>[0]>

/** A club of four, told by their places in it. */
const openClub = async (storage: Storage) => {
  const venue = await openTestDoors(storage)
  const { symbolon, clock, club, people, wallets } = venue
  const [ada = "", ben = "", cid = "", dan = ""] = wallets
  const createDoor = async (settings: Settings = {}) => {
    const door = await venue.createDoor(settings)
    const version = async () =>
      (await symbolon.sessions.checkinManifest({ session: door.session.slug })).manifestVersion
    /** Uploads what a door did so many seconds after the world began. */
    const upload = (
      who: string,
      seconds: number,
      manifestVersion: number | undefined,
      more: Partial<AdmissionRequest> = {},
    ) =>
      door.tap(who, {
        ...more,
        isOffline: true,
        occurredAt: secondsAfterStart(seconds),
        manifestVersion,
      })
    /** Who is present, by place in the club, since when, and what speaks against it. */
    const record = async () =>
      Object.fromEntries(
        (await door.attendees()).map((row) => [
          wallets.indexOf(row.walletAddress),
          [
            (row.firstAdmittedAt.getTime() - secondsAfterStart(0).getTime()) / 1000,
            row.disputedReason ?? null,
          ],
        ]),
      )
    return { ...door, version, upload, record }
  }
  const cardOf = async (identifier: string, holder: number, isFrozen = false) => {
    const card = await createTestCard(symbolon, { organization: club.slug, identifier })
    const give = (to: number, frozen: boolean) =>
      symbolon.cards.updateState({
        card: card.uuid,
        holderUserUuid: people[to]?.user.uuid ?? "",
        isFrozen: frozen,
      })
    await give(holder, isFrozen)
    return { tapped: { identifier: { type: "card", value: identifier } as const }, give }
  }
  const again = (n: number, rewardTemplateUuid: string) =>
    symbolon.tickets.issue({
      organization: club.slug,
      of: { rewardTemplateUuid },
      to: { type: "username", value: `member-${n}` },
      idempotencyKey: `again ${n}`,
    })
  const wait = (seconds: number) => clock.set(secondsAfterStart(seconds))
  return { ...venue, ada, ben, cid, dan, createDoor, cardOf, again, wait }
}
type Club = Awaited<ReturnType<typeof openClub>>
type Door = Awaited<ReturnType<Club["createDoor"]>>

/**
 * Attendance says what happened at the door, whatever became known afterwards, and in whatever
 * order: one example for each promise.
 */
export const doorRecordSuite = (storage: string, open: () => Promise<Storage> | Storage): void => {
  const openHere = async () => openClub(await open())

  describe(`a frozen card on ${storage}`, () => {
    it("stays on the record whatever else speaks against the admission, but for a cancelled session", async () => {
      const { symbolon, ada, createDoor, cardOf, wait } = await openHere()
      const { tapped: lost } = await cardOf("lost", 0, true)
      const { session, version, upload, record } = await createDoor({ admitsFrozenCards: true })
      const manifest = await version()
      wait(60)
      await symbolon.sessions.update({ session: session.slug, isCheckinOpen: false })
      expect(await upload("", 10, manifest, lost)).toMatchObject({
        decision: "admitted",
        disputedReason: "card_frozen",
      })
      expect(await upload("", 11, manifest, lost)).toMatchObject({
        decision: "admitted",
        disputedReason: "card_frozen",
      })
      expect(await record()).toEqual({ 0: [10, "card_frozen"] })
      // An earlier admission by another way comes to light, and something else speaks against that
      // one.
      expect(await upload(ada, 5, manifest)).toMatchObject({ disputedReason: "checkin_closed" })
      expect(await record()).toEqual({ 0: [5, "card_frozen"] })
      const other = await createDoor({ admitsFrozenCards: true })
      const before = await other.version()
      wait(100)
      await symbolon.sessions.cancel({ session: other.session.slug })
      wait(200)
      expect(await other.upload("", 120, before, lost)).toMatchObject({
        disputedReason: "session_cancelled",
      })
    })
  })

  describe(`seats on ${storage}`, () => {
    type Scan = readonly [who: number, seconds: number]
    /**
     * Plays uploads that cite one manifest in both orders; `between` happens after the first of
     * them.
     */
    const bothOrders = async (
      settings: (club: Club) => Promise<Settings>,
      scans: readonly Scan[],
      between: (club: Club, door: Door) => Promise<unknown>,
    ) => {
      const records = []
      for (const order of [scans, scans.toReversed()]) {
        const club = await openHere()
        const door = await club.createDoor(await settings(club))
        const manifest = await door.version()
        club.wait(60)
        for (const [n, [who, seconds]] of order.entries()) {
          if (n === 1) await between(club, door)
          expect(await door.upload(club.wallets[who] ?? "", seconds, manifest)).toMatchObject({
            decision: "admitted",
          })
        }
        records.push(await door.record())
      }
      expect(records[1]).toEqual(records[0])
      return records[0]
    }

    it("are those of the cited manifest, though the cap was lowered since", async () => {
      const scans: readonly Scan[] = [
        [0, 1],
        [1, 2],
        [2, 3],
      ]
      const lower = ({ symbolon }: Club, { session }: Door) =>
        symbolon.sessions.update({ session: session.slug, settings: { maxAttendees: 1 } })
      expect(await bothOrders(async () => ({ maxAttendees: 2 }), scans, lower)).toEqual({
        0: [1, null],
        1: [2, null],
        2: [3, "over_capacity"],
      })
    })

    it("are those of the cited manifest, though people inside were given tickets since", async () => {
      const scans: readonly Scan[] = [
        [0, 1],
        [1, 2],
        [2, 3],
      ]
      let template = ""
      const settings = async ({ issue }: Club) => {
        template = (await issue("member-4")).reference_id
        return { maxAttendees: 3, ticketTemplateUuid: template }
      }
      const give = async ({ again }: Club) => {
        await again(1, template)
        await again(3, template)
      }
      expect(await bothOrders(settings, scans, give)).toEqual({
        0: [1, null],
        1: [2, null],
        2: [3, "over_capacity"],
      })
    })

    it("are never disputed for somebody who was admitted live", async () => {
      const { ben, ada, createDoor, wait } = await openHere()
      const { tap, version, upload, record } = await createDoor({ maxAttendees: 1 })
      const manifest = await version()
      wait(60)
      expect(await tap(ben)).toMatchObject({ decision: "admitted" })
      expect(await upload(ada, 5, manifest)).toMatchObject({ disputedReason: undefined })
      expect(await record()).toEqual({ 0: [5, null], 1: [60, null] })
    })

    it("are one to a person: who came in without a ticket and has one by the cited manifest takes no second", async () => {
      const { symbolon, ada, ben, cid, issue, again, createDoor, wait } = await openHere()
      const ticket = await issue("member-4")
      const { tap, version, upload, record } = await createDoor({
        maxAttendees: 3,
        ticketTemplateUuid: ticket.reference_id,
      })
      await tap(ada)
      await again(1, ticket.reference_id)
      const manifest = await version()
      wait(60)
      // Two are reserved, and Ada sits on one of them.
      expect(await upload(ben, 10, manifest)).toMatchObject({
        decision: "admitted",
        disputedReason: undefined,
      })
      expect(await upload(cid, 11, manifest)).toMatchObject({
        decision: "admitted",
        disputedReason: "over_capacity",
      })
      expect(await record()).toEqual({ 0: [0, null], 1: [10, null], 2: [11, "over_capacity"] })
      await symbolon.close()
    })

    it("are free again when an admission is taken back, for whoever came next", async () => {
      const { symbolon, ada, ben, createDoor, wait } = await openHere()
      const { session, version, upload, record } = await createDoor({ maxAttendees: 1 })
      const manifest = await version()
      wait(60)
      const { attendanceUuid } = await upload(ada, 5, manifest)
      await upload(ben, 6, manifest)
      expect(await record()).toEqual({ 0: [5, null], 1: [6, "over_capacity"] })
      await symbolon.sessions.undoAdmission({
        session: session.slug,
        attendance: attendanceUuid ?? "",
      })
      expect(await record()).toEqual({ 1: [6, null] })
    })

    it("are counted as of the moment for an upload that nothing justifies", async () => {
      const { ada, ben, cid, createDoor, wait } = await openHere()
      const { tap, upload, record } = await createDoor({ maxAttendees: 2 })
      await tap(ada)
      wait(60)
      await tap(ben)
      expect(await upload(cid, 61, undefined)).toMatchObject({ blockedReason: "session_full" })
      expect(await upload(cid, 59, undefined)).toMatchObject({
        decision: "admitted",
        disputedReason: undefined,
      })
      // Ben takes his own seat, not a second one.
      expect(await upload(ben, 30, undefined)).toMatchObject({ decision: "admitted" })
      // What he did live came second.
      expect(await record()).toEqual({
        0: [0, null],
        1: [30, "duplicate_admission"],
        2: [59, null],
      })
    })
  })

  describe(`a session that must be attended before, on ${storage}`, () => {
    it("counts as soon as it is recorded, by a clock that is ahead too; for an upload nothing justifies, as of its moment", async () => {
      const { symbolon, club, ada, createDoor, wait } = await openHere()
      const first = await createDoor()
      const next = await symbolon.sessions.create({
        activity: first.activity.slug,
        name: "Afterwards",
        requiredPriorSessionUuid: first.session.uuid,
        startTime: secondsAfterStart(0),
        endTime: secondsAfterStart(3600),
      })
      wait(60)
      expect(await first.upload(ada, 200, await first.version())).toMatchObject({
        decision: "admitted",
      })
      const listed = JSON.parse(
        Buffer.from(
          (await symbolon.sessions.checkinManifest({ session: next.slug })).bytes,
        ).toString(),
      )
      expect(Object.keys(listed.roster)).toEqual([ada])
      const tapped = { identifier: { type: "wallet", value: ada } } as const
      const at = (more: Partial<AdmissionRequest>, idempotencyKey: string) =>
        symbolon.sessions.admit({
          session: next.slug,
          request: { ...tapped, idempotencyKey, ...more },
        })
      expect(await at({ isOffline: true, occurredAt: secondsAfterStart(199) }, "a")).toMatchObject({
        blockedReason: "prior_session_required",
      })
      expect(await at({}, "b")).toMatchObject({ decision: "admitted" })
      expect(club.slug).toBe("harbour-club")
    })
  })

  describe(`a key that comes again, on ${storage}`, () => {
    it("answers what was answered then; the list of those present tells what holds now", async () => {
      const { ada, ben, createDoor, wait } = await openHere()
      const { version, upload, record } = await createDoor({ maxAttendees: 1, allowReentry: true })
      const manifest = await version()
      wait(60)
      const key = (idempotencyKey: string) => ({ idempotencyKey })
      const bens = await upload(ben, 6, manifest, key("ben"))
      expect(bens).toMatchObject({
        isReentry: false,
        disputedReason: undefined,
        firstAdmittedAt: secondsAfterStart(6),
        seat: "walk_in",
      })
      const adas = await upload(ada, 5, manifest, key("ada"))
      await upload(ben, 4, manifest, key("ben, before"))
      expect(await upload(ben, 6, manifest, key("ben"))).toEqual({ ...bens, isReplayed: true })
      expect(await upload(ada, 5, manifest, key("ada"))).toEqual({ ...adas, isReplayed: true })
      expect(await record()).toEqual({ 0: [5, "over_capacity"], 1: [4, null] })
    })
  })

  describe(`membership at the moment, on ${storage}`, () => {
    it("is read as it was then, whichever membership that was", async () => {
      const { symbolon, club, ada, ben, people, createDoor, wait } = await openHere()
      await symbolon.tiers.create({
        organization: club.slug,
        name: "Plain",
        paymentInterval: "monthly",
      })
      const { upload, version } = await createDoor({ requiredEntitlement: "lounge" })
      const organization = club.slug
      const [adas = "", bens = ""] = people.map(({ user }) => user.uuid)
      const manifest = await version()
      wait(60)
      await symbolon.memberships.removeMember({ organization, userUuid: adas })
      await symbolon.memberships.updateMember({ organization, userUuid: bens, tierSlug: "plain" })
      wait(120)
      await symbolon.memberships.add({
        organization,
        member: { type: "user_id", value: adas },
        tierSlug: "plain",
      })
      wait(180)
      await symbolon.memberships.updateMember({ organization, userUuid: bens, tierSlug: "friend" })
      wait(240)
      // While she was a member, while she was none, and since she is one of another tier.
      expect(await upload(ada, 90, undefined)).toMatchObject({
        blockedReason: "membership_required",
      })
      expect(await upload(ada, 150, undefined)).toMatchObject({
        blockedReason: "entitlement_required",
      })
      expect(await upload(ada, 30, undefined)).toMatchObject({
        decision: "admitted",
        disputedReason: undefined,
      })
      expect(await upload(ben, 90, undefined)).toMatchObject({
        blockedReason: "entitlement_required",
      })
      expect(await upload(ben, 91, manifest)).toMatchObject({
        decision: "admitted",
        disputedReason: "entitlement_lost",
      })
      expect(await upload(ben, 31, manifest)).toMatchObject({
        decision: "admitted",
        disputedReason: undefined,
      })
      expect(await upload(ben, 200, undefined)).toMatchObject({ blockedReason: "already_admitted" })
    })
  })

  describe(`a card that changed hands, on ${storage}`, () => {
    it("stands for the person whom the cited manifest names; without one, for its holder", async () => {
      const { ada, ben, createDoor, cardOf, wait } = await openHere()
      const { tapped: card, give } = await cardOf("club-7", 0)
      const [members, walkIn] = [
        await createDoor({ requiredEntitlement: "member" }),
        await createDoor({ allowReentry: true }),
      ]
      await walkIn.tap(ada)
      const versions = [await members.version(), await walkIn.version()]
      wait(60)
      await give(1, false)
      wait(120)
      const tapped = { ...card, idempotencyKey: "seven" }
      const first = await members.upload("", 30, versions[0], tapped)
      expect(first).toMatchObject({
        decision: "admitted",
        walletAddress: ada,
        disputedReason: undefined,
      })
      expect((await members.attendees())[0]).toMatchObject({
        walletAddress: ada,
        cardIdentifier: "CLUB-7",
        userUuid: expect.any(String),
      })
      expect(await members.upload("", 30, versions[0], tapped)).toEqual({
        ...first,
        isReplayed: true,
      })
      expect(await walkIn.upload("", 30, versions[1], card)).toMatchObject({
        walletAddress: ada,
        isReentry: true,
      })
      expect(await members.tap("", card)).toMatchObject({
        decision: "admitted",
        walletAddress: ben,
      })
      expect(await walkIn.upload("", 31, undefined, card)).toMatchObject({
        decision: "admitted",
        walletAddress: ben,
      })
    })
  })

  describe(`an upload that nothing justifies, on ${storage}`, () => {
    it("is a re-entry only behind an admission at or before its moment", async () => {
      const { symbolon, ada, ben, people, club, createDoor, wait } = await openHere()
      const { tap, upload, record } = await createDoor({
        allowReentry: true,
        requiredEntitlement: "member",
      })
      wait(60)
      await tap(ada)
      await tap(ben)
      await symbolon.memberships.removeMember({
        organization: club.slug,
        userUuid: people[0]?.user.uuid ?? "",
      })
      wait(120)
      expect(await upload(ada, -3600, undefined)).toMatchObject({
        blockedReason: "checkin_not_started",
      })
      expect(await tap(ada, { occurredAt: secondsAfterStart(-3600) })).toMatchObject({
        blockedReason: "checkin_not_started",
      })
      expect(await upload(ada, 60, undefined)).toMatchObject({
        decision: "admitted",
        isReentry: true,
      })
      expect(await upload(ben, 59, undefined)).toMatchObject({
        decision: "admitted",
        isReentry: false,
        firstAdmittedAt: secondsAfterStart(59),
      })
      expect(await record()).toEqual({ 0: [60, null], 1: [59, null] })
      // To a live tap the person is inside, though the door that let them in has a clock that is
      // ahead.
      const strict = await createDoor()
      expect(await strict.upload(ada, 300, await strict.version())).toMatchObject({
        decision: "admitted",
      })
      expect(await strict.tap(ada)).toMatchObject({ blockedReason: "already_admitted" })
    })
  })

  describe(`a door whose token is renewed, on ${storage}`, () => {
    it("keeps its keys, and its former token ends", async () => {
      const { symbolon, ada, ben, createDoor, wait } = await openHere()
      const [{ session, record }, elsewhere] = [await createDoor(), await createDoor()]
      const first = await symbolon.sessions.createDeviceToken({
        session: session.slug,
        name: "Pier",
      })
      const at = async (token: string) => symbolon.as(await symbolon.authenticate(token)).sessions
      const tap = (value: string, idempotencyKey: string) => ({
        session: session.slug,
        request: { identifier: { type: "wallet", value } as const, idempotencyKey },
      })
      const reported = await (await at(first.token)).admit(tap(ada, "k"))
      wait(60)
      const deviceUuid = first.device.uuid
      const renewed = await symbolon.sessions.createDeviceToken({
        session: session.slug,
        deviceUuid,
      })
      expect(renewed.device).toEqual({
        ...first.device,
        tokenUuid: renewed.device.tokenUuid,
        issuedAt: secondsAfterStart(60),
      })
      await expect(at(first.token)).rejects.toMatchObject({ _tag: "InvalidCredentials" })
      // The answer was lost on its way: the renewed door tells of it again.
      expect(await (await at(renewed.token)).admit(tap(ada, "k"))).toEqual({
        ...reported,
        isReplayed: true,
      })
      await expect((await at(renewed.token)).admit(tap(ben, "k"))).rejects.toMatchObject({
        _tag: "IdempotencyConflict",
      })
      expect(await record()).toEqual({ 0: [0, null] })
      for (const input of [
        { session: elsewhere.session.slug, deviceUuid },
        { session: session.slug, deviceUuid: elsewhere.session.uuid },
      ])
        await expect(symbolon.sessions.createDeviceToken(input)).rejects.toMatchObject({
          _tag: "NotFound",
          what: "device",
        })
      await symbolon.sessions.revokeDeviceToken({ device: deviceUuid })
      await expect(at(renewed.token)).rejects.toMatchObject({ _tag: "InvalidCredentials" })
      const again = await symbolon.sessions.createDeviceToken({
        session: session.slug,
        deviceUuid,
        name: "Quay",
      })
      expect(again.device).toMatchObject({ uuid: deviceUuid, name: "Quay", revokedAt: undefined })
      expect(await (await at(again.token)).admit(tap(ada, "k"))).toMatchObject({ isReplayed: true })
      await expect(at(renewed.token)).rejects.toMatchObject({ _tag: "InvalidCredentials" })
    })
  })

  describe(`two admissions at one instant, on ${storage}`, () => {
    it("count in the order in which they were recorded", async () => {
      const { ada, createDoor, wait } = await openHere()
      const { tap, upload, version, attendees } = await createDoor()
      const manifest = await version()
      wait(60)
      await tap(ada, { idempotencyKey: "z" })
      expect(await upload(ada, 60, manifest, { idempotencyKey: "a" })).toMatchObject({
        disputedReason: "duplicate_admission",
      })
      expect(await attendees()).toMatchObject([
        { source: "online", disputedReason: "duplicate_admission" },
      ])
    })
  })
}
