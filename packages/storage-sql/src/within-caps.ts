/**
 * Those of the jobs, in their order, that a claim may take: at most `limit`, and of each group at
 * most `perGroup` less those that are `busy`.
 */
export const withinCaps = <J extends { readonly groupKey: string }>(
  jobs: Iterable<J>,
  caps: {
    readonly limit: number
    readonly perGroup: number
    readonly busy: ReadonlyMap<string, number>
  },
): readonly J[] => {
  const running = new Map(caps.busy)
  const taken: J[] = []
  for (const job of jobs) {
    if (taken.length === caps.limit) break
    const count = running.get(job.groupKey) ?? 0
    if (count >= caps.perGroup) continue
    running.set(job.groupKey, count + 1)
    taken.push(job)
  }
  return taken
}
