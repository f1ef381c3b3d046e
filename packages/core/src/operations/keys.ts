export * from "../service-keys/operations.ts"
