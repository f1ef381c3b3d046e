import type { Comparison } from "./compare.ts"
import { load, machine } from "./machine.ts"
import { markdownTable } from "./table.ts"

/** The page that keeps what a run said. */
export const results = (
  comparisons: readonly Comparison[],
  rounds: number,
): string => `# What the benches said

${new Date().toISOString().slice(0, 10)}, ${machine()}. Load average at the end: ${load()}.

Written by \`node bench/run.ts --write\`. A is ours, B the limit or a peer that does the same work; that both did it was checked
before timing. The two take turns (A B, B A, ...) in ${rounds} rounds of short slices, and the ratio is the median of the rounds'
own ratios with the least and the most. Rates and CPU times are medians; what does not wait is rated per second of CPU time of
its thread, the rest per second of the clock. Ratios carry over to other machines, figures do not. An aim is there
to be looked at and is never a gate. A row in µs is CPU time per call; its aim is about how much more A takes than B.

${markdownTable(comparisons)}
`
