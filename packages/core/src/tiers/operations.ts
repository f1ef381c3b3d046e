/**
 * What can be done with tiers, for the facade. What touches those who are on one stands with the memberships, since tiers know nothing of
 * them.
 * @module
 */
export * from "./operations/tiers.ts"
export { type ChangeTier, change } from "../memberships/operations/tier-change.ts"
export { type MoveMembers, moveMembers, type MoveReport, type SkippedMember } from "../memberships/operations/move.ts"
