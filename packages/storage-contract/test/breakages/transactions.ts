import type { Repositories } from "@symbolon/core/storage"
import { type Breakage, doors } from "./breakage.ts"

export const transactional: readonly Breakage[] = [
  doors(
    "a work that throws is kept",
    "transactions: a work that throws leaves nothing behind, in any repository",
    (storage) => ({
      transact: async (mode, work) => {
        const outcome = await storage.transact(mode, async (tx) => {
          try {
            return { answer: await work(tx) }
          } catch (reason) {
            return { reason }
          }
        })
        if ("reason" in outcome) throw outcome.reason
        return outcome.answer
      },
    }),
  ),
  doors(
    "what a work throws arrives wrapped",
    "transactions: what a work throws arrives unchanged, whatever it is",
    (storage) => ({
      transact: (mode, work) =>
        storage
          .transact(mode, work)
          .catch((reason: unknown) =>
            Promise.reject(new Error("The transaction failed.", { cause: reason })),
          ),
    }),
  ),
  doors("a read may write", "transactions: a read refuses outbox.append", (storage) => ({
    transact: (_, work) => storage.transact("write", work),
  })),
  doors(
    "what is not committed is seen",
    "transactions: nobody sees what is later undone",
    (storage) => {
      let writing: Repositories | undefined
      return {
        transact: (mode, work) => {
          if (mode === "read" && writing !== undefined) return work(writing)
          return storage.transact(mode, async (tx) => {
            writing = mode === "write" ? tx : undefined
            return work(tx)
          })
        },
      }
    },
  ),
  doors(
    "a failing write takes the next one along",
    "transactions: a write that fails does not take its neighbours along",
    (storage) => {
      let failed: { readonly reason: unknown } | undefined
      return {
        transact: (mode, work) =>
          storage.transact(mode, async (tx) => {
            const before = failed
            failed = undefined
            if (before !== undefined && mode === "write") throw before.reason
            try {
              return await work(tx)
            } catch (reason) {
              failed = { reason }
              throw reason
            }
          }),
      }
    },
  ),
  doors(
    "a rejected verb undoes everything in silence",
    "transactions: after a verb rejected, the work is kept whole or not at all",
    (storage) => ({
      transact: async (mode, work) => {
        let answer: { readonly value: Awaited<ReturnType<typeof work>> } | undefined
        try {
          return await storage.transact(mode, async (tx) => {
            answer = { value: await work(tx) }
            return answer.value
          })
        } catch (reason) {
          if (answer === undefined) throw reason
          return answer.value
        }
      },
    }),
  ),
  doors(
    "close drops the work that runs",
    "transactions: close waits for the work that runs",
    (storage) => {
      const { promise: closed, reject } = Promise.withResolvers<never>()
      closed.catch(() => undefined)
      return {
        transact: (mode, work) => Promise.race([closed, storage.transact(mode, work)]),
        close: async () => reject(new Error("The storage is closed.")),
      }
    },
  ),
]
