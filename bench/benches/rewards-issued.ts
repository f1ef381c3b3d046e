import { equal } from "node:assert/strict"
import { join } from "node:path"
import type { SymbolonOptions } from "@symbolon/core"
import { openPostgres } from "@symbolon/storage-postgres"
import { openSqlite } from "@symbolon/storage-sqlite"
import { startPostgres } from "../../packages/storage-postgres/test/server.ts"
import { openPayingClub, payee } from "../fixtures/paying-club.ts"
import { openTurns } from "../fixtures/rows.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

/**
 * Rewards with a stored content out of a limited supply, beside bare transfers from the same
 * treasury to the same people: what the content, the supply and the list of redemptions cost.
 */
export const rewardsIssuedSqlite: Suite = {
  name: "rewards-issued-sqlite",
  open: async () => {
    const { dir, remove } = await openScratch()
    return openOn("SQLite", openSqlite({ file: join(dir, "ours.db") }), remove)
  },
}

/** The same on PostgreSQL. */
export const rewardsIssuedPostgres: Suite = {
  name: "rewards-issued-postgres",
  open: async () => {
    const server = await startPostgres({ isDurable: true })
    return openOn("PostgreSQL", openPostgres({ connectionString: server.url }), () => server.stop())
  },
}

const openOn = async (
  engine: string,
  storage: SymbolonOptions["storage"],
  remove: () => Promise<unknown>,
) => {
  const club = await openPayingClub(storage)
  const { symbolon, treasury } = club
  const organization = "harbour-club"
  const { uuid: organizationUuid } = await symbolon.organizations.get({ organization })
  const made = await symbolon.rewards.create({
    organization,
    organizationUuid,
    name: "Free drink",
    supplyTotal: 1_000_000_000,
    contentConfig: {
      storageType: "internal",
      contentTemplate: {
        data: { greeting: "Welcome aboard" },
        items: [{ type: "coupon", title: "One drink", code: "DRINK-1" }],
        content_version: "1",
      },
    },
  })
  const { slug: reward } = await symbolon.rewards.update({ reward: made.uuid, points: 1 })
  const turns = openTurns()
  const issue = (turn = turns()) =>
    symbolon.rewards.redeem({
      reward,
      identifier: { type: "wallet", value: payee(club, turn) },
      idempotencyKey: `reward-${turn}`,
    })
  const pay = (turn = turns()) =>
    symbolon.wallets.transfer({
      wallet: treasury,
      to: { type: "wallet", value: payee(club, turn) },
      amount: 1,
      idempotencyKey: `pay-${turn}`,
    })
  const agree = async (): Promise<void> => {
    const { points, status, supplyRemaining = 0 } = await issue()
    equal(points, (await pay()).transaction.body.amount)
    equal(status, "confirmed")
    equal((await issue()).supplyRemaining, supplyRemaining - 1)
  }
  return {
    benches: [1, 16, 64].map((callers) => ({
      name: `${engine}, rewards with a content, ${callers} callers`,
      a: waiting("redeem", () => issue(), { callers }),
      b: waiting("a transfer", () => pay(), { callers }),
      unit: "/s" as const,
      aim: 0.6,
      agree,
    })),
    close: async () => {
      await symbolon.close()
      await remove()
    },
  }
}
