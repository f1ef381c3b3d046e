import { createInterface } from "node:readline"
import type { Order, Outcome } from "./oauth-racing.ts"
import { ended, startModule } from "./processes.ts"

/** Processes that do the same thing at the same time. */
export interface Racers {
  readonly count: number
  /** Spreads an order over all of them, as evenly as may be, and starts them together. */
  readonly race: (order: Order) => Promise<readonly Outcome[]>
  /** Asks one of them alone. */
  readonly ask: (racer: number, order: Order) => Promise<readonly Outcome[]>
  readonly stop: () => Promise<void>
}

/** Starts `count` processes of a module that takes orders; `words` tell it where the store is. */
export const startRacers = async (
  count: number,
  file: string,
  words: readonly string[],
): Promise<Racers> => {
  const racers = Array.from({ length: count }, () => startRacer(file, words))
  await Promise.all(racers.map(({ nextLine }) => nextLine()))
  const ask = async (racer: number, order: Order): Promise<readonly Outcome[]> => {
    const child = racers[racer]
    if (child === undefined) throw new Error(`There is no racer ${racer}.`)
    child.write(`${JSON.stringify(order)}\n`)
    return JSON.parse(await child.nextLine()) as readonly Outcome[]
  }
  let turn = 0
  return {
    count,
    ask,
    race: async (order) => {
      // Who has one more to do than others is another one each time.
      turn += 1
      const shares = racers.map((_, n) => Math.floor((order.times + ((n + turn) % count)) / count))
      const heats = await Promise.all(
        shares.flatMap((times, n) => (times === 0 ? [] : [ask(n, { ...order, times })])),
      )
      return heats.flat()
    },
    stop: async () => {
      for (const end of await Promise.all(racers.map(({ stop }) => stop())))
        if (end.code !== 0 || end.errors !== "")
          throw new Error(`A racer ended badly: ${end.code} ${end.errors}`)
    },
  }
}

/** Starts one process of a module that answers each line with a line, the first by itself. */
export const startRacer = (file: string, words: readonly string[]) => {
  const running = startModule(file, words)
  const end = ended(running)
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]()
  return {
    write: (text: string) => void running.stdin.write(text),
    nextLine: async (): Promise<string> => {
      const next = await lines.next()
      if (next.done !== true) return next.value
      throw new Error(`A racer is gone: ${(await end).errors}`)
    },
    stop: () => {
      running.stdin.end()
      return end
    },
  }
}
