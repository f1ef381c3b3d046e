import type { Bench, Sample } from "./bench.ts"
import type { Comparison } from "./compare.ts"

const headings = [
  "bench",
  "A",
  "B",
  "A's rate",
  "B's rate",
  "A / B [min..max]",
  "aim",
  "CPU µs A, B",
] as const

/** The table of some comparisons, for a terminal. */
export const plainTable = (comparisons: readonly Comparison[]): string => {
  const rows = [headings, ...comparisons.map(cells)]
  const widths = headings.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}

/** The same as Markdown. */
export const markdownTable = (comparisons: readonly Comparison[]): string => {
  const line = (row: readonly string[]): string => `| ${row.join(" | ")} |`
  return [
    line(headings),
    line(headings.map(() => "---")),
    ...comparisons.map((comparison) => line(cells(comparison))),
  ].join("\n")
}

const cells = ({ bench, a, b, ratio, excess }: Comparison): readonly string[] => [
  bench.name,
  bench.a.name,
  bench.b.name,
  amount(bench, a),
  amount(bench, b),
  `${ratioText(ratio.median)} [${ratioText(ratio.least)}..${ratioText(ratio.most)}]`,
  bench.unit === "µs" ? excessText(bench, excess) : aimText(bench, ratio.median),
  a.cpu === undefined || b.cpu === undefined ? "" : `${a.cpu.toFixed(0)}, ${b.cpu.toFixed(0)}`,
]

const amount = ({ unit }: Bench, { value }: Sample): string =>
  `${figure(value)} ${unit}`.replace(" /", "/")

/** Three significant digits: more would be noise. */
const figure = (value: number): string => {
  if (value >= 1e6) return `${three(value / 1e6)}M`
  return value >= 1e4 ? `${three(value / 1e3)}k` : three(value)
}

const three = (value: number): string => String(Number(value.toPrecision(3)))

const ratioText = (ratio: number): string =>
  ratio < 0.095 ? ratio.toPrecision(2) : ratio.toFixed(2)

/**
 * CPU times differ by what else ran meanwhile, which only adds: what counts is the least of each
 * side.
 */
const excessText = (
  { aim }: Bench,
  { ofLeast, median, least, most }: Comparison["excess"],
): string => {
  const verdict = aim === undefined ? "" : `, ≤ ${aim} ${ofLeast <= aim ? "met" : "missed"}`
  return `least A − least B ${ofLeast.toFixed(1)} µs${verdict}; A − B ${median.toFixed(1)} [${least.toFixed(1)}..${most.toFixed(1)}]`
}

const aimText = ({ aim, unit }: Bench, ratio: number): string => {
  if (aim === undefined) return ""
  const met = unit === "/s" ? ratio >= aim : ratio <= aim
  return `${unit === "/s" ? "≥" : "≤"} ${aim} ${met ? "met" : "missed"}`
}
