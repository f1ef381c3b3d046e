import { AsyncLocalStorage } from "node:async_hooks"
import { isStorageUnavailable, StorageUnavailable } from "./kernel/storage-unavailable.ts"

/** Reads that many callers share. */
interface Bounds {
  /** How many may be under way at once. A call waits only while so many are. */
  readonly atOnce: number
  /** How many callers share one at most. */
  readonly together: number
}

interface Waiting<One, Answer> {
  readonly one: One
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: unknown) => void
}

/** Reads are looked at so often: one timer for all costs less than one for each. Milliseconds. */
const lookedAtMs = 125
/** A read that is still under way when it is looked at again takes long, and holds up nobody: a quarter of a second. */
const takesLongLooks = 2
/** Whoever has had no answer by then is told that the store is away: ten seconds. */
const notAnsweredLooks = 80

interface UnderWay<One, Answer> {
  readonly all: readonly Waiting<One, Answer>[]
  looks: number
  /** Whether it has one of the places. */
  hasPlace: boolean
}

/**
 * Lets callers share what `readAll` reads, which answers each in its place. A caller is answered
 * only by a read that began after the call: what was true before it, and is no longer, is never the
 * answer. A call that comes while fewer than `atOnce` are under way reads at once and alone; the
 * others share the next one, which belongs to none of them: it runs where the reads were opened. A
 * read that fails fails for all who share it, and for all who wait, where the store is away. One that takes
 * long does not count as under way, and both halves of those who share it are read again, since one of them may never
 * end: so the others are soon without that one, and a store that is slow is asked little more.
 */
export const openNextRead = <One, Answer>(
  readAll: (all: readonly One[]) => Promise<readonly Answer[]>,
  { atOnce, together }: Bounds,
): ((one: One) => Promise<Answer>) => {
  const belongingToNobody = AsyncLocalStorage.snapshot()
  const waiting: Waiting<One, Answer>[] = []
  const underWay = new Set<UnderWay<One, Answer>>()
  let running = 0
  let isWatched = false

  const read = async (all: readonly Waiting<One, Answer>[], hasPlace = true): Promise<void> => {
    const mine = { all, looks: 0, hasPlace }
    underWay.add(mine)
    if (hasPlace) running += 1
    watch()
    try {
      const answers = await readAll(all.map(({ one }) => one))
      all.forEach(({ resolve }, place) => resolve(answers[place] as Answer))
    } catch (reason) {
      tell(isStorageUnavailable(reason) ? [...all, ...waiting.splice(0)] : all, reason)
    } finally {
      underWay.delete(mine)
      leave(mine)
    }
  }
  const leave = (one: UnderWay<One, Answer>): void => {
    if (!one.hasPlace) return
    one.hasPlace = false
    running -= 1
    // Taken out before anything is asked: whoever comes from now on is none of them.
    if (waiting.length > 0 && running < atOnce)
      belongingToNobody(() => void read(waiting.splice(0, together)))
  }
  const watch = (): void => {
    if (isWatched) return
    isWatched = true
    belongingToNobody(() => setTimeout(look, lookedAtMs)).unref()
  }
  const look = (): void => {
    isWatched = false
    // Those that begin meanwhile are looked at the next time.
    const begun = [...underWay]
    for (const one of begun) {
      one.looks += 1
      if (one.looks === takesLongLooks) {
        halve(one.all)
        leave(one)
      } else if (one.looks === notAnsweredLooks) tell(one.all, notAnswered())
    }
    if (underWay.size > 0) watch()
  }
  const halve = (all: readonly Waiting<One, Answer>[]): void => {
    if (all.length < 2) return
    const middle = Math.ceil(all.length / 2)
    void read(all.slice(0, middle), false)
    void read(all.slice(middle), false)
  }

  return (one) =>
    new Promise((resolve, reject) => {
      const call = { one, resolve, reject }
      if (running < atOnce) void read([call])
      else waiting.push(call)
    })
}

const tell = (
  all: readonly { readonly reject: (reason: unknown) => void }[],
  reason: unknown,
): void => {
  for (const { reject } of all) reject(reason)
}

const notAnswered = (): StorageUnavailable =>
  new StorageUnavailable("The store has not answered for ten seconds.")
