import { isActive, type Membership, statusOf } from "./membership.ts"
import type { Entitlements, Tier } from "../tiers/tier.ts"

/** The key every active member has, whatever the tier. */
export const memberKey = "member"

/** Whether a value grants anything: false, 0 and the empty word do not. */
const grants = (value: Entitlements[string] | undefined): boolean =>
  value !== undefined && value !== false && value !== 0 && value !== ""

/** Whether a tier grants a key to its active members. */
export const tierGrants = (tier: Pick<Tier, "entitlements">, key: string): boolean =>
  key === memberKey || (Object.hasOwn(tier.entitlements, key) && grants(tier.entitlements[key]))

/**
 * What a membership grants at `now`: `member` and the tier's own while it is active, else nothing.
 */
export const entitlementsOf = (
  membership: Membership | undefined,
  tier: Pick<Tier, "entitlements"> | undefined,
  now: Date,
): Entitlements =>
  membership !== undefined && tier !== undefined && isActive(membership, now)
    ? { ...tier.entitlements, [memberKey]: true }
    : {}

/** Why a key is not granted. */
export type RefusedBecause = "no_membership" | "lapsed" | "not_granted"

/** Undefined when the key is granted at `now`; else why not. */
export const refusedBecause = (
  membership: Membership | undefined,
  tier: Pick<Tier, "entitlements"> | undefined,
  key: string,
  now: Date,
): RefusedBecause | undefined => {
  const status = membership === undefined ? "ended" : statusOf(membership, now)
  if (status === "ended" || tier === undefined) return "no_membership"
  if (status === "lapsed") return "lapsed"
  return tierGrants(tier, key) ? undefined : "not_granted"
}
