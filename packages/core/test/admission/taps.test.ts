import { describe, expect, it } from "vitest"
import { person } from "../team.ts"
import { makeSession } from "../world.ts"
import { openVenue, request, second } from "./venue.ts"

const hour = 3600

describe("A. admission basics", () => {
  it("1, 2, 5: the first tap admits, the second is already_admitted with when that was", async () => {
    const { wallets, doorOf } = await openVenue()
    const { tap } = await doorOf()
    const [ada = ""] = wallets
    expect(await tap(ada)).toMatchObject({ decision: "admitted", seat: "walk_in", isReentry: false, isReplayed: false, walletAddress: ada })
    expect(await tap(ada)).toMatchObject({
      decision: "blocked",
      blockedReason: "already_admitted",
      details: { first_admitted_at: second(0).toISOString() },
      attendanceUuid: undefined,
    })
  })

  it("3: admitted at another session does not count here", async () => {
    const { wallets, doorOf } = await openVenue()
    const [one, other] = [await doorOf(), await doorOf()]
    await one.tap(wallets[0] ?? "")
    expect(await other.tap(wallets[0] ?? "")).toMatchObject({ decision: "admitted", isReentry: false })
  })

  it("4: with re-entry they are admitted again, on the same attendance and no further seat", async () => {
    const { clock, wallets, doorOf } = await openVenue()
    const { tap, attendees } = await doorOf({ allowReentry: true, maxAttendees: 1 })
    const first = await tap(wallets[0] ?? "")
    clock.set(second(5))
    expect(await tap(wallets[0] ?? "")).toMatchObject({
      decision: "admitted",
      isReentry: true,
      seat: "none",
      attendanceUuid: first.attendanceUuid,
      firstAdmittedAt: second(0),
    })
    expect(await attendees()).toMatchObject([{ firstAdmittedAt: second(0), lastAdmittedAt: second(5) }])
  })

  it("6, 8, 9: what points at nobody is unresolved: no row id, no card of nobody's, no treasury", async () => {
    const { symbolon, club, owner, doorOf } = await openVenue()
    const { tap, session } = await doorOf()
    const treasuries = await symbolon.wallets.list({
      of: { treasuryOf: club.uuid },
      page: { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" },
    })
    const nobody = [
      { type: "card", value: "UNKNOWN" },
      { type: "wallet", value: owner.uuid },
      { type: "wallet", value: treasuries.items[0]?.address ?? "" },
      { type: "user_id", value: session.uuid },
      { type: "username", value: "not-here" },
    ] as const
    for (const identifier of nobody)
      await expect(tap("", { identifier })).rejects.toMatchObject({ _tag: "IdentifierUnresolved", field: "identifier" })
  })

  it("7, 33: a card is read through what a scanner puts around it", async () => {
    const { symbolon, club, people, wallets, doorOf } = await openVenue()
    const card = await symbolon.cards.create({ organization: club.slug, identifier: "card-7+/=", cardType: "nfc" })
    await symbolon.cards.change({ card: card.uuid, holderUserUuid: people[0]?.user.uuid ?? "" })
    const { tap } = await doorOf()
    const identifier = { type: "card", value: "\\000001 card-7+/=\r" } as const
    expect(await tap("", { identifier })).toMatchObject({ decision: "admitted", walletAddress: wallets[0] })
  })

  it("10: already admitted stands before a closed switch; re-entry is through it", async () => {
    const { symbolon, wallets, doorOf } = await openVenue()
    for (const allowReentry of [false, true]) {
      const { tap, session } = await doorOf({ allowReentry })
      await tap(wallets[0] ?? "")
      await symbolon.ports.storage.transact("write", (tx) => tx.sessions.changeAll([{ ...session, isCheckinOpen: false }]))
      expect(await tap(wallets[0] ?? "")).toMatchObject(
        allowReentry ? { decision: "admitted", isReentry: true } : { blockedReason: "already_admitted" },
      )
      expect(await tap(wallets[1] ?? "")).toMatchObject({ blockedReason: "checkin_closed", details: { closed_by: "session" } })
    }
  })
})

describe("B. time", () => {
  it("11, 12, 15, 16: the window is judged at the moment of the tap, first second in, last second out, and named", async () => {
    const { symbolon, clock, wallets, club } = await openVenue()
    const { session } = await makeSession(symbolon, club.slug)
    const [from, to] = [second(-60), second(6 * hour)]
    clock.set(second(7 * hour))
    const at = (occurredAt: Date, wallet: string) =>
      symbolon.admission.admit({ session: session.slug, request: request(wallet, { occurredAt }) })
    const [ada = "", ben = ""] = wallets
    expect(await at(new Date(from.getTime() - 1000), ada)).toMatchObject({
      blockedReason: "checkin_not_started",
      details: { opens_at: from.toISOString() },
    })
    expect(await at(to, ada)).toMatchObject({ blockedReason: "checkin_ended", details: { closes_at: to.toISOString() } })
    expect(await at(from, ada)).toMatchObject({ decision: "admitted", occurredAt: from, recordedAt: second(7 * hour) })
    expect(await at(new Date(to.getTime() - 1000), ben)).toMatchObject({ decision: "admitted" })
  })

  it("13: a window that is not enforced keeps nobody out; a moment that cannot be is invalid", async () => {
    const { clock, wallets, doorOf } = await openVenue()
    const { tap } = await doorOf({ enforcesCheckinWindow: false })
    clock.set(second(400 * 24 * hour))
    const at = (seconds: number) => tap(wallets[0] ?? "", { occurredAt: second(400 * 24 * hour + seconds) })
    await expect(at(301)).rejects.toMatchObject({ _tag: "Invalid", errors: { occurred_at: expect.stringContaining("future") } })
    await expect(at(-367 * 24 * hour)).rejects.toMatchObject({
      _tag: "Invalid",
      errors: { occurred_at: expect.stringContaining("366 days") },
    })
    expect(await at(300)).toMatchObject({ decision: "admitted" })
  })

  it("a cancelled session admits nobody from then on, and those who came before all the same", async () => {
    const { symbolon, clock, wallets, doorOf } = await openVenue()
    const { tap, session } = await doorOf({ allowReentry: true })
    const cancelledAt = second(60)
    await symbolon.ports.storage.transact("write", (tx) => tx.sessions.changeAll([{ ...session, cancelledAt }]))
    clock.set(second(120))
    expect(await tap(wallets[0] ?? "", { occurredAt: second(59) })).toMatchObject({ decision: "admitted" })
    expect(await tap(wallets[0] ?? "", { occurredAt: second(60) })).toMatchObject({
      blockedReason: "session_cancelled",
      details: { cancelled_at: cancelledAt.toISOString() },
    })
  })
})

describe("C. idempotency", () => {
  it("17, 18: the same key answers the same again, and is one record, with re-entry too", async () => {
    const { clock, wallets, doorOf } = await openVenue()
    for (const allowReentry of [false, true]) {
      const { tap, attendees } = await doorOf({ allowReentry })
      const first = await tap(wallets[0] ?? "", { idempotencyKey: "k" })
      clock.set(second(9))
      expect(await tap(wallets[0] ?? "", { idempotencyKey: "k" })).toEqual({ ...first, isReplayed: true })
      expect(await attendees()).toMatchObject([{ lastAdmittedAt: first.occurredAt }])
      clock.set(second(0))
    }
  })

  it("19, 20: a key is of one session; another subject under it is a conflict", async () => {
    const { wallets, doorOf } = await openVenue()
    const [one, other] = [await doorOf(), await doorOf()]
    const [ada = "", ben = ""] = wallets
    await one.tap(ada, { idempotencyKey: "k" })
    await expect(one.tap(ben, { idempotencyKey: "k" })).rejects.toMatchObject({ _tag: "IdempotencyConflict", key: "k" })
    expect(await other.tap(ben, { idempotencyKey: "k" })).toMatchObject({ decision: "admitted", isReplayed: false })
  })

  it("21, 22: a refusal does not use up its key", async () => {
    const { symbolon, wallets, doorOf } = await openVenue()
    const { tap, session } = await doorOf()
    const open = (isCheckinOpen: boolean) =>
      symbolon.ports.storage.transact("write", (tx) => tx.sessions.changeAll([{ ...session, isCheckinOpen }]))
    await open(false)
    for (const _ of [1, 2]) expect(await tap(wallets[0] ?? "", { idempotencyKey: "k" })).toMatchObject({ blockedReason: "checkin_closed" })
    await open(true)
    expect(await tap(wallets[0] ?? "", { idempotencyKey: "k" })).toMatchObject({ decision: "admitted", isReplayed: false })
  })

  it("23: what an online try left open, the offline upload under the same key settles", async () => {
    const { symbolon, clock, wallets, doorOf } = await openVenue()
    const { tap, session, attendees } = await doorOf({ maxAttendees: 3 })
    const { manifestVersion } = await symbolon.manifest.issue({ session: session.slug })
    clock.set(second(60))
    const [ada = "", ben = "", cid = ""] = wallets
    const offline = { isOffline: true, manifestVersion } as const
    // (a) both admitted: one record.
    await tap(ada, { idempotencyKey: "a", occurredAt: second(1) })
    expect(await tap(ada, { idempotencyKey: "a", occurredAt: second(1), ...offline })).toMatchObject({ isReplayed: true })
    // (c) the server refused, the door admitted: recorded and disputed.
    await symbolon.ports.storage.transact("write", (tx) => tx.sessions.changeAll([{ ...session, isCheckinOpen: false }]))
    expect(await tap(ben, { idempotencyKey: "c", occurredAt: second(2) })).toMatchObject({ blockedReason: "checkin_closed" })
    expect(await tap(ben, { idempotencyKey: "c", occurredAt: second(2), ...offline })).toMatchObject({
      decision: "admitted",
      disputedReason: "checkin_closed",
    })
    // (b) both refused: nothing.
    expect(await tap(cid, { idempotencyKey: "b" })).toMatchObject({ decision: "blocked" })
    expect((await attendees()).map(({ walletAddress }) => walletAddress).toSorted()).toEqual([ada, ben].toSorted())
  })

  it("keys of two doors are two keys, and a person's own are theirs", async () => {
    const { symbolon, people, wallets, doorOf } = await openVenue()
    const { session } = await doorOf()
    const doorCaller = (deviceUuid: string) =>
      symbolon.as({
        kind: "door",
        clientId: "app",
        sid: deviceUuid,
        scopes: new Set(["session:manifest:read", "session:admit"]),
        isFirstParty: false,
        deviceUuid,
        organizationUuid: session.organizationUuid,
        sessionUuid: session.uuid,
      })
    const tapAt = (device: string, wallet: string) =>
      doorCaller(device).admission.admit({ session: session.slug, request: request(wallet, { idempotencyKey: "k" }) })
    expect(await tapAt("one", wallets[0] ?? "")).toMatchObject({ decision: "admitted", isReplayed: false })
    expect(await tapAt("two", wallets[1] ?? "")).toMatchObject({ decision: "admitted", isReplayed: false })
    const self = symbolon.as(person(people[2]?.user.uuid ?? "")).admission
    expect(await self.checkIn({ session: session.slug, idempotencyKey: "k" })).toMatchObject({
      decision: "admitted",
      walletAddress: wallets[2],
    })
    expect(await self.checkIn({ session: session.slug, idempotencyKey: "k" })).toMatchObject({ isReplayed: true })
    await expect(
      symbolon.as(doorCallerElsewhere(session.organizationUuid)).admission.admit({ session: session.slug, request: request("x") }),
    ).rejects.toMatchObject({
      _tag: "Forbidden",
    })
  })
})

/** 57: a door sees its session alone. */
const doorCallerElsewhere = (organizationUuid: string) =>
  ({
    kind: "door",
    clientId: "app",
    sid: "s",
    scopes: new Set(["session:admit"]),
    isFirstParty: false,
    deviceUuid: "d",
    organizationUuid,
    sessionUuid: "another",
  }) as const

describe("E. cards", () => {
  it("34, 38: a card that nobody holds comes in by itself, under its own wallet", async () => {
    const { symbolon, club, doorOf } = await openVenue()
    const card = await symbolon.cards.create({ organization: club.slug, identifier: "loose", cardType: "qr" })
    const { tap, attendees } = await doorOf()
    const identifier = { type: "card", value: "loose" } as const
    expect(await tap("", { identifier })).toMatchObject({ decision: "admitted", walletAddress: card.walletAddress })
    expect(await tap(card.walletAddress)).toMatchObject({ blockedReason: "already_admitted" })
    expect(await attendees()).toMatchObject([
      { userUuid: undefined, walletAddress: card.walletAddress, cardIdentifier: "LOOSE", source: "online" },
    ])
  })

  it("35: an identifier is looked for as what it is said to be", async () => {
    const { symbolon, club, doorOf } = await openVenue()
    await symbolon.cards.create({ organization: club.slug, identifier: "member-1", cardType: "qr" })
    const { tap } = await doorOf()
    await expect(tap("", { identifier: { type: "username", value: "MEMBER-1X" } })).rejects.toMatchObject({ _tag: "IdentifierUnresolved" })
    await expect(tap("member-1")).rejects.toMatchObject({ _tag: "IdentifierUnresolved" })
  })

  it("36, 37: a frozen card is refused, or admitted and disputed; the person's other card is another matter", async () => {
    const { symbolon, club, people, doorOf } = await openVenue()
    const cardOf = async (identifier: string, isFrozen: boolean) => {
      const card = await symbolon.cards.create({ organization: club.slug, identifier, cardType: "nfc" })
      await symbolon.cards.change({ card: card.uuid, holderUserUuid: people[0]?.user.uuid ?? "", isFrozen })
      return { identifier: { type: "card", value: identifier } } as const
    }
    const [frozen, good] = [await cardOf("lost", true), await cardOf("found", false)]
    const strict = await doorOf({ allowReentry: true })
    expect(await strict.tap("", frozen)).toMatchObject({ blockedReason: "card_frozen" })
    expect(await strict.tap("", good)).toMatchObject({ decision: "admitted" })
    // Who found the card does not come in behind its owner.
    expect(await strict.tap("", frozen)).toMatchObject({ blockedReason: "card_frozen" })
    const lenient = await doorOf({ admitsFrozenCards: true })
    expect(await lenient.tap("", frozen)).toMatchObject({ decision: "admitted", disputedReason: "card_frozen" })
    expect(await lenient.tap("", good)).toMatchObject({ blockedReason: "already_admitted" })
    expect(await lenient.attendees({ isDisputed: true })).toMatchObject([{ disputedReason: "card_frozen" }])
    expect(await lenient.attendees({ isDisputed: false })).toEqual([])
  })

  it("26: a card that froze after the door had its manifest is recorded and disputed; one it knew of is judged live", async () => {
    const { symbolon, clock, club, people, wallets, doorOf } = await openVenue()
    const card = await symbolon.cards.create({ organization: club.slug, identifier: "lost", cardType: "nfc" })
    await symbolon.cards.change({ card: card.uuid, holderUserUuid: people[0]?.user.uuid ?? "" })
    const { tap, session } = await doorOf({ requiredEntitlement: "member" })
    const before = await symbolon.manifest.issue({ session: session.slug })
    await symbolon.cards.change({ card: card.uuid, isFrozen: true })
    clock.set(second(40))
    const after = await symbolon.manifest.issue({ session: session.slug })
    expect(after.manifestVersion).toBeGreaterThan(before.manifestVersion)
    clock.set(second(60))
    const lost = { identifier: { type: "card", value: "lost" }, isOffline: true, occurredAt: second(50) } as const
    expect(await tap("", { ...lost, manifestVersion: after.manifestVersion })).toMatchObject({ blockedReason: "card_frozen" })
    expect(await tap("", { ...lost, manifestVersion: before.manifestVersion })).toMatchObject({
      decision: "admitted",
      disputedReason: "card_frozen",
      walletAddress: wallets[0],
    })
  })
})
