import { setTimeout as pause } from "node:timers/promises"
import type { Storage } from "../../core/src/index.ts"
import { endWithParent } from "./processes.ts"
import { openFastSymbolon } from "./webhook-worker.ts"

/** In each process; the full size is 64. */
const callers = Number(process.env["ISSUERS_CALLERS"] ?? 8)

const newest = { page: 1, pageSize: 50, sortBy: "created_at", sortOrder: "desc" } as const

/**
 * A worker: it delivers and issues, while its callers ask for one reward again and again, and some are
 * taken back, until it is killed. Tells of each delivery that was answered. Takes the beginning of the clock, its own name,
 * the slug of the reward and the username of who receives it.
 */
export const issueUntilKilled = async (
  storage: Storage,
  [begin = "", name = "", reward = "", username = ""]: readonly string[],
): Promise<void> => {
  const symbolon = await openFastSymbolon(storage, Number(begin))
  symbolon.runWork()
  endWithParent()
  process.stdout.write("ready\n")
  const identifier = { type: "username", value: username } as const
  const ask = async (caller: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const idempotencyKey = `${name}-${caller}-${n}`
      // A key that failed is not asked under again: what is left is taken by another.
      const asked = await symbolon.rewards
        .redeem({ reward, identifier, idempotencyKey })
        .catch(() => undefined)
      if (asked?.deliveryUuid !== undefined) process.stdout.write(`${asked.deliveryUuid}\n`)
      await pause(30 + caller * 7)
    }
  }
  // So that places of the supply are free again, as long as the worker lives.
  const takeBack = async (): Promise<void> => {
    for (;;) {
      await pause(250)
      const { items } = await symbolon.rewards.listRedemptions({ reward, page: newest })
      const last = items.find(({ status }) => status !== "reversed")
      if (last === undefined) continue
      const of = { transaction: last.transactionId, idempotencyKey: `back-${last.transactionId}` }
      await symbolon.transactions.reverse(of).catch(() => undefined)
    }
  }
  await Promise.all([takeBack(), ...Array.from({ length: callers }, (_, caller) => ask(caller))])
}
