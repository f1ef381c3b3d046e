export * from "../payments/operations/connections.ts"
