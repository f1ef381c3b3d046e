import type { Claim } from "./job-repository.ts"
import type { Occupant } from "./job.ts"

/**
 * Those of the jobs, in their order, that a claim may take: at most `limit`, of each group at most
 * `perGroup`, and of each organization at most its share of the places that are still free.
 */
export const withinCaps = <J extends Occupant>(
  jobs: Iterable<J>,
  {
    limit,
    perGroup,
    organizationShare,
    running,
  }: Pick<Claim, "limit" | "perGroup" | "organizationShare" | "running">,
): readonly J[] => {
  const ofGroups = new Map<string, number>()
  const ofOrganizations = new Map<string, number>()
  const count = ({ groupKey, organizationUuid }: Occupant): void => {
    ofGroups.set(groupKey, (ofGroups.get(groupKey) ?? 0) + 1)
    if (organizationUuid !== undefined)
      ofOrganizations.set(organizationUuid, (ofOrganizations.get(organizationUuid) ?? 0) + 1)
  }
  running.forEach(count)
  const taken: J[] = []
  for (const job of jobs) {
    const free = limit - taken.length
    if (free === 0) break
    const { groupKey, organizationUuid = "" } = job
    const share = Math.max(1, Math.floor(free * organizationShare))
    if ((ofGroups.get(groupKey) ?? 0) >= perGroup) continue
    if ((ofOrganizations.get(organizationUuid) ?? 0) >= share) continue
    count(job)
    taken.push(job)
  }
  return taken
}
