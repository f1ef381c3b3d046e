import { expect, it } from "vitest"
import { openMemory } from "../../src/memory/index.ts"
import { createTestOrganization, createTestSession, openTestSymbolon } from "../fixtures/world.ts"
import { readPayload } from "../fixtures/rosters.ts"

const dayMs = 86_400_000

it("a roster that no door asks for is forgotten a week after its last manifest ended, and comes back under the next version", async () => {
  const storage = openMemory({ strict: true })
  const { symbolon, clock } = await openTestSymbolon(storage)
  const { club, people } = await createTestOrganization(symbolon, 2)
  const { session } = await createTestSession(symbolon, club.slug, {
    requiredEntitlement: "member",
  })
  const wallets = people.map(({ wallet }) => wallet)
  const lines = () =>
    storage.transact("read", (tx) => tx.rosters.entriesOf(session.uuid, wallets, undefined))
  const first = await symbolon.sessions.checkinManifest({ session: session.slug })
  const pass = (days: number) =>
    symbolon.testClock?.moveTo(new Date(clock.now().getTime() + days * dayMs))
  await pass(7)
  expect(await lines()).toHaveLength(2)
  await pass(2)
  expect(await lines()).toEqual([])
  const second = await symbolon.sessions.checkinManifest({ session: session.slug })
  expect(second.manifestVersion).toBe(first.manifestVersion + 1)
  expect(Object.keys(readPayload(second).roster).toSorted()).toEqual(wallets.toSorted())
})
