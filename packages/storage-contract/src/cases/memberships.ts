import { type Membership, memberFilters, type Storage } from "@symbolon/core/storage"
import { claim, rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { at, membership, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob, cid, dan, gold, silver, foreign } = club
const annsRow = membership(100, {
  organizationUuid: home.uuid,
  userUuid: ann.uuid,
  tierUuid: gold.uuid,
})
const full: Membership = {
  ...annsRow,
  customPriceCents: 99_999_999_999,
  customPaymentInterval: "quarterly",
  validUntil: at(86_400_001),
  renewableUntil: at(172_800_002),
  cancelledAt: at(3),
  endedAt: at(4),
  endedBy: "removed",
  anchorAt: at(-5),
  anchorTerms: 7,
  updatedAt: at(6),
}

const add = async (storage: Storage, ...rows: readonly Membership[]): Promise<void> => {
  for (const row of rows)
    claim(
      await write(storage, (tx) => tx.memberships.add(row)),
      `adding ${row.uuid} must answer true`,
    )
}
const findOpen = (storage: Storage, userUuid = ann.uuid) =>
  read(storage, (tx) => tx.memberships.findOpen(home.uuid, userUuid))

const everybody: List<"created_at" | "joined_at" | "valid_until", Membership> = (tx, page) =>
  tx.memberships.list({ organizationUuid: home.uuid, filter: "current", at: at(0) }, page)

export const memberships: readonly StorageCase[] = [
  storageCase(
    "memberships: a row comes back as it was written, with all its fields and with none",
    async (storage) => {
      await found(storage)
      const bobsRow = {
        ...full,
        uuid: uuid(101),
        userUuid: bob.uuid,
        endedAt: undefined,
        endedBy: undefined,
      }
      await add(storage, annsRow, bobsRow)
      same(await findOpen(storage), annsRow, "the row with few fields")
      same(await findOpen(storage, bob.uuid), bobsRow, "the row with all fields")
      same(await findOpen(storage, cid.uuid), undefined, "somebody who never joined")
    },
  ),
  storageCase(
    "memberships: add answers false, and writes nothing, while the user has a row there that has not ended",
    async (storage) => {
      await found(storage)
      await add(storage, { ...annsRow, validUntil: at(-1000), renewableUntil: at(-1000) })
      const second = { ...annsRow, uuid: uuid(101), tierUuid: silver.uuid }
      claim(
        !(await write(storage, (tx) => tx.memberships.add(second))),
        "a second open row must be refused, whatever the dates of the first",
      )
      same((await findOpen(storage))?.uuid, annsRow.uuid, "the open row")
      await add(storage, {
        ...annsRow,
        uuid: uuid(102),
        organizationUuid: away.uuid,
        tierUuid: foreign.uuid,
      })
      await add(storage, { ...annsRow, uuid: uuid(103), userUuid: bob.uuid })
    },
  ),
  storageCase("memberships: after a refused add the transaction goes on", async (storage) => {
    await found(storage)
    const isAdded = await write(storage, async (tx) => [
      await tx.memberships.add(annsRow),
      await tx.memberships.add({ ...annsRow, uuid: uuid(101) }),
      await tx.memberships.add({ ...annsRow, uuid: uuid(102), userUuid: bob.uuid }),
    ])
    same(isAdded, [true, false, true], "the answers")
    same(
      (await findOpen(storage, bob.uuid))?.uuid,
      uuid(102),
      "the row added after the refused one",
    )
  }),
  storageCase("memberships: ended rows are kept beside the open one", async (storage) => {
    await found(storage)
    const ended = [full, { ...full, uuid: uuid(101) }]
    await add(storage, ...ended)
    same(await findOpen(storage), undefined, "the open row while all have ended")
    await add(storage, { ...annsRow, uuid: uuid(102) })
    await add(storage, { ...full, uuid: uuid(103) })
    same((await findOpen(storage))?.uuid, uuid(102), "the open row")
    const list: typeof everybody = (tx, page) =>
      tx.memberships.list({ organizationUuid: home.uuid, filter: "ended", at: at(10) }, page)
    same(
      (await allOf(storage, list, "created_at")).map((row) => row.uuid),
      [100, 101, 103].map(uuid),
      "the ended rows",
    )
  }),
  storageCase(
    "memberships: of concurrent adds of the same membership exactly one is true",
    async (storage) => {
      await found(storage)
      const rows = Array.from({ length: 10 }, (_, n) => ({ ...annsRow, uuid: uuid(100 + n) }))
      const isAdded = await Promise.all(
        rows.map((row) => write(storage, (tx) => tx.memberships.add(row))),
      )
      same(isAdded.filter(Boolean).length, 1, "how many were added")
      same(
        (await findOpen(storage))?.uuid,
        rows[isAdded.indexOf(true)]?.uuid,
        "the row that is open is the one that was added",
      )
    },
  ),
  storageCase(
    "memberships: replace writes the whole row when the revision is one more than the stored one",
    async (storage) => {
      await found(storage)
      await add(storage, annsRow)
      const changed = {
        ...full,
        endedAt: undefined,
        endedBy: undefined,
        tierUuid: silver.uuid,
        revision: 2,
      }
      claim(
        await write(storage, (tx) => tx.memberships.replace(changed)),
        "the next revision must be written",
      )
      same(await findOpen(storage), changed, "every field set")
      const cleared = { ...annsRow, revision: 3 }
      claim(
        await write(storage, (tx) => tx.memberships.replace(cleared)),
        "the next revision must be written",
      )
      same(await findOpen(storage), cleared, "every field cleared")
    },
  ),
  storageCase(
    "memberships: replace answers false, and writes nothing, at any other revision",
    async (storage) => {
      await found(storage)
      await add(storage, { ...annsRow, revision: 5 })
      for (const revision of [1, 4, 5, 7]) {
        const isWritten = await write(storage, (tx) =>
          tx.memberships.replace({ ...annsRow, tierUuid: silver.uuid, revision }),
        )
        claim(!isWritten, `revision ${revision} over revision 5 must be refused`)
      }
      same(await findOpen(storage), { ...annsRow, revision: 5 }, "the row")
      const unknown = { ...annsRow, uuid: uuid(101), userUuid: bob.uuid, revision: 2 }
      claim(
        !(await write(storage, (tx) => tx.memberships.replace(unknown))),
        "a row that is not there must be refused",
      )
      same(await findOpen(storage, bob.uuid), undefined, "the row that is not there")
    },
  ),
  storageCase(
    "memberships: of concurrent writers that read the same revision exactly one is true",
    async (storage) => {
      await found(storage)
      await add(storage, annsRow)
      const rows = Array.from({ length: 10 }, (_, n) => ({
        ...annsRow,
        anchorTerms: n + 1,
        revision: 2,
      }))
      const isWritten = await Promise.all(
        rows.map((row) => write(storage, (tx) => tx.memberships.replace(row))),
      )
      same(isWritten.filter(Boolean).length, 1, "how many were written")
      same(
        await findOpen(storage),
        rows[isWritten.indexOf(true)],
        "the row is the one that was written",
      )
    },
  ),
  storageCase(
    "memberships: replace makes room by ending a row, and rejects when it would open a second one",
    async (storage) => {
      await found(storage)
      await add(storage, annsRow)
      const ended = { ...annsRow, endedAt: at(1), endedBy: "left" as const, revision: 2 }
      const next = { ...annsRow, uuid: uuid(101) }
      same(
        await write(storage, async (tx) => [
          await tx.memberships.replace(ended),
          await tx.memberships.add(next),
        ]),
        [true, true],
        "leaving and joining again",
      )
      await rejects(
        write(storage, (tx) => tx.memberships.replace({ ...annsRow, revision: 3 })),
        "reopening beside an open row",
      )
      same(await findOpen(storage), next, "the open row")
    },
  ),
  storageCase(
    "memberships: a list shows who stands as asked at the moment asked",
    async (storage) => {
      await found(storage)
      const rows = [
        { ...annsRow, uuid: uuid(100), validUntil: at(10), renewableUntil: at(20) },
        { ...annsRow, uuid: uuid(101), userUuid: bob.uuid },
        {
          ...annsRow,
          uuid: uuid(102),
          userUuid: cid.uuid,
          validUntil: at(20),
          renewableUntil: at(20),
          cancelledAt: at(1),
        },
        {
          ...annsRow,
          uuid: uuid(103),
          userUuid: dan.uuid,
          validUntil: at(30),
          renewableUntil: at(40),
          endedAt: at(20),
          endedBy: "left" as const,
        },
        {
          ...annsRow,
          uuid: uuid(104),
          userUuid: dan.uuid,
          organizationUuid: away.uuid,
          tierUuid: foreign.uuid,
        },
      ]
      await add(storage, ...rows)
      const expected: Readonly<
        Record<number, Readonly<Record<(typeof memberFilters)[number], readonly number[]>>>
      > = {
        9: { active: [100, 101, 102, 103], lapsed: [], current: [100, 101, 102, 103], ended: [] },
        10: { active: [101, 102, 103], lapsed: [100], current: [100, 101, 102, 103], ended: [] },
        19: { active: [101, 102, 103], lapsed: [100], current: [100, 101, 102, 103], ended: [] },
        20: { active: [101], lapsed: [], current: [101], ended: [100, 102, 103] },
        1000: { active: [101], lapsed: [], current: [101], ended: [100, 102, 103] },
      }
      for (const [moment, of] of Object.entries(expected)) {
        for (const filter of memberFilters) {
          const list: typeof everybody = (tx, page) =>
            tx.memberships.list(
              { organizationUuid: home.uuid, filter, at: at(Number(moment)) },
              page,
            )
          same(
            (await allOf(storage, list, "created_at")).map((row) => row.uuid),
            of[filter].map(uuid),
            `who is ${filter} at ${moment} ms`,
          )
        }
      }
    },
  ),
  storageCase(
    "memberships: a list is sorted by each field, never-ending terms after all others, ties by uuid",
    async (storage) => {
      await found(storage)
      const row = (
        n: number,
        userUuid: string,
        created: number,
        joined: number,
        until: number | undefined,
      ): Membership => {
        const validUntil = until === undefined ? undefined : at(until)
        return {
          ...annsRow,
          uuid: uuid(n),
          userUuid,
          createdAt: at(created),
          joinedAt: at(joined),
          validUntil,
          renewableUntil: validUntil,
        }
      }
      const [a, b, c, d] = [
        row(103, ann.uuid, 1, 2, 500),
        row(101, bob.uuid, 1, 1, undefined),
        row(102, cid.uuid, 2, 2, undefined),
        row(100, dan.uuid, 0, 3, 400),
      ]
      await add(storage, a, b, c, d)
      await sortsBy(storage, everybody, "created_at", [d, b, a, c])
      await sortsBy(storage, everybody, "joined_at", [b, c, a, d])
      await sortsBy(storage, everybody, "valid_until", [d, a, b, c])
    },
  ),
  storageCase(
    "memberships: holders are who is active then, on those tiers, by wallet address",
    async (storage) => {
      await found(storage)
      await add(
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
    await add(
      storage,
      ending,
      { ...ending, uuid: uuid(101), tierUuid: silver.uuid },
      { ...annsRow, uuid: uuid(102) },
    )
    for (const tierUuids of [undefined, [gold.uuid, silver.uuid]]) {
      const of = { organizationUuid: home.uuid, tierUuids, at: at(0), after: undefined, limit: 10 }
      const holders = await read(storage, (tx) => tx.memberships.holders(of))
      same(holders, [{ walletAddress: club.annsPurse.address, userUuid: ann.uuid }], "the holders")
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
      await add(storage, row)
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
