/** What a deployment does in its busiest hour, and what each thing costs. Measured where it says so. */
export interface Assumptions {
  readonly members: number
  readonly organizations: number
  /** By how much the sizes of organizations differ: the exponent of their Pareto distribution. */
  readonly sizeExponent: number
  /** Of each member in a day. */
  readonly daily: { readonly reads: number; readonly taps: number; readonly postings: number }
  /** Which part of a day's calls falls into its busiest hour. */
  readonly peakShare: number
  /** A batch of the ledger: its transaction, and each posting in it; milliseconds, measured. */
  readonly ledger: { readonly batchMs: number; readonly postingMs: number; readonly most: number }
  /** CPU time of a server process for each call, milliseconds, measured. */
  readonly cpuMs: { readonly read: number; readonly tap: number; readonly posting: number }
  /** Which part of a processor calls may take, so that queues stay short. */
  readonly utilisation: number
}

/** How the deployment does with so many cells. */
export interface CellsVerdict {
  readonly cells: number
  /** Postings a second of the busiest cell. */
  readonly postings: number
  /** How long postings of the busiest cell wait for their commit, milliseconds. */
  readonly waitMs: { readonly median: number; readonly p99: number }
  /** True when the busiest cell cannot keep up. */
  readonly isOverrun: boolean
  /** Processors for server processes, over all cells. */
  readonly processors: number
  /** Organizations that have a cell to themselves. */
  readonly alone: number
}

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Members of each organization, the largest first; together those of the deployment. */
export const organizationSizes = (
  { members, organizations, sizeExponent }: Assumptions,
  random: () => number,
): readonly number[] => {
  const drawn = Array.from({ length: organizations }, () => (1 - random()) ** (-1 / sizeExponent))
  const total = drawn.reduce((sum, size) => sum + size, 0)
  return drawn
    .map((size) => Math.max(1, Math.round((size / total) * members)))
    .toSorted((one, other) => other - one)
}

/**
 * Spreads organizations over cells, the largest first, each into the cell with the fewest members.
 * An organization stays whole, since its sessions, its treasury and its lists do.
 */
export const spread = (sizes: readonly number[], cells: number): readonly number[] => {
  const loads = Array.from({ length: cells }, () => 0)
  for (const size of sizes) {
    let least = 0
    for (let cell = 1; cell < cells; cell += 1)
      if ((loads[cell] ?? 0) < (loads[least] ?? 0)) least = cell
    loads[least] = (loads[least] ?? 0) + size
  }
  return loads
}

/** How many seconds of the busiest hour are played. */
const playedSeconds = 60

/**
 * Plays the ledger of one cell: postings come at random, and each batch takes those who wait. Answers
 * how long each waited for its commit.
 */
export const playLedger = (
  perSecond: number,
  { batchMs, postingMs, most }: Assumptions["ledger"],
  random: () => number,
): readonly number[] => {
  const arrivals: number[] = []
  for (let at = 0; at < playedSeconds * 1_000; ) {
    at += (-Math.log(1 - random()) / perSecond) * 1_000
    arrivals.push(at)
  }
  const waits: number[] = []
  let [next, freeAt] = [0, 0]
  while (next < arrivals.length) {
    const begunAt = Math.max(freeAt, arrivals[next] ?? 0)
    let taken = 0
    while (taken < most && (arrivals[next + taken] ?? Infinity) <= begunAt) taken += 1
    freeAt = begunAt + batchMs + taken * postingMs
    for (let n = next; n < next + taken; n += 1) waits.push(freeAt - (arrivals[n] ?? 0))
    next += taken
  }
  return waits
}

/** How a deployment does that is split into so many cells. */
export const judgeCells = (assumptions: Assumptions, cells: number, seed: number): CellsVerdict => {
  const random = seeded(seed)
  const sizes = organizationSizes(assumptions, random)
  const loads = spread(sizes, cells)
  const busiest = Math.max(...loads)
  const { daily, peakShare, cpuMs, ledger, utilisation, members } = assumptions
  const perSecond = (count: number): number => (count * peakShare) / 3_600
  const postings = perSecond(busiest * daily.postings)
  const waits = playLedger(postings, ledger, random).toSorted((one, other) => one - other)
  const at = (share: number): number => waits[Math.floor(waits.length * share)] ?? 0
  const cpu =
    perSecond(members) *
    (daily.reads * cpuMs.read + daily.taps * cpuMs.tap + daily.postings * cpuMs.posting)
  return {
    cells,
    postings,
    waitMs: { median: at(0.5), p99: at(0.99) },
    isOverrun: postings * (ledger.postingMs + ledger.batchMs / ledger.most) >= 1_000 * 0.95,
    processors: Math.ceil(cpu / 1_000 / utilisation),
    alone: sizes.filter((size) => size > members / cells).length,
  }
}
