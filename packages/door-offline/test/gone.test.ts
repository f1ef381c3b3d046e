import { expect, it } from "vitest"
import { openByLibrary } from "../../core/test/admission/cases/by-library.ts"
import {
  claimCard,
  createTestCard,
  createTestOrganization,
  createTestSession,
} from "../../core/test/fixtures/world.ts"
import { Door } from "../src/index.ts"

/** A club of five at whose session a door is, that is told everything now and then. */
const open = async (maxAttendees: number | undefined) => {
  const ways = await openByLibrary()
  const { symbolon } = ways
  const { club, people } = await createTestOrganization(symbolon, 5)
  const { session } = await createTestSession(
    symbolon,
    club.slug,
    maxAttendees === undefined ? {} : { maxAttendees },
  )
  const app = await ways.appOf(club)
  const trustKeys: ConstructorParameters<typeof Door>[0]["trustKeys"] = JSON.parse(
    (await app.trustKeys(session.slug)).text,
  )
  const newDoor = async (deviceId: string) => {
    const door = new Door({ trustKeys, now: () => symbolon.clock.now().getTime(), deviceId })
    door.load((await app.manifest(session.slug)).text)
    return door
  }
  const admit = (door: Door, value: string, type: "card" | "wallet" = "wallet") => {
    const { decision, blocked_reason: reason } = door.admit({ tap: { type, value } })
    return reason ?? decision
  }
  const goes = (n: number) => symbolon.users.delete({ userUuid: people[n]?.user.uuid ?? "" })
  return {
    ways,
    symbolon,
    club,
    people,
    wallets: people.map(({ wallet }) => wallet),
    session,
    app,
    newDoor,
    admit,
    goes,
  }
}

it("who was inside and is gone keeps a seat: a door admits exactly as many as the service would", async () => {
  const { ways, symbolon, wallets, session, app, newDoor, admit, goes } = await open(3)
  const [ada = "", ben = "", cid = "", dan = ""] = wallets
  await app.admit(session.slug, {
    identifier: { type: "wallet", value: ada },
    idempotency_key: "ada",
  })
  const byDelta = await newDoor("by delta")
  const cursor = (await app.manifest(session.slug)).body.delta_cursor
  await goes(0)
  byDelta.applyDelta((await app.delta(session.slug, cursor ?? "")).text)
  await symbolon.testClock?.moveTo(new Date(symbolon.clock.now().getTime() + 1000))
  for (const door of [byDelta, await newDoor("by manifest")]) {
    expect(door.status().seats_left).toBe(2)
    expect([ben, cid, dan].map((who) => admit(door, who))).toEqual([
      "admitted",
      "admitted",
      "session_full",
    ])
  }
  const reported = await app.admitAll(
    session.slug,
    byDelta.outbox() as Parameters<typeof app.admitAll>[1],
  )
  expect(reported.body.results).toMatchObject([
    { decision: "admitted", disputed_reason: null },
    { decision: "admitted", disputed_reason: null },
  ])
  const live = await app.admit(session.slug, {
    identifier: { type: "wallet", value: dan },
    idempotency_key: "dan",
  })
  expect(live.body).toMatchObject({ blocked_reason: "session_full" })
  await ways.close()
})

it("a frozen card of who is gone opens no walk-in door; one that is not frozen is a guest's there", async () => {
  const { ways, symbolon, club, people, newDoor, admit, goes } = await open(undefined)
  for (const identifier of ["04LOST", "04KEPT"]) {
    const { uuid } = await createTestCard(symbolon, { organization: club.slug, identifier })
    await claimCard(symbolon, uuid, people[0]?.user.uuid ?? "")
    await symbolon.cards.updateState({ card: uuid, isFrozen: identifier === "04LOST" })
  }
  await goes(0)
  const door = await newDoor("walk in")
  expect([admit(door, "04LOST", "card"), admit(door, "04KEPT", "card")]).toEqual([
    "card_frozen",
    "admitted",
  ])
  await ways.close()
})
