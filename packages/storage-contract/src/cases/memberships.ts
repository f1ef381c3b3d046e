import type { Membership, Storage } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { members, numbers } from "../member-lists.ts"
import { addRows, row } from "../membership-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob, cid, gold, silver, foreign } = club
const annsRow = row(100)
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

const findOpen = (storage: Storage, userUuid = ann.uuid) =>
  read(storage, (tx) => tx.memberships.findOpen(home.uuid, userUuid))

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
      await addRows(storage, annsRow, bobsRow)
      same(await findOpen(storage), annsRow, "the row with few fields")
      same(await findOpen(storage, bob.uuid), bobsRow, "the row with all fields")
      same(await findOpen(storage, cid.uuid), undefined, "somebody who never joined")
    },
  ),
  storageCase(
    "memberships: an open one comes with its tier, whatever its dates, and an ended one does not",
    async (storage) => {
      await found(storage)
      const elsewhere = {
        organizationUuid: away.uuid,
        tierUuid: foreign.uuid,
      }
      const lapsed = { validUntil: at(-1000), renewableUntil: at(-1000) }
      const bobs = { ...annsRow, ...lapsed, uuid: uuid(101), userUuid: bob.uuid }
      const annsAway = { ...annsRow, ...elsewhere, uuid: uuid(102) }
      const cids = { ...full, uuid: uuid(103), userUuid: cid.uuid }
      await addRows(storage, annsRow, { ...bobs, tierUuid: silver.uuid }, annsAway, cids)
      await read(storage, async (tx) => {
        const of = (organizationUuid: string, userUuid: string) =>
          tx.memberships.findOpenWithTier(organizationUuid, userUuid)
        const anns = await of(home.uuid, ann.uuid)
        same(anns, { membership: annsRow, tier: gold }, "hers")
        same(
          await of(home.uuid, bob.uuid),
          { membership: { ...bobs, tierUuid: silver.uuid }, tier: silver },
          "a lapsed one on another tier",
        )
        same(
          await of(away.uuid, ann.uuid),
          { membership: annsAway, tier: foreign },
          "hers in another organization",
        )
        same(await of(away.uuid, bob.uuid), undefined, "somebody's who never joined there")
        same(await of(home.uuid, cid.uuid), undefined, "one that has ended")
        const all = (organizationUuid: string, ...people: readonly { readonly uuid: string }[]) =>
          tx.memberships.openWithTiersOf(
            organizationUuid,
            people.map(({ uuid: user }) => user),
          )
        sameSet(
          await all(home.uuid, ann, bob, cid, ann),
          [
            { membership: annsRow, tier: gold },
            { membership: { ...bobs, tierUuid: silver.uuid }, tier: silver },
          ],
          "those of many, once each",
        )
        same(
          await all(away.uuid, ann, bob),
          [{ membership: annsAway, tier: foreign }],
          "those of many in another organization",
        )
        same(await all(home.uuid, bob), [await of(home.uuid, bob.uuid)], "one of many alone")
        same(await all(home.uuid), [], "those of nobody")
      })
    },
  ),
  storageCase(
    "memberships: add answers false, and writes nothing, while the user has a row there that has not ended",
    async (storage) => {
      await found(storage)
      await addRows(storage, { ...annsRow, validUntil: at(-1000), renewableUntil: at(-1000) })
      const second = { ...annsRow, uuid: uuid(101), tierUuid: silver.uuid }
      claim(
        !(await write(storage, (tx) => tx.memberships.add(second))),
        "a second open row must be refused, whatever the dates of the first",
      )
      same((await findOpen(storage))?.uuid, annsRow.uuid, "the open row")
      await addRows(storage, {
        ...annsRow,
        uuid: uuid(102),
        organizationUuid: away.uuid,
        tierUuid: foreign.uuid,
      })
      await addRows(storage, { ...annsRow, uuid: uuid(103), userUuid: bob.uuid })
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
    await addRows(storage, ...ended)
    same(await findOpen(storage), undefined, "the open row while all have ended")
    await addRows(storage, { ...annsRow, uuid: uuid(102) })
    await addRows(storage, { ...full, uuid: uuid(103) })
    same((await findOpen(storage))?.uuid, uuid(102), "the open row")
    same(
      await numbers(storage, members({ filter: "ended", at: at(10) })),
      [100, 101, 103],
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
      await addRows(storage, annsRow)
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
      await addRows(storage, { ...annsRow, revision: 5 })
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
      await addRows(storage, annsRow)
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
      await addRows(storage, annsRow)
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
]
