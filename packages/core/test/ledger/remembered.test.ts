import { expect, it } from "vitest"
import { openMemory } from "../../src/memory/index.ts"
import { createStaffedOrganization, page, userCaller } from "../fixtures/staffed-organization.ts"

/** A club whose treasury has paid two people, so that all their wallets were met. */
const openMet = async () => {
  let reads = 0
  const storage = openMemory({ strict: true })
  const counted = {
    ...storage,
    transact: ((mode, work) => {
      if (mode === "read") reads += 1
      return storage.transact(mode, work)
    }) as typeof storage.transact,
  }
  const {
    symbolon,
    club: organization,
    clubUuid,
    make,
  } = await createStaffedOrganization({ storage: counted })
  await symbolon.points.mint({ organization, amount: 1000, idempotencyKey: "mint" })
  const [ada, bob] = [await make("ada-holder"), await make("bob-holder")]
  const walletOf = async (userUuid: string) =>
    (await symbolon.wallets.list({ of: { userUuid }, page })).items[0]?.address ?? ""
  const [adas, bobs] = [await walletOf(ada.uuid), await walletOf(bob.uuid)]
  const treasury =
    (await symbolon.wallets.list({ of: { treasuryOf: clubUuid }, page })).items[0]?.address ?? ""
  const send = (wallet: string, to: string, idempotencyKey: string, as = symbolon) =>
    as.wallets.transfer({ wallet, to: { type: "wallet", value: to }, amount: 10, idempotencyKey })
  await send(treasury, adas, "one")
  await send(treasury, bobs, "two")
  const as = (userUuid: string) => ({ ...symbolon, ...symbolon.as(userCaller(userUuid)) })
  return { symbolon, ada, bob, adas, bobs, treasury, send, as, reads: () => reads }
}

const absent = expect.objectContaining({ _tag: "NotFound", what: "wallet" })

it("a treasury that was met pays without a read before the posting, and a repetition is still the same", async () => {
  const { treasury, adas, send, reads, symbolon } = await openMet()
  const before = reads()
  const { transaction } = await send(treasury, adas, "three")
  expect(reads()).toBe(before)
  const again = await send(treasury, adas, "three")
  expect([again.replayed, again.transaction.body.id]).toEqual([true, transaction.body.id])
  expect(await symbolon.wallets.balance({ wallet: adas })).toBe(20)
})

it("that a wallet was met lets nobody send from it who may not", async () => {
  const { ada, bob, adas, bobs, treasury, send, as, symbolon } = await openMet()
  expect((await send(adas, bobs, "own", as(ada.uuid))).replayed).toBe(false)
  for (const wallet of [adas, treasury])
    await expect(send(wallet, bobs, "not mine", as(bob.uuid))).rejects.toEqual(absent)
  await expect(send(bobs, bobs, "to itself", as(bob.uuid))).rejects.toMatchObject({
    _tag: "BadRequest",
    field: "to",
  })
  expect(await symbolon.wallets.balance({ wallet: bobs })).toBe(20)
})
