import { equal } from "node:assert/strict"
import { join } from "node:path"
import { host, type SymbolonOptions } from "@symbolon/core"
import { openPostgres } from "@symbolon/storage-postgres"
import { openSqlite } from "@symbolon/storage-sqlite"
import { advanceBatch } from "../../packages/core/src/rewards/operations/advance-batch.ts"
import { startPostgres } from "../../packages/storage-postgres/test/server.ts"
import { openPayingClub, payee } from "../fixtures/paying-club.ts"
import { openTurns } from "../fixtures/rows.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

/** As many as a batch issues at a time. */
const pageOfBatch = 100
const members = 1_000

/**
 * A reward with a stored content on its way to all members, page by page, beside as many bare
 * transfers at once from the same treasury. The aim is 2,000 wallets a second on SQLite.
 */
export const rewardsPropagatedSqlite: Suite = {
  name: "rewards-propagated-sqlite",
  open: async () => {
    const { dir, remove } = await openScratch()
    return openOn("SQLite", openSqlite({ file: join(dir, "ours.db") }), remove)
  },
}

/** The same on PostgreSQL. */
export const rewardsPropagatedPostgres: Suite = {
  name: "rewards-propagated-postgres",
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
  const { slug: tierSlug } = await symbolon.tiers.create({ organization, name: "Crew" })
  for (let n = 0; n < members; n += 1) {
    const username = `crew-${n}`
    await symbolon.users.create({ username, firstName: "Ada" })
    const member = { type: "username", value: username } as const
    await symbolon.memberships.add({ organization, member, tierSlug })
  }
  const { uuid: organizationUuid } = await symbolon.organizations.get({ organization })
  const { slug: reward } = await symbolon.rewards.create({
    organization,
    organizationUuid,
    name: "Free drink",
    contentConfig: {
      storageType: "internal",
      contentTemplate: {
        data: { greeting: "Welcome aboard" },
        items: [{ type: "coupon", title: "One drink", code: "DRINK-1" }],
        content_version: "1",
      },
    },
  })
  const turns = openTurns()
  const begin = async (): Promise<string> => {
    const { batchUuid = "", scheduledCount } = await symbolon.rewards.propagate({
      reward,
      audience: { type: "members" },
      skipExisting: false,
      idempotencyKey: `batch-${turns()}`,
    })
    equal(scheduledCount, members)
    return batchUuid
  }
  const issuedOf = async (batchUuid: string) =>
    (await symbolon.rewards.getBatch({ organization, batchUuid })).issuedCount
  let running: string | undefined
  /** One page of the batch that runs; when it is over, of the next one. */
  const page = async (): Promise<void> => {
    for (;;) {
      running ??= await begin()
      const before = await issuedOf(running)
      const isMore = await symbolon.run(advanceBatch(host, { batchUuid: running }))
      const after = await issuedOf(running)
      if (!isMore) running = undefined
      if (after > before) {
        equal(after - before, pageOfBatch)
        return
      }
    }
  }
  const pay = (turn: number) =>
    symbolon.wallets.transfer({
      wallet: treasury,
      to: { type: "wallet", value: payee(club, turn) },
      amount: 1,
      idempotencyKey: `pay-${turn}`,
    })
  const payAll = () => Promise.all(Array.from({ length: pageOfBatch }, () => pay(turns())))
  return {
    benches: [
      {
        name: `${engine}, a reward with a content to ${members} members`,
        a: waiting("propagate", page, { each: pageOfBatch }),
        b: waiting("transfers", payAll, { each: pageOfBatch }),
        unit: "/s" as const,
        aim: 0.6,
        agree: page,
      },
    ],
    close: async () => {
      await symbolon.close()
      await remove()
    },
  }
}
