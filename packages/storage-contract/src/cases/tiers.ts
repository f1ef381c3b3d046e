import type { Storage, Tier, TierOrder, TierRepository } from "@symbolon/core/storage"
import { claim, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { at, tier, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, gold, silver, foreign } = club
const ofHome = { organizationUuid: home.uuid }
const ofAway = { organizationUuid: away.uuid }

const add = async (storage: Storage, ...rows: readonly Tier[]): Promise<void> => {
  for (const row of rows)
    claim(await write(storage, (tx) => tx.tiers.add(row)), `adding ${row.slug} must answer true`)
}
const list =
  (of: Parameters<TierRepository["list"]>[0]): List<TierOrder, Tier> =>
  (tx, page) =>
    tx.tiers.list(of, page)

export const tiers: readonly StorageCase[] = [
  storageCase(
    "tiers: found by uuid and by slug, with all fields and with none",
    async (storage) => {
      await found(storage)
      const full = tier(100, {
        ...ofHome,
        description: "Δ",
        priceCents: 99_999_999_999,
        currency: "JPY",
        paymentInterval: "semiannual",
        visibility: "private",
        inclusions: ["a", "ñ 🎟️", "a"],
        entitlements: { lounge: true, parking: false, guests: 2, ratio: 0.1, none: 0, clé: "été" },
        rewardPointsMultiplierTenThousandths: 99_999_999,
        gracePeriodDays: 0,
        imageFileUuid: uuid(700),
        position: 100_000,
        updatedAt: at(2),
      })
      await add(storage, full)
      await read(storage, async (tx) => {
        same(await tx.tiers.find(full.uuid), full, "by uuid")
        same(await tx.tiers.findBySlug(home.uuid, full.slug), full, "by slug")
        same(await tx.tiers.find(gold.uuid), gold, "one with few fields")
        same(await tx.tiers.find(uuid(999)), undefined, "an unknown uuid")
        same(
          await tx.tiers.findBySlug(home.uuid, foreign.slug),
          undefined,
          "another organization's slug",
        )
      })
    },
  ),
  storageCase(
    "tiers: add answers false, and writes nothing, when the organization has that slug, deleted or not",
    async (storage) => {
      await found(storage)
      await add(storage, tier(100, { ...ofHome, slug: "gone", deletedAt: at(1) }))
      for (const slug of [gold.slug, "gone"]) {
        claim(
          !(await write(storage, (tx) => tx.tiers.add(tier(101, { ...ofHome, slug })))),
          `the slug ${slug} must be refused`,
        )
      }
      same(await read(storage, (tx) => tx.tiers.find(uuid(101))), undefined, "the refused tier")
      await add(storage, tier(102, { ...ofAway, slug: gold.slug }))
    },
  ),
  storageCase("tiers: deleted ones are found by uuid alone", async (storage) => {
    await found(storage)
    const gone = tier(100, { ...ofHome, deletedAt: at(1) })
    await add(storage, gone)
    same(await read(storage, (tx) => tx.tiers.find(gone.uuid)), gone, "by uuid")
    same(await read(storage, (tx) => tx.tiers.findAll([gone.uuid])), [gone], "among many")
    same(
      await read(storage, (tx) => tx.tiers.findBySlug(home.uuid, gone.slug)),
      undefined,
      "by slug",
    )
    sameSet(await read(storage, (tx) => tx.tiers.all(home.uuid)), [gold, silver], "among all")
    sameSet(await allOf(storage, list(ofHome), "name"), [gold, silver], "in the list")
  }),
  storageCase(
    "tiers: many at once: none, some twice, 1,000, unknown ones left out",
    async (storage) => {
      await found(storage)
      const added = Array.from({ length: 50 }, (_, n) => tier(1000 + n, ofAway))
      await write(storage, async (tx) => {
        for (const one of added) await tx.tiers.add(one)
      })
      await read(storage, async (tx) => {
        same(await tx.tiers.findAll([]), [], "of no uuids")
        sameSet(
          await tx.tiers.findAll([gold.uuid, uuid(999), foreign.uuid, gold.uuid]),
          [gold, foreign],
          "of some, one twice",
        )
        sameSet(
          await tx.tiers.findAll(Array.from({ length: 1000 }, (_, n) => uuid(1000 + n))),
          added,
          "of 1,000",
        )
      })
    },
  ),
  storageCase(
    "tiers: all and list are of one organization, list of one visibility too",
    async (storage) => {
      await found(storage)
      const hidden = tier(100, { ...ofHome, visibility: "private" })
      await add(storage, hidden)
      sameSet(await read(storage, (tx) => tx.tiers.all(home.uuid)), [gold, silver, hidden], "all")
      same(await read(storage, (tx) => tx.tiers.all(uuid(999))), [], "all of nobody's")
      same(await allOf(storage, list(ofHome), "created_at"), [gold, silver, hidden], "the list")
      same(
        await allOf(storage, list({ ...ofHome, visibility: "public" }), "created_at"),
        [gold, silver],
        "the public ones",
      )
      same(
        await allOf(storage, list({ ...ofHome, visibility: "private" }), "created_at"),
        [hidden],
        "the private ones",
      )
    },
  ),
  storageCase("tiers: a list leaves out private ones but those it is given", async (storage) => {
    await found(storage)
    const [hidden, other] = [100, 101].map((n) => tier(n, { ...ofHome, visibility: "private" }))
    claim(hidden !== undefined && other !== undefined, "two tiers were made")
    const gone = tier(102, { ...ofHome, visibility: "private", deletedAt: at(1) })
    await add(storage, hidden, other, gone)
    const shown = (of: Partial<Parameters<TierRepository["list"]>[0]>) =>
      allOf(storage, list({ ...ofHome, ...of }), "created_at")
    same(await shown({ privateAmong: [] }), [gold, silver], "without any")
    same(
      await shown({ privateAmong: [hidden.uuid, gone.uuid, foreign.uuid] }),
      [gold, silver, hidden],
      "but one, a deleted and another's",
    )
    same(
      await shown({ privateAmong: [other.uuid], visibility: "private" }),
      [other],
      "the private ones but others",
    )
    same(
      await shown({ privateAmong: [other.uuid], visibility: "public" }),
      [gold, silver],
      "the public ones",
    )
  }),
  storageCase(
    "tiers: sorted by creation, name, price and position, ties by uuid",
    async (storage) => {
      await found(storage)
      const [a, b, c] = [
        tier(102, { ...ofAway, name: "b", priceCents: 900, position: 7, createdAt: at(0) }),
        tier(100, {
          ...ofAway,
          name: "b",
          priceCents: 99_999_999_999,
          position: 7,
          createdAt: at(1),
        }),
        tier(101, { ...ofAway, name: "B", priceCents: 900, position: 10, createdAt: at(0) }),
      ]
      await add(storage, a, b, c)
      await sortsBy(storage, list(ofAway), "created_at", [c, a, b, foreign])
      await sortsBy(storage, list(ofAway), "name", [c, foreign, b, a])
      await sortsBy(storage, list(ofAway), "price_cents", [foreign, c, a, b])
      await sortsBy(storage, list(ofAway), "position", [foreign, b, a, c])
    },
  ),
]
