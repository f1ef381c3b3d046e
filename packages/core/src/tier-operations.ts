/**
 * What can be done with tiers, for the facade. What touches those who are on one stands with the
 * memberships, since tiers know nothing of them.
 * @module
 */
export * from "./tiers/operations/tiers.ts"
export * from "./memberships/operations/tier-change.ts"
export * from "./memberships/operations/move.ts"
