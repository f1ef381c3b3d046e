/** What the runner in vectors/door needs of a suite. */
export interface ConformanceSuite {
  readonly cases: readonly {
    readonly name: string
    readonly covers?: readonly string[]
    readonly steps: readonly unknown[]
  }[]
}

interface Runner {
  readonly runVectors: (
    suite: ConformanceSuite,
    createDoor: (options: never) => object,
  ) => readonly string[]
  readonly readSuites: () => readonly [ConformanceSuite, ConformanceSuite]
}

// The runner is plain JavaScript, for implementers who have no more; so it is loaded as they load
// it.
const runner: Runner = await import(new URL("../../../vectors/door/run.mjs", import.meta.url).href)

export const { runVectors, readSuites } = runner
