import { type MembershipHistoryEntry, membershipStatus } from "../../src/memberships/index.ts"

/**
 * The events that an entry is the reason of, by the words of the reference and not by the rules.
 */
export const eventsOf = ({
  cause,
  before,
  after,
  at,
}: MembershipHistoryEntry): readonly string[] => {
  const isMoved = before !== undefined && before.tierUuid !== after.tierUuid
  const isOver = before?.endedAt === undefined && after.endedAt !== undefined
  const moved = isMoved ? ["membership.tier_changed"] : []
  if (before === undefined) return ["membership.joined"]
  if (cause === "lapse" || cause === "notice" || cause === "resume") return []
  if (isOver) return ["membership.left"]
  if (cause === "renew" || cause === "card") return ["membership.renewed"]
  const isRevived =
    cause === "org_change" &&
    membershipStatus(before, at) === "lapsed" &&
    membershipStatus(after, at).startsWith("active")
  return [...moved, ...(isRevived ? ["membership.renewed"] : [])]
}
