import type { Storage } from "@symbolon/core/storage"
import { same } from "../claims.ts"
import { club, found } from "../club.ts"
import { addRows, row } from "../membership-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob, cid, dan, gold, silver, foreign } = club
const annsRow = row(100)

/** Adds a member who lapses, two who stay, one who leaves, and one of another organization. */
const addPeople = (storage: Storage) =>
  addRows(
    storage,
    {
      ...annsRow,
      uuid: uuid(103),
      userUuid: ann.uuid,
      tierUuid: gold.uuid,
      validUntil: at(100),
      renewableUntil: at(200),
    },
    {
      ...annsRow,
      uuid: uuid(102),
      userUuid: bob.uuid,
      tierUuid: silver.uuid,
      cancelledAt: at(0),
      validUntil: at(300),
      renewableUntil: at(300),
    },
    { ...annsRow, uuid: uuid(101), userUuid: cid.uuid, tierUuid: gold.uuid },
    {
      ...annsRow,
      uuid: uuid(100),
      userUuid: dan.uuid,
      tierUuid: gold.uuid,
      endedAt: at(50),
      endedBy: "left",
    },
    {
      ...annsRow,
      uuid: uuid(104),
      userUuid: ann.uuid,
      organizationUuid: away.uuid,
      tierUuid: foreign.uuid,
    },
  )

/** Who holds an active membership at a moment, by wallet. */
export const membershipHolders: readonly StorageCase[] = [
  storageCase(
    "memberships: holders are who is active then, on those tiers, by wallet address",
    async (storage) => {
      await found(storage)
      await addPeople(storage)
      const holders = async (of: {
        tierUuids?: readonly string[]
        at?: number
        after?: string
        limit?: number
      }) => {
        const { tierUuids, after, limit = 10 } = of
        const rows = await read(storage, (tx) =>
          tx.memberships.holders({
            organizationUuid: home.uuid,
            tierUuids,
            at: at(of.at ?? 99),
            after,
            limit,
          }),
        )
        return rows.map((row) => [row.userUuid, row.walletAddress])
      }
      const of = (n: number) => [club.people[n]?.uuid, club.purses[n]?.address]
      same(await holders({ at: 49 }), [of(0), of(1), of(2), of(3)], "on any tier")
      same(await holders({ at: 50 }), [of(0), of(1), of(2)], "when one has ended")
      same(await holders({ at: 100 }), [of(1), of(2)], "when one has lapsed")
      same(await holders({ tierUuids: [gold.uuid] }), [of(0), of(2)], "on one tier")
      same(
        await holders({ tierUuids: [gold.uuid, silver.uuid, silver.uuid] }),
        [of(0), of(1), of(2)],
        "on two tiers",
      )
      same(await holders({ tierUuids: [] }), [], "on no tier")
      same(await holders({ limit: 2 }), [of(0), of(1)], "the first two")
      same(await holders({ limit: 2, after: club.bobsPurse.address }), [of(2)], "after the second")
      same(await holders({ after: club.cidsPurse.address }), [], "after the last")
    },
  ),
  storageCase("memberships: holders name a person once, who has several rows", async (storage) => {
    await found(storage)
    const ending = { ...annsRow, endedAt: at(50), endedBy: "left" as const }
    await addRows(
      storage,
      ending,
      { ...ending, uuid: uuid(101), tierUuid: silver.uuid },
      { ...annsRow, uuid: uuid(102) },
    )
    for (const tierUuids of [undefined, [gold.uuid, silver.uuid]]) {
      const of = { organizationUuid: home.uuid, tierUuids, at: at(0), after: undefined, limit: 10 }
      const holders = await read(storage, (tx) => tx.memberships.holders(of))
      const holder = {
        walletAddress: club.annsPurse.address,
        walletClosedAt: undefined,
        userDisabledAt: undefined,
        userUuid: ann.uuid,
        tierUuid: gold.uuid,
        validUntil: undefined,
        renewableUntil: undefined,
        cancelledAt: undefined,
        endedAt: undefined,
      }
      same(holders, [holder], "the holders, with the row of the greatest uuid")
    }
    const onSilver = await read(storage, (tx) =>
      tx.memberships.holders({
        organizationUuid: home.uuid,
        tierUuids: [silver.uuid],
        at: at(0),
        after: undefined,
        limit: 10,
      }),
    )
    same(
      onSilver.map(({ tierUuid, endedAt }) => [tierUuid, endedAt]),
      [[silver.uuid, at(50)]],
      "with the row on that tier",
    )
  }),
  storageCase("memberships: holders come with the dates of their membership", async (storage) => {
    await found(storage)
    await addPeople(storage)
    const of = { organizationUuid: home.uuid, tierUuids: undefined, after: undefined, limit: 10 }
    const holders = await read(storage, (tx) => tx.memberships.holders({ ...of, at: at(1) }))
    const none = undefined
    same(
      holders.map((one) => [
        one.tierUuid,
        one.validUntil,
        one.renewableUntil,
        one.cancelledAt,
        one.endedAt,
      ]),
      [
        [gold.uuid, at(100), at(200), none, none],
        [silver.uuid, at(300), at(300), at(0), none],
        [gold.uuid, none, none, none, none],
        [gold.uuid, none, none, none, at(50)],
      ],
      "tiers and dates",
    )
  }),
  storageCase("memberships: holders tell whose wallet was closed", async (storage) => {
    await found(storage)
    await addRows(storage, annsRow, { ...annsRow, uuid: uuid(101), userUuid: bob.uuid })
    await write(storage, (tx) => tx.wallets.close(ann.uuid, at(7)))
    const of = { organizationUuid: home.uuid, tierUuids: undefined, after: undefined, limit: 10 }
    const holders = await read(storage, (tx) => tx.memberships.holders({ ...of, at: at(9) }))
    same(
      holders.map(({ userUuid, walletClosedAt }) => [userUuid, walletClosedAt]),
      [
        [ann.uuid, at(7)],
        [bob.uuid, undefined],
      ],
      "the holders",
    )
  }),
  storageCase("memberships: holders tell whose account is disabled", async (storage) => {
    await found(storage)
    await addRows(storage, annsRow, { ...annsRow, uuid: uuid(101), userUuid: bob.uuid })
    await write(storage, (tx) => tx.users.change({ ...ann, disabledAt: at(7) }))
    const of = { organizationUuid: home.uuid, tierUuids: undefined, after: undefined, limit: 10 }
    for (const tierUuids of [undefined, [gold.uuid]]) {
      const holders = await read(storage, (tx) =>
        tx.memberships.holders({ ...of, tierUuids, at: at(9) }),
      )
      same(
        holders.map(({ userUuid, userDisabledAt }) => [userUuid, userDisabledAt]),
        [
          [ann.uuid, at(7)],
          [bob.uuid, undefined],
        ],
        "the holders",
      )
    }
  }),
  storageCase(
    "memberships: holders leave out those without a wallet in that organization",
    async (storage) => {
      await found(storage)
      const row = {
        ...annsRow,
        uuid: uuid(104),
        organizationUuid: away.uuid,
        tierUuid: foreign.uuid,
      }
      await addRows(storage, row)
      const holders = await read(storage, (tx) =>
        tx.memberships.holders({
          organizationUuid: away.uuid,
          tierUuids: undefined,
          at: at(0),
          after: undefined,
          limit: 10,
        }),
      )
      same(holders, [], "a member whose only wallet is elsewhere")
    },
  ),
]
