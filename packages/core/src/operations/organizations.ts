export * from "../organizations/operations/organizations.ts"
export * from "../organizations/operations/closing.ts"
export * from "../files/operations/of-organizations.ts"
