import { describe, expect, it } from "vitest"
import { createSymbolon, type Facade, type Storage } from "../../src/index.ts"
import { memoryKeyVault } from "../../src/testing/index.ts"
import { createStaffedOrganization, page, userCaller } from "../fixtures/staffed-organization.ts"
import { unlimited } from "../fixtures/ledger.ts"

const refused = (allowance: number, issued: number) => ({
  _tag: "Conflict",
  reason: "points_allowance_exceeded",
  details: { allowance, issued, available: Math.max(0, allowance - issued) },
})

/**
 * How many points an organization may issue, whatever the engine. Several cores may stand on one
 * store, as several processes would.
 */
export const allowancesSuite = (name: string, open: () => Promise<readonly Storage[]>): void => {
  const furnish = async () => {
    const [storage, ...others] = await open()
    const world = await createStaffedOrganization({
      ...(storage === undefined ? {} : { storage }),
      ...unlimited,
    })
    const { symbolon, club, clock, team, as } = world
    const vault = memoryKeyVault(new Uint8Array(32).fill(7))
    const owners: Facade[] = [as("owner")]
    for (const store of others)
      owners.push(
        (await createSymbolon({ storage: store, vault, testClock: clock, ...unlimited })).as(
          userCaller(team.owner.uuid),
        ),
      )
    const allow = (allowance: number) =>
      as("root").points.setAllowance({ organization: club, allowance })
    const mint = (facade: Facade, amount: number, idempotencyKey: string) =>
      facade.points.mint({ organization: club, amount, idempotencyKey })
    const burn = (amount: number, idempotencyKey: string) =>
      as("owner").points.burn({ organization: club, amount, idempotencyKey })
    const standing = () => as("staff").points.getAllowance({ organization: club })
    return { ...world, symbolon, owners, allow, mint, burn, standing }
  }

  describe(`an allowance of points on ${name}`, () => {
    it("is none at first: an organization issues nothing, service staff and the host do", async () => {
      const { as, mint, standing, symbolon } = await furnish()
      expect(await standing()).toEqual({ allowance: 0, issued: 0, available: 0 })
      for (const role of ["owner", "manager"] as const)
        await expect(mint(as(role), 1, role)).rejects.toMatchObject(refused(0, 0))
      await mint(as("root"), 5, "staff")
      await mint(symbolon, 6, "host")
      expect(await standing()).toEqual({ allowance: 0, issued: 11, available: 0 })
      await expect(mint(as("owner"), 1, "again")).rejects.toMatchObject(refused(0, 11))
    })

    it("is used up to the last point, by a key that answers the same again", async () => {
      const { as, allow, mint, standing } = await furnish()
      expect(await allow(100)).toEqual({ allowance: 100, issued: 0, available: 100 })
      const first = await mint(as("owner"), 60, "first")
      await expect(mint(as("owner"), 41, "more")).rejects.toMatchObject(refused(100, 60))
      await mint(as("manager"), 40, "rest")
      expect(await standing()).toEqual({ allowance: 100, issued: 100, available: 0 })
      // What was done stays done, and a refusal stays one.
      const again = await mint(as("owner"), 60, "first")
      expect([again.replayed, again.transaction.body.id]).toEqual([true, first.transaction.body.id])
      await allow(1000)
      await expect(mint(as("owner"), 41, "more")).rejects.toMatchObject(refused(100, 60))
      await mint(as("owner"), 41, "anew")
      expect(await allow(0)).toEqual({ allowance: 0, issued: 141, available: 0 })
    })

    it("counts what is issued net: burning and taking a mint back make room, undoing a burn needs it", async () => {
      const { as, allow, mint, burn, standing } = await furnish()
      await allow(100)
      const minted = await mint(as("owner"), 100, "all")
      const burnt = await burn(30, "burnt")
      expect(await standing()).toMatchObject({ issued: 70, available: 30 })
      await mint(as("owner"), 30, "refilled")
      const undo = { transaction: burnt.transaction.body.id }
      const parts = { ...undo, amount: 1, idempotencyKey: "part" }
      await expect(
        as("owner").transactions.reverse({ ...undo, idempotencyKey: "undo" }),
      ).rejects.toMatchObject(refused(100, 100))
      await expect(as("owner").transactions.refund(parts)).rejects.toMatchObject(refused(100, 100))
      await as("owner").transactions.reverse({
        transaction: minted.transaction.body.id,
        idempotencyKey: "back",
      })
      expect(await standing()).toMatchObject({ issued: 0, available: 100 })
      await as("owner").transactions.reverse({ ...undo, idempotencyKey: "undo again" })
      expect(await standing()).toMatchObject({ issued: 30, available: 70 })
    })

    it("is exact when many mint at once, whoever gives the allowance another figure meanwhile", async () => {
      const { owners, allow, mint, standing, symbolon, clubUuid } = await furnish()
      await allow(100)
      const tries = await Promise.allSettled(
        Array.from({ length: 48 }, (_, n) =>
          mint(owners[n % owners.length] ?? symbolon, 7, `mint ${n}`),
        ),
      )
      const refusals = tries.flatMap((one): unknown[] =>
        one.status === "rejected" ? [one.reason] : [],
      )
      expect(refusals).toHaveLength(48 - 14)
      for (const reason of refusals)
        expect(reason).toMatchObject({ _tag: "Conflict", reason: "points_allowance_exceeded" })
      expect(await standing()).toEqual({ allowance: 100, issued: 98, available: 2 })
      const { items } = await symbolon.wallets.list({ of: { treasuryOf: clubUuid }, page })
      expect(items[0]?.balance).toBe(98)
      // The same key from several processes issues once.
      const same = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          mint(owners[n % owners.length] ?? symbolon, 2, "the same"),
        ),
      )
      expect(new Set(same.map(({ transaction }) => transaction.body.id)).size).toBe(1)
      expect(await standing()).toEqual({ allowance: 100, issued: 100, available: 0 })
    })

    it("is given by service staff alone, and read by the team", async () => {
      const { as, forClub, club, standing, symbolon } = await furnish()
      const set = (facade: Facade, allowance = 1) =>
        facade.points.setAllowance({ organization: club, allowance })
      for (const role of ["owner", "manager", "staff", "outsider"] as const)
        await expect(set(as(role))).rejects.toMatchObject({ _tag: "Forbidden" })
      await expect(set(forClub("owner"))).rejects.toMatchObject({ _tag: "Forbidden" })
      for (const bad of [-1, 0.5, Number.NaN, 2 ** 53])
        await expect(set(symbolon, bad)).rejects.toMatchObject({
          _tag: "Invalid",
          errors: { allowance: expect.any(String) },
        })
      await expect(
        as("root").points.setAllowance({ organization: "nowhere", allowance: 1 }),
      ).rejects.toMatchObject({
        _tag: "NotFound",
      })
      await expect(
        as("outsider").points.getAllowance({ organization: club }),
      ).rejects.toMatchObject({ _tag: "Forbidden" })
      await expect(as("door").points.getAllowance({ organization: club })).rejects.toMatchObject({
        _tag: "Forbidden",
      })
      await set(symbolon, Number.MAX_SAFE_INTEGER)
      // What an organization says of itself leaves its allowance as it is, and does not tell it.
      const changed = await forClub("owner").organizations.update({
        organization: club,
        description: "By the sea",
      })
      expect(changed).not.toHaveProperty("pointsAllowance")
      expect(await standing()).toEqual({
        allowance: Number.MAX_SAFE_INTEGER,
        issued: 0,
        available: Number.MAX_SAFE_INTEGER,
      })
    })
  })
}
