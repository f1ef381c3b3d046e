import { createInterface } from "node:readline"
import type { Storage } from "../../core/src/index.ts"
import { openFastSymbolon } from "./webhook-worker.ts"

/** What a worker is told, a line each: to ask for a batch, or to work until one has ended. */
export type PropagatingOrder =
  | { readonly reward: string; readonly idempotencyKey: string }
  | { readonly organization: string; readonly batchUuid: string }

/** What came of asking: a batch, or the reason of a refusal. */
export interface Asked {
  readonly batchUuid: string | undefined
  readonly replayed: boolean
  readonly refusal: string | undefined
}

/**
 * A process that propagates rewards to the members, and works at batches, as its lines say. Answers
 * a line for each. Takes the beginning of the clock.
 */
export const propagateByLine = async (
  storage: Storage,
  [begin = ""]: readonly string[],
): Promise<void> => {
  const symbolon = await openFastSymbolon(storage, Number(begin))
  const ask = (order: { readonly reward: string; readonly idempotencyKey: string }) =>
    symbolon.rewards.propagate({ ...order, audience: { type: "members" } }).then(
      ({ batchUuid, replayed }): Asked => ({ batchUuid, replayed, refusal: undefined }),
      (refused: { readonly reason?: string; readonly _tag?: string }): Asked => ({
        batchUuid: undefined,
        replayed: false,
        refusal: refused.reason ?? refused._tag ?? "unknown",
      }),
    )
  const finish = async (order: { readonly organization: string; readonly batchUuid: string }) => {
    for (;;) {
      await symbolon.work.runDue()
      const batch = await symbolon.rewards.getBatch(order)
      if (batch.finishedAt !== undefined) return batch.issuedCount
    }
  }
  process.stdout.write("ready\n")
  for await (const line of createInterface({ input: process.stdin })) {
    const order = JSON.parse(line) as PropagatingOrder
    const answer = "reward" in order ? await ask(order) : await finish(order)
    process.stdout.write(`${JSON.stringify(answer)}\n`)
  }
  await symbolon.close()
}
