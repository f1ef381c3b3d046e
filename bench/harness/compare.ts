import type { Bench, Sample, Side } from "./bench.ts"

/** Fewer rounds say too little of a figure. */
export const leastRounds = 9
/** Enough to see that something costs twice as much. */
export const shortRounds = 3

/** What a bench said. */
export interface Comparison {
  readonly bench: Bench
  readonly rounds: number
  /** Medians over the rounds. */
  readonly a: Sample
  readonly b: Sample
  /** Of a's value to b's in the same round. */
  readonly ratio: Spread
  /** By how much a's value exceeds b's in the same round. */
  readonly excess: Excess
}

interface Excess extends Spread {
  /**
   * Of the least of a's values over the least of b's: whatever else a machine does only adds to
   * what something costs.
   */
  readonly ofLeast: number
}

/** What the rounds said of one figure. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

/**
 * Runs both sides by turns, A B, B A, A B, ..., in short slices. Absolute figures drift with
 * whatever else the machine does; two slices side by side drift together, so the ratio is taken
 * within each round and only then the median of rounds.
 */
export const compare = async (bench: Bench, minRounds: number): Promise<Comparison> => {
  const rounds = Math.max(minRounds, bench.rounds ?? 0)
  await bench.agree()
  await warm(bench.a)
  await warm(bench.b)
  const pairs: (readonly [Sample, Sample])[] = []
  for (let round = 0; round < rounds; round += 1)
    pairs.push(await (round % 2 === 0 ? forth(bench) : back(bench)))
  return {
    bench,
    rounds,
    a: medianSample(pairs.map(([a]) => a)),
    b: medianSample(pairs.map(([, b]) => b)),
    ratio: spread(pairs.map(([a, b]) => a.value / b.value)),
    excess: {
      ...spread(pairs.map(([a, b]) => a.value - b.value)),
      ofLeast:
        Math.min(...pairs.map(([a]) => a.value)) - Math.min(...pairs.map(([, b]) => b.value)),
    },
  }
}

/**
 * How long a side runs before it counts: code that was just loaded is interpreted, and ours is more
 * of it.
 */
const warmMs = 600

const warm = async (side: Side): Promise<void> => {
  for (const until = performance.now() + warmMs; performance.now() < until; ) await side.measure()
}

const forth = async ({ a, b }: Bench): Promise<readonly [Sample, Sample]> => {
  const first = await a.measure()
  return [first, await b.measure()]
}

const back = async ({ a, b }: Bench): Promise<readonly [Sample, Sample]> => {
  const first = await b.measure()
  return [await a.measure(), first]
}

const medianSample = (samples: readonly Sample[]): Sample => {
  const cpus = samples.flatMap(({ cpu }) => (cpu === undefined ? [] : [cpu]))
  const value = median(samples.map((sample) => sample.value))
  return cpus.length === 0 ? { value } : { value, cpu: median(cpus) }
}

const spread = (figures: readonly number[]): Spread => ({
  median: median(figures),
  least: Math.min(...figures),
  most: Math.max(...figures),
})

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) throw new Error("There is no median of nothing.")
  return (lower + upper) / 2
}
