/**
 * What can be done with organizations: every operation on one as a whole, for the facade. @module
 */
export * from "./operations/organizations.ts"
export * from "./operations/closing.ts"
