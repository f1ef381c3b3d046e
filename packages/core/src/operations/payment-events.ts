export * from "../payments/operations/callbacks.ts"
export * from "../payments/operations/parked.ts"
