import type { OrganizationInput, UserInput } from "../foundation/kernel/inputs.ts"

/** Whose entitlements, and where. */
export interface EntitlementsInput extends OrganizationInput, UserInput {}

/** Which entitlement, of whom, and where. */
export interface CheckEntitlementInput extends EntitlementsInput {
  /** Key of the entitlement, as the tier has it. */
  readonly key: string
}
