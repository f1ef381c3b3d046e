import type { Membership, Storage } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { addPerson, club, found } from "../club.ts"
import { addRows, row } from "../membership-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob, cid, dan, gold, silver, foreign } = club
const left = { endedAt: at(4), endedBy: "left" as const }
const inAway = { organizationUuid: away.uuid, tierUuid: foreign.uuid }

const full: Partial<Membership> = {
  tierUuid: silver.uuid,
  customPriceCents: 99_999_999_999,
  customPaymentInterval: "quarterly",
  validUntil: at(86_400_001),
  renewableUntil: at(172_800_002),
  cancelledAt: at(3),
  endedAt: at(4),
  endedBy: "removed",
  anchorAt: at(-5),
  anchorTerms: 7,
  joinedAt: at(-6),
  updatedAt: at(6),
}

const uuids = (rows: readonly Membership[]): readonly string[] => rows.map((one) => one.uuid)
const replaceAll = (storage: Storage, ...rows: readonly Membership[]) =>
  write(storage, (tx) => tx.memberships.replaceAll(rows))
const find = (storage: Storage, n: number) => read(storage, (tx) => tx.memberships.find(uuid(n)))
const onTier = (
  storage: Storage,
  of: { readonly after?: string; readonly limit?: number; readonly tierUuid?: string },
) =>
  read(storage, (tx) =>
    tx.memberships.onTier({ tierUuid: gold.uuid, after: undefined, limit: 10, ...of }),
  )

export const membershipRows: readonly StorageCase[] = [
  storageCase("memberships: found by uuid, ended or not", async (storage) => {
    await found(storage)
    const rows = [
      row(100, full),
      row(101),
      row(102, { userUuid: bob.uuid, validUntil: at(-9), renewableUntil: at(-9) }),
    ]
    await addRows(storage, ...rows)
    for (const one of rows)
      same(await read(storage, (tx) => tx.memberships.find(one.uuid)), one, "by uuid")
    same(await find(storage, 999), undefined, "an unknown uuid")
  }),
  storageCase("memberships: the newest is the one made last, ended or not", async (storage) => {
    await found(storage)
    await addRows(
      storage,
      row(109, { createdAt: at(1) }),
      row(101, { createdAt: at(3), ...left }),
      row(102, { createdAt: at(3), ...left }),
      row(103, { createdAt: at(2), ...left }),
      row(108, { userUuid: bob.uuid, createdAt: at(9) }),
      row(107, { ...inAway, createdAt: at(9) }),
    )
    const newest = (organizationUuid: string, userUuid: string) =>
      read(storage, (tx) => tx.memberships.newest(organizationUuid, userUuid))
    same(
      (await newest(home.uuid, ann.uuid))?.uuid,
      uuid(102),
      "of those made at once the one with the higher uuid",
    )
    same((await newest(away.uuid, ann.uuid))?.uuid, uuid(107), "elsewhere")
    same(await newest(away.uuid, bob.uuid), undefined, "of somebody who never joined")
    const newestOf = async (organizationUuid: string, ...users: readonly { uuid: string }[]) =>
      uuids(
        await read(storage, (tx) =>
          tx.memberships.newestOf(
            organizationUuid,
            users.map((user) => user.uuid),
          ),
        ),
      )
    sameSet(await newestOf(home.uuid, ann, bob, cid), [uuid(102), uuid(108)], "of many")
    sameSet(await newestOf(home.uuid, ann, ann), [uuid(102)], "of one who is named twice")
    sameSet(await newestOf(away.uuid, ann, bob), [uuid(107)], "of many elsewhere")
    sameSet(await newestOf(home.uuid), [], "of nobody")
  }),
  storageCase("memberships: the newest of many come with their tiers", async (storage) => {
    await found(storage)
    const [before, anns] = [row(109, { createdAt: at(1), ...left }), row(101, { createdAt: at(3) })]
    const bobs = row(108, { userUuid: bob.uuid, tierUuid: silver.uuid, ...left })
    const annsAway = row(107, { ...inAway, createdAt: at(9) })
    await addRows(storage, before, anns, bobs, annsAway)
    const of = (organizationUuid: string, ...users: readonly { uuid: string }[]) =>
      read(storage, (tx) =>
        tx.memberships.newestWithTiersOf(
          organizationUuid,
          users.map((user) => user.uuid),
        ),
      )
    const both = [
      { membership: anns, tier: gold },
      { membership: bobs, tier: silver },
    ]
    sameSet(await of(home.uuid, ann, bob, cid, ann), both, "of many, one of them twice")
    sameSet(await of(home.uuid, cid, bob), both.slice(1), "of some, ended or not")
    sameSet(await of(away.uuid, ann, bob), [{ membership: annsAway, tier: foreign }], "elsewhere")
    same(await of(home.uuid), [], "of nobody")
  }),
  storageCase(
    "memberships: a user's open ones, whatever their dates and wherever they are, in order of uuid",
    async (storage) => {
      await found(storage)
      const rows = [row(104, { validUntil: at(-9), renewableUntil: at(-9) }), row(103, inAway)]
      await addRows(storage, ...rows, row(101, left), row(102, { userUuid: bob.uuid }))
      for (const ask of [read, write]) {
        same(
          await ask(storage, (tx) => tx.memberships.openOf(ann.uuid)),
          rows.toReversed(),
          "Ann's",
        )
        same(
          await ask(storage, (tx) => tx.memberships.openOf(cid.uuid)),
          [],
          "of somebody who never joined",
        )
      }
    },
  ),
  storageCase(
    "memberships: those on a tier have not ended, in order of uuid, after one and up to a limit",
    async (storage) => {
      await found(storage)
      await addRows(
        storage,
        row(105, { validUntil: at(-9), renewableUntil: at(-9) }),
        row(103, { userUuid: bob.uuid, cancelledAt: at(1) }),
        row(104, { userUuid: cid.uuid }),
        row(101, { userUuid: dan.uuid, ...left }),
        row(102, { userUuid: dan.uuid, tierUuid: silver.uuid }),
      )
      same(uuids(await onTier(storage, {})), [103, 104, 105].map(uuid), "all")
      same(uuids(await onTier(storage, { limit: 2 })), [103, 104].map(uuid), "the first two")
      same(
        uuids(await onTier(storage, { after: uuid(103), limit: 1 })),
        [uuid(104)],
        "after one of them",
      )
      same(
        uuids(await onTier(storage, { after: uuid(102) })),
        [103, 104, 105].map(uuid),
        "after one that is not among them",
      )
      same(await onTier(storage, { after: uuid(105) }), [], "after the last")
      same(
        uuids(
          await write(storage, (tx) =>
            tx.memberships.onTier({ tierUuid: silver.uuid, after: undefined, limit: 9 }),
          ),
        ),
        [uuid(102)],
        "of another",
      )
      same(await onTier(storage, { tierUuid: uuid(999) }), [], "of an unknown tier")
      same(
        (await onTier(storage, {}))[2],
        row(105, { validUntil: at(-9), renewableUntil: at(-9) }),
        "the whole row",
      )
    },
  ),
  storageCase(
    "memberships: those on a tier with whom something was agreed, in order of uuid, up to a limit",
    async (storage) => {
      await found(storage)
      await addRows(
        storage,
        row(105, { customPriceCents: 0 }),
        row(104, { userUuid: bob.uuid, customPaymentInterval: "yearly" }),
        row(103, {
          userUuid: cid.uuid,
          customPriceCents: 1,
          customPaymentInterval: "weekly",
          validUntil: at(-9),
          renewableUntil: at(-9),
        }),
        row(102, { userUuid: dan.uuid }),
        row(101, { userUuid: dan.uuid, customPriceCents: 1, ...left }),
        row(100, { ...inAway, customPriceCents: 1 }),
      )
      const custom = async (tierUuid: string, limit: number) =>
        uuids(await read(storage, (tx) => tx.memberships.customOnTier({ tierUuid, limit })))
      same(await custom(gold.uuid, 10), [103, 104, 105].map(uuid), "all")
      same(await custom(gold.uuid, 2), [103, 104].map(uuid), "the first two")
      same(await custom(foreign.uuid, 10), [uuid(100)], "of another tier")
      same(await custom(silver.uuid, 10), [], "of a tier without")
    },
  ),
  storageCase(
    "memberships: many are replaced at once, every field of those alone",
    async (storage) => {
      await found(storage)
      const others = [row(103, { userUuid: dan.uuid }), row(104, inAway)]
      await addRows(
        storage,
        row(100),
        row(101, { userUuid: bob.uuid }),
        row(102, { userUuid: cid.uuid, ...full }),
        ...others,
      )
      const changed = [
        row(102, { userUuid: cid.uuid, revision: 2 }),
        row(100, { ...full, revision: 2 }),
        row(101, { userUuid: bob.uuid, validUntil: at(1), renewableUntil: at(2), revision: 2 }),
      ]
      await replaceAll(storage, ...changed)
      for (const one of [...changed, ...others])
        same(await read(storage, (tx) => tx.memberships.find(one.uuid)), one, "a row")
      await replaceAll(storage)
      same(await find(storage, 100), changed[1], "after none was replaced")
    },
  ),
  storageCase("memberships: of many at once all are replaced or none", async (storage) => {
    await found(storage)
    await addRows(
      storage,
      row(100),
      row(101, { userUuid: bob.uuid, revision: 5 }),
      row(102, { userUuid: cid.uuid, ...left }),
    )
    await addRows(storage, row(103, { userUuid: cid.uuid }))
    const next = row(100, { tierUuid: silver.uuid, revision: 2 })
    await rejects(
      replaceAll(storage, next, row(999, { userUuid: dan.uuid, revision: 2 })),
      "one that is not there",
    )
    for (const revision of [4, 5, 7])
      await rejects(
        replaceAll(storage, next, row(101, { userUuid: bob.uuid, revision })),
        "another revision",
      )
    await rejects(
      replaceAll(storage, next, row(102, { userUuid: cid.uuid, revision: 2 })),
      "reopening one beside an open one",
    )
    same(await find(storage, 100), row(100), "the first")
    same(await find(storage, 999), undefined, "the one that is not there")
    await replaceAll(storage, next, row(101, { userUuid: bob.uuid, revision: 6 }))
    same(await find(storage, 100), next, "the first, in the end")
  }),
  storageCase("memberships: 1,000 are found on a tier and replaced at once", async (storage) => {
    await found(storage)
    await write(storage, async (tx) => {
      for (let n = 1000; n < 2000; n += 1)
        claim(
          await tx.memberships.add(row(n, { userUuid: await addPerson(tx, n) })),
          "a row can be added",
        )
    })
    const moved = await write(storage, async (tx) => {
      const rows = await tx.memberships.onTier({
        tierUuid: gold.uuid,
        after: undefined,
        limit: 5000,
      })
      const next = rows.map((one) => ({
        ...one,
        tierUuid: silver.uuid,
        revision: one.revision + 1,
      }))
      await tx.memberships.replaceAll(next)
      return next
    })
    same(moved.length, 1000, "how many were moved")
    same(await onTier(storage, { limit: 5000 }), [], "on the tier they were on")
    sameSet(
      uuids(await onTier(storage, { tierUuid: silver.uuid, limit: 5000 })),
      uuids(moved),
      "on the other tier",
    )
  }),
  storageCase(
    "memberships: of concurrent writers that read a user's open ones none loses another's change",
    async (storage) => {
      await found(storage)
      await addRows(storage, row(100), row(101, inAway))
      await raiseTogether(storage, (tx) => tx.memberships.openOf(ann.uuid))
      for (const n of [100, 101])
        same((await find(storage, n))?.anchorTerms, 10, "after ten writers that raise it by one")
    },
  ),
  storageCase(
    "memberships: of concurrent writers that read those on a tier none loses another's change",
    async (storage) => {
      await found(storage)
      await addRows(storage, row(100), row(101, { userUuid: bob.uuid }))
      await raiseTogether(storage, (tx) =>
        tx.memberships.onTier({ tierUuid: gold.uuid, after: undefined, limit: 10 }),
      )
      for (const n of [100, 101])
        same((await find(storage, n))?.anchorTerms, 10, "after ten writers that raise it by one")
    },
  ),
  storageCase(
    "memberships: those of some people in an organization that are live at a moment",
    async (storage) => {
      await found(storage)
      const anns = row(101, { userUuid: ann.uuid, validUntil: at(10), renewableUntil: at(20) })
      const bobs = row(102, { userUuid: bob.uuid })
      const cids = row(103, { userUuid: cid.uuid, endedAt: at(5), endedBy: "left" })
      const annsAway = row(104, { ...inAway, userUuid: ann.uuid })
      await addRows(storage, anns, bobs, cids, annsAway)
      const live = (moment: Date, ...people: readonly { readonly uuid: string }[]) =>
        read(storage, (tx) =>
          tx.memberships.liveOf(
            home.uuid,
            people.map(({ uuid: user }) => user),
            moment,
          ),
        )
      sameSet(await live(at(4), ann, bob, cid, dan), [anns, bobs, cids], "all three")
      sameSet(await live(at(5), ann, bob, cid), [anns, bobs], "when Cid's has ended")
      sameSet(
        await live(at(10), ann, bob),
        [anns, bobs],
        "when Ann's term is over, and she may still renew",
      )
      sameSet(await live(at(20), ann, bob), [bobs], "when Ann may renew no more")
      sameSet(await live(at(4), bob, bob), [bobs], "once each")
      same(await live(at(4)), [], "of nobody")
      same(await live(at(4), dan), [], "of somebody without")
    },
  ),
]

/** Ten at once raise the same field of the same rows. */
const raiseTogether = async (
  storage: Storage,
  rowsOf: (tx: Parameters<Parameters<Storage["transact"]>[1]>[0]) => Promise<readonly Membership[]>,
): Promise<void> => {
  const raise = () =>
    write(storage, async (tx) => {
      const rows = await rowsOf(tx)
      await tx.memberships.replaceAll(
        rows.map((one) => ({
          ...one,
          anchorTerms: one.anchorTerms + 1,
          revision: one.revision + 1,
        })),
      )
    })
  await Promise.all(Array.from({ length: 10 }, raise))
}
