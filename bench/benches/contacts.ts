import { equal } from "node:assert/strict"
import { join } from "node:path"
import type { Contact, ContactsOf, MigratedStorage, Repositories } from "@symbolon/core/storage"
import { openPostgres } from "@symbolon/storage-postgres"
import { openSqlite } from "@symbolon/storage-sqlite"
import { startPostgres } from "../../packages/storage-postgres/test/server.ts"
import { ada } from "../fixtures/rows.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const sizes = { small: 1_000, large: 100_000 } as const
type Size = keyof typeof sizes
const perTransaction = 500
const now = new Date("2026-11-21T10:00:00.000Z")

/** Two people with 1,000 and with 100,000 contacts in a SQLite file: lists of twenty. */
export const contactsSqlite: Suite = {
  name: "contacts-sqlite",
  open: async () => {
    const { dir, remove } = await openScratch()
    return openOn("SQLite", openSqlite({ file: join(dir, "ours.db") }), remove)
  },
}

/** The same on PostgreSQL. */
export const contactsPostgres: Suite = {
  name: "contacts-postgres",
  open: async () => {
    const server = await startPostgres({ isDurable: true })
    return openOn("PostgreSQL", openPostgres({ connectionString: server.url }), () => server.stop())
  },
}

const openOn = async (engine: string, storage: MigratedStorage, remove: () => Promise<unknown>) => {
  await storage.migrations.up()
  for (const size of ["small", "large"] as const) await fill(storage, size)
  return {
    benches: listBenches(engine, storage),
    close: async () => {
      await storage.close()
      await remove()
    },
  }
}

const owners: Readonly<Record<Size, string>> = {
  small: "019a0000-0000-7000-8000-0000000000a1",
  large: "019a0000-0000-7000-8000-0000000000a2",
}

const uuidOf = (size: Size, n: number): string =>
  `019a0000-0000-7000-${size === "small" ? "9" : "a"}000-${String(n).padStart(12, "0")}`

/** Every third contact is a user; the others were typed. All share a word, few have another. */
const contactOf = (size: Size, n: number): Contact => ({
  uuid: uuidOf(size, n),
  ownerUserUuid: owners[size],
  type: n % 10 === 0 ? "dropped" : "saved",
  contactUserUuid: n % 3 === 0 ? uuidOf(size, n) : undefined,
  droppedByUserUuid: undefined,
  profilePageUuid: undefined,
  name: n % 3 === 0 ? undefined : `Friend ${rare(n)}`,
  email: n % 3 === 0 ? undefined : `${n}@mail.test`,
  jobTitle: undefined,
  company: undefined,
  notes: undefined,
  visitCount: 1,
  metSessionUuid: undefined,
  latestAt: new Date(now.getTime() - n * 1_000),
  createdAt: new Date(now.getTime() + n * 1_000),
  savedAt: now,
  updatedAt: undefined,
})

/** Forty contacts of each owner have it, whatever their number. */
const rare = (n: number): string => (n < 40 ? "Quayside" : "Harbour")

const fill = async (storage: MigratedStorage, size: Size): Promise<void> => {
  const person = (uuid: string, username: string, n: number) => ({
    ...ada,
    uuid,
    username,
    email: undefined,
    emailVerifiedAt: undefined,
    firstName: "Friend",
    lastName: rare(n),
  })
  const add = async (tx: Repositories, n: number): Promise<void> => {
    const contact = contactOf(size, n)
    const { contactUserUuid: user } = contact
    if (user !== undefined) await tx.users.add(person(user, `${size}-${n}`, n), undefined)
    await tx.contacts.add(contact)
  }
  await storage.transact("write", (tx) =>
    tx.users.add(person(owners[size], `owner-${size}`, sizes[size]), undefined),
  )
  for (let from = 0; from < sizes[size]; from += perTransaction)
    await storage.transact("write", async (tx) => {
      for (let n = from; n < from + perTransaction; n += 1) await add(tx, n)
    })
}

type Ask = Omit<ContactsOf, "ownerUserUuid" | "at">

/** What lists are asked for, and how many of the large owner's contacts that is. */
const asks: readonly (readonly [name: string, ask: Ask, total: number])[] = [
  ["all", {}, sizes.large],
  ["dropped", { type: "dropped" }, sizes.large / 10],
  ["searched, a rare name", { search: ["quay"] }, 40],
  ["searched, a frequent one", { search: ["fri"] }, sizes.large],
]

/** Lists of twenty: what a hundred times as many contacts cost. */
const listBenches = (engine: string, storage: MigratedStorage): readonly Bench[] =>
  asks.flatMap(([name, ask, total]) =>
    (["created_at", "last_visited"] as const).map((sortBy): Bench => {
      const page = { page: 1, pageSize: 20, sortBy, sortOrder: "desc" } as const
      const list = (size: Size) =>
        storage.transact("read", (tx) =>
          tx.contacts.list({ ownerUserUuid: owners[size], at: now, ...ask }, page),
        )
      return {
        name: `${engine}, 20 contacts: ${name}, by ${sortBy}`,
        a: waiting(`of ${sizes.large}`, () => list("large")),
        b: waiting(`of ${sizes.small}`, () => list("small")),
        unit: "/s",
        aim: 0.8,
        agree: async () => {
          const { items, totalItems } = await list("large")
          equal(items.length, 20)
          equal(totalItems, total)
          equal((await list("small")).items.length, 20)
        },
      }
    }),
  )
