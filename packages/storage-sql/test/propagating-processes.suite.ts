import { expect, it } from "vitest"
import { verifyLedger } from "../../core/src/ledger/index.ts"
import { page } from "../../core/test/fixtures/staffed-organization.ts"
import { createTestOrganization } from "../../core/test/fixtures/world.ts"
import type { PortableStorage } from "../src/index.ts"
import type { Asked, PropagatingOrder } from "./propagating-worker.ts"
import { startRacer } from "./racers.ts"
import { openFastSymbolon } from "./webhook-worker.ts"

const people = 12
const rounds = 9

/** What the two processes send, and what the one that comes second is answered. */
interface Heat {
  readonly keys: readonly [string, string]
  /** Whether the second one sends it for another reward. */
  readonly isOther?: boolean
  readonly second: string
}

const heats: readonly Heat[] = [
  { keys: ["key", "key"], second: "replayed" },
  { keys: ["one", "other"], second: "batch_running" },
  { keys: ["key", "key"], isOther: true, second: "IdempotencyConflict" },
]
const noHeat = (): never => {
  throw new Error("There is no such heat.")
}

/**
 * Two processes that ask for the same batch of a reward at the same moment, for two batches of it, or
 * for one of another reward under the same key, and then both work at it. `open` answers a new store that is migrated, and what `child` opens
 * it by.
 */
export const propagatingProcessesSuite = (
  name: string,
  child: string,
  open: () => Promise<{ readonly address: string; readonly storage: PortableStorage }>,
): void => {
  it(`two processes on ${name} that propagate a reward at the same moment start one batch, and each receiver has it once`, async () => {
    const beginMs = Date.now()
    const { address, storage } = await open()
    const symbolon = await openFastSymbolon(storage, beginMs)
    const { club } = await createTestOrganization(symbolon, people)
    const racers = [0, 1].map(() => startRacer(child, [address, String(beginMs)]))
    const tell = async (orders: readonly PropagatingOrder[]): Promise<readonly unknown[]> => {
      for (const [n, order] of orders.entries()) racers[n]?.write(`${JSON.stringify(order)}\n`)
      const lines = await Promise.all(racers.map(({ nextLine }) => nextLine()))
      return lines.map((line): unknown => JSON.parse(line))
    }
    try {
      await Promise.all(racers.map(({ nextLine }) => nextLine()))
      for (let round = 0; round < rounds; round += 1) {
        const { keys, isOther = false, second } = heats[round % heats.length] ?? noHeat()
        const reward = await makeReward(symbolon, club, `Drink ${round}`)
        const other = isOther ? await makeReward(symbolon, club, `Snack ${round}`) : reward
        const asked = (await tell(
          keys.map((key, n) => ({
            reward: n === 0 ? reward : other,
            idempotencyKey: `${key} ${round}`,
          })),
        )) as readonly Asked[]
        const batchUuid = asked.find((one) => one.batchUuid !== undefined)?.batchUuid ?? ""
        expect(asked.toSorted((a, b) => Number(isSecond(a)) - Number(isSecond(b)))).toEqual([
          { batchUuid, replayed: false },
          second === "replayed"
            ? { batchUuid, replayed: true }
            : { replayed: false, refusal: second },
        ])
        const order = { organization: club.slug, batchUuid }
        expect(await tell([order, order])).toEqual([people, people])
        const issued = asked[0]?.batchUuid === undefined ? other : reward
        const { items } = await symbolon.rewards.listRedemptions({ reward: issued, page })
        expect(items).toHaveLength(people)
        expect(new Set(items.map(({ userUuid }) => userUuid)).size).toBe(people)
        expect(await symbolon.rewards.get({ reward: issued })).toMatchObject({
          supplyRedeemed: people,
          supplyReserved: 0,
        })
      }
      expect(await countOf(storage, "rewardBatches")).toBe(rounds)
      expect(await countOf(storage, "rewardIssuances")).toBe(rounds * people)
      expect((await verifyLedger(symbolon.exportLedger())).verdict).toBe("verified")
    } finally {
      const ends = await Promise.all(racers.map(({ stop }) => stop()))
      await symbolon.close()
      expect(ends).toEqual(ends.map(() => expect.objectContaining({ code: 0, errors: "" })))
    }
  }, 60_000)
}

/** Whether it is of the process that came second. */
const isSecond = ({ replayed, refusal }: Asked): boolean => replayed || refusal !== undefined

/** A reward with a supply for two batches; answers its uuid. */
const makeReward = async (
  symbolon: Awaited<ReturnType<typeof openFastSymbolon>>,
  club: { readonly uuid: string; readonly slug: string },
  name: string,
): Promise<string> => {
  const { uuid } = await symbolon.rewards.create({
    organization: club.slug,
    organizationUuid: club.uuid,
    name,
    supplyTotal: 2 * people,
    contentConfig: {
      storageType: "internal",
      contentTemplate: {
        data: {},
        items: [{ type: "coupon", code: "DRINK" }],
        content_version: "1",
      },
    },
  })
  return uuid
}

const countOf = async (storage: PortableStorage, table: string): Promise<number> => {
  let count = 0
  await storage.allRows.read(async (batch) => {
    if (batch.table === table) count += batch.rows.length
  })
  return count
}
