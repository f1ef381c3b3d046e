import type { Membership, Storage, Tier } from "@symbolon/core/storage"
import { claim, same, sameSet } from "../claims.ts"
import { addPerson, club, found } from "../club.ts"
import { at, membership, tier, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob, cid, dan, gold, silver, foreign } = club
const find = (storage: Storage, of: string) => read(storage, (tx) => tx.tiers.find(of))
const change = (storage: Storage, row: Tier) => write(storage, (tx) => tx.tiers.change(row))

const row = (n: number, userUuid: string, terms: Partial<Membership> = {}): Membership =>
  membership(n, { organizationUuid: home.uuid, userUuid, tierUuid: gold.uuid, ...terms })

/**
 * Joins as an application does it: looks for the tier, by its slug or its uuid, then for the row
 * that may be in the way.
 */
const join = (storage: Storage, { uuid: tierUuid, slug }: Tier, n: number, userUuid: string) =>
  write(storage, async (tx) => {
    const there =
      n % 2 === 0 ? await tx.tiers.findBySlug(home.uuid, slug) : await tx.tiers.hold(tierUuid)
    const open = await tx.memberships.findOpen(home.uuid, userUuid)
    return (
      there !== undefined &&
      there.deletedAt === undefined &&
      open === undefined &&
      tx.memberships.add(row(n, userUuid, { tierUuid }))
    )
  })

/** Deletes the tier as an application does it: when nobody is on it. */
const remove = (storage: Storage, { uuid: tierUuid }: Tier) =>
  write(storage, async (tx) => {
    const there = await tx.tiers.lock(tierUuid)
    const { active, lapsed } = await tx.tiers.members(tierUuid, at(0))
    if (there === undefined || there.deletedAt !== undefined || active + lapsed > 0) return false
    return tx.tiers.change({ ...there, deletedAt: at(0) })
  })

export const tierChanges: readonly StorageCase[] = [
  storageCase(
    "tiers: change writes every field of that tier alone, and lock and hold read",
    async (storage) => {
      await found(storage)
      const full = tier(21, {
        organizationUuid: home.uuid,
        name: "Ålesund",
        description: "Δ",
        priceCents: 99_999_999_999,
        currency: "JPY",
        paymentInterval: "yearly",
        visibility: "private",
        inclusions: ["a"],
        entitlements: { lounge: false },
        rewardPointsMultiplierTenThousandths: 0,
        imageFileUuid: uuid(701),
        gracePeriodDays: 365,
        position: 3,
        updatedAt: at(7),
        deletedAt: at(8),
      })
      claim(await change(storage, full), "a tier that is there must be changed")
      claim(
        !(await change(storage, tier(999, { organizationUuid: home.uuid, slug: "another" }))),
        "an unknown tier must be refused",
      )
      same(await find(storage, uuid(999)), undefined, "the refused one")
      for (const mode of ["read", "write"] as const)
        await storage.transact(mode, async (tx) => {
          same(await tx.tiers.find(gold.uuid), full, `found in a ${mode}`)
          same(await tx.tiers.hold(gold.uuid), full, `held in a ${mode}`)
          same(await tx.tiers.lock(gold.uuid), full, `locked in a ${mode}`)
          same(await tx.tiers.lock(uuid(999)), undefined, `an unknown one locked in a ${mode}`)
          same(await tx.tiers.hold(uuid(999)), undefined, `an unknown one held in a ${mode}`)
          same(
            await tx.tiers.findBySlug(home.uuid, gold.slug),
            undefined,
            `deleted, by slug in a ${mode}`,
          )
          same(
            await tx.tiers.findBySlug(home.uuid, silver.slug),
            silver,
            `another one by slug in a ${mode}`,
          )
        })
      claim(await change(storage, gold), "it must be changed back")
      same(await find(storage, gold.uuid), gold, "with every field cleared")
    },
  ),
  storageCase(
    "tiers: members are who is live on that tier at that moment, active and lapsed apart",
    async (storage) => {
      await found(storage)
      const left = { endedAt: at(20), endedBy: "left" as const }
      await write(storage, async (tx) => {
        await tx.memberships.add(row(100, ann.uuid, { validUntil: at(10), renewableUntil: at(20) }))
        await tx.memberships.add(row(101, bob.uuid))
        await tx.memberships.add(
          row(102, cid.uuid, { validUntil: at(30), renewableUntil: at(30), cancelledAt: at(1) }),
        )
        await tx.memberships.add(
          row(103, dan.uuid, { validUntil: at(30), renewableUntil: at(40), ...left }),
        )
        await tx.memberships.add(
          row(104, ann.uuid, { organizationUuid: away.uuid, tierUuid: foreign.uuid }),
        )
      })
      const members = (moment: number, of = gold.uuid) =>
        read(storage, (tx) => tx.tiers.members(of, at(moment)))
      same(await members(9), { active: 4, lapsed: 0 }, "before anything ends")
      same(await members(10), { active: 3, lapsed: 1 }, "when a term ends")
      same(
        await members(20),
        { active: 2, lapsed: 0 },
        "when it cannot be renewed any more, and somebody has left",
      )
      same(await members(30), { active: 1, lapsed: 0 }, "when notice runs out")
      same(await members(30, silver.uuid), { active: 0, lapsed: 0 }, "of a tier that nobody is on")
      same(await members(30, uuid(999)), { active: 0, lapsed: 0 }, "of an unknown tier")
    },
  ),
  storageCase(
    "tiers: of concurrent writers that lock a tier none loses another's change",
    async (storage) => {
      await found(storage)
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          write(storage, async (tx) => {
            const there = await tx.tiers.lock(gold.uuid)
            claim(there !== undefined, "the tier is there")
            await tx.tiers.change({ ...there, inclusions: [...there.inclusions, `change ${n}`] })
          }),
        ),
      )
      const inclusions = Array.from({ length: 10 }, (_, n) => `change ${n}`)
      sameSet(
        (await find(storage, gold.uuid))?.inclusions ?? [],
        inclusions,
        "what ten at once have added",
      )
    },
  ),
  storageCase(
    "tiers: whoever joins while the tier is deleted is either on it, which then stays, or comes too late",
    async (storage) => {
      await found(storage)
      const users = await write(storage, async (tx) => {
        const uuids: string[] = []
        for (let n = 0; n < 48; n += 1) uuids.push(await addPerson(tx, 400 + n))
        return uuids
      })
      const halls = Array.from({ length: 12 }, (_, n) =>
        tier(500 + n, { organizationUuid: home.uuid }),
      )
      await write(storage, async (tx) => {
        for (const hall of halls) await tx.tiers.add(hall)
      })
      const ends = await Promise.all(
        halls.map(async (hall, round) => {
          const joins = users
            .slice(round * 4, round * 4 + 4)
            .map((userUuid, n) => () => join(storage, hall, 600 + round * 4 + n, userUuid))
          const deleting = () => remove(storage, hall)
          const place = round % 5
          const starts = [...joins.slice(0, place), deleting, ...joins.slice(place), deleting]
          const outcomes = await Promise.all(starts.map((start) => start()))
          const deleted = outcomes.filter((_, n) => starts[n] === deleting).filter(Boolean).length
          return { hall, deleted, joined: outcomes.filter(Boolean).length - deleted }
        }),
      )
      for (const { hall, deleted, joined } of ends) {
        claim(deleted <= 1, "a tier is deleted once")
        claim(
          deleted === 0 || joined === 0,
          `nobody may be left on a deleted tier, but ${joined} are`,
        )
        same(joined, deleted === 1 ? 0 : 4, "how many have joined")
        same(
          (await read(storage, (tx) => tx.tiers.members(hall.uuid, at(0)))).active,
          joined,
          "how many are on it",
        )
      }
    },
  ),
]
