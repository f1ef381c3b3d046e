import { describe, expect, it } from "vitest"
import { userCaller } from "../fixtures/staffed-organization.ts"
import { createTestCard } from "../fixtures/world.ts"
import { openTestDoors, request, secondsAfterStart } from "../fixtures/door-taps.ts"
import { portsOf } from "../../src/effect.ts"

const hour = 3600

// The cases of vectors/door/CASES.md are in cases/, for every way of asking; here is what the
// library alone shows.
describe("a tap", () => {
  it("at a moment that cannot be is invalid, to the second", async () => {
    const { clock, wallets, createDoor } = await openTestDoors()
    const { tap } = await createDoor({ enforcesCheckinWindow: false })
    clock.set(secondsAfterStart(400 * 24 * hour))
    const at = (seconds: number) =>
      tap(wallets[0] ?? "", { occurredAt: secondsAfterStart(400 * 24 * hour + seconds) })
    await expect(at(301)).rejects.toMatchObject({
      _tag: "Invalid",
      errors: { occurred_at: expect.stringContaining("future") },
    })
    await expect(at(-367 * 24 * hour)).rejects.toMatchObject({
      _tag: "Invalid",
      errors: { occurred_at: expect.stringContaining("366 days") },
    })
    expect(await at(300)).toMatchObject({ decision: "admitted" })
  })

  it("a cancelled session admits nobody from then on, and those who came before all the same", async () => {
    const { symbolon, clock, wallets, createDoor } = await openTestDoors()
    const { tap, session } = await createDoor({ allowReentry: true })
    const cancelledAt = secondsAfterStart(60)
    await portsOf(symbolon).storage.transact("write", (tx) =>
      tx.sessions.changeAll([{ ...session, cancelledAt }]),
    )
    clock.set(secondsAfterStart(120))
    expect(await tap(wallets[0] ?? "", { occurredAt: secondsAfterStart(59) })).toMatchObject({
      decision: "admitted",
    })
    expect(await tap(wallets[0] ?? "", { occurredAt: secondsAfterStart(60) })).toMatchObject({
      blockedReason: "session_cancelled",
      details: { cancelled_at: cancelledAt.toISOString() },
    })
  })

  it("keys of two doors are two keys, and a person's own are theirs", async () => {
    const { symbolon, people, wallets, createDoor } = await openTestDoors()
    const { session } = await createDoor()
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
      doorCaller(device).sessions.admit({
        session: session.slug,
        request: request(wallet, { idempotencyKey: "k" }),
      })
    expect(await tapAt("one", wallets[0] ?? "")).toMatchObject({
      decision: "admitted",
      isReplayed: false,
    })
    expect(await tapAt("two", wallets[1] ?? "")).toMatchObject({
      decision: "admitted",
      isReplayed: false,
    })
    const self = symbolon.as(userCaller(people[2]?.user.uuid ?? "")).sessions
    expect(await self.checkIn({ session: session.slug, idempotencyKey: "k" })).toMatchObject({
      decision: "admitted",
      walletAddress: wallets[2],
    })
    expect(await self.checkIn({ session: session.slug, idempotencyKey: "k" })).toMatchObject({
      isReplayed: true,
    })
    await expect(
      symbolon
        .as(doorCallerElsewhere(session.organizationUuid))
        .sessions.admit({ session: session.slug, request: request("x") }),
    ).rejects.toMatchObject({
      _tag: "Forbidden",
    })
  })

  it("D26: a card that froze after the door had its manifest is recorded and disputed; one it knew of is judged live", async () => {
    const { symbolon, clock, club, people, wallets, createDoor } = await openTestDoors()
    const card = await createTestCard(symbolon, {
      organization: club.slug,
      identifier: "lost",
      holderUserUuid: people[0]?.user.uuid,
    })
    const { tap, session } = await createDoor({ requiredEntitlement: "member" })
    const before = await symbolon.sessions.checkinManifest({ session: session.slug })
    await symbolon.cards.updateState({ card: card.uuid, isFrozen: true })
    clock.set(secondsAfterStart(40))
    const after = await symbolon.sessions.checkinManifest({ session: session.slug })
    expect(after.manifestVersion).toBeGreaterThan(before.manifestVersion)
    clock.set(secondsAfterStart(60))
    const lost = {
      identifier: { type: "card", value: "lost" },
      isOffline: true,
      occurredAt: secondsAfterStart(50),
    } as const
    expect(await tap("", { ...lost, manifestVersion: after.manifestVersion })).toMatchObject({
      blockedReason: "card_frozen",
    })
    expect(await tap("", { ...lost, manifestVersion: before.manifestVersion })).toMatchObject({
      decision: "admitted",
      disputedReason: "card_frozen",
      walletAddress: wallets[0],
    })
  })
})

/** A door sees its session alone. */
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
