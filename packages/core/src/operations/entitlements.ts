export * from "../entitlements/operations.ts"
