import { expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { card } from "../../../storage-contract/src/reward-samples.ts"
import {
  address,
  membership,
  sealedKey,
  user,
  uuid,
  wallet,
} from "../../../storage-contract/src/samples.ts"
import { claimCard, createTestOrganization, openTestSymbolon } from "../fixtures/world.ts"
import { applyDelta, type Delta, expectedLists, listsOf, readPayload } from "../fixtures/rosters.ts"

/** More than two slices of a roster, written straight into the store. */
const joinCrowd = async (
  storage: Storage,
  organizationUuid: string,
  tierUuid: string,
  size: number,
) => {
  const of = (n: number) => ({ organizationUuid, userUuid: uuid(n), tierUuid })
  for (let from = 1000; from < 1000 + size; from += 200)
    await storage.transact("write", async (tx) => {
      for (let n = from; n < Math.min(from + 200, 1000 + size); n += 1) {
        await tx.users.add(user(n), undefined)
        await tx.wallets.add(wallet(n, { userUuid: uuid(n), organizationUuid }), sealedKey(n))
        await tx.wallets.add(wallet(n + 100_000, { kind: "card", organizationUuid }), sealedKey(n))
        await tx.cards.add(
          card(n, {
            organizationUuid,
            holderUserUuid: uuid(n),
            walletAddress: address(n + 100_000),
            isFrozen: n % 100 === 0,
          }),
        )
        await tx.memberships.add(membership(n, of(n)))
      }
    })
}

/** A roster of several slices: called from the tests of every storage. */
export const largeRosterSuite = (name: string, open: () => Promise<Storage>): void => {
  it(`a roster on ${name} is right though people come, go and freeze cards while everybody is looked at`, async () => {
    const storage = await open()
    const { symbolon, clock } = await openTestSymbolon(storage)
    const { club, tier, people } = await createTestOrganization(symbolon, 3)
    await joinCrowd(storage, club.uuid, tier.uuid, 2300)
    const activity = await symbolon.activities.create({ organization: club.slug, name: "Week" })
    const now = clock.now().getTime()
    const times = { startTime: new Date(now - 60_000), endTime: new Date(now + 3_600_000) }
    const session = await symbolon.sessions.create({
      activity: activity.slug,
      name: "Evening",
      settings: { requiredEntitlement: "member" },
      ...times,
    })
    const disturb = async (from: number) => {
      for (let n = from; n < from + 60; n += 4) {
        await symbolon.memberships.removeMember({ organization: club.slug, userUuid: uuid(n) })
        await symbolon.cards.updateState({ card: uuid(n + 1), isFrozen: true })
        await symbolon.cards.updateState({
          card: uuid(n + 2),
          holderUserUuid: people[0]?.user.uuid ?? null,
        })
        await claimCard(symbolon, uuid(n + 3), people[1]?.user.uuid ?? "")
      }
    }
    const [first] = await Promise.all([
      symbolon.sessions.checkinManifest({ session: session.slug }),
      disturb(1200),
      disturb(1900),
    ])
    const begun = listsOf(readPayload(first))
    const cursor = first.deltaCursor ?? ""
    const delta = await symbolon.sessions.checkinManifestDelta({ session: session.slug, cursor })
    const rows = await listsFromCrowd(storage, session.uuid, clock.now())
    expect(Object.keys(rows.roster).length).toBeGreaterThan(2200)
    expect(applyDelta(begun, readPayload<Delta>(delta))).toEqual(rows)
    expect(
      listsOf(readPayload(await symbolon.sessions.checkinManifest({ session: session.slug }))),
    ).toEqual(rows)

    // Another gate, and everybody is looked at again: nearly all of them go.
    const two = await symbolon.sessions.update({
      session: session.slug,
      settings: { requiredEntitlement: "nobody-has-this" },
    })
    await expect(
      symbolon.sessions.checkinManifestDelta({ session: session.slug, cursor }),
    ).rejects.toMatchObject({
      _tag: "ResyncRequired",
    })
    expect(
      listsOf(readPayload(await symbolon.sessions.checkinManifest({ session: two.slug }))).roster,
    ).toEqual({})
  })
}

const listsFromCrowd = async (storage: Storage, sessionUuid: string, now: Date) => {
  const session = await storage.transact("read", (tx) => tx.sessions.find(sessionUuid))
  if (session === undefined) throw new Error("The session is there.")
  return expectedLists(storage, session, now)
}
