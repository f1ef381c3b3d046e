export * from "../tiers/operations/tiers.ts"
export * from "../memberships/operations/tier-change.ts"
export * from "../memberships/operations/move.ts"
