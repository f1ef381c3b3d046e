import type { Storage } from "@symbolon/core/storage"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  createTestCard,
  createTestOrganization,
  createTestSession,
  openTestSymbolon,
} from "../../core/test/fixtures/world.ts"

/** What an operation asked of a store. */
export interface Asked {
  /** Statements, without those that begin and end transactions. */
  readonly statements: number
  /** How often it waited for an answer; commits are waited for. 0 where nothing is far away. */
  readonly journeys: number
}

/** Counts what a store is asked, from `reset` on. */
export interface Counter {
  readonly reset: () => void
  readonly asked: () => Asked
}

/** Statements and journeys on PostgreSQL, statements on SQLite. */
type Costs = readonly [postgres: Asked["statements"], journeys: number, sqlite: number]

/**
 * What each operation that runs all day asks, when it runs again on a store that knows it. Whoever
 * makes one of them ask more changes this table, and says why. Limits are not counted. Transfers are
 * told for each batch: how many batches there are depends on how long the machine takes to sign.
 */
const costs: Readonly<Record<string, Costs>> = {
  "a person joins": [18, 18, 18],
  // One of them is the row of who attended the activity.
  "a tap": [12, 5, 12],
  "16 taps together": [12, 5, 12],
  "a transfer": [7, 3, 7],
  "64 transfers together": [7, 3, 7],
  "an entitlement is checked": [2, 2, 3],
  "a token is authenticated": [1, 1, 2],
  "a page of members": [6, 5, 7],
  // Names are counted by each word, and keys are found before the rows of the page.
  "members are searched for two words": [7, 6, 8],
  "a manifest after one change": [28, 31, 30],
  "a delta after one change": [30, 33, 33],
  // One of them looks whether the person whom the event names was deleted meanwhile.
  "a reward is redeemed": [28, 20, 30],
}

const taps = 16
const transfers = 64
const inBatches = `${transfers} transfers together`
const page = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "asc" } as const

const openWorld = async (storage: Storage) => {
  const { symbolon } = await openTestSymbolon(storage, {
    ledger: { walletSigningsPerHour: null, treasurySigningsPerHour: null },
  })
  const { club, tier, people } = await createTestOrganization(symbolon, 40)
  const organization = club.slug
  const [first] = people
  if (first === undefined) throw new Error("People are there.")
  const { session } = await createTestSession(symbolon, organization, {
    requiredEntitlement: "member",
  })
  const card = await createTestCard(symbolon, {
    organization,
    identifier: "CARD-1",
    holderUserUuid: first.user.uuid,
  })
  await symbolon.points.mint({ organization, amount: 1_000_000, idempotencyKey: "mint" })
  const wallets = await symbolon.wallets.list({ of: { treasuryOf: club.uuid }, page })
  const treasury = wallets.items[0]?.address ?? ""
  const { client, clientSecret } = await symbolon.apps.create({
    organization,
    name: "Till",
    clientType: "confidential",
    grantTypes: ["client_credentials"],
    scopes: [],
    serviceRole: "owner",
  })
  const { accessToken } = await symbolon.oauth.issueClientToken({
    client: { clientId: client.clientId, clientSecret },
    scope: undefined,
  })
  const reward = await symbolon.rewards.create({
    organization,
    organizationUuid: club.uuid,
    name: "Medal",
    contentConfig: {
      storageType: "internal",
      contentTemplate: { data: { hall: "B" }, items: [], content_version: "1" },
    },
  })
  const joiners = []
  for (const username of ["joiner-1", "joiner-2"])
    joiners.push((await symbolon.users.create({ username, firstName: username })).user)
  return {
    symbolon,
    club,
    tier,
    people,
    session,
    card,
    accessToken,
    reward,
    joiners,
    first,
    treasury,
  }
}

type World = Awaited<ReturnType<typeof openWorld>>

/** The operations, the `turn`-th time: 0 for getting to know the store, 1 for counting. */
const operationsOf = (world: World) => {
  const { symbolon, club, tier, people, session, card, accessToken, reward, joiners } = world
  const { first, treasury } = world
  const organization = club.slug
  const tap = (n: number) =>
    symbolon.sessions.admit({
      session: session.slug,
      request: {
        identifier: { type: "wallet", value: people[n]?.wallet ?? "" },
        idempotencyKey: `tap-${n}`,
      },
    })
  const transfer = (n: number) =>
    symbolon.wallets.transfer({
      wallet: treasury,
      to: { type: "wallet", value: first.wallet },
      amount: 1,
      idempotencyKey: `transfer-${n}`,
    })
  const manifest = () => symbolon.sessions.checkinManifest({ session: session.slug })
  let isFrozen = false
  const turnCard = () => {
    isFrozen = !isFrozen
    return symbolon.cards.updateState({ card: card.uuid, isFrozen })
  }
  let cursor = ""
  const run: Readonly<Record<string, (turn: number) => Promise<unknown>>> = {
    "a person joins": (turn) =>
      symbolon.memberships.join({
        organization,
        tierSlug: tier.slug,
        userUuid: joiners[turn]?.uuid ?? "",
      }),
    "a tap": (turn) => tap(turn),
    [`${taps} taps together`]: (turn) =>
      Promise.all(Array.from({ length: taps }, (_, n) => tap(2 + turn * taps + n))),
    "a transfer": (turn) => transfer(turn),
    [inBatches]: (turn) =>
      Promise.all(Array.from({ length: transfers }, (_, n) => transfer(2 + turn * transfers + n))),
    "an entitlement is checked": () =>
      symbolon.entitlements.check({ organization, userUuid: first.user.uuid, key: "lounge" }),
    "a token is authenticated": () => symbolon.authenticate(accessToken),
    "a page of members": () =>
      symbolon.memberships.listMembers({ organization, status: "current", page }),
    "members are searched for two words": () =>
      symbolon.memberships.listMembers({ organization, status: "current", search: "mem 7", page }),
    "a manifest after one change": async () => {
      cursor = (await manifest()).deltaCursor ?? ""
    },
    "a delta after one change": async () =>
      symbolon.sessions.checkinManifestDelta({ session: session.slug, cursor }),
    "a reward is redeemed": (turn) =>
      symbolon.rewards.redeem({
        reward: reward.slug,
        identifier: { type: "username", value: `member-${1 + turn}` },
      }),
  }
  return { run, turnCard }
}

/** The tests for one engine; `open` answers an empty store, and what counts its questions. */
export const countedOperationsSuite = (
  engine: "PostgreSQL" | "SQLite",
  open: () => Promise<{ readonly storage: Storage; readonly counter: Counter }>,
): void => {
  describe(`${engine}, asked by operations that run all day`, () => {
    let counter: Counter
    let world: World
    let operations: ReturnType<typeof operationsOf>

    beforeAll(async () => {
      const { storage, ...opened } = await open()
      counter = opened.counter
      world = await openWorld(storage)
      operations = operationsOf(world)
      for (const name of Object.keys(costs)) await operations.run[name]?.(0)
    }, 60_000)
    afterAll(() => world.symbolon.close())

    it.each(Object.entries(costs))("%s", async (name, [statements, journeys, onSqlite]) => {
      if (name.endsWith("after one change")) await operations.turnCard()
      counter.reset()
      await operations.run[name]?.(1)
      const asked = counter.asked()
      const [each, trips] = engine === "PostgreSQL" ? [statements, journeys] : [onSqlite, 0]
      const batches = name === inBatches ? Math.round(asked.statements / each) : 1
      expect(asked).toEqual({ statements: batches * each, journeys: batches * trips })
      expect(batches).toBeLessThan(transfers / 4)
    })

    it("rewards redeemed together: sixteen ask less than six alone", async () => {
      const { symbolon, reward, people } = world
      counter.reset()
      await Promise.all(
        people.slice(3, 19).map(({ user }) =>
          symbolon.rewards.redeem({
            reward: reward.slug,
            identifier: { type: "username", value: user.username },
          }),
        ),
      )
      const [onPostgres, , onSqlite] = costs["a reward is redeemed"] ?? [0, 0, 0]
      const alone = engine === "PostgreSQL" ? onPostgres : onSqlite
      expect(counter.asked().statements).toBeLessThan(6 * alone)
    })
  })
}
