import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Comparison } from "./compare.ts"

/**
 * What the ratios A / B of quick benches were, by suite and by bench: the suites of the short form,
 * which fails where one falls below half of what is recorded.
 */
export type Recorded = Readonly<Record<string, Readonly<Record<string, number>>>>

type Measured = Pick<Comparison, "bench" | "ratio">

const file = join(import.meta.dirname, "..", "recorded.json")

export const readRecorded = (): Recorded => JSON.parse(readFileSync(file, "utf8"))

/** Writes the ratios of a suite over those that were recorded of it. */
export const record = (suite: string, comparisons: readonly Measured[]): void => {
  const all: Recorded = { ...readRecorded(), [suite]: ratiosOf(comparisons) }
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`)
}

/** What a bench is recorded by: what both sides are, beside its name. */
export const keyOf = ({ name, a, b }: Comparison["bench"]): string =>
  `${name}: ${a.name} / ${b.name}`

/** CPU times are no ratios: their aim is about a difference. */
const isRatio = ({ bench }: Measured): boolean => bench.unit !== "µs"

const ratiosOf = (comparisons: readonly Measured[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    comparisons
      .filter(isRatio)
      .map(({ bench, ratio }) => [keyOf(bench), Number(ratio.median.toPrecision(2))]),
  )

/** A bench that is not what is recorded of it, and why, for people to read. */
export interface FallenBack {
  readonly key: string
  readonly why: string
}

/** The benches that fell back, those of which nothing is recorded, and those that are gone. */
export const fallenBack = (
  recorded: Readonly<Record<string, number>>,
  comparisons: readonly Measured[],
): readonly FallenBack[] => {
  const measured = ratiosOf(comparisons)
  const fallen = comparisons.filter(isRatio).flatMap(({ bench }) => {
    const key = keyOf(bench)
    const [before, now] = [recorded[key], measured[key] ?? 0]
    if (before === undefined) return [{ key, why: "is not recorded: record it with --record." }]
    const isWorse = bench.unit === "MB" ? now > before * 2 : now < before / 2
    return isWorse ? [{ key, why: `is ${now}, recorded as ${before}.` }] : []
  })
  const gone = Object.keys(recorded)
    .filter((key) => !(key in measured))
    .map((key) => ({ key, why: "is recorded and was not measured." }))
  return [...fallen, ...gone]
}
