import type { Membership } from "@symbolon/core"
import { portsOf } from "@symbolon/core/effect"
import type { World } from "../world.ts"

/**
 * Everything that is stored of an organization's memberships and tiers, and every event: what a
 * call that changes nothing leaves alone.
 */
export const storedOf = ({ symbolon, club }: Pick<World, "symbolon" | "club">): Promise<unknown> =>
  portsOf(symbolon).storage.transact("read", async (tx) => {
    const page = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" } as const
    const rows: Membership[] = []
    for (const standing of ["current", "ended"] as const)
      rows.push(
        ...(
          await tx.memberships.list(
            { organizationUuid: club.uuid, standing, at: symbolon.clock.now() },
            page,
          )
        ).items,
      )
    const history: unknown[] = []
    for (const { uuid } of rows) history.push(await tx.membershipHistory.all(uuid))
    return {
      rows,
      history,
      terms: await tx.membershipTerms.of(rows.map(({ uuid }) => uuid)),
      organization: await tx.organizations.find(club.slug),
      tiers: await tx.tiers.all(club.uuid),
      events: await tx.outbox.list(undefined, 1_000),
    }
  })
