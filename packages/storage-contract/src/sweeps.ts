import type { Repositories, Storage } from "@symbolon/core/storage"
import { same } from "./claims.ts"
import { found } from "./club.ts"
import { at } from "./samples.ts"
import { read, storageCase, type StorageCase, write } from "./storage-case.ts"

/** A noun whose rows are forgotten after a while. */
export interface Swept {
  readonly noun: string
  /** By what time: `expired`, `were created`. */
  readonly when: string
  /** Adds a row whose time is `at(ms)`, and that is found by `n`. */
  readonly add: (tx: Repositories, n: number, ms: number) => Promise<unknown>
  readonly find: (tx: Repositories, n: number) => Promise<unknown>
  readonly sweep: (tx: Repositories, before: Date, limit: number) => Promise<number>
}

/** What holds for all sweeps. */
export const sweepCase = ({ noun, when, add, find, sweep }: Swept): StorageCase =>
  storageCase(
    `${noun}: sweep forgets those that ${when} before a moment, the oldest first, at most as many as asked for`,
    async (storage) => {
      await found(storage)
      const times = [3, 1, 4, 2]
      await write(storage, async (tx) => {
        for (const [index, ms] of times.entries()) await add(tx, 100 + index, ms)
      })
      const swept = (ms: number, limit: number) => write(storage, (tx) => sweep(tx, at(ms), limit))
      const left = () => leftOf(storage, times, find)
      same(await swept(1, 10), 0, "when none lies before")
      same(await swept(4, 2), 2, "when three do and two are asked for")
      same(await left(), [3, 4], "the times of what is left, once the oldest two are gone")
      same(await swept(4, 2), 1, "the third")
      same(await swept(4, 2), 0, "when all are gone")
      same(await left(), [4], "the times of what is left in the end")
    },
  )

const leftOf = async (
  storage: Storage,
  times: readonly number[],
  find: Swept["find"],
): Promise<readonly number[]> => {
  const left: number[] = []
  for (const [index, ms] of times.entries())
    if ((await read(storage, (tx) => find(tx, 100 + index))) !== undefined) left.push(ms)
  return left.toSorted((a, b) => a - b)
}
