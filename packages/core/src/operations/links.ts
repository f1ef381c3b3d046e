export * from "../links/operations.ts"
