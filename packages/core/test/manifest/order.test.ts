import { expect, it } from "vitest"
import { openMemory } from "../../src/memory/index.ts"
import type { Repositories, Storage } from "../../src/foundation/storage/index.ts"
import { createTestOrganization, createTestSession, openTestSymbolon } from "../fixtures/world.ts"
import { readPayload } from "../fixtures/rosters.ts"

/**
 * A storage in which somebody else's change is committed while a reader waits for the roster's row.
 */
const withChangeWhileWaiting = () => {
  const storage = openMemory()
  const state: { meanwhile: ((tx: Repositories) => Promise<unknown>) | undefined } = {
    meanwhile: undefined,
  }
  const waiting = (tx: Repositories): Repositories => ({
    ...tx,
    rosters: {
      ...tx.rosters,
      lock: async (uuid) => {
        const { meanwhile } = state
        state.meanwhile = undefined
        await meanwhile?.(tx)
        return tx.rosters.lock(uuid)
      },
    },
  })
  const wrapped: Storage = {
    ...storage,
    transact: (mode, work) => storage.transact(mode, (tx) => work(waiting(tx))),
  }
  return { storage: wrapped, state }
}

it("a manifest that waited for its turn says the settings as they are then", async () => {
  const { storage, state } = withChangeWhileWaiting()
  const { symbolon } = await openTestSymbolon(storage)
  const { club } = await createTestOrganization(symbolon, 1)
  const { session } = await createTestSession(symbolon, club.slug, {
    requiredEntitlement: "member",
  })
  expect(
    readPayload(await symbolon.sessions.checkinManifest({ session: session.slug })),
  ).toMatchObject({
    manifest_version: 1,
    checkin_open: true,
  })
  state.meanwhile = (tx) => tx.sessions.changeAll([{ ...session, isCheckinOpen: false }])
  expect(
    readPayload(await symbolon.sessions.checkinManifest({ session: session.slug })),
  ).toMatchObject({
    manifest_version: 2,
    checkin_open: false,
  })
})

it("a cursor that is none of ours takes no version", async () => {
  const { symbolon } = await openTestSymbolon()
  const { club } = await createTestOrganization(symbolon, 1)
  const { session } = await createTestSession(symbolon, club.slug, {
    requiredEntitlement: "member",
  })
  await symbolon.sessions.checkinManifest({ session: session.slug })
  for (const cursor of ["", "x", Buffer.from("1.AAAAAAAAAAAAAAAAAAAAAA").toString("base64url")])
    await expect(
      symbolon.sessions.checkinManifestDelta({ session: session.slug, cursor }),
    ).rejects.toMatchObject({
      _tag: "ResyncRequired",
    })
  await symbolon.sessions.update({
    session: session.slug,
    name: "Another name",
    isCheckinOpen: false,
  })
  expect((await symbolon.sessions.checkinManifest({ session: session.slug })).manifestVersion).toBe(
    2,
  )
})
