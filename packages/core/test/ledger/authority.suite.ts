import { beforeEach, describe, expect, it } from "vitest"
import type { Facade, Storage } from "../../src/index.ts"
import { createStaffedOrganization, page, userCaller } from "../fixtures/staffed-organization.ts"

const absent = { _tag: "NotFound", what: "transaction" }
const forbidden = { _tag: expect.stringMatching(/^Forbidden/) }

/**
 * By whose right a transaction is undone, whatever the engine: that of the organization whose
 * treasury sent or received it, and of no other.
 */
export const ledgerAuthoritySuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`who may undo a transaction on ${name}`, () => {
    let world: Awaited<ReturnType<typeof furnish>>
    beforeEach(async () => {
      world = await furnish(await open())
    })

    it("lets only the organization reverse a payment from its treasury, and hides the payment from others", async () => {
      const { club, rival, ada, pay } = world
      const sent = await pay(club.treasury, ada.inRival)
      for (const undo of ["reverse", "refund"] as const) {
        await expect(rival.owner.transactions[undo](input(undo, sent))).rejects.toMatchObject(
          absent,
        )
        await expect(world.outsider.transactions[undo](input(undo, sent))).rejects.toMatchObject(
          absent,
        )
        await expect(club.door.transactions[undo](input(undo, sent))).rejects.toMatchObject(absent)
        // A member of the team who reads it may know of it, and is told what is missing.
        await expect(club.staff.transactions[undo](input(undo, sent))).rejects.toMatchObject(
          forbidden,
        )
      }
      // Ada received it: she sees it, and may give it back, and no more.
      await expect(ada.as.transactions.reverse(input("reverse", sent))).rejects.toMatchObject(
        forbidden,
      )
      await expect(club.owner.transactions.refund(input("refund", sent))).rejects.toMatchObject(
        forbidden,
      )
      expect(
        await ada.as.transactions.refund({ transaction: sent, amount: 1, idempotencyKey: "part" }),
      ).toMatchObject({
        transaction: { body: { amount: 1 } },
      })
      const back = await club.manager.transactions.reverse(input("reverse", sent))
      expect(back.transaction.body).toMatchObject({
        amount: 9,
        from_address: ada.inRival,
        to_address: club.treasury,
      })
    })

    it("what a treasury received, its organization alone refunds", async () => {
      const { club, rival, ada, bob, pay } = world
      await pay(club.treasury, ada.inRival)
      const paid = await pay(ada.inRival, rival.treasury)
      await expect(rival.owner.transactions.reverse(input("reverse", paid))).rejects.toMatchObject(
        forbidden,
      )
      for (const undo of ["reverse", "refund"] as const) {
        await expect(club.owner.transactions[undo](input(undo, paid))).rejects.toMatchObject(absent)
        await expect(bob.as.transactions[undo](input(undo, paid))).rejects.toMatchObject(absent)
        await expect(ada.as.transactions[undo](input(undo, paid))).rejects.toMatchObject(forbidden)
      }
      expect(
        (await rival.owner.transactions.refund(input("refund", paid))).transaction.body,
      ).toMatchObject({ to_address: ada.inRival })
    })

    it("what passed between people no organization undoes, wherever their wallets lie", async () => {
      const { club, rival, ada, bob, pay, symbolon } = world
      await pay(club.treasury, ada.inRival)
      await pay(club.treasury, bob.primary)
      const [out, into] = [await pay(ada.inRival, bob.primary), await pay(bob.primary, ada.inRival)]
      for (const sent of [out, into])
        for (const undo of ["reverse", "refund"] as const)
          for (const owner of [rival.owner, rival.bound, club.owner, world.root])
            await expect(owner.transactions[undo](input(undo, sent))).rejects.toMatchObject(absent)
      await expect(bob.as.transactions.reverse(input("reverse", out))).rejects.toMatchObject(
        forbidden,
      )
      // The receiver may give it back, and the service itself may do both.
      expect(
        (await bob.as.transactions.refund({ transaction: out, amount: 3, idempotencyKey: "part" }))
          .transaction.body,
      ).toMatchObject({
        to_address: ada.inRival,
      })
      await symbolon.transactions.reverse(input("reverse", into))
    })

    it("between two treasuries each has its own right", async () => {
      const { club, rival, pay } = world
      const [one, two] = [
        await pay(club.treasury, rival.treasury),
        await pay(club.treasury, rival.treasury),
      ]
      await expect(rival.owner.transactions.reverse(input("reverse", one))).rejects.toMatchObject(
        forbidden,
      )
      await expect(club.owner.transactions.refund(input("refund", one))).rejects.toMatchObject(
        forbidden,
      )
      await rival.owner.transactions.refund(input("refund", one))
      await club.owner.transactions.reverse(input("reverse", two))
    })

    it("a transaction that is not there answers the same", async () => {
      const sent = await world.pay(world.club.treasury, world.bob.primary)
      for (const undo of ["reverse", "refund"] as const) {
        const answers = await Promise.allSettled(
          [sent, "t".repeat(24), "nothing"].map((id) =>
            world.rival.owner.transactions[undo](input(undo, id)),
          ),
        )
        const refusals = answers.map((answer): unknown =>
          answer.status === "rejected" ? answer.reason : "done",
        )
        expect(refusals).toEqual([refusals[0], refusals[0], refusals[0]])
        expect(refusals[0]).toMatchObject(absent)
      }
    })

    it("an idempotency key is the asking organization's: another one's reversal from the same person does not meet it", async () => {
      const { club, rival, bob, pay, symbolon } = world
      await symbolon.points.mint({ organization: rival.slug, amount: 100, idempotencyKey: "rival" })
      const [ours, theirs] = [
        await pay(club.treasury, bob.primary),
        await pay(rival.treasury, bob.primary),
      ]
      await club.owner.transactions.reverse({ transaction: ours, idempotencyKey: "1" })
      const undone = await rival.owner.transactions.reverse({
        transaction: theirs,
        idempotencyKey: "1",
      })
      expect(undone).toMatchObject({
        replayed: false,
        transaction: { body: { to_address: rival.treasury } },
      })
    })

    it("who may see a transaction is told by their own end first: a member reads what the treasury sent them", async () => {
      const { rival, ada, bob, pay, symbolon } = world
      await symbolon.points.mint({ organization: rival.slug, amount: 100, idempotencyKey: "rival" })
      const sent = await pay(rival.treasury, ada.inRival)
      const other = await pay(rival.treasury, bob.primary)
      for (const as of [ada.as, ada.forRival]) {
        expect((await as.transactions.get({ transaction: sent })).body.id).toBe(sent)
        expect((await as.transactions.proof({ transaction: sent })).transaction.body.id).toBe(sent)
        // The treasury's other business is not hers, and she does not learn that there is any.
        await expect(as.transactions.get({ transaction: other })).rejects.toMatchObject(absent)
        await expect(as.transactions.proof({ transaction: other })).rejects.toMatchObject(absent)
      }
    })
  })
}

const input = (undo: "reverse" | "refund", transaction: string) =>
  // A reversal takes no amount; the type is that of both.
  ({
    transaction,
    ...(undo === "refund" ? { amount: 5 } : {}),
    idempotencyKey: `${undo} ${(keys += 1)}`,
  }) as {
    readonly transaction: string
    readonly amount: number
    readonly idempotencyKey: string
  }
let keys = 0

/** The club with points, a rival that Ada joined, and Bob, who is on nobody's list. */
const furnish = async (storage: Storage) => {
  const { symbolon, club, as, clubUuid, make } = await createStaffedOrganization({ storage })
  await symbolon.points.mint({ organization: club, amount: 1000, idempotencyKey: "mint" })
  const [ada, bob, robin] = [
    await make("ada-anchor"),
    await make("bob-buoy"),
    await make("robin-rival"),
  ]
  const rival = await symbolon.organizations.create({ name: "Rival Club", ownerUuid: robin.uuid })
  const tier = await symbolon.tiers.create({
    organization: rival.slug,
    name: "Friend",
    paymentInterval: "monthly",
  })
  await symbolon.memberships.add({
    organization: rival.slug,
    member: { type: "user_id", value: ada.uuid },
    tierSlug: tier.slug,
  })
  const walletsOf = async (userUuid: string) =>
    (await symbolon.wallets.list({ of: { userUuid }, page })).items
  const treasuryOf = async (uuid: string) =>
    (await symbolon.wallets.list({ of: { treasuryOf: uuid }, page })).items[0]?.address ?? ""
  const bound = (userUuid: string): Facade =>
    symbolon.as({
      ...userCaller(userUuid),
      kind: "organization",
      organizationUuid: rival.uuid,
    } as Parameters<typeof symbolon.as>[0])
  const pay = async (wallet: string, value: string): Promise<string> => {
    const sent = {
      wallet,
      to: { type: "wallet" as const, value },
      amount: 10,
      idempotencyKey: `pay ${(keys += 1)}`,
    }
    return (await symbolon.wallets.transfer(sent)).transaction.body.id
  }
  return {
    symbolon,
    pay,
    root: as("root"),
    outsider: as("outsider"),
    club: {
      treasury: await treasuryOf(clubUuid),
      owner: as("owner"),
      manager: as("manager"),
      staff: as("staff"),
      door: as("door"),
    },
    rival: {
      slug: rival.slug,
      treasury: await treasuryOf(rival.uuid),
      owner: symbolon.as(userCaller(robin.uuid)),
      bound: bound(robin.uuid),
    },
    ada: {
      as: symbolon.as(userCaller(ada.uuid)),
      forRival: bound(ada.uuid),
      inRival:
        (await walletsOf(ada.uuid)).find(({ organizationUuid }) => organizationUuid === rival.uuid)
          ?.address ?? "",
    },
    bob: {
      as: symbolon.as(userCaller(bob.uuid)),
      primary: (await walletsOf(bob.uuid))[0]?.address ?? "",
    },
  }
}
