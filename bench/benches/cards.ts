import { equal, ok } from "node:assert/strict"
import { join } from "node:path"
import { createSymbolon, localKeyVault } from "@symbolon/core"
import type { Card, InventoryOf, MigratedStorage, Wallet } from "@symbolon/core/storage"
import { openPostgres } from "@symbolon/storage-postgres"
import { openSqlite } from "@symbolon/storage-sqlite"
import { startPostgres } from "../../packages/storage-postgres/test/server.ts"
import { makeKeys, openBareInsert } from "../cards/by-hand.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const perCall = 1_000
const now = new Date("2026-11-21T10:00:00.000Z")

/** Making cards, 1,000 a call, in a SQLite file that grows; and inventories. */
export const cardsSqlite: Suite = {
  name: "cards-sqlite",
  open: async () => {
    const { dir, remove } = await openScratch()
    const made = await openMaking(dir)
    const listed = openSqlite({ file: join(dir, "inventories.db") })
    await fillInventories(listed, inventorySize)
    return {
      benches: [...made.benches, ...inventoryBenches("SQLite", listed, inventorySize)],
      close: async () => {
        await made.close()
        await listed.close()
        await remove()
      },
    }
  },
}

/** Inventories on PostgreSQL. */
export const cardsPostgres: Suite = {
  name: "cards-postgres",
  open: async () => {
    const server = await startPostgres({ isDurable: true })
    const storage = openPostgres({ connectionString: server.url })
    await fillInventories(storage, inventorySize)
    return {
      benches: inventoryBenches("PostgreSQL", storage, inventorySize),
      close: async () => {
        await storage.close()
        await server.stop()
      },
    }
  },
}

/** A million, with ten endings each, takes ten minutes to fill: `BENCH_CARDS=1000000` asks for it. */
const inventorySize = Number(process.env["BENCH_CARDS"] ?? 200_000)

const openMaking = async (dir: string) => {
  const files = { ours: join(dir, "ours.db"), bare: join(dir, "bare.db") }
  const symbolon = await createSymbolon({
    storage: openSqlite({ file: files.ours }),
    vault: await localKeyVault(join(dir, "vault.key")),
    migrate: true,
  })
  const empty = openSqlite({ file: files.bare })
  await empty.migrations.up()
  await empty.close()
  let total = 0
  const make = async () => {
    const cards = Array.from({ length: perCall }, (_, n) => ({
      identifier: `04:${(total + n).toString(16).padStart(12, "0")}`,
      cardType: "nfc" as const,
    }))
    total += perCall
    const { made } = await symbolon.cards.manufacture({ cards })
    equal(made.length, perCall)
  }
  await make()
  const bare = openBareInsert(files.ours, files.bare, perCall)
  const ours = waiting("cards.manufacture, 1,000 a call", make, { each: perCall })
  const benches: readonly Bench[] = [
    {
      name: "SQLite, cards made",
      a: ours,
      b: waiting("better-sqlite3, their rows alone", async () => bare.insert(), { each: perCall }),
      unit: "/s",
      agree: () => {
        const before = bare.total()
        bare.insert()
        equal(bare.total() - before, perCall)
      },
    },
    {
      name: "SQLite, cards made",
      a: ours,
      b: waiting("node:crypto, their keys alone", async () => makeKeys(perCall), {
        each: perCall,
      }),
      unit: "/s",
      agree: () => ok(makeKeys(1) > 0),
    },
  ]
  return {
    benches,
    close: async () => {
      await symbolon.close()
      bare.close()
    },
  }
}

const owners = {
  large: "019a0000-0000-7000-8000-0000000000a1",
  small: "019a0000-0000-7000-8000-0000000000a2",
} as const
type Size = keyof typeof owners

const digits = (n: number): string => String(n).padStart(7, "0")
const uuidOf = (size: Size, n: number): string =>
  `019a0000-0000-7000-${size === "small" ? "9" : "a"}000-${String(n).padStart(12, "0")}`

/** Forty cards of each inventory have it in the middle, whatever their number. */
const rare = (n: number): string => (n % 250 === 7 && n < 10_000 ? "QX" : "AB")
const identifierOf = (size: Size, n: number): string =>
  `${size === "small" ? "S" : "L"}${rare(n)}${digits(n)}`

const walletOf = (size: Size, n: number): Wallet => ({
  address: identifierOf(size, n),
  uuid: uuidOf(size, n),
  kind: "card",
  userUuid: undefined,
  organizationUuid: undefined,
  isPrimary: false,
  publicKey: "k".repeat(43),
  keyVersion: 1,
  decryptionKeyVersion: 1,
  balance: 0,
  held: 0,
  sequence: 0,
  head: "h".repeat(64),
  createdAt: now,
  closedAt: undefined,
})

const cardOf = (size: Size, n: number): Card => ({
  uuid: uuidOf(size, n),
  identifier: identifierOf(size, n),
  name: undefined,
  holderName: undefined,
  cardType: "nfc",
  organizationUuid: owners[size],
  holderUserUuid: undefined,
  claimedAt: undefined,
  historyFrom: undefined,
  claimCodeHash: undefined,
  isFrozen: false,
  frozenBy: undefined,
  walletAddress: identifierOf(size, n),
  createdAt: new Date(now.getTime() + n),
  updatedAt: undefined,
  cardModelUuid: undefined,
  membershipTierUuid: undefined,
  tierGrantedAt: undefined,
  primarySince: undefined,
  offeredToUserUuid: undefined,
  offeredAt: undefined,
  withdrawnAt: undefined,
  profilePageUuid: undefined,
  customFrontImageFileUuid: undefined,
  madeForUuid: undefined,
})

const key = { wrapped: { kekId: "kek", blob: "b" }, box: "x" }

const sizesOf = (large: number): Readonly<Record<Size, number>> => ({ large, small: large / 100 })

const fillInventories = async (storage: MigratedStorage, large: number): Promise<void> => {
  await storage.migrations.up()
  const sizes = sizesOf(large)
  for (const size of ["small", "large"] as const) {
    await storage.transact("write", (tx) =>
      tx.organizations.add({
        uuid: owners[size],
        slug: `club-${size}`,
        name: `Club ${size}`,
        description: undefined,
        website: undefined,
        logoImageFileUuid: undefined,
        timezone: undefined,
        pointsAllowance: 0,
        createdAt: now,
        updatedAt: undefined,
        deletedAt: undefined,
      }),
    )
    for (let from = 0; from < sizes[size]; from += perCall) {
      const numbers = Array.from(
        { length: Math.min(perCall, sizes[size] - from) },
        (_, n) => from + n,
      )
      await storage.transact("write", async (tx) => {
        await tx.wallets.addAll(numbers.map((n) => ({ wallet: walletOf(size, n), key })))
        await tx.cards.addAll(numbers.map((n) => cardOf(size, n)))
      })
    }
  }
}

/** How many cards of an inventory of so many have the rare letters. */
const rareOf = (size: number): number => Math.ceil((Math.min(10_000, size) - 7) / 250)

/** What an inventory is asked for, and how many of its cards that is. */
const asks: readonly (readonly [
  name: string,
  ask: (size: Size) => Omit<InventoryOf, "organizationUuid" | "at">,
  total: (count: number) => number,
])[] = [
  ["by identifier", (size) => ({ identifier: identifierOf(size, 1_234) }), () => 1],
  ["a search that finds one", () => ({ search: "B0001234" }), () => 1],
  ["a search that finds few", () => ({ search: "QX" }), rareOf],
  ["a search that finds nearly all", () => ({ search: "AB" }), (count) => count - rareOf(count)],
]

const inventoryBenches = (
  engine: string,
  storage: MigratedStorage,
  large: number,
): readonly Bench[] =>
  asks.map(([name, ask, total]): Bench => {
    const page = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "desc" } as const
    const list = (size: Size) =>
      storage.transact("read", (tx) =>
        tx.cards.listInventory({ organizationUuid: owners[size], at: now, ...ask(size) }, page),
      )
    return {
      name: `${engine}, cards of an inventory: ${name}`,
      a: waiting(`of ${large}`, () => list("large")),
      b: waiting(`of ${large / 100}`, () => list("small")),
      unit: "/s",
      aim: 0.8,
      agree: async () => {
        const found = { large: await list("large"), small: await list("small") }
        for (const size of ["large", "small"] as const)
          equal(found[size].totalItems, total(sizesOf(large)[size]))
      },
    }
  })
