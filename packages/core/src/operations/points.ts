export * from "../ledger/operations/allowance.ts"
export * from "../ledger/operations/points.ts"
