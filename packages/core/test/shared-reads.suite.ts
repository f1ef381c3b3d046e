import fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { portsOf } from "../src/effect.ts"
import { openSharedReads } from "../src/foundation/shared-reads.ts"
import { mergingReads } from "../src/foundation/merging-reads.ts"
import type { Repositories } from "../src/foundation/storage/storage.ts"
import { StorageUnavailable } from "../src/foundation/kernel/storage-unavailable.ts"
import type { IdentifierRef, Storage } from "../src/index.ts"
import {
  addTestMember,
  createTestCard,
  createTestOrganization,
  openTestSymbolon,
} from "./fixtures/world.ts"

type Read = (tx: Repositories) => Promise<unknown>

/** A club with members who have cards, a club of one of them, and somebody who belongs to none. */
const openWorld = async (storage: Storage) => {
  const { symbolon, clock } = await openTestSymbolon(storage)
  const { club, people } = await createTestOrganization(symbolon, 4)
  const ownerUuid = people[0]?.user.uuid ?? ""
  const other = await symbolon.organizations.create({ name: "Rowing Club", ownerUuid })
  const crew = await symbolon.tiers.create({ organization: other.slug, name: "Crew" })
  const rower = await addTestMember(symbolon, other.slug, crew.slug, "rower")
  const { user: stranger } = await symbolon.users.create({ username: "stranger", firstName: "Su" })
  for (const [place, { user }] of people.entries())
    await createTestCard(symbolon, {
      organization: club.slug,
      identifier: `CARD-${place}`,
      holderUserUuid: user.uuid,
    })
  const rewardOf = async (name: string, requiredEntitlement?: string) => {
    const made = await symbolon.rewards.create({
      organization: club.slug,
      organizationUuid: club.uuid,
      name,
      requiredEntitlement,
      contentConfig: {
        storageType: "internal",
        contentTemplate: { data: { name }, items: [], content_version: "1" },
      },
    })
    return made.slug
  }
  const rewards = [await rewardOf("For all"), await rewardOf("For members", "lounge")]
  return { symbolon, clock, club, other, people, rower, stranger, rewards }
}

type World = Awaited<ReturnType<typeof openWorld>>

/** Reads of each verb that is merged, of what is there and what is not. */
const readsOf = ({ clock, club, other, people, rower, stranger }: World) => {
  const users = [...people, rower].map(({ user }) => user.uuid).concat(stranger.uuid, club.uuid)
  const wallets = [...people, rower].map(({ wallet }) => wallet).concat("sy1nowhere")
  const user = fc.constantFrom(...users)
  const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 })
  const organization = fc.constantFrom(club.uuid, other.uuid, undefined)
  const now = clock.now()
  return fc.oneof<fc.Arbitrary<Read>[]>(
    user.map((uuid) => (tx) => tx.users.find(uuid)),
    some(user).map((uuids) => (tx) => tx.users.findAll(uuids)),
    fc.constantFrom(...wallets).map((address) => (tx) => tx.wallets.find(address)),
    some(fc.constantFrom(...wallets)).map((all) => (tx) => tx.wallets.findAll(all)),
    fc.tuple(user, organization).map(
      ([uuid, of]) =>
        (tx) =>
          tx.wallets.ofUser(uuid, of),
    ),
    fc.tuple(fc.constantFrom(club.uuid, other.uuid), user).map(
      ([of, uuid]) =>
        (tx) =>
          tx.memberships.findOpenWithTier(of, uuid),
    ),
    fc.nat(5).map((n) => (tx) => tx.cards.findByIdentifier(`CARD-${n}`)),
    some(fc.constantFrom(...wallets)).map(
      (all) => (tx) => tx.decryptionKeys.findAll(all.map((address) => `${address}#1`)),
    ),
    fc.nat(3).map((n) => (tx) => tx.ledger.outcome(`key-${n}`)),
    fc.nat(3).map((n) => (tx) => tx.rewardDeliveries.findByKey(`key-${n}`)),
    fc.tuple(fc.constantFrom(club.uuid, other.uuid), some(user), fc.constantFrom(0, 1)).map(
      ([of, uuids, ms]) =>
        (tx) =>
          tx.memberships.liveOf(of, uuids, new Date(+now + ms)),
    ),
    user.map((uuid) => (tx) => tx.organizations.find(uuid)),
  )
}

/** Rows without the order of a set, in which verbs that take many keys may answer. */
const plain = (answer: unknown): unknown =>
  Array.isArray(answer) ? answer.map((row) => JSON.stringify(row)).toSorted() : answer

/** What many read at the same time, each of which is answered as if it were alone. */
export const sharedReadsSuite = (engine: string, open: () => Promise<Storage>): void => {
  describe(`${engine}, what many read at the same time`, () => {
    let world: World
    let storage: Storage
    beforeAll(async () => {
      world = await openWorld(await open())
      storage = portsOf(world.symbolon).storage
    })

    it("is what each reads alone", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(readsOf(world), { maxLength: 12 }), async (reads) => {
          const [merged, alone] = await storage.transact("read", async (tx) => {
            const merging = mergingReads(tx)
            const together = await Promise.all(reads.map((read) => read(merging)))
            const each = []
            for (const read of reads) each.push(await read(tx))
            return [together, each]
          })
          expect(merged.map(plain)).toEqual(alone.map(plain))
        }),
        { numRuns: 60 },
      )
    })

    it("issues each their reward, and refuses whom it is not for, by whatever they are named", async () => {
      const { symbolon, people, rower, stranger, rewards } = world
      const [forAll = "", forMembers = ""] = rewards
      const receivers: readonly (readonly [IdentifierRef, isMember: boolean])[] = [
        ...people.flatMap(({ user, wallet }, n): readonly (readonly [IdentifierRef, boolean])[] => [
          [{ type: "user_id", value: user.uuid }, true],
          [{ type: "username", value: user.username }, true],
          [{ type: "wallet", value: wallet }, true],
          [{ type: "card", value: `CARD-${n}` }, false],
        ]),
        [{ type: "username", value: rower.user.username }, false],
        [{ type: "user_id", value: stranger.uuid }, false],
      ]
      const redeem = (reward: string, identifier: IdentifierRef) =>
        symbolon.rewards.redeem({
          reward,
          identifier,
          idempotencyKey: `${reward} ${identifier.value}`,
        })
      const all = await Promise.allSettled(
        [forAll, forMembers].flatMap((reward) =>
          receivers.map(([identifier]) => redeem(reward, identifier)),
        ),
      )
      const told = all.map((one) =>
        one.status === "fulfilled" ? "issued" : (one.reason as { readonly _tag: string })._tag,
      )
      expect(told).toEqual([
        ...receivers.map(() => "issued"),
        ...receivers.map(([, isMember]) => (isMember ? "issued" : "MembershipRequired")),
      ])
      const issued = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
      const ids = issued.map(({ transactionId }) => transactionId)
      expect(new Set(ids).size).toBe(ids.length)
      // Each came where it does when it is asked for alone.
      const again = []
      for (const [identifier] of receivers) again.push(await redeem(forAll, identifier))
      expect(again.map(({ walletAddress, replayed }) => [walletAddress, replayed])).toEqual(
        issued.slice(0, receivers.length).map(({ walletAddress }) => [walletAddress, true]),
      )
    })

    it("takes nobody along that the store fails at, and is not tried again while it is away", async () => {
      const { symbolon } = world
      const { run } = openSharedReads(storage, symbolon.clock)
      let tries = 0
      const failing = (reason: Error) => async () => {
        tries += 1
        throw reason
      }
      const find: Read = (tx) => tx.users.find(world.stranger.uuid)
      const ends = (others: Read) =>
        Promise.allSettled([find, find, others, find, find].map((read) => run(read)))
      expect((await ends(failing(new Error("A bad text.")))).map(({ status }) => status)).toEqual([
        "fulfilled",
        "fulfilled",
        "rejected",
        "fulfilled",
        "fulfilled",
      ])
      expect(tries).toBe(2)
      const away = await ends(failing(new StorageUnavailable("It is away.")))
      expect(away.slice(0, 2).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"])
      for (const one of away.slice(2))
        expect(one).toMatchObject({ status: "rejected", reason: expect.any(StorageUnavailable) })
      expect(tries).toBe(3)
    })
  })
}
