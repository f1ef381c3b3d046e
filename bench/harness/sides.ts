import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import type { Side } from "./bench.ts"

/**
 * How long a slice takes: of computing, so that the kernel's accounting of thread time, which steps
 * by up to 4 ms, does not show; of waiting, so that one slow answer of the disk does not decide it.
 */
const sliceMs = { computing: 100, waiting: 200 } as const

// Each slice starts without the garbage of the one before, which was the other side's.
setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

/**
 * Synchronous work, timed by the CPU time of this thread: what else the machine does matters
 * little. The result of `once` is kept, so that it cannot be optimised away.
 */
export const computing = (name: string, once: (turn: number) => unknown): Side => {
  let turn = 0
  let result: unknown
  const spend = (times: number): number => {
    const begun = process.threadCpuUsage()
    for (let n = 0; n < times; n += 1) result = once((turn += 1))
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1000
  }
  const times = calibrated(sliceMs.computing, spend)
  return {
    name,
    measure: async () => {
      const count = await times()
      collect()
      const value = rate(count, spend(count))
      if (result === undefined) throw new Error(`${name} computed nothing.`)
      return { value }
    },
  }
}

/** How waiting work is run. */
export interface Waiting {
  /** How many callers at once; default 1. */
  readonly callers?: number
  /** How many operations one turn does; default 1. */
  readonly each?: number
  /** CPU microseconds spent so far by whoever does the work; default this process. */
  readonly cpu?: () => Promise<number> | number
}

/** Work that waits, timed by the clock; its CPU time is told beside. */
export const waiting = (
  name: string,
  once: (turn: number) => Promise<unknown>,
  { callers = 1, each = 1, cpu = ownCpu }: Waiting = {},
): Side => {
  let turn = 0
  const run = async (times: number): Promise<number> => {
    let left = times
    const begun = performance.now()
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (left > 0) {
          left -= 1
          await once((turn += 1))
        }
      }),
    )
    return performance.now() - begun
  }
  const times = calibrated(sliceMs.waiting, (count) => run(count * callers))
  return {
    name,
    measure: async () => {
      const count = (await times()) * callers
      collect()
      const before = await cpu()
      const spent = await run(count)
      return { value: rate(count * each, spent), cpu: ((await cpu()) - before) / (count * each) }
    },
  }
}

/**
 * Work on things that are made beforehand, by the CPU time of this process for each of them, in
 * microseconds. For small differences: many slices of few milliseconds, and no collection between
 * them, which would leave the heap cold.
 */
export const spending = <A>(
  name: string,
  make: () => readonly A[],
  work: (made: readonly A[]) => Promise<void>,
): Side => ({
  name,
  measure: async () => {
    const made = make()
    const before = ownCpu()
    await work(made)
    const value = (ownCpu() - before) / made.length
    if (!(value > 0)) throw new Error(`Nothing was measured: ${made.length} times ${name}.`)
    return { value }
  },
})

const ownCpu = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Operations per second. */
export const rate = (count: number, ms: number): number => {
  if (!(count > 0) || !(ms > 0))
    throw new Error(`Nothing was measured: ${count} operations in ${ms} ms.`)
  return (count / ms) * 1000
}

/** Finds once, at the first slice, how many operations fill one; finding it warms the code. */
const calibrated = (
  forMs: number,
  spend: (times: number) => number | Promise<number>,
): (() => Promise<number>) => {
  let found: number | undefined
  return async () => {
    let times = found ?? 1
    while (found === undefined) {
      const spent = await spend(times)
      if (spent >= forMs / 2) found = Math.max(1, Math.round((times * forMs) / spent))
      else times *= 4
    }
    return found
  }
}
