/**
 * Every operation as an Effect: `(caller, input) => Effect<A, tagged refusals, Ports>`. Run them
 * with `symbolon.run`, or provide {@link Ports} yourself. `portsOf` gives those of a Symbolon.
 * @module
 */
export * as accounts from "./accounts/operations.ts"
export * as activities from "./activities/operations.ts"
export * as admission from "./admission/operations.ts"
export * as cards from "./cards/operations.ts"
export * as devices from "./devices/operations.ts"
export * as entitlements from "./entitlements/operations.ts"
export * as keys from "./service-keys/operations.ts"
export * as ledger from "./ledger/operations.ts"
export * as manifest from "./manifest/operations.ts"
export * as memberships from "./memberships/operations.ts"
export * as oauth from "./oauth/operations.ts"
export * as invitations from "./organizations/operations/invitations.ts"
export * as organizations from "./organizations/operations.ts"
export * as payments from "./payments/operations.ts"
export * as rewards from "./rewards/operations.ts"
export * as sessions from "./sessions/operations.ts"
export * as staff from "./organizations/operations/staff.ts"
export * as tiers from "./tier-operations.ts"
export { portsOf } from "./create-symbolon.ts"
export { Ports } from "./foundation/unit-of-work.ts"
export * as wallets from "./wallets/operations.ts"
