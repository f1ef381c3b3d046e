import { equal } from "node:assert/strict"
import { join } from "node:path"
import { openSqlite } from "@symbolon/storage-sqlite"
import Database from "better-sqlite3"
import { openScratch } from "../fixtures/scratch.ts"
import { openPayingClub, type PayingClub } from "../fixtures/paying-club.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const total = 1_000_000
const rewards = 20

/**
 * What a holder's first page costs where a ledger has a million transactions: beside a holder who
 * received nothing else, one into whose wallet all of them went.
 */
export const rewardsHeld: Suite = {
  name: "rewards-held",
  open: async () => {
    const { dir, remove } = await openScratch()
    const file = join(dir, "ours.db")
    const club = await openPayingClub(openSqlite({ file }))
    const holders = await issueRewards(club)
    const small = await listOnce(club, holders.quiet)
    equal(small.totalItems, rewards)
    lengthen(file, await walletOf(club, holders.busy))
    const close = async (): Promise<void> => {
      await club.symbolon.close()
      await remove()
    }
    return { benches: benchesOn(club, holders), close }
  },
}

interface Holders {
  readonly quiet: string
  readonly busy: string
}

const page = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "desc" } as const

const listOnce = ({ symbolon }: PayingClub, userUuid: string) =>
  symbolon.rewards.list({ userUuid, page })

const walletOf = async ({ symbolon }: PayingClub, userUuid: string): Promise<string> =>
  (await symbolon.wallets.list({ of: { userUuid }, page })).items[0]?.address ?? ""

const issueRewards = async (club: PayingClub): Promise<Holders> => {
  const { symbolon } = club
  const uuidOf = async (username: string) => (await symbolon.users.get({ username })).uuid
  const holders = { quiet: await uuidOf("member-1"), busy: await uuidOf("member-2") }
  for (const userUuid of Object.values(holders))
    for (let n = 0; n < rewards; n += 1)
      await symbolon.transactions.issueContent({
        organization: "harbour-club",
        to: { type: "wallet", value: await walletOf(club, userUuid) },
        content: { name: "Regatta", data: { code: `QX-${n}`, text: "x".repeat(1_000) } },
        idempotencyKey: `${userUuid}-${n}`,
      })
  return holders
}

// Transfers of one shape, made where they are stored: all into the wallet of the busy holder.
const lengthen = (file: string, to: string): void => {
  const database = new Database(file)
  const columns = database
    .prepare("select name from pragma_table_info('transactions')")
    .pluck()
    .all()
    .map(String)
  const changed: Readonly<Record<string, string>> = {
    id: "'h' || printf('%023d', n)",
    from_sequence: "n + 10000",
    to_address: "@to",
    to_sequence: "n + 10000",
    log_index: "n + 10000",
    transaction_type: "'transfer'",
    encrypted_data: "''",
    created_at: "created_at + n",
  }
  const copy = database.prepare(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < @total)
     insert into transactions (${columns.join(", ")})
     select ${columns.map((column) => changed[column] ?? column).join(", ")} from numbers, (select * from transactions order by log_index desc limit 1)`,
  )
  database.transaction(() => copy.run({ total, to }))()
  database.pragma("wal_checkpoint(truncate)")
  database.exec("analyze")
  database.close()
}

const benchesOn = (club: PayingClub, { quiet, busy }: Holders): readonly Bench[] => [
  {
    name: "SQLite, 20 rewards of a holder, a ledger of 1,000,000",
    a: waiting("who received all of them", () => listOnce(club, busy)),
    b: waiting("who received 20", () => listOnce(club, quiet)),
    unit: "/s",
    aim: 0.8,
    agree: async () => {
      for (const userUuid of [quiet, busy]) {
        const { items, totalItems } = await listOnce(club, userUuid)
        equal(items.length, rewards)
        equal(totalItems, rewards)
      }
    },
  },
]
