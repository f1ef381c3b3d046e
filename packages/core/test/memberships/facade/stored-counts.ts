import { expect } from "vitest"
import type { Membership, User } from "../../../src/index.ts"
import {
  foldHistory,
  membershipBreaches,
  membershipStatus,
} from "../../../src/memberships/index.ts"
import { eventsOf } from "../explained.ts"
import type { MembershipWorld } from "../../fixtures/memberships.ts"
import { portsOf } from "../../../src/effect.ts"

/** How much there is of somebody. */
export interface StoredCounts {
  readonly live: number
  readonly rows: number
  readonly entries: number
  readonly settled: number
  readonly events: readonly string[]
  readonly explained: readonly string[]
}

/**
 * What is there of somebody afterwards; every row is held against its history and the invariants.
 */
export const storedCounts = (world: MembershipWorld, { uuid }: User): Promise<StoredCounts> =>
  portsOf(world.symbolon).storage.transact("read", async (tx) => {
    const now = world.clock.now()
    const rows: Membership[] = []
    const page = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" } as const
    for (const standing of ["current", "ended"] as const)
      rows.push(
        ...(
          await tx.memberships.list(
            { organizationUuid: world.clubUuid, filter: standing, at: now },
            page,
          )
        ).items.filter(({ userUuid }) => userUuid === uuid),
      )
    const events = await tx.outbox.list(world.first, 10_000)
    const reported = events.filter(
      ({ data, organizationUuid }) =>
        data["user_uuid"] === uuid && organizationUuid === world.clubUuid,
    )
    const entries = []
    for (const membership of rows) {
      const history = await tx.membershipHistory.all(membership.uuid)
      const terms = await tx.membershipTerms.of([membership.uuid])
      const tier = await tx.tiers.find(membership.tierUuid)
      if (tier === undefined) throw new Error("A membership has a tier.")
      expect(foldHistory(history)).toEqual(membership)
      expect(membershipBreaches({ membership, tier, terms, history }, now)).toEqual([])
      expect(history.map(({ after }) => after.revision)).toEqual(history.map((_, n) => n + 1))
      entries.push(...history)
    }
    return {
      live: rows.filter((row) => membershipStatus(row, now) !== "ended").length,
      rows: rows.length,
      entries: entries.length,
      settled: entries.filter(({ cause }) => cause === "lapse").length,
      events: reported.map(({ type }) => type).toSorted(),
      explained: entries.flatMap(eventsOf).toSorted(),
    }
  })
