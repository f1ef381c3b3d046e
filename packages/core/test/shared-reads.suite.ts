import fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { rewardDelivery } from "../../storage-contract/src/reward-samples.ts"
import { portsOf } from "../src/effect.ts"
import { openSharedReads } from "../src/foundation/shared-reads.ts"
import { mergingReads } from "../src/foundation/merging-reads.ts"
import type { Repositories } from "../src/foundation/storage/storage.ts"
import { StorageUnavailable } from "../src/foundation/kernel/storage-unavailable.ts"
import type { IdentifierRef, Storage, Symbolon } from "../src/index.ts"
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
  const [forAll = ""] = rewards
  const outcomes = []
  for (const [n, { wallet }] of people.entries()) {
    const identifier = { type: "wallet", value: wallet } as const
    await symbolon.rewards.redeem({ reward: forAll, identifier, idempotencyKey: `key-${n}` })
    outcomes.push(`reward_redeem:${club.uuid}:key-${n}`)
  }
  const sids = [await openSession(symbolon, club.slug), await openSession(symbolon, other.slug)]
  const { uuid: rewardTemplateUuid } = await symbolon.rewards.get({ reward: forAll })
  await portsOf(symbolon).storage.transact("write", async (tx) => {
    // The last member's ends a millisecond later.
    const [last] = people.slice(-1)
    const row = last && (await tx.memberships.findOpen(club.uuid, last.user.uuid))
    const soon = new Date(clock.now().getTime() + 1)
    const ending = { validUntil: soon, renewableUntil: soon }
    if (row) await tx.memberships.replace({ ...row, ...ending, revision: row.revision + 1 })
    for (const [n, { user, wallet }] of people.entries())
      await tx.rewardDeliveries.add(
        rewardDelivery(700 + n, {
          organizationUuid: club.uuid,
          rewardTemplateUuid,
          walletAddress: wallet,
          userUuid: user.uuid,
          outcomeKey: `delivery-${n}`,
        }),
      )
  })
  const known = { users: [...people, rower].map(({ user }) => user.uuid).concat(stranger.uuid) }
  return {
    symbolon,
    clock,
    club,
    other,
    people,
    rower,
    stranger,
    rewards,
    keys: { ...known, outcomes, sids },
  }
}

/** A session of an app that acts for itself. */
const openSession = async (symbolon: Symbolon, organization: string): Promise<string> => {
  const { client, clientSecret } = await symbolon.apps.create({
    organization,
    name: "Till",
    clientType: "confidential",
    grantTypes: ["client_credentials"],
    scopes: [],
    serviceRole: "staff",
  })
  const { accessToken } = await symbolon.oauth.issueClientToken({
    client: { clientId: client.clientId, clientSecret },
    scope: undefined,
  })
  const caller = await symbolon.authenticate(accessToken)
  return caller.kind === "client" ? caller.sid : ""
}

type World = Awaited<ReturnType<typeof openWorld>>

/** Reads of each verb that is merged, of what is there and what is not. */
const readsOf = ({ clock, club, other, people, rower, keys }: World) => {
  const users = [...keys.users, club.uuid]
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
    fc.constantFrom(...keys.outcomes, "none").map((key) => (tx) => tx.ledger.outcome(key)),
    fc.constantFrom(...keys.sids, "none").map((sid) => (tx) => tx.oauthSessions.find(sid)),
    fc.nat(4).map((n) => (tx) => tx.rewardDeliveries.findByKey(`delivery-${n}`)),
    fc.tuple(fc.constantFrom(club.uuid, other.uuid), some(user), fc.constantFrom(0, 1)).map(
      ([of, uuids, ms]) =>
        (tx) =>
          tx.memberships.liveOf(of, uuids, new Date(+now + ms)),
    ),
    user.map((uuid) => (tx) => tx.organizations.find(uuid)),
  )
}

/** The same repositories; notes which verbs are called. */
const noting = (tx: Repositories, asked: string[]): Repositories => {
  const noted = (noun: string, repository: object): object =>
    new Proxy(repository, {
      get: (all, verb) => {
        const call: unknown = Reflect.get(all, verb)
        if (typeof call !== "function") return call
        return (...input: readonly unknown[]): unknown => {
          asked.push(`${noun}.${String(verb)}`)
          return call(...input)
        }
      },
    })
  return new Proxy(tx, {
    get: (all, noun) => noted(String(noun), Reflect.get(all, noun) as object),
  })
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

    it("is asked once where several ask it, and for many keys at once", async () => {
      const { club, clock, keys, people } = world
      const live = (ms: number): Read => {
        const uuids = people.map(({ user }) => user.uuid)
        return (tx) => tx.memberships.liveOf(club.uuid, uuids, new Date(clock.now().getTime() + ms))
      }
      const reads: readonly Read[] = [
        ...[1, 2, 3].map((): Read => (tx) => tx.organizations.find(club.slug)),
        ...keys.users.map(
          (uuid): Read =>
            (tx) =>
              tx.users.find(uuid),
        ),
        // Of other times, each by itself.
        live(0),
        live(1),
        live(0),
      ]
      const asked: string[] = []
      const answers = await storage.transact("read", (tx) => {
        const merging = mergingReads(noting(tx, asked))
        return Promise.all(reads.map((read) => read(merging)))
      })
      expect(asked.toSorted()).toEqual([
        "memberships.liveOf",
        "memberships.liveOf",
        "organizations.find",
        "users.findAll",
      ])
      const lengths = answers.slice(-3).map((rows) => (rows as readonly unknown[]).length)
      expect(lengths).toEqual([people.length, people.length - 1, people.length])
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
          idempotencyKey: `${reward} ${identifier.type} ${identifier.value}`,
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

    it("ends for each when it has been read, whatever is read beside it", async () => {
      const { run } = openSharedReads(storage, world.symbolon.clock)
      const ended: string[] = []
      const steps = (name: string, count: number) =>
        run(async (tx) => {
          for (let n = 0; n < count; n += 1) await tx.users.find(world.keys.users[n % 4] ?? "")
          return name
        }).then((answer) => ended.push(answer))
      await Promise.all([steps("a", 1), steps("b", 1), steps("long", 40), steps("short", 1)])
      expect(ended.indexOf("short")).toBeLessThan(ended.indexOf("long"))
    })

    it("fails for whom the store fails alone, with what it said first", async () => {
      const { run } = openSharedReads(storage, world.symbolon.clock)
      let tries = 0
      const find: Read = (tx) => tx.users.find(world.stranger.uuid)
      const findTwice: Read = async (tx) => [await find(tx), await tx.users.find("nobody")]
      // An engine that has lost a transaction says so of it ever after, and says nothing of the cause.
      let lost: Repositories | undefined
      const late: Read = async (tx) => {
        await find(tx)
        await find(tx)
        if (lost === tx) throw new Error("The transaction is lost.")
        return find(tx)
      }
      const failing: Read = async (tx) => {
        tries += 1
        lost = tx
        throw new Error("A bad text.")
      }
      const all = [find, find, late, failing, findTwice].map((read) => run(read))
      const ends = await Promise.allSettled(all)
      expect(ends.map(({ status }) => status)).toEqual([
        "fulfilled",
        "fulfilled",
        "fulfilled",
        "rejected",
        "fulfilled",
      ])
      expect(ends[3]).toMatchObject({ reason: { message: "A bad text." } })
      expect(tries).toBe(2)
    })

    it("fails at once for all, and for all who wait, while the store is away", async () => {
      let asked = 0
      let isAway = false
      const leaving: Storage = {
        ...storage,
        transact: (mode, work) => {
          asked += 1
          return isAway
            ? Promise.reject(new StorageUnavailable("It is away."))
            : storage.transact(mode, work)
        },
      }
      const { run } = openSharedReads(leaving, world.symbolon.clock)
      const find: Read = (tx) => tx.users.find(world.stranger.uuid)
      const goes: Read = async () => {
        isAway = true
        throw new Error("A bad text.")
      }
      const reads = [find, find, goes, ...Array.from({ length: 200 }, () => find)]
      const ends = await Promise.allSettled(reads.map((read) => run(read)))
      // Two snapshots were under way when it went; whoever came after those waits for none.
      expect(new Set(ends.slice(-70).map(({ status }) => status))).toEqual(new Set(["rejected"]))
      expect(asked).toBeLessThan(8)
      isAway = false
      expect(await run(find)).toMatchObject({ uuid: world.stranger.uuid })
    })
  })
}
