import type { Bench } from "./bench.ts"

/** Makes each bench when it is asked for, and not before. */
export function* oneByOne<A>(items: readonly A[], make: (item: A) => Bench): Iterable<Bench> {
  for (const item of items) yield make(item)
}
